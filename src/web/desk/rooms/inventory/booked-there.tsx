/** Who is booked on the chosen nights, each with the way to move the stay: closing a night moves nobody. */
import { usePage } from '../../../page.tsx';
import { bookingAddress } from '../../bookings/booking-link.tsx';
import { nameOf, roomName, showStay } from '../../bookings/booking-row.tsx';
import { useSession } from '../../session.tsx';
import { useLiveAnswer } from '../../use-live-answer.ts';
import type { Selection } from '../month/selection.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { askBookedThere } from './ask-booked-there.ts';

const REFRESH_MS = 30_000;

export function BookedThere({ hotel, selection }: { readonly hotel: number; readonly selection: Selection | null }) {
  const { rights } = useSession();
  const { language } = usePage();
  const texts = useRoomsTexts();
  const asked = selection && rights.includes('OPERATE') ? { hotel, ...selection } : null;
  const { data } = useLiveAnswer(asked, askBookedThere, {
    everyMs: REFRESH_MS,
    isAbout: (event) => event.hotel === hotel,
  });
  if (data === null || data.bookings.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="booked-there">
      <h3 id="booked-there">{texts.bookedThere}</h3>
      <ul class="plain-list">
        {data.bookings.map((row) => {
          const name = nameOf(row.billedTo) || row.reference;
          return (
            <li key={row.id} class="row">
              <span>
                {name} · {showStay(row, language)} · {roomName(row.roomType)}
              </span>
              <a href={bookingAddress(row.id, 'change')} aria-label={texts.moveBooking({ name })}>
                {texts.move}
              </a>
            </li>
          );
        })}
      </ul>
      {data.hasMore && <p class="small muted">{texts.moreBooked}</p>}
    </section>
  );
}
