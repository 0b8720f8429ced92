/** What came of a change: done, with the way back, or refused, with what caused it. */
import { Undo2 } from 'lucide';
import { dayOf } from '../../../domain/time/civil-date.ts';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import type { GridRoom } from './month/month-grid.tsx';
import { changeAt, type NightsChange, type Refusal } from './refusal.ts';
import { useRoomsTexts } from './texts/index.ts';
import { useRangeText } from './use-range-text.ts';

export function Refused({
  refusal,
  changes,
  rooms,
  conflict,
}: {
  readonly refusal: Refusal;
  /** What was sent. */
  readonly changes: readonly NightsChange[];
  readonly rooms: readonly GridRoom[];
  /** What to say of a conflict; absent: that somebody else has changed these nights. */
  readonly conflict?: string;
}) {
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const where = (path: string) => {
    const change = changeAt(changes, path);
    const room = rooms.find(({ number }) => number === change?.roomType);
    return change && room ? `${room.name}, ${rangeText({ from: dayOf(change.from), to: dayOf(change.to) })}` : null;
  };
  if ('code' in refusal) return <RequestProblem code={refusal.code} />;
  return (
    <Notice tone="bad">
      <p>
        {refusal.isConflict ? (conflict ?? texts.conflict) : texts.refused}{' '}
        {refusal.problems.length === 0 && !refusal.isConflict && refusal.message}
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
