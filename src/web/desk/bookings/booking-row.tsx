/** Bookings in a line or a card each; the whole of it leads to the booking. */

import type { ComponentChildren } from 'preact';
import { showDays } from '../../../domain/text/shown.ts';
import { dayOf } from '../../../domain/time/civil-date.ts';
import { daysBetween } from '../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import { showMoney } from '../../format/money.ts';
import type { DeskRowFragment } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { BookingLink } from './booking-link.tsx';
import { showAge } from './moment.ts';
import { StatusTag } from './status-tag.tsx';
import { useBookingTexts } from './texts/index.ts';

interface RowsProps {
  readonly rows: readonly DeskRowFragment[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** First and last name, as the desk shows them; empty where the data of the guest are erased. */
export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${firstName} ${lastName}`.trim();

export const roomName = ({ category, code }: Pick<DeskRowFragment['roomType'], 'category' | 'code'>) =>
  category.text ?? code;

const STAY_STYLE = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Both days of a stay. */
export function showStay({ arrival, departure }: Pick<DeskRowFragment, 'arrival' | 'departure'>, language: Language) {
  return showDays({ from: dayOf(arrival), to: dayOf(departure) }, LANGUAGES[language].tag, STAY_STYLE);
}

function useRowTexts(row: DeskRowFragment, now: number) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useBookingTexts();
  return {
    name: nameOf(row.billedTo) || texts.erasedName,
    guests: common.guests({ count: row.guests.length }),
    stay: showStay(row, language),
    nights: common.nights({ count: daysBetween(row.arrival, row.departure) }),
    room: [roomName(row.roomType), placeInParty(row, texts)].filter(Boolean).join(' · '),
    total: showMoney(row.price.total, language),
    age: showAge(row.createdAt, now, language),
  };
}

/** Which of the rooms that were booked together it is; null: it was booked alone. */
function placeInParty({ id, party }: DeskRowFragment, texts: ReturnType<typeof useBookingTexts>): string | null {
  const rooms = party?.bookings ?? [];
  return party && texts.roomOfParty({ room: rooms.findIndex((one) => one.id === id) + 1, rooms: rooms.length });
}

export function BookingCards<Row extends DeskRowFragment>({
  rows,
  now,
  more,
}: {
  readonly rows: readonly Row[];
  readonly now: number;
  /** What else a card says. */
  readonly more?: ((row: Row) => ComponentChildren) | undefined;
}) {
  return (
    <ul class="booking-cards">
      {rows.map((row) => (
        <BookingCard key={row.id} row={row} now={now}>
          {more?.(row)}
        </BookingCard>
      ))}
    </ul>
  );
}

function BookingCard({
  row,
  now,
  children,
}: {
  readonly row: DeskRowFragment;
  readonly now: number;
  readonly children: ComponentChildren;
}) {
  const { name, guests, stay, nights, room, total, age } = useRowTexts(row, now);
  return (
    <li>
      <div class="line">
        <BookingLink row={row} class="whole">
          {name}
        </BookingLink>
        <StatusTag {...row} />
      </div>
      <p>
        {stay} <span class="muted">· {nights}</span>
      </p>
      <p class="muted small">
        {row.hotel.name} · {room} · <span class="together">{guests}</span>
      </p>
      <p class="line muted small">
        <span>
          <span class="figures">{row.reference}</span> · <time dateTime={row.createdAt}>{age}</time>
        </span>
        <span class="figures">{total}</span>
      </p>
      {children}
    </li>
  );
}

export function BookingTable({ rows, now }: RowsProps) {
  const texts = useBookingTexts();
  return (
    <table class="data booking-table">
      <caption class="unseen">{texts.listTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.reference}</th>
          <th scope="col">{texts.guest}</th>
          <th scope="col">{texts.stay}</th>
          <th scope="col">{texts.room}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col" class="amount">
            {texts.total}
          </th>
          <th scope="col">{texts.made}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BookingLine key={row.id} row={row} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function BookingLine({ row, now }: { readonly row: DeskRowFragment; readonly now: number }) {
  const { name, guests, stay, nights, room, total, age } = useRowTexts(row, now);
  return (
    <tr>
      <td>
        <BookingLink row={row} class="whole figures">
          {row.reference}
        </BookingLink>
      </td>
      <td>
        {name}
        <br />
        <span class="muted small">{guests}</span>
      </td>
      <td>
        {stay}
        <br />
        <span class="muted small">{nights}</span>
      </td>
      <td>
        {row.hotel.name}
        <br />
        <span class="muted small">{room}</span>
      </td>
      <td>
        <StatusTag {...row} />
      </td>
      <td class="amount">{total}</td>
      <td class="muted small">
        <time dateTime={row.createdAt}>{age}</time>
      </td>
    </tr>
  );
}

/** Places for rows on their way. */
export function RowSkeletons({ count }: { readonly count: number }) {
  return (
    <div class="booking-cards" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} class="skeleton row-skeleton" />
      ))}
    </div>
  );
}
