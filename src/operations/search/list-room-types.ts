/**
 * The room types that a filter selects, in one of their orders (V2): sort keys, cached like those of visit types.
 */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import { chainAll } from '../../data/cache/maybe-promise.ts';
import type { RoomType } from '../../data/generated/prisma/client.ts';
import { BEDS_MAX } from '../../domain/stay/stay.ts';
import { LOCALES } from '../../domain/text/locale.ts';
import { SortedKeys, type SortKey, type SortOrder } from '../../domain/text/sort-order.ts';
import { containing } from '../../domain/text/text-search.ts';
import { resolveExisting } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import {
  destinationOfVisibleHotel,
  ENTITIES_PER_TURN,
  loadManyRows,
  visibleDestinationNumbers,
  visibleHotelNumbers,
} from '../access/visibility.ts';
import { portionsOf } from '../deadline.ts';
import { sortKeys } from '../sorting.ts';
import { getOrComputeList } from './cached-lists.ts';

/** Omitted or empty conditions select everything. */
export interface RoomTypeFilter {
  /** ObjectId or number; an unknown one matches nothing (I3). */
  hotel?: string | null | undefined;
  /** Exactly this many. */
  occupancy?: number | null | undefined;
  /** The whole code, case-sensitive. */
  code?: string | null | undefined;
  /** Part of the code, or of the category in any language; case and accents do not matter. */
  search?: string | null | undefined;
}

export const ROOM_TYPE_ORDERS = {
  id: { resource: 'room-types', mode: 'id', words: 'number', valueType: 'number' },
  code: { resource: 'room-types', mode: 'code', words: 'code, A first', valueType: 'string' },
  beds: { resource: 'room-types', mode: 'beds', words: 'beds, fewest first', valueType: 'number' },
} as const satisfies Record<string, SortOrder>;
export type RoomTypeSort = keyof typeof ROOM_TYPE_ORDERS;

const MADE_OF: readonly EpochKind[] = ['structure', 'roomType'];

const VALUE_OF: Record<RoomTypeSort, (roomType: RoomType) => string | number> = {
  id: ({ number }) => number,
  code: ({ code }) => code,
  beds: ({ beds }) => beds,
};

/** The sort keys of the selected room types of hotels that the caller sees, in order. */
export async function listRoomTypes(
  context: RequestContext,
  filter: RoomTypeFilter,
  sort: RoomTypeSort,
): Promise<SortedKeys> {
  const hotel = filter.hotel == null ? undefined : await resolveExisting(context, 'hotel', filter.hotel);
  if (hotel === null) return SortedKeys.NONE;
  // All beds that no room type can have name the same list.
  const occupancy = filter.occupancy == null ? undefined : Math.min(filter.occupancy, BEDS_MAX + 1);
  const named = ['room-types', sort, { ...filter, hotel, occupancy }, visibleDestinationNumbers(context)];
  return getOrComputeList(context, { named, madeOf: MADE_OF }, async () => {
    const numbers = await roomTypeNumbers(context, hotel);
    const selected = await loadManyRows(context, 'roomType', numbers, roomTypeSelector(filter));
    const keys = selected.map((roomType): SortKey => [VALUE_OF[sort](roomType), roomType.number]);
    return sortKeys(context, keys, ROOM_TYPE_ORDERS[sort]);
  });
}

/** Numbers of the room types of one hotel, or of all that the caller sees; other requests get their turns (A9). */
async function roomTypeNumbers(context: RequestContext, hotel: number | undefined): Promise<number[]> {
  const { hotelRoomTypes } = context.catalogue.related;
  if (hotel !== undefined && (await destinationOfVisibleHotel(context, hotel)) === null) return [];
  const hotels = hotel === undefined ? await visibleHotelNumbers(context) : [hotel];
  const numbers: number[] = [];
  for await (const portion of portionsOf(context, hotels, ENTITIES_PER_TURN)) {
    for (const ofHotel of await chainAll(portion.map((number) => hotelRoomTypes.load(number)))) {
      for (const number of ofHotel ?? []) numbers.push(number);
    }
  }
  return numbers;
}

/** Returns a predicate: whether a room type meets the conditions about its own row. */
function roomTypeSelector({ occupancy, code, search }: RoomTypeFilter): (roomType: RoomType) => boolean {
  const isFound = search ? containing(search) : null;
  return (roomType) =>
    (occupancy == null || roomType.beds === occupancy) &&
    (!code || roomType.code === code) &&
    (isFound === null || textsOf(roomType).some((text) => text != null && isFound(text)));
}

function textsOf({ code, category }: RoomType): (string | null | undefined)[] {
  return [code, ...LOCALES.map((locale) => (category as Record<string, string | null>)[locale])];
}
