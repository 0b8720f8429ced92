/**
 * The room types that a filter selects, in one of their orders (V2): a list of sort keys, cached like that of visit
 * types.
 */
import { remembered } from '../data/epoch-cache.ts';
import type { RoomType } from '../data/generated/prisma/client.ts';
import { LOCALES } from '../domain/locale.ts';
import { type SortKey, type SortOrder, sortedKeys } from '../domain/sort-order.ts';
import { containsText } from '../domain/text-search.ts';
import { numberOf } from './references.ts';
import type { RequestContext } from './request-context.ts';
import { rowsOf, seenDestinations, visibleHotel, visibleHotels } from './visibility.ts';

/** Omitted or empty conditions select everything. */
export interface RoomTypeFilter {
  /** ObjectId or number; an unknown one matches nothing (I3). */
  hotel?: string | null | undefined;
  /** Exactly this many. */
  beds?: number | null | undefined;
  /** The whole code, case-sensitive. */
  code?: string | null | undefined;
  /** Part of the code, or of the category in any language; case-insensitive. */
  search?: string | null | undefined;
}

export const ROOM_TYPE_ORDERS = {
  id: { resource: 'room-types', mode: 'id', words: 'number', valueType: 'number' },
  code: { resource: 'room-types', mode: 'code', words: 'code, A first', valueType: 'string' },
  beds: { resource: 'room-types', mode: 'beds', words: 'beds, fewest first', valueType: 'number' },
} as const satisfies Record<string, SortOrder>;
export type RoomTypeSort = keyof typeof ROOM_TYPE_ORDERS;

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
): Promise<readonly SortKey[]> {
  const hotel = filter.hotel == null ? undefined : await numberOf(context, 'hotel', filter.hotel);
  if (hotel === null) return [];
  const key = JSON.stringify(['room-types', sort, { ...filter, hotel }, seenDestinations(context)]);
  return remembered(context.lists, key, async () => {
    const selected = (await roomTypesOf(context, hotel)).filter((roomType) => isSelected(roomType, filter));
    return sortedKeys(
      selected.map((roomType): SortKey => [VALUE_OF[sort](roomType), roomType.number]),
      ROOM_TYPE_ORDERS[sort],
    );
  });
}

/** The room types of one hotel, or of all that the caller sees. */
async function roomTypesOf(context: RequestContext, hotelNumber: number | undefined): Promise<RoomType[]> {
  const hotels = hotelNumber === undefined ? await visibleHotels(context) : [await visibleHotel(context, hotelNumber)];
  const numbers = await Promise.all(
    hotels.map(async (hotel) =>
      hotel ? ((await context.catalogue.related.hotelRoomTypes.load(hotel.number)) ?? []) : [],
    ),
  );
  return rowsOf(context, 'roomType', numbers.flat());
}

function isSelected(roomType: RoomType, { beds, code, search }: RoomTypeFilter): boolean {
  const texts = [
    roomType.code,
    ...LOCALES.map((locale) => (roomType.category as Record<string, string | null>)[locale]),
  ];
  return (
    (beds == null || roomType.beds === beds) &&
    (!code || roomType.code === code) &&
    (!search || texts.some((text) => text != null && containsText(text, search)))
  );
}
