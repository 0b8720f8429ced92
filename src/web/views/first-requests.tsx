/** A first request to GraphQL and one to REST, to copy into a shell. */
import { useState } from 'preact/hooks';
import { usePage } from '../page.ts';

export function FirstRequests() {
  const { texts, key, isDemo, language } = usePage();
  const common = `-H 'Authorization: Bearer ${isDemo ? key : '<API key>'}' -H 'Accept-Language: ${language}'`;
  const query = '{ visitTypes(first: 3) { nodes { number name { text } nightsMin } } }';
  return (
    <section aria-labelledby="first-title">
      <h2 id="first-title">{texts.firstTitle}</h2>
      <Command
        title={texts.firstGraphql}
        command={`curl ${location.origin}/graphql \\
  ${common} \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query })}'`}
      />
      <Command
        title={texts.firstRest}
        command={`curl '${location.origin}/api/v1/visit-types?max=3' \\
  ${common}`}
      />
    </section>
  );
}

function Command({ title, command }: { title: string; command: string }) {
  const { texts } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    setIsCopied(true);
  };
  return (
    <figure class="command">
      <figcaption>
        <h3>{title}</h3>
        {/* Browsers let a page write to the clipboard only over HTTPS or on localhost. */}
        {isSecureContext && (
          <button type="button" class="quiet" aria-label={`${texts.copy}: ${title}`} onClick={copy}>
            <span role="status">{isCopied ? texts.copied : texts.copy}</span>
          </button>
        )}
      </figcaption>
      <pre>
        <code>{command}</code>
      </pre>
    </figure>
  );
}
