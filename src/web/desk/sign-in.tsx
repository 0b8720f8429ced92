/** Asks for the key of the desk, and says why it asks. */
import { KeyField } from '../design/key-field.tsx';
import { Notice } from '../design/notice.tsx';
import type { Right } from '../generated/operations.ts';
import { usePage } from '../page.tsx';
import { storeKey, storeSignedOut } from './stored-key.ts';
import { useDeskTexts } from './texts/index.ts';
import { ViewTitle } from './view-title.tsx';

/** Why the desk asks: the gateway refused the key, or the key lacks the scope and has these. */
type Reason = 'refused' | { readonly rights: readonly Right[] };

const COMMAND = 'npm run --silent cli -- keys create --name desk --scopes read,book,bookings,operate,manage,erase,keys';

export function SignIn({ reason }: { readonly reason: Reason | null }) {
  const { settings, setKey } = usePage();
  const texts = useDeskTexts();
  return (
    <div class="sign-in stack">
      <ViewTitle title={texts.signInTitle} />
      <p class="muted">{texts.signInLead}</p>
      {reason !== null && (
        <Notice tone="bad">
          {reason === 'refused'
            ? texts.keyRefused
            : texts.scopeLacks({
                missing: 'operate',
                has: reason.rights.map((right) => right.toLowerCase()).join(', '),
              })}
        </Notice>
      )}
      <KeyField onKey={storeKey} />
      {settings.key === null ? (
        <div>
          <p class="small muted">{texts.signInCommand}</p>
          <pre>
            <code>{COMMAND}</code>
          </pre>
          <p class="small muted">{texts.signInEmbedded}</p>
        </div>
      ) : (
        <div>
          <button
            type="button"
            onClick={() => {
              storeSignedOut(false);
              setKey(settings.key);
            }}
          >
            {texts.signInDemo}
          </button>
        </div>
      )}
    </div>
  );
}
