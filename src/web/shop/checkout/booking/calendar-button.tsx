/** Puts the stay into the guest's calendar; of several rooms each is an entry, as in the mail about them. */
import { CalendarPlus } from 'lucide';
import { showAddress } from '../../../../domain/text/postal-address.ts';
import { Icon } from '../../../design/icon.tsx';
import { LANGUAGES } from '../../../format/language.ts';
import type { BookedStayFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { calendarFileOf, download } from './calendar-file.ts';

export function CalendarButton({ bookings }: { readonly bookings: readonly BookedStayFragment[] }) {
  const { tag } = LANGUAGES[usePage().language];
  const texts = useCheckoutTexts();
  const { event } = useCommonTexts();
  const addressOf = ({ address, destination }: BookedStayFragment['hotel']) =>
    address === null ? destination.name.text : showAddress(address, tag);
  const stays = bookings.map(({ id, reference, arrival, departure, hotel, history }) => ({
    ...{ id, arrival, departure, sequence: history.length - 1 },
    title: event.summary({ hotel: hotel.name }),
    place: [hotel.name, addressOf(hotel)].filter(Boolean).join(', '),
    note: [`${texts.reference}: ${reference}`, hotel.phone].filter(Boolean).join('\n'),
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
