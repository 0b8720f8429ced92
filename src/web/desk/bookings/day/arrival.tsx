/** What the reception wants to know of guests who come: how to reach them, what they pay, what they and the house have noted. */
import { phoneHref } from '../../../../domain/text/contact-links.ts';
import { showMoney } from '../../../format/money.ts';
import type { DeskDayRowFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useBookingTexts } from '../texts/index.ts';

export function Arrival({ row }: { readonly row: DeskDayRowFragment }) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const { phone } = row.billedTo;
  // Only the keys that operate the hotel are answered notes of the house.
  const notes = row.history.flatMap(({ note }) => (note ? [note] : []));
  return (
    <div class="arrival small">
      <p class="line">
        {phone ? <a href={phoneHref(phone)}>{phone}</a> : <span>{texts.noPhone}</span>}
        <span class="figures strong">{texts.totalIs({ total: showMoney(row.price.total, language) })}</span>
      </p>
      {row.customerNote && <p class="said">{row.customerNote}</p>}
      {notes.map((note) => (
        <p key={note}>
          <span class="muted">{texts.forHouse}:</span> {note}
        </p>
      ))}
    </div>
  );
}

/** The hours in which guests move in, by the rules of the hotel: a booking has no time of arrival. */
export function CheckIn({ hotel: { accommodationRules: rules } }: Pick<DeskDayRowFragment, 'hotel'>) {
  const texts = useBookingTexts();
  const { checkInFrom: from = null, checkInTo: to = null } = rules ?? {};
  const hours =
    from && to ? texts.checkIn({ from, to }) : from ? texts.checkInFrom({ from }) : to && texts.checkInTo({ to });
  return hours ? <p class="muted small">{hours}</p> : null;
}
