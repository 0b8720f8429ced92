/** The GraphQL operations of a screen, for developers who build the same elsewhere. */
import { CopyButton } from '../design/copy-button.tsx';
import { useDeskTexts } from './texts/index.ts';

export function Operations({ documents }: { readonly documents: readonly { toString(): string }[] }) {
  const texts = useDeskTexts();
  return (
    <section class="operations no-print" aria-label={texts.operations}>
      <p class="small muted">{texts.operations}</p>
      {documents.map((document) => (
        <Operation key={document.toString()} text={document.toString().trim()} />
      ))}
    </section>
  );
}

function Operation({ text }: { readonly text: string }) {
  const name = /(?:query|mutation|subscription) (\w+)/.exec(text)?.[0] ?? '';
  return (
    <details>
      <summary class="small">
        <code>{name}</code>
      </summary>
      <pre class="small">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={name} />
    </details>
  );
}
