/** The hotels that a filter selects, in one of their orders (V2, F15): sort keys, cached like those of visit types. */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import { chainAll } from '../../data/cache/maybe-promise.ts';
import type { Hotel, HotelImage } from '../../data/generated/prisma/client.ts';
import { SortedKeys, type SortKey, type SortOrder } from '../../domain/text/sort-order.ts';
import { containing } from '../../domain/text/text-search.ts';
import { NOT_FOUND, wishedWords } from '../../domain/wish/word-grades.ts';
import { resolveExisting } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { loadManyRows, visibleDestinationNumbers, visibleHotelNumbers } from '../access/visibility.ts';
import { sortKeys } from '../sorting.ts';
import { getOrComputeList } from './cached-lists.ts';
import { gradeWords, WISHES_MADE_OF } from './wish/wish-in-sales.ts';

/** Omitted or empty conditions select everything. */
export interface HotelFilter {
  /** ObjectId or number; an unknown one matches nothing (I3). */
  destination?: string | null | undefined;
  starsMin?: number | null | undefined;
  starsMax?: number | null | undefined;
  /** The whole code, case-sensitive. */
  code?: string | null | undefined;
  /** Part of the name; case and accents do not matter. */
  name?: string | null | undefined;
  /** Words, each of which its texts must have (F15). */
  search?: string | null | undefined;
}

export const HOTEL_ORDERS = {
  id: { resource: 'hotels', mode: 'id', words: 'number', valueType: 'number' },
  name: { resource: 'hotels', mode: 'name', words: 'name, A first', valueType: 'string' },
  stars: { resource: 'hotels', mode: 'stars', words: 'stars, fewest first', valueType: 'number' },
  '-stars': {
    resource: 'hotels',
    mode: '-stars',
    words: 'stars, most first',
    valueType: 'number',
    isDescending: true,
  },
} as const satisfies Record<string, SortOrder>;
export type HotelSort = keyof typeof HOTEL_ORDERS;
/** The order by rank for the wish; equal ones are ordered by number. */
const RELEVANCE: SortOrder = {
  resource: 'hotels',
  mode: 'relevance',
  words: 'relevance to `search`',
  valueType: 'number',
};

export function hotelOrder(sort: HotelSort | 'relevance'): SortOrder {
  return sort === 'relevance' ? RELEVANCE : HOTEL_ORDERS[sort];
}

const MADE_OF: readonly EpochKind[] = ['structure', 'hotel'];

const VALUE_OF: Record<HotelSort, (hotel: Hotel) => string | number> = {
  id: ({ number }) => number,
  name: ({ name }) => name,
  stars: ({ stars }) => stars,
  '-stars': ({ stars }) => stars,
};

/** The sort keys of the selected hotels that the caller sees, in order. */
export async function listHotels(
  context: RequestContext,
  filter: HotelFilter,
  sort: HotelSort | 'relevance',
): Promise<SortedKeys> {
  const destination =
    filter.destination == null ? undefined : await resolveExisting(context, 'destination', filter.destination);
  if (destination === null) return SortedKeys.NONE;
  const { search, ...others } = filter;
  const words = wishedWords(search ?? '');
  const named = ['hotels', sort, { ...others, destination }, words, visibleDestinationNumbers(context)];
  const madeOf = words.length > 0 ? [...WISHES_MADE_OF, ...MADE_OF] : MADE_OF;
  return getOrComputeList(context, { named, madeOf }, async () => {
    const numbers = await visibleHotelNumbers(context, destination);
    const selected = await loadManyRows(context, 'hotel', numbers, hotelSelector(filter));
    const ranks = await rankHotels(context, selected, words);
    const found = selected.flatMap((hotel, index): SortKey[] => {
      const rank = ranks[index] ?? NOT_FOUND;
      return rank === NOT_FOUND ? [] : [[sort === 'relevance' ? rank : VALUE_OF[sort](hotel), hotel.number]];
    });
    return sortKeys(context, found, hotelOrder(sort));
  });
}

/** A picture, and the name of its hotel. */
export interface HotelPicture {
  readonly row: HotelImage;
  readonly hotelName: string;
}

/** The first picture of the first hotel of a destination, by number, that has one; null: none that the caller sees has. */
export async function pictureOfDestination(context: RequestContext, number: number): Promise<HotelPicture | null> {
  const hotels = await visibleHotelNumbers(context, number);
  // The first nearly always has one; else all others are read together.
  for (const some of [hotels.slice(0, 1), hotels.slice(1)]) {
    const pictures = await chainAll(some.map((hotel) => context.hotelDetails.images.load(hotel)));
    const [row] = pictures.find((ofHotel) => ofHotel !== null && ofHotel.length > 0) ?? [];
    const hotel = row && (await context.catalogue.hotel.load(row.hotelNumber));
    if (hotel) return { row, hotelName: hotel.name };
  }
  return null;
}

/** The rank of each hotel for a wish; nothing is wished for: all are equal. */
async function rankHotels(
  context: RequestContext,
  hotels: readonly Hotel[],
  words: readonly string[],
): Promise<readonly number[]> {
  if (words.length === 0) return hotels.map(() => 0);
  const grades = await gradeWords(context, 'hotel', { words, numbers: hotels.map(({ number }) => number) });
  return hotels.map(({ number }) => grades.rankOf(number));
}

/** Returns a predicate: whether a hotel meets the conditions about its own row. */
function hotelSelector({ starsMin, starsMax, code, name }: HotelFilter): (hotel: Hotel) => boolean {
  const isNamed = name ? containing(name) : () => true;
  return (hotel) =>
    hotel.stars >= (starsMin ?? hotel.stars) &&
    hotel.stars <= (starsMax ?? hotel.stars) &&
    (!code || hotel.code === code) &&
    isNamed(hotel.name);
}
