/** The stay that is booked, as the query string of `/book` keeps it. */
import { parseEntityNumber } from '../../../domain/entity-number.ts';
import { type CivilDate, daysBetween } from '../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import type { Currency } from '../../generated/operations.ts';
import { civilDateOf, oneOf, wholeOf } from '../search/search-query.ts';

export interface StayToBook {
  readonly visitType: number;
  readonly hotel: number;
  readonly room: number;
  readonly arrival: CivilDate;
  readonly departure: CivilDate;
  readonly currency: Currency;
  readonly guests: number;
}

type Query = Readonly<Record<string, string | undefined>>;

/** No room has more. */
const BEDS_MAX = 20;
const CURRENCIES: readonly Currency[] = ['CZK', 'EUR'];

/** Null: the address names no whole stay. */
export function stayToBookOf(query: Query, language: Language): StayToBook | null {
  const [visitType, hotel] = [parseEntityNumber(query.visitType), parseEntityNumber(query.hotel)];
  const room = parseEntityNumber(query.room);
  const [arrival, departure] = [civilDateOf(query.arrival), civilDateOf(query.departure)];
  if (visitType === null || hotel === null || room === null) return null;
  if (arrival === null || departure === null || departure <= arrival) return null;
  const currency = oneOf(CURRENCIES, query.currency) ?? LANGUAGES[language].currency;
  return { visitType, hotel, room, arrival, departure, currency, guests: wholeOf(query.guests, BEDS_MAX) ?? 1 };
}

export function bookAddress(stay: StayToBook): string {
  return `/book?${new URLSearchParams(Object.entries(stay).map(([name, value]) => [name, String(value)]))}`;
}

/** The address at which the guest chooses other days. */
export function daysAddress({ visitType, hotel, room, arrival, departure, guests, currency }: StayToBook): string {
  const query = { guests, room, arrival, nights: daysBetween(arrival, departure), currency };
  return `/stays/${visitType}/${hotel}?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )}`;
}
