/** What a cell says about a night of a room type: rooms left of all, sold, held, closed. */
import { BedDouble, Hourglass, Lock } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import type { GridCell } from '../month/month-grid.tsx';
import type { RoomsTexts } from '../texts/index.ts';

export interface CapacityNight {
  /** Null: no capacity is recorded. */
  readonly units: number | null;
  readonly sold: number;
  readonly held: number;
  readonly closed: boolean;
  readonly roomsLeft: number;
}

/** The size of a mark within a cell, in rem. */
export const MARK = 0.85;

/** Null: not known yet. */
export function nightCell(night: CapacityNight | null, texts: RoomsTexts): GridCell {
  if (night === null) return { content: <span class="skeleton mark-skeleton" />, name: '', state: '' };
  const { units, sold, held, closed, roomsLeft } = night;
  if (units === null) {
    return { content: <b class="left">–</b>, name: texts.notRecorded, state: 'unrecorded' };
  }
  const name = [
    texts.left({ left: roomsLeft, units }),
    closed && texts.closed,
    sold > 0 && texts.sold({ count: sold }),
    held > 0 && texts.held({ count: held }),
  ];
  return {
    content: (
      <>
        <span class="left">
          {closed ? <Icon icon={Lock} size={MARK} /> : <b>{roomsLeft}</b>}
          <span class="of">/{units}</span>
        </span>
        <span class="taken">
          {sold > 0 && (
            <span>
              <Icon icon={BedDouble} size={MARK} />
              {sold}
            </span>
          )}
          {held > 0 && (
            <span>
              <Icon icon={Hourglass} size={MARK} />
              {held}
            </span>
          )}
        </span>
      </>
    ),
    name: name.filter(Boolean).join(', '),
    state: closed ? 'closed' : roomsLeft === 0 ? 'full' : 'free',
  };
}
