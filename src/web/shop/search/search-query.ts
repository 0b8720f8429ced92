/** What a visitor searches for, as the query strings of `/offers` and of a hotel keep it. A value that cannot be is as if it were left out. */
import { parseEntityNumber } from '../../../domain/entity-number.ts';
import { CURRENCIES } from '../../../domain/pricing/money.ts';
import { MONTHS_AHEAD } from '../../../domain/stay/stay.ts';
import { addDays, addMonths, type CivilDate, firstOf, type Month, monthOf } from '../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import type { Boarding, Currency, OfferFilter, OfferSort, StayCategory } from '../../generated/operations.ts';

export interface Search {
  /** In the words of the visitor; null: nothing. */
  readonly wish: string | null;
  /** Null: any day soon. */
  readonly arrival: CivilDate | null;
  readonly nights: number;
  /** Days by which the arrival may be earlier or later, 0 to 7. */
  readonly flex: number;
  /** In one room. */
  readonly guests: number;
  /** Guests of each of several rooms, in place of `guests`; null: it is one room. */
  readonly party: readonly number[] | null;
  readonly destination: number | null;
  readonly hotel: number | null;
  readonly visitType: number | null;
  readonly stars: number | null;
  readonly category: number | null;
  readonly tag: number | null;
  readonly purpose: StayCategory | null;
  readonly boarding: Boarding | null;
  /** In whole units of the currency. */
  readonly max: number | null;
  readonly onRequest: boolean;
  readonly sort: OfferSort;
  /** Whether hotels are listed, each with its first offer. */
  readonly byHotel: boolean;
  /** Null: that of the language. */
  readonly currency: Currency | null;
  /** How many pages of offers are shown. */
  readonly pages: number;
}

export const NIGHTS_MAX = 28;
/** So many nights lie ahead, at most, whatever a visit type allows. */
const STAY_NIGHTS_MAX = 732;
export const GUESTS_MAX = 6;
export const ROOMS_MAX = 6;
export const FLEX_MAX = 7;
/** More pages of offers are not shown: who finds so many narrows the search. */
export const PAGES_MAX = 20;
/** Who names no day of arrival is shown stays around this one, in days from today. */
const USUAL_LEAD = 14;

export const BOARDINGS = ['BREAKFAST', 'LUNCH', 'DINNER', 'HALF_BOARD', 'FULL_BOARD', 'ALL_INCLUSIVE'] as const;
export const PURPOSES: readonly StayCategory[] = ['HEALTH', 'WELLNESS'];
export const SORTS: readonly OfferSort[] = ['PRICE', 'PRICE_DESC', 'STARS_DESC'];

export const USUAL_SEARCH: Search = {
  wish: null,
  arrival: null,
  nights: 7,
  flex: FLEX_MAX,
  guests: 2,
  party: null,
  destination: null,
  hotel: null,
  visitType: null,
  stars: null,
  category: null,
  tag: null,
  purpose: null,
  boarding: null,
  max: null,
  onRequest: false,
  sort: 'PRICE',
  byHotel: false,
  currency: null,
  pages: 1,
};

export type Query = Readonly<Record<string, string | undefined>>;

export function searchOf(query: Query): Search {
  const reference = (name: string) => parseEntityNumber(query[name]);
  const arrival = civilDateOf(query.arrival);
  return {
    wish: wishOf(query.wish),
    arrival,
    nights: wholeOf(query.nights, NIGHTS_MAX) ?? USUAL_SEARCH.nights,
    flex: query.flex === '0' ? 0 : (wholeOf(query.flex, FLEX_MAX) ?? (arrival ? 0 : FLEX_MAX)),
    guests: wholeOf(query.guests, GUESTS_MAX) ?? USUAL_SEARCH.guests,
    party: partyOf(query.party),
    destination: reference('destination'),
    hotel: reference('hotel'),
    visitType: reference('visitType'),
    stars: wholeOf(query.stars, 5),
    category: reference('category'),
    tag: reference('tag'),
    purpose: oneOf(PURPOSES, query.purpose),
    boarding: oneOf(BOARDINGS, query.boarding),
    max: wholeOf(query.max, 99_999_999),
    onRequest: query.onRequest === 'true',
    sort: oneOf(SORTS, query.sort) ?? USUAL_SEARCH.sort,
    byHotel: query.byHotel === 'true',
    currency: oneOf(CURRENCIES, query.currency),
    pages: Math.min(wholeOf(query.pages) ?? 1, PAGES_MAX),
  };
}

/** Null: the text names no several rooms. */
function partyOf(text: string | undefined): number[] | null {
  return /^[1-6](,[1-6]){1,5}$/.test(text ?? '') ? (text ?? '').split(',').map(Number) : null;
}

/** Guests of each room. */
export function roomsOf({ guests, party }: Pick<Search, 'guests' | 'party'>): readonly number[] {
  return party ?? [guests];
}

/** How many guests there are in all rooms. */
export function guestsOf(search: Pick<Search, 'guests' | 'party'>): number {
  return roomsOf(search).reduce((sum, guests) => sum + guests, 0);
}

/** A search for these rooms. */
export function forRooms(rooms: readonly number[]): Pick<Search, 'guests' | 'party'> {
  return { guests: rooms[0] ?? USUAL_SEARCH.guests, party: rooms.length > 1 ? rooms : null };
}

/** The address of the offers. */
export function offersAddress(search: Search): string {
  return `/offers?${searchQuery(search)}`;
}

/** What the page of a hotel can be asked: who comes, when and for how long. */
export function hotelSearch({ arrival, nights, flex, guests, party, currency, pages }: Search): Search {
  return { ...USUAL_SEARCH, arrival, nights, flex, guests, party, currency, pages };
}

/** The page of a hotel, with what is offered there to these guests on these days. */
export function hotelAddress(hotel: number, search: Search): string {
  return `/hotels/${hotel}?${searchQuery(hotelSearch(search))}`;
}

/** What is as usual is left out, except for what the visitor is asked for. */
function searchQuery(search: Search): URLSearchParams {
  const { wish, arrival, nights, flex, guests, party, onRequest, sort, byHotel, pages, ...rest } = search;
  const query = new URLSearchParams();
  const words = wishOf(wish ?? '');
  if (words) query.set('wish', words);
  if (arrival) query.set('arrival', arrival);
  query.set('nights', String(nights));
  query.set('flex', String(flex));
  if (party) query.set('party', party.join());
  else query.set('guests', String(guests));
  for (const [name, value] of Object.entries(rest)) if (value !== null) query.set(name, String(value));
  if (onRequest) query.set('onRequest', 'true');
  if (sort !== USUAL_SEARCH.sort) query.set('sort', sort);
  if (byHotel) query.set('byHotel', 'true');
  if (pages > 1) query.set('pages', String(pages));
  return query;
}

/** A day of arrival that is not over; without one, the usual. */
export function arrivalOf({ arrival }: Search, today: CivilDate): CivilDate {
  return arrival && arrival >= today ? arrival : addDays(today, USUAL_LEAD);
}

export function currencyOf({ currency }: Pick<Search, 'currency'>, language: Language): Currency {
  return currency ?? LANGUAGES[language].currency;
}

/** What is asked of the gateway. */
export function offerFilterOf(search: Search, today: CivilDate, language: Language): OfferFilter {
  const { nights, flex, guests, party, destination, hotel, visitType } = search;
  const { stars, category, tag, purpose, boarding, max } = search;
  return {
    search: wishOf(search.wish ?? ''),
    arrival: arrivalOf(search, today),
    nights,
    flexibleDays: flex,
    ...(party ? { party: [...party] } : { guests }),
    destination,
    hotel,
    visitType,
    starsMin: stars,
    category,
    tag,
    stayCategory: purpose,
    boarding,
    maxTotal: max === null ? null : max * 100,
    includeOnRequest: search.onRequest,
    currency: currencyOf(search, language),
  };
}

/** What a list of offers is asked for with. */
export interface OffersAsked {
  readonly filter: OfferFilter;
  readonly sort: OfferSort;
  readonly oneOfEachHotel: boolean;
}

export function offersAsked(search: Search, today: CivilDate, language: Language): OffersAsked {
  return { filter: offerFilterOf(search, today, language), sort: search.sort, oneOfEachHotel: search.byHotel };
}

export const WISH_LENGTH_MAX = 100;
/** As many as the gateway looks up. */
const WISH_WORDS_MAX = 8;

/** What is wished for, without spaces around it and what is too much; null: there is no word. */
export function wishOf(text: string | undefined): string | null {
  // By characters, never half of one.
  const wish = [...(text ?? '')].slice(0, WISH_LENGTH_MAX).join('').trim();
  const words = [...wish.matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
  const last = words.slice(0, WISH_WORDS_MAX).at(-1);
  return last ? wish.slice(0, words.length > WISH_WORDS_MAX ? last.index + last[0].length : wish.length) : null;
}

/** Null for anything but a date that exists, as YYYY-MM-DD. */
export function civilDateOf(text: string | undefined): CivilDate | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return new Date(text).toISOString().startsWith(text) ? text : null;
}

export function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | null {
  return values.find((value) => value === text) ?? null;
}

/** The months in which a stay may begin. */
export function monthsOnSale(today: CivilDate): { readonly first: Month; readonly last: Month } {
  return { first: monthOf(today), last: addMonths(monthOf(today), MONTHS_AHEAD) };
}

/** What a visitor has chosen on the page of a stay, as its query string keeps it. */
export interface StayChoice {
  readonly guests: number;
  readonly room: number | null;
  readonly arrival: CivilDate | null;
  readonly nights: number | null;
  readonly currency: Currency | null;
  /** The month that the visitor has turned to; null: that of the arrival, or one that the page looks for. */
  readonly month: Month | null;
}

/** A whole number from 1 to `most`, at most 9 digits; null: the text names none. */
export function wholeOf(text: string | undefined, most = Number.POSITIVE_INFINITY): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') && Number(text) <= most ? Number(text) : null;
}

export function stayChoiceOf(query: Query): StayChoice {
  const { guests, currency, arrival } = searchOf(query);
  const month = query.month && civilDateOf(firstOf(query.month)) ? query.month : null;
  return {
    guests,
    currency,
    arrival,
    room: parseEntityNumber(query.room),
    nights: wholeOf(query.nights, STAY_NIGHTS_MAX),
    month,
  };
}

/** The month that a calendar shows; null: none is named, and the page looks for one. */
export function shownMonth({ month, arrival }: StayChoice, today: CivilDate): Month | null {
  const { first, last } = monthsOnSale(today);
  if (month && month >= first && month <= last) return month;
  return arrival && arrival >= today ? monthOf(arrival) : null;
}

/** The address of a stay. What is not chosen is left out. */
export function stayAddress(visitType: number | string, hotel: number | string, choice: Partial<StayChoice>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== null) query.set(name, String(value));
  return `/stays/${visitType}/${hotel}?${query}`;
}

/** The stay that is booked, as the query string of `/book` keeps it. */
export interface StayToBook {
  readonly visitType: number;
  readonly hotel: number;
  readonly room: number;
  readonly arrival: CivilDate;
  readonly departure: CivilDate;
  readonly currency: Currency;
  readonly guests: number;
}

export function bookAddress(stay: StayToBook): string {
  return `/book?${new URLSearchParams(Object.entries(stay).map(([name, value]) => [name, String(value)]))}`;
}
