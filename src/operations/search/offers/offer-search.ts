/**
 * What a search for offers asks for (F4, Y1): its filter as the caller gives it, its bounds, and the same with numbers for references, by
 * which results are cached.
 */
import { chain, chainAll, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { Boarding } from '../../../data/generated/prisma/enums.ts';
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';
import { PARTY_ROOMS } from '../../../domain/booking/party.ts';
import type { StayCategory } from '../../../domain/minimum-price/price-from.ts';
import { type AskedStays, asksFor } from '../../../domain/offer/offered-stays.ts';
import { ROOM_GUESTS } from '../../../domain/offer/party.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { BEDS_MAX } from '../../../domain/stay/stay.ts';
import type { Day, DayRange } from '../../../domain/time/civil-date.ts';
import { wishedWords } from '../../../domain/wish/word-grades.ts';
import { resolveExisting } from '../../access/references.ts';
import type { RequestContext } from '../../access/request-context.ts';
import {
  type Bounds,
  boundsProblems,
  countProblems,
  HOTEL_STARS,
  type Optional,
  orderProblems,
  wishProblems,
} from '../search-input.ts';

/** Omitted conditions allow everything. References are ObjectIds or numbers; an unknown one matches nothing (I3). */
export interface OfferFilter {
  readonly arrival: Day;
  /** Exactly so many; else `nightsMin` and `nightsMax` are given. */
  readonly nights?: Optional<number>;
  readonly nightsMin?: Optional<number>;
  readonly nightsMax?: Optional<number>;
  readonly flexibleDays: number;
  readonly guests?: Optional<number>;
  /** Guests of each room of a party (Y1); else a room is asked for. */
  readonly party?: Optional<readonly number[]>;
  readonly currency: Currency;
  readonly destination?: Optional<string>;
  readonly hotel?: Optional<string>;
  readonly visitType?: Optional<string>;
  readonly category?: Optional<string>;
  readonly tag?: Optional<string>;
  readonly stayCategory?: Optional<StayCategory>;
  readonly starsMin?: Optional<number>;
  readonly boarding?: Optional<Boarding>;
  /** In minor units. */
  readonly maxTotal?: Optional<number>;
  readonly includeOnRequest: boolean;
  /** Words, each of which the visit type or the hotel must have in its texts (F15). */
  readonly search?: Optional<string>;
}

/** Packages are not longer either (P1). */
export const OFFER_NIGHTS: Required<Bounds> = { min: 1, max: 366 };
/** Lengths that one search compares. */
export const OFFER_LENGTHS: Required<Bounds> = { min: 1, max: 15 };
export const FLEXIBLE_DAYS: Required<Bounds> = { min: 0, max: 7 };
/** The beds of a room (P2). */
export const OFFER_GUESTS: Required<Bounds> = { min: 1, max: BEDS_MAX };
export const MAX_TOTAL: Bounds = { min: 0 };

/** Every bound of a filter (F4). */
export function offerFilterProblems(filter: OfferFilter): InputProblem[] {
  return [
    ...lengthsProblems(filter),
    ...boundsProblems('flexibleDays', filter.flexibleDays, FLEXIBLE_DAYS),
    ...boundsProblems('guests', filter.guests, OFFER_GUESTS),
    ...partyProblems(filter),
    ...boundsProblems('starsMin', filter.starsMin, HOTEL_STARS),
    ...boundsProblems('maxTotal', filter.maxTotal, MAX_TOTAL),
    ...wishProblems('search', filter.search),
  ];
}

function partyProblems({ guests, party }: OfferFilter): InputProblem[] {
  if (party == null) return [];
  return [
    ...(guests == null ? [] : [inputProblem('guests', 'excluded', { fields: ['party'] })]),
    ...countProblems('party', party, PARTY_ROOMS),
    ...party.slice(0, PARTY_ROOMS.max).flatMap((count, room) => boundsProblems(`party.${room}`, count, ROOM_GUESTS)),
  ];
}

function lengthsProblems({ nights, nightsMin, nightsMax }: OfferFilter): InputProblem[] {
  const outside = [
    ...boundsProblems('nights', nights, OFFER_NIGHTS),
    ...boundsProblems('nightsMin', nightsMin, OFFER_NIGHTS),
    ...boundsProblems('nightsMax', nightsMax, OFFER_NIGHTS),
  ];
  if (outside.length > 0) return outside;
  const isRange = nightsMin != null || nightsMax != null;
  const range = ['nightsMin', 'nightsMax'];
  if (nights != null) return isRange ? [inputProblem('nights', 'excluded', { fields: range })] : [];
  if (!isRange) return [inputProblem('nights', 'oneRequired', { fields: ['nights', ...range] })];
  if (nightsMin == null) return [inputProblem('nightsMin', 'required')];
  if (nightsMax == null) return [inputProblem('nightsMax', 'required')];
  const reversed = orderProblems({ nightsMin, nightsMax }, 'nightsMin', 'nightsMax');
  if (reversed.length > 0) return reversed;
  const maximum = nightsMin + OFFER_LENGTHS.max - 1;
  if (nightsMax <= maximum) return [];
  return [inputProblem('nightsMax', 'outOfRange', { minimum: nightsMin, maximum, value: nightsMax })];
}

/** The stays that a filter asks for; it has no problems. */
function askedStays({ arrival, flexibleDays, nights, nightsMin, nightsMax }: OfferFilter, today: Day): AskedStays {
  const lengths = { nightsMin: nights ?? nightsMin ?? 1, nightsMax: nights ?? nightsMax ?? 1 };
  return asksFor({ arrival, flexibleDays, ...lengths, today });
}

const REFERENCES = {
  destination: 'destination',
  hotel: 'hotel',
  visitType: 'visitType',
  category: 'visitTypeCategory',
  tag: 'tag',
} as const satisfies Partial<Record<keyof OfferFilter, EntityKind>>;

/** A search in numbers: equal ones find the same. */
export interface OfferSearch {
  readonly stays: AskedStays;
  readonly currency: Currency;
  /** The fewest beds of a room; 1: any. */
  readonly bedsMin: number;
  /** Guests of each room; null: one room is looked for. */
  readonly party: readonly number[] | null;
  readonly numbers: Readonly<Record<keyof typeof REFERENCES, number | null>>;
  readonly stayCategory: StayCategory | null;
  /** 1: any. */
  readonly starsMin: number;
  readonly boarding: Boarding | null;
  /** `Infinity`: any. */
  readonly maxTotal: number;
  readonly includeOnRequest: boolean;
  /** None: any. */
  readonly words: readonly string[];
}

/** The search of a filter without problems; null: it refers to nothing, so it finds nothing. */
export function resolveSearch(context: RequestContext, filter: OfferFilter): MaybePromise<OfferSearch | null> {
  const names = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];
  const given = names.filter((name) => filter[name] != null);
  // biome-ignore lint/style/noNonNullAssertion: only what is given is resolved.
  const found = given.map((name) => resolveExisting(context, REFERENCES[name], filter[name]!));
  return chain(chainAll(found), (numbers) => {
    if (numbers.includes(null)) return null;
    const numberOf = (name: keyof typeof REFERENCES) => numbers[given.indexOf(name)] ?? null;
    return {
      stays: askedStays(filter, context.today),
      currency: filter.currency,
      bedsMin: filter.party ? Math.min(...filter.party) : (filter.guests ?? OFFER_GUESTS.min),
      party: filter.party ?? null,
      numbers: {
        destination: numberOf('destination'),
        hotel: numberOf('hotel'),
        visitType: numberOf('visitType'),
        category: numberOf('category'),
        tag: numberOf('tag'),
      },
      stayCategory: filter.stayCategory ?? null,
      starsMin: filter.starsMin ?? HOTEL_STARS.min,
      boarding: filter.boarding ?? null,
      maxTotal: filter.maxTotal ?? Number.POSITIVE_INFINITY,
      includeOnRequest: filter.includeOnRequest,
      words: wishedWords(filter.search ?? ''),
    };
  });
}

/** A search for any stay in a hotel that begins on one of `arrivals`, of every length, on request too. */
export function anyStayIn(
  {
    hotelNumber,
    visitTypeNumber,
    currency,
  }: { hotelNumber: number; visitTypeNumber: number | null; currency: Currency },
  arrivals: DayRange,
): OfferSearch {
  return {
    stays: { arrivals, nightsMin: OFFER_NIGHTS.min, nightsMax: OFFER_NIGHTS.max },
    currency,
    bedsMin: OFFER_GUESTS.min,
    party: null,
    numbers: { destination: null, hotel: hotelNumber, visitType: visitTypeNumber, category: null, tag: null },
    stayCategory: null,
    starsMin: HOTEL_STARS.min,
    boarding: null,
    maxTotal: Number.POSITIVE_INFINITY,
    includeOnRequest: true,
    words: [],
  };
}
