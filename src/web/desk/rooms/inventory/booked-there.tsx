/** Who is booked on the chosen nights, each with the way to move the stay: closing a night moves nobody. */
import { formatDay } from '../../../../domain/time/civil-date.ts';
import { DeskBookedThereDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { bookingAddress } from '../../bookings/booking-link.tsx';
import { showStay } from '../../bookings/booking-row.tsx';
import { useSession } from '../../session.tsx';
import type { Selection } from '../month/selection.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useLiveAnswer } from '../use-live-answer.ts';

const REFRESH_MS = 30_000;

export function BookedThere({ hotel, selection }: { readonly hotel: number; readonly selection: Selection | null }) {
  const { rights } = useSession();
  const { language } = usePage();
  const texts = useRoomsTexts();
  const [only] = selection?.rooms.length === 1 ? selection.rooms : [];
  const asked = selection &&
    rights.includes('OPERATE') && {
      hotel,
      ...(only !== undefined && { roomType: only }),
      status: 'CONFIRMED' as const,
      // Whoever sleeps there on one of the nights has come by the last one and leaves after the first.
      arrivalTo: formatDay(selection.to),
      departureFrom: formatDay(selection.from + 1),
    };
  const { data } = useLiveAnswer(
    asked || null,
    async (request, filter) => (await request(DeskBookedThereDocument, { filter })).bookings,
    { everyMs: REFRESH_MS, isAbout: (event) => event.hotel === hotel },
  );
  const rows = data?.nodes.filter(({ roomType }) => selection?.rooms.includes(roomType.number)) ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="booked-there">
      <h3 id="booked-there">{texts.bookedThere}</h3>
      <ul class="plain">
        {rows.map((row) => {
          const name = [row.billedTo.firstName, row.billedTo.lastName].filter(Boolean).join(' ') || row.reference;
          return (
            <li key={row.id} class="row">
              <span>
                {name} · {showStay(row, language)} · {row.roomType.category.text}
              </span>
              <a href={bookingAddress(row.id, 'change')} aria-label={texts.moveBooking({ name })}>
                {texts.move}
              </a>
            </li>
          );
        })}
      </ul>
      {data?.pageInfo.hasNextPage && <p class="small muted">{texts.moreBooked}</p>}
    </section>
  );
}
