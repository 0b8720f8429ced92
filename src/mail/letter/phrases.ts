/** The texts of a letter in its language, with values as people write them there. */
import { formatReference } from '../../domain/booking/reference.ts';
import { LOCALES } from '../../domain/text/locale.ts';
import { bestMatch, type Localized } from '../../domain/text/localized.ts';
import { showAddress } from '../../domain/text/postal-address.ts';
import { REGIONAL_TAGS, showDay, showDays, showMoney, showReduction } from '../../domain/text/shown.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { texts as shared } from '../../texts/generated/texts.ts';
import type { GeneralKey, GeneralValues, OwnValues, TextKey, TextsByLocale } from '../texts/index.ts';
import { type BookingMail, type Person, roomsOf } from './booking-mail.ts';

/** Control characters, line and paragraph separators: none may get into a header, or end a line of the calendar file. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** A text as one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').trim();
}

export interface Phrases {
  readonly tag: string;
  /** The text under a key, with values for what it alone says. */
  say(key: GeneralKey): string;
  say<Key extends TextKey>(key: Key, values: OwnValues<Key>): string;
  /** A text of the catalogue, in the next best language if there is none in this one. */
  name(texts: Localized): string;
  money(amountMinor: number): string;
  reduction(basisPoints: number): string;
  date(day: Day): string;
  dateWithWeekday(day: Day): string;
  /** Where the hotel is: its address, or the place. */
  readonly address: string;
  /** How many nights the stay has, in words. */
  readonly nights: string;
  /** The references of all rooms. */
  readonly reference: string;
  /** The price of all rooms. */
  readonly total: string;
}

export function phrasesFor(mail: BookingMail, texts: TextsByLocale): Phrases {
  const { booking, language } = mail;
  const rooms = roomsOf(mail);
  const tag = REGIONAL_TAGS[language];
  const name = (localized: Localized) => oneLine(bestMatch(localized, [language, ...LOCALES]) ?? '');
  const money = (amountMinor: number) => showMoney({ amountMinor, currency: booking.currency }, tag);
  const dateWithWeekday = (day: Day) => showDay(day, tag, { dateStyle: 'full' });
  const nights = shared[language].nights({ count: booking.departure - booking.arrival });
  const reference = rooms.map((room) => formatReference(room.reference)).join(', ');
  const total = money(rooms.reduce((sum, { totalMinor }) => sum + totalMinor, 0));
  const general: GeneralValues = {
    reference,
    hotel: oneLine(booking.hotel.name),
    visitType: name(booking.visitType),
    roomType: rooms.map(({ roomType }) => name(roomType)).join(', '),
    arrival: dateWithWeekday(booking.arrival),
    departure: dateWithWeekday(booking.departure),
    dates: showDays({ from: booking.arrival, to: booking.departure }, tag, { dateStyle: 'long' }),
    nights,
    customer: nameOf(booking.customer),
    total,
  };
  return {
    tag,
    say: (key: TextKey, values: object = {}) => {
      const text = texts[language][key] as string | ((values: object) => string);
      return typeof text === 'string' ? text : text({ ...general, ...values });
    },
    name,
    money,
    reduction: (basisPoints) => showReduction(basisPoints / 100, tag),
    date: (day) => showDay(day, tag, { dateStyle: 'long' }),
    dateWithWeekday,
    address: booking.hotel.address === null ? name(booking.hotel.destination) : showAddress(booking.hotel.address, tag),
    nights,
    reference,
    total,
  };
}

export function nameOf({ firstName, lastName }: Person): string {
  return oneLine(`${firstName} ${lastName}`);
}
