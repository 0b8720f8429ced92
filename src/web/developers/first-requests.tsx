/** A first request to GraphQL and one to REST: to send and see the answer, or to copy into a shell. */
import { Play } from 'lucide';
import { useState } from 'preact/hooks';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { usePage } from '../page.tsx';
import { commandOf, EXAMPLES, type Example, type Kind, requestOf } from './examples.ts';
import { useDeveloperTexts } from './texts/index.ts';

export function FirstRequests() {
  const texts = useDeveloperTexts();
  return (
    <section class="stack" aria-labelledby="first">
      <h2 id="first">{texts.first}</h2>
      <p class="muted">{texts.firstLead}</p>
      <div class="panels">
        <Panel kind="GraphQL" />
        <Panel kind="REST" />
      </div>
    </section>
  );
}

interface Answer {
  readonly example: Example;
  /** Null: the server cannot be reached. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly text: string;
}

function Panel({ kind }: { readonly kind: Kind }) {
  const { key, language, settings } = usePage();
  const texts = useDeveloperTexts();
  const examples = EXAMPLES[kind];
  const [example, setExample] = useState(examples[0]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isSending, setIsSending] = useState(false);
  const shown = answer?.example === example ? answer : null;
  const command = commandOf(example, { key: settings.key ?? '<API key>', language });
  const send = async () => {
    if (key === null) return;
    setIsSending(true);
    setAnswer({ example, ...(await answerTo(example, { key, language })) });
    setIsSending(false);
  };
  return (
    <section class="card stack panel" aria-labelledby={`try-${kind}`}>
      <h3 id={`try-${kind}`}>{kind}</h3>
      <Field label={texts.example}>
        {(attributes) => (
          <select
            {...attributes}
            value={example.name}
            onChange={(event) => setExample(examples.find(({ name }) => name === event.currentTarget.value) ?? example)}
          >
            {examples.map(({ name }) => (
              <option key={name} value={name}>
                {texts.examples[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <pre class="code">
        <code>{command}</code>
      </pre>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={key === null}
          aria-busy={isSending}
          aria-label={`${texts.send}: ${kind}`}
          onClick={send}
        >
          {!isSending && <Icon icon={Play} size={1.1} />} {texts.send}
        </button>
        <CopyButton text={command} what={kind} />
        <span class="small muted figures" role="status">
          {shown !== null &&
            shown.status !== null &&
            texts.took({ status: shown.status, milliseconds: shown.milliseconds })}
        </span>
      </div>
      <textarea
        class="code answer"
        readOnly
        wrap="off"
        spellcheck={false}
        aria-label={texts.answer({ kind })}
        value={shown === null ? texts.hint : shown.status === null ? texts.unreachable : shown.text}
      />
    </section>
  );
}

async function answerTo(
  example: Example,
  options: { key: string; language: string },
): Promise<Omit<Answer, 'example'>> {
  const start = performance.now();
  try {
    const response = await fetch(example.path, requestOf(example, options));
    const text = JSON.stringify(await response.json(), null, 2);
    return { status: response.status, milliseconds: Math.round(performance.now() - start), text };
  } catch {
    return { status: null, milliseconds: 0, text: '' };
  }
}
