/** The stay that a party books, as the query string of `/book-party` keeps it. */
import { parseEntityNumber } from '../../../domain/entity-number.ts';
import type { CivilDate } from '../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import type { Currency } from '../../generated/operations.ts';
import { partyOf, searchOf } from './search-query.ts';

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
export function partyStayOf(query: Readonly<Record<string, string | undefined>>, language: Language): PartyStay | null {
  const { arrival, nights, visitType, currency } = searchOf(query);
  const party = partyOf(query.party);
  const hotel = parseEntityNumber(query.hotel);
  if (arrival === null || visitType === null || hotel === null || party === null) return null;
  return { visitType, hotel, arrival, nights, party, currency: currency ?? LANGUAGES[language].currency };
}
