/** The stay that is booked, as the query string of `/book` keeps it. */
import { type CivilDate, daysBetween } from '../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import type { Currency } from '../../generated/operations.ts';
import { civilDateOf, oneOf } from '../search/search-query.ts';

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

const CURRENCIES: readonly Currency[] = ['CZK', 'EUR'];

/** Null: the address names no whole stay. */
export function stayToBookOf(query: Query, language: Language): StayToBook | null {
  const number = (name: string) => (/^[1-9]\d{0,8}$/.test(query[name] ?? '') ? Number(query[name]) : null);
  const [visitType, hotel, room] = [number('visitType'), number('hotel'), number('room')];
  const [arrival, departure] = [civilDateOf(query.arrival), civilDateOf(query.departure)];
  if (visitType === null || hotel === null || room === null) return null;
  if (arrival === null || departure === null || departure <= arrival) return null;
  const currency = oneOf(CURRENCIES, query.currency) ?? LANGUAGES[language].currency;
  return { visitType, hotel, room, arrival, departure, currency, guests: number('guests') ?? 1 };
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
