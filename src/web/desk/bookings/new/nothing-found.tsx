/** Why there is nothing for what is asked, and what would do. */
import type { DeskOffersQuery } from '../../../generated/operations.ts';
import type { Entries } from '../../../people/entries.ts';
import type { FormState } from '../../../people/entry.tsx';
import { inRoomsOf } from '../../../people/rooms.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useBookingTexts } from '../texts/index.ts';
import { guestsField, partyOf } from './new-draft.ts';

interface Way {
  readonly text: string;
  /** What is filled in otherwise. The first one gets the focus: the way is gone once it is taken. */
  readonly entries: Entries;
}

export function NothingFound({
  found: { none, mostGuestsInARoom },
  form: { entries, onEntry },
}: {
  readonly found: Pick<NonNullable<DeskOffersQuery['offers']>, 'none' | 'mostGuestsInARoom'>;
  readonly form: Pick<FormState, 'entries' | 'onEntry'>;
}) {
  const common = useCommonTexts();
  const texts = useBookingTexts();
  // The desk sets no limit on the price.
  const reason = none === null || none === 'OVER_BUDGET' ? 'NOTHING_ON_SALE' : none;
  const most = reason === 'NO_ROOM_FOR_GUESTS' ? mostGuestsInARoom : null;
  const smaller = most === null ? null : inRoomsOf(most, partyOf(entries));
  const ways: readonly (Way | false)[] = [
    smaller !== null && {
      text: common.inRooms({ guests: smaller.join(' + '), count: smaller.length }),
      entries: {
        rooms: String(smaller.length),
        ...Object.fromEntries(smaller.map((guests, room) => [guestsField(room), String(guests)])),
      },
    },
    Boolean(entries.visitType) && { text: texts.anyVisitType, entries: { visitType: '' } },
    Boolean(entries.hotel) && { text: texts.anyHotel, entries: { hotel: '' } },
  ];
  return (
    <>
      <div role="status">
        <p class="strong">{common.nothing[reason]}</p>
        {most !== null && <p>{common.largestRoom({ count: most })}</p>}
        <p>{texts.tryOthers}</p>
      </div>
      <div class="row">
        {ways.map(
          (way) =>
            way && (
              <button
                key={way.text}
                type="button"
                onClick={() => {
                  const changed = Object.entries(way.entries);
                  for (const [name, value] of changed) onEntry(name, value);
                  document.querySelector<HTMLElement>(`[name="${changed[0]?.[0]}"]`)?.focus();
                }}
              >
                {way.text}
              </button>
            ),
        )}
      </div>
    </>
  );
}
