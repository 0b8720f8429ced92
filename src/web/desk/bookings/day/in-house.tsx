/** Who is in house tonight, by room type. */
import { groupBy } from '../../../../domain/group-by.ts';
import type { DeskDayRowFragment } from '../../../generated/operations.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { BookingLink } from '../booking-link.tsx';
import { roomName } from '../booking-row.tsx';
import { useBookingTexts } from '../texts/index.ts';

export function InHouse({ rows }: { readonly rows: readonly DeskDayRowFragment[] }) {
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const types = [...groupBy(rows, ({ roomType }) => roomType.number)].toSorted(([one], [other]) => one - other);
  return (
    <ul class="plain-list">
      {types.map(([number, some]) => {
        const [{ roomType }] = some;
        const guests = some.reduce((sum, row) => sum + row.guests.length, 0);
        return (
          <li key={number}>
            <p class="line">
              <b>{roomName(roomType)}</b>
              <span class="muted small">
                {texts.roomCount({ count: some.length })}, {common.guests({ count: guests })}
              </span>
            </p>
            <p class="small">
              {some.map((row, index) => (
                <span key={row.id}>
                  {index > 0 && ', '}
                  <BookingLink row={row} class="guest">
                    {row.billedTo.lastName || texts.erasedName}
                  </BookingLink>
                </span>
              ))}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
