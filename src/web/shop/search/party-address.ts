/** The stay that a party books, as the query string of `/book-party` keeps it. */
import type { CivilDate } from '../../format/civil-date.ts';
import type { Language } from '../../format/language.ts';
import type { Currency } from '../../generated/operations.ts';
import { currencyOf, type Query, searchOf } from './search-query.ts';

export interface PartyStay {
  readonly visitType: number;
  readonly hotel: number;
  readonly arrival: CivilDate;
  readonly nights: number;
  /** Guests of each room. */
  readonly party: readonly number[];
  readonly currency: Currency;
}

export function partyAddress(stay: PartyStay): string {
  const query = Object.entries(stay).map(([name, value]) => [name, String(value)]);
  return `/book-party?${new URLSearchParams(query)}`;
}

/** Null: the address names no whole stay. */
export function partyStayOf(query: Query, language: Language): PartyStay | null {
  const search = searchOf(query);
  const { visitType, hotel, arrival, nights, party } = search;
  if (arrival === null || visitType === null || hotel === null || party === null) return null;
  return { visitType, hotel, arrival, nights, party, currency: currencyOf(search, language) };
}
