/** The GraphQL operations of a screen, for developers who build the same elsewhere. */
import { useState } from 'preact/hooks';
import { useCommonTexts } from '../texts/index.ts';
import { useDeskTexts } from './texts/index.ts';

interface Document {
  toString(): string;
}

export function Operations({ documents }: { readonly documents: readonly Document[] }) {
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
  const common = useCommonTexts();
  const [isCopied, setCopied] = useState(false);
  const name = /(?:query|mutation|subscription) (\w+)/.exec(text)?.[0] ?? '';
  return (
    <details>
      <summary class="small">
        <code>{name}</code>
      </summary>
      <pre class="small">
        <code>{text}</code>
      </pre>
      <button
        type="button"
        class="quiet"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {isCopied ? common.copied : common.copy}
      </button>
    </details>
  );
}
