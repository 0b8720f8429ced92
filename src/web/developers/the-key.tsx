/** The key: the demo's, the visitor's own, or how to make one. */
import { KeyRound } from 'lucide';
import { CopyButton } from '../design/copy-button.tsx';
import { Icon } from '../design/icon.tsx';
import { KeyField } from '../design/key-field.tsx';
import { usePage } from '../page.tsx';
import { useDeveloperTexts } from './texts/index.ts';

const MAKE = 'npm run --silent cli -- keys create --name "Web shop" --scopes read,book';

export function TheKey() {
  const { key, settings } = usePage();
  const texts = useDeveloperTexts();
  if (key === null) {
    return (
      <section class="stack" aria-labelledby="key">
        <h2 id="key">{texts.key}</h2>
        <p class="prose">{texts.keyNone}</p>
        <pre class="code">
          <code>{MAKE}</code>
        </pre>
        <KeyField />
      </section>
    );
  }
  const header = `Authorization: Bearer ${settings.key ?? '<API key>'}`;
  return (
    <section class="card stack" aria-labelledby="key">
      <h2 id="key" class="row">
        <Icon icon={KeyRound} /> {texts.key}
      </h2>
      <p class="prose">
        {settings.key === null ? texts.keyEntered : texts.keyDemo} {texts.keyUsed}
      </p>
      <div class="key-line">
        <code>{header}</code>
        <CopyButton text={header} what={texts.key} />
      </div>
    </section>
  );
}
