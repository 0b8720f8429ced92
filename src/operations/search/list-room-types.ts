/**
 * The room types that a filter selects, in one of their orders (V2): sort keys, cached like those of visit types.
 */
import type { EpochKind } from '../../data/cache/cache-tags.ts';
import type { RoomType } from '../../data/generated/prisma/client.ts';
import { LOCALES } from '../../domain/text/locale.ts';
import { SortedKeys, type SortKey, type SortOrder } from '../../domain/text/sort-order.ts';
import { containsText } from '../../domain/text/text-search.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { loadRows, visibleDestinationNumbers, visibleHotel, visibleHotels } from '../access/visibility.ts';
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
  const hotel = filter.hotel == null ? undefined : await resolveNumber(context, 'hotel', filter.hotel);
  if (hotel === null) return SortedKeys.NONE;
  const key = JSON.stringify(['room-types', sort, { ...filter, hotel }, visibleDestinationNumbers(context)]);
  return getOrComputeList(context, { key, madeOf: MADE_OF }, async () => {
    const selected = (await loadRoomTypes(context, hotel)).filter((roomType) => isRoomTypeSelected(roomType, filter));
    return SortedKeys.sort(
      selected.map((roomType): SortKey => [VALUE_OF[sort](roomType), roomType.number]),
      ROOM_TYPE_ORDERS[sort],
    );
  });
}

/** The room types of one hotel, or of all that the caller sees. */
async function loadRoomTypes(context: RequestContext, hotelNumber: number | undefined): Promise<RoomType[]> {
  const hotels = hotelNumber === undefined ? await visibleHotels(context) : [await visibleHotel(context, hotelNumber)];
  const numbers = await Promise.all(
    hotels.map(async (hotel) =>
      hotel ? ((await context.catalogue.related.hotelRoomTypes.load(hotel.number)) ?? []) : [],
    ),
  );
  return loadRows(context, 'roomType', numbers.flat());
}

function isRoomTypeSelected(roomType: RoomType, { occupancy, code, search }: RoomTypeFilter): boolean {
  const texts = [
    roomType.code,
    ...LOCALES.map((locale) => (roomType.category as Record<string, string | null>)[locale]),
  ];
  return (
    (occupancy == null || roomType.beds === occupancy) &&
    (!code || roomType.code === code) &&
    (!search || texts.some((text) => text != null && containsText(text, search)))
  );
}
