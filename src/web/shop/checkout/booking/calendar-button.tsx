/** Puts the stay into the guest's calendar; of several rooms each is an entry, as in the mail about them. */
import { CalendarPlus } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import type { BookedStayFragment } from '../../../generated/operations.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { calendarFileOf, download } from './calendar-file.ts';

export function CalendarButton({ bookings }: { readonly bookings: readonly BookedStayFragment[] }) {
  const texts = useCheckoutTexts();
  const stays = bookings.map(({ id, reference, arrival, departure, hotel, visitType, history }) => ({
    ...{ id, arrival, departure, sequence: history.length - 1 },
    title: `${visitType.name.text ?? texts.stay}, ${hotel.name}`,
    place: [hotel.name, hotel.destination.name.text].filter(Boolean).join(', '),
    note: `${texts.reference}: ${reference}`,
  }));
  const save = async () => download(`${bookings[0]?.reference}.ics`, await calendarFileOf(stays));
  // Browsers hash over HTTPS and on this machine only; the mail has the file too.
  if (!globalThis.crypto?.subtle) return null;
  return (
    <button type="button" onClick={save}>
      <Icon icon={CalendarPlus} />
      {texts.toCalendar}
    </button>
  );
}
