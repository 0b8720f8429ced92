/** The stay that is booked, as the query string of `/book` keeps it. */
import { parseEntityNumber } from '../../../domain/entity-number.ts';
import { daysBetween } from '../../format/civil-date.ts';
import type { Language } from '../../format/language.ts';
import {
  civilDateOf,
  currencyOf,
  type Query,
  type StayToBook,
  searchOf,
  stayAddress,
  wholeOf,
} from '../search/search-query.ts';

/** No room has more. */
const BEDS_MAX = 20;

/** Null: the address names no whole stay. */
export function stayToBookOf(query: Query, language: Language): StayToBook | null {
  const search = searchOf(query);
  const { visitType, hotel, arrival } = search;
  const room = parseEntityNumber(query.room);
  const departure = civilDateOf(query.departure);
  if (visitType === null || hotel === null || room === null) return null;
  if (arrival === null || departure === null || departure <= arrival) return null;
  const [currency, guests] = [currencyOf(search, language), wholeOf(query.guests, BEDS_MAX) ?? 1];
  return { visitType, hotel, room, arrival, departure, currency, guests };
}

/** The address at which the guest chooses other days. */
export function daysAddress({ visitType, hotel, room, arrival, departure, guests, currency }: StayToBook): string {
  return stayAddress(visitType, hotel, { guests, room, arrival, nights: daysBetween(arrival, departure), currency });
}
