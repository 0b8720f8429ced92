/** What went wrong with a whole request, in plain words, with a way to try again. */
import { useCommonTexts } from '../texts/index.ts';
import { Notice } from './notice.tsx';

/** `code` is `extensions.code` of an error of the gateway, or `UNREACHABLE`. */
export function RequestProblem({
  code,
  onAgain,
}: {
  readonly code: string;
  readonly onAgain?: (() => void) | undefined;
}) {
  const texts = useCommonTexts();
  return (
    <Notice tone="bad">
      {texts.errors[code] ?? texts.otherError(code)}{' '}
      {onAgain && (
        <button type="button" class="quiet" onClick={onAgain}>
          {texts.tryAgain}
        </button>
      )}
    </Notice>
  );
}
