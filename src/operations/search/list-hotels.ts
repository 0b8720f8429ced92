/** The hotels that a filter selects, in one of their orders (V2): sort keys, cached like those of visit types. */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import type { Hotel } from '../../data/generated/prisma/client.ts';
import { type SortKey, type SortOrder, sortKeys } from '../../domain/text/sort-order.ts';
import { containsText } from '../../domain/text/text-search.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleDestinationNumbers, visibleHotels } from '../access/visibility.ts';
import { getOrComputeList } from './cached-lists.ts';

/** Omitted or empty conditions select everything. */
export interface HotelFilter {
  /** ObjectId or number; an unknown one matches nothing (I3). */
  destination?: string | null | undefined;
  starsMin?: number | null | undefined;
  starsMax?: number | null | undefined;
  /** The whole code, case-sensitive. */
  code?: string | null | undefined;
  /** Part of the name; case and accents do not matter. */
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
  sort: HotelSort,
): Promise<readonly SortKey[]> {
  const destination =
    filter.destination == null ? undefined : await resolveNumber(context, 'destination', filter.destination);
  if (destination === null) return [];
  const key = JSON.stringify(['hotels', sort, { ...filter, destination }, visibleDestinationNumbers(context)]);
  return getOrComputeList(context, { key, madeOf: MADE_OF }, async () => {
    const hotels = await visibleHotels(context, destination);
    const selected = hotels.filter((hotel) => isHotelSelected(hotel, filter));
    return sortKeys(
      selected.map((hotel): SortKey => [VALUE_OF[sort](hotel), hotel.number]),
      HOTEL_ORDERS[sort],
    );
  });
}

function isHotelSelected(hotel: Hotel, { starsMin, starsMax, code, search }: HotelFilter): boolean {
  return (
    hotel.stars >= (starsMin ?? hotel.stars) &&
    hotel.stars <= (starsMax ?? hotel.stars) &&
    (!code || hotel.code === code) &&
    (!search || containsText(hotel.name, search))
  );
}
