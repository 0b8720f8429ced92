/** Puts the stay into the guest's calendar. */
import { CalendarPlus } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import type { BookedStayFragment } from '../../../generated/operations.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { calendarFileOf, download } from './calendar-file.ts';

export function CalendarButton({ booking }: { readonly booking: BookedStayFragment }) {
  const texts = useCheckoutTexts();
  const save = async () => {
    const { id, reference, arrival, departure, hotel, visitType, history } = booking;
    const file = await calendarFileOf({
      ...{ id, arrival, departure, sequence: history.length - 1 },
      title: `${visitType.name.text ?? texts.stay}, ${hotel.name}`,
      place: [hotel.name, hotel.destination.name.text].filter(Boolean).join(', '),
      note: `${texts.reference}: ${reference}`,
    });
    download(`${reference}.ics`, file);
  };
  // Browsers hash over HTTPS and on this machine only; the mail has the file too.
  if (!globalThis.crypto?.subtle) return null;
  return (
    <button type="button" onClick={save}>
      <Icon icon={CalendarPlus} />
      {texts.toCalendar}
    </button>
  );
}
