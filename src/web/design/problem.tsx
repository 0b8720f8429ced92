/** What went wrong with a whole request, in plain words, with a way to try again, or to enter another key. */
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { Notice } from './notice.tsx';

/** `code` is `extensions.code` of an error of the gateway, or `UNREACHABLE`; `sentences` are its own about the input. */
export function RequestProblem({
  code,
  sentences = [],
  onAgain,
}: {
  readonly code: string;
  readonly sentences?: readonly string[];
  readonly onAgain?: (() => void) | undefined;
}) {
  const { setKey } = usePage();
  const texts = useCommonTexts();
  const errors: Readonly<Record<string, string>> = texts.errors;
  return (
    <Notice tone="bad">
      {sentences.join(' ') || (errors[code] ?? texts.otherError({ code }))}{' '}
      {code === 'UNAUTHENTICATED' ? (
        <button type="button" class="quiet" onClick={() => setKey(null)}>
          {texts.otherKey}
        </button>
      ) : (
        onAgain && (
          <button type="button" class="quiet" onClick={onAgain}>
            {texts.tryAgain}
          </button>
        )
      )}
    </Notice>
  );
}
