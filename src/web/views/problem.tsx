/** An error in plain words, announced at once to screen readers. */
import type { ComponentChildren } from 'preact';
import { usePage } from '../page.ts';

/** `onAgain` offers to try again. */
export function Problem({ code, onAgain }: { code: string; onAgain?: (() => void) | undefined }) {
  const { texts } = usePage();
  return (
    <Said>
      {texts.problems[code] ?? texts.otherProblem(code)}{' '}
      {onAgain && (
        <button type="button" class="quiet" onClick={onAgain}>
          {texts.tryAgain}
        </button>
      )}
    </Said>
  );
}

export function Said({ children }: { children: ComponentChildren }) {
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}
