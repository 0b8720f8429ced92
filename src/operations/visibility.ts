/**
 * Visibility (I2): a caller sees the destinations of its key, their hotels, the visit types sold in at least one of
 * those hotels, and only those hotels within them. For the caller, nothing else exists: every function returns null or
 * omits the entity, with no difference between hidden and missing.
 */
import type { EntityKind, EntityRows } from '../data/catalogue-loaders.ts';
import type { KeptLoader } from '../data/epoch-cache.ts';
import type { Destination, Hotel, RoomType, VisitType, VisitTypeCategory } from '../data/generated/prisma/client.ts';
import { all, type Soon, when } from '../data/soon.ts';
import type { RequestContext } from './request-context.ts';

export function seesDestination({ caller }: RequestContext, destinationNumber: number): boolean {
  return caller.destinations === null || caller.destinations.has(destinationNumber);
}

/** The visible destinations as part of cache keys: ascending numbers; null: all. */
export function seenDestinations({ caller }: RequestContext): readonly number[] | null {
  return caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
}

/** By ascending number. */
export function visibleDestinations(context: RequestContext): Soon<Destination[]> {
  return when(context.catalogue.all.load('destination'), (numbers) => {
    const seen = (numbers ?? []).filter((number) => seesDestination(context, number));
    return rowsOf(context, 'destination', seen);
  });
}

/** Null unless the caller sees it. */
export function visibleHotel(context: RequestContext, number: number): Soon<Hotel | null> {
  return when(context.catalogue.hotel.load(number), (hotel) =>
    hotel && seesDestination(context, hotel.destinationNumber) ? hotel : null,
  );
}

/** Null unless the caller sees its hotel. */
export function visibleRoomType(context: RequestContext, number: number): Soon<RoomType | null> {
  return when(
    context.catalogue.roomType.load(number),
    (roomType) => roomType && when(visibleHotel(context, roomType.hotelNumber), (hotel) => (hotel ? roomType : null)),
  );
}

/** Null unless it is sold in a hotel that the caller sees. */
export function visibleVisitType(context: RequestContext, number: number): Soon<VisitType | null> {
  return when(
    context.catalogue.visitType.load(number),
    (visitType) =>
      visitType && when(hotelsOfVisitType(context, number), (hotels) => (hotels.length > 0 ? visitType : null)),
  );
}

/** Those that the caller sees, by ascending number. */
export function hotelsOfVisitType(context: RequestContext, visitTypeNumber: number): Soon<Hotel[]> {
  return when(context.catalogue.related.visitTypeHotels.load(visitTypeNumber), (numbers) =>
    when(all((numbers ?? []).map((number) => visibleHotel(context, number))), present),
  );
}

/** The visit types sold in a hotel, which the caller must see, by ascending number. */
export function visitTypesOfHotel(context: RequestContext, hotelNumber: number): Soon<VisitType[]> {
  return when(context.catalogue.related.hotelVisitTypes.load(hotelNumber), (numbers) =>
    rowsOf(context, 'visitType', numbers ?? []),
  );
}

/** The hotels that the caller sees, all or those of one destination, by ascending number. */
export async function visibleHotels(context: RequestContext, destinationNumber?: number): Promise<Hotel[]> {
  const destinations =
    destinationNumber === undefined ? ((await context.catalogue.all.load('destination')) ?? []) : [destinationNumber];
  const seen = destinations.filter((number) => seesDestination(context, number));
  const hotels = await Promise.all(
    seen.map(async (number) => (await context.catalogue.related.destinationHotels.load(number)) ?? []),
  );
  return rowsOf(
    context,
    'hotel',
    hotels.flat().sort((a, b) => a - b),
  );
}

/** Of these categories, those in which the caller sees a visit type, in the given order. */
export function visibleCategories(context: RequestContext, numbers: readonly number[]): Soon<VisitTypeCategory[]> {
  const { catalogue } = context;
  const ifSeen = (category: VisitTypeCategory | null) =>
    category &&
    when(catalogue.related.categoryVisitTypes.load(category.number), (visitTypes) =>
      when(seesAny(context, visitTypes ?? []), (isSeen) => (isSeen ? category : null)),
    );
  return when(all(numbers.map((number) => when(catalogue.visitTypeCategory.load(number), ifSeen))), present);
}

/** Whether the caller sees one of these visit types. Uncached ones are loaded together. */
function seesAny(context: RequestContext, visitTypes: readonly number[]): Soon<boolean> {
  for (const [index, number] of visitTypes.entries()) {
    const first = visibleVisitType(context, number);
    if (first instanceof Promise) {
      const others = visitTypes.slice(index + 1).map((other) => visibleVisitType(context, other));
      return when(all([first, ...others]), (seen) => seen.some((visitType) => visitType !== null));
    }
    if (first) return true;
  }
  return false;
}

/** Rows of one kind in the order of their numbers' list; missing ones are left out. */
export function rowsOf<Kind extends EntityKind>(
  context: RequestContext,
  kind: Kind,
  numbers: readonly number[],
): Soon<EntityRows[Kind][]> {
  const loader = context.catalogue[kind] as KeptLoader<number, EntityRows[Kind]>;
  return when(all(numbers.map((number) => loader.load(number))), present);
}

/** The values without nulls, in order. */
export function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value): value is T => value !== null);
}
