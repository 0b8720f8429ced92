/** What came of a change: done, with the way back, or refused, with what caused it. */
import { Undo2 } from 'lucide';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { useRoomsTexts } from './texts/index.ts';
import type { Refusal } from './use-sending.ts';

export function Refused({ refusal, where }: { readonly refusal: Refusal; where(path: string): string | null }) {
  const texts = useRoomsTexts();
  if ('code' in refusal) return <RequestProblem code={refusal.code} />;
  return (
    <Notice tone="bad">
      <p>
        {texts.refused} {refusal.problems.length === 0 && refusal.message}
      </p>
      {refusal.problems.length > 0 && (
        <ul class="refusals">
          {refusal.problems.map(({ path, message }) => (
            <li key={path}>
              {where(path) && <b>{where(path)}: </b>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

export function Done({
  text,
  isBusy,
  onUndo,
}: {
  readonly text: string;
  readonly isBusy: boolean;
  /** Null: there is no way back. */
  readonly onUndo: (() => void) | null;
}) {
  const texts = useRoomsTexts();
  return (
    <Notice tone="good">
      <div class="row">
        <span>{text}</span>
        {onUndo && (
          <button type="button" class="quiet" aria-busy={isBusy} onClick={onUndo}>
            <Icon icon={Undo2} />
            {texts.undo}
          </button>
        )}
      </div>
    </Notice>
  );
}
