/**
 * Visibility (I2): a caller sees the destinations of its key, their hotels, the visit types sold in at least one of
 * those hotels, and only those hotels within them. For the caller, nothing else exists: every function returns null or
 * omits the entity, with no difference between hidden and missing. It follows from what is related to what alone: a search that
 * shows no texts does not depend on them.
 */
import type { CachedLoader } from '../../data/cache/cached-loader.ts';
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Destination, Hotel, RoomType, VisitType, VisitTypeCategory } from '../../data/generated/prisma/client.ts';
import type { EntityKind, EntityReference, EntityRows } from '../../data/reads/catalogue-loaders.ts';
import { portionsOf } from '../deadline.ts';
import { ascending } from '../sorting.ts';
import type { RequestContext } from './request-context.ts';

export function canSeeDestination({ caller }: RequestContext, destinationNumber: number): boolean {
  return caller.destinations === null || caller.destinations.has(destinationNumber);
}

/** The visible destinations as part of cache keys: ascending numbers; null: all. */
export function visibleDestinationNumbers({ caller }: RequestContext): readonly number[] | null {
  return caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
}

/** The destinations that the caller sees, by ascending number. */
export function visibleDestinations(context: RequestContext): MaybePromise<Destination[]> {
  return chain(context.catalogue.all.load('destination'), (numbers) => {
    const seen = (numbers ?? []).filter((number) => canSeeDestination(context, number));
    return loadRows(context, 'destination', seen);
  });
}

/** The destination of a hotel that the caller sees; else null. */
export function destinationOfVisibleHotel(context: RequestContext, hotelNumber: number): MaybePromise<number | null> {
  return chain(context.catalogue.related.hotelDestination.load(hotelNumber), (destinations) => {
    const destination = destinations?.[0];
    return destination !== undefined && canSeeDestination(context, destination) ? destination : null;
  });
}

/** The hotel of a room type, if the caller sees it; else null. */
export function visibleHotelOfRoomType(context: RequestContext, roomTypeNumber: number): MaybePromise<number | null> {
  return chain(context.catalogue.related.roomTypeHotel.load(roomTypeNumber), (hotels) => {
    const hotel = hotels?.[0];
    if (hotel === undefined) return null;
    return chain(destinationOfVisibleHotel(context, hotel), (destination) => (destination === null ? null : hotel));
  });
}

/** Numbers of the hotels that sell a visit type and that the caller sees, ascending; none: the caller does not see it. */
export function visibleHotelNumbersOfVisitType(
  context: RequestContext,
  visitTypeNumber: number,
): MaybePromise<number[]> {
  return chain(context.catalogue.related.visitTypeHotels.load(visitTypeNumber), (numbers) => {
    const sold = numbers ?? [];
    return chain(chainAll(sold.map((number) => destinationOfVisibleHotel(context, number))), (destinations) =>
      sold.filter((_, index) => destinations[index] !== null),
    );
  });
}

/** The number of a hotel if it sells a visit type and the caller sees it, else none; the others that sell it are not read. */
export function visibleHotelOfVisitType(
  context: RequestContext,
  visitTypeNumber: number,
  hotel: number,
): MaybePromise<number[]> {
  return chain(context.catalogue.related.visitTypeHotels.load(visitTypeNumber), (numbers) =>
    numbers?.includes(hotel)
      ? chain(destinationOfVisibleHotel(context, hotel), (destination) => (destination === null ? [] : [hotel]))
      : [],
  );
}

/** Null unless the caller sees it. */
export function visibleHotel(context: RequestContext, number: number): MaybePromise<Hotel | null> {
  return chain(context.catalogue.hotel.load(number), (hotel) =>
    hotel && canSeeDestination(context, hotel.destinationNumber) ? hotel : null,
  );
}

/** Null unless the caller sees its hotel. */
export function visibleRoomType(context: RequestContext, number: number): MaybePromise<RoomType | null> {
  return chain(
    context.catalogue.roomType.load(number),
    (roomType) => roomType && chain(visibleHotel(context, roomType.hotelNumber), (hotel) => (hotel ? roomType : null)),
  );
}

/** Null unless it is sold in a hotel that the caller sees. */
export function visibleVisitType(context: RequestContext, number: number): MaybePromise<VisitType | null> {
  return chain(
    context.catalogue.visitType.load(number),
    (visitType) => visitType && chain(isSoldToCaller(context, number), (isSold) => (isSold ? visitType : null)),
  );
}

/** The referenced entity; null unless the caller sees it. */
export function visibleEntity(
  context: RequestContext,
  { kind, number }: EntityReference,
): MaybePromise<EntityRows[EntityKind] | null> {
  switch (kind) {
    case 'visitType':
      return visibleVisitType(context, number) as MaybePromise<EntityRows['visitType'] | null>;
    case 'hotel':
      return visibleHotel(context, number);
    case 'roomType':
      return visibleRoomType(context, number);
    case 'destination':
      return canSeeDestination(context, number) ? context.catalogue.destination.load(number) : null;
    case 'visitTypeCategory':
      return chain(visibleCategories(context, [number]), ([category]) => category ?? null);
    case 'tag':
      return chain(context.catalogue.related.tagVisitTypes.load(number), (visitTypes) =>
        chain(canSeeAny(context, visitTypes ?? []), (isSeen) => (isSeen ? context.catalogue.tag.load(number) : null)),
      );
    case 'loyaltyProgram':
      return context.catalogue.loyaltyProgram.load(number);
  }
}

/** Whether a hotel that the caller sees sells a visit type. */
function isSoldToCaller(context: RequestContext, visitTypeNumber: number): MaybePromise<boolean> {
  // A caller that sees all destinations sees every hotel.
  if (context.caller.destinations !== null) {
    return chain(visibleHotelNumbersOfVisitType(context, visitTypeNumber), (hotels) => hotels.length > 0);
  }
  return chain(
    context.catalogue.related.visitTypeHotels.load(visitTypeNumber),
    (hotels) => hotels !== null && hotels.length > 0,
  );
}

/** The visit types sold in a hotel, which the caller must see, by ascending number. */
export function loadVisitTypesOfHotel(context: RequestContext, hotelNumber: number): MaybePromise<VisitType[]> {
  return chain(context.catalogue.related.hotelVisitTypes.load(hotelNumber), (numbers) =>
    loadRows(context, 'visitType', numbers ?? []),
  );
}

/** Numbers of the hotels that the caller sees, all or those of one destination, ascending. */
export async function visibleHotelNumbers(context: RequestContext, destinationNumber?: number): Promise<number[]> {
  const destinations =
    destinationNumber === undefined ? ((await context.catalogue.all.load('destination')) ?? []) : [destinationNumber];
  const seen = destinations.filter((number) => canSeeDestination(context, number));
  const hotels = await Promise.all(
    seen.map(async (number) => (await context.catalogue.related.destinationHotels.load(number)) ?? []),
  );
  return ascending(context, hotels.flat());
}

/** The hotels that the caller sees, all or those of one destination, ascending. */
export async function visibleHotels(context: RequestContext, destinationNumber?: number): Promise<Hotel[]> {
  return loadManyRows(context, 'hotel', await visibleHotelNumbers(context, destinationNumber));
}

/** Numbers of the visit types sold in the hotels of a destination, which the caller sees, each once. */
export async function visitTypeNumbersOfDestination(context: RequestContext, number: number): Promise<number[]> {
  return [...(await visitTypeNumbersOfHotels(context, await visibleHotelNumbers(context, number)))];
}

/** Numbers of the visit types sold in these hotels, each once; other requests get their turns. */
export async function visitTypeNumbersOfHotels(
  context: RequestContext,
  hotels: readonly number[],
): Promise<Set<number>> {
  const { hotelVisitTypes } = context.catalogue.related;
  const numbers = new Set<number>();
  for await (const portion of portionsOf(context, hotels, ENTITIES_PER_TURN)) {
    const sold = await chainAll(portion.map((hotel) => hotelVisitTypes.load(hotel)));
    for (const ofHotel of sold) for (const one of ofHotel ?? []) numbers.add(one);
  }
  return numbers;
}

/** The categories in which the caller sees a visit type, in the given order. */
export function visibleCategories(
  context: RequestContext,
  numbers: readonly number[],
): MaybePromise<VisitTypeCategory[]> {
  const { catalogue } = context;
  const ifSeen = (category: VisitTypeCategory | null) =>
    category &&
    chain(catalogue.related.categoryVisitTypes.load(category.number), (visitTypes) =>
      chain(canSeeAny(context, visitTypes ?? []), (isSeen) => (isSeen ? category : null)),
    );
  return chain(
    chainAll(numbers.map((number) => chain(catalogue.visitTypeCategory.load(number), ifSeen))),
    withoutNulls,
  );
}

/** The answers by list: a list is one object as long as it is cached. */
const seenAnyOf = new WeakMap<RequestContext, Map<readonly number[], MaybePromise<boolean>>>();

/** Whether the caller sees one of these visit types; a request that names the same thing many times looks through its list once (A9). */
function canSeeAny(context: RequestContext, visitTypes: readonly number[]): MaybePromise<boolean> {
  const known = seenAnyOf.get(context) ?? new Map<readonly number[], MaybePromise<boolean>>();
  seenAnyOf.set(context, known);
  const answer = known.get(visitTypes) ?? findAnySeen(context, visitTypes);
  known.set(visitTypes, answer);
  return answer;
}

/** Looks through the list; what is not cached is loaded together. */
function findAnySeen(context: RequestContext, visitTypes: readonly number[]): MaybePromise<boolean> {
  for (const [index, number] of visitTypes.entries()) {
    const first = visibleHotelNumbersOfVisitType(context, number);
    if (first instanceof Promise) {
      const others = visitTypes.slice(index + 1).map((other) => visibleHotelNumbersOfVisitType(context, other));
      return chain(chainAll([first, ...others]), (sold) => sold.some((hotels) => hotels.length > 0));
    }
    if (first.length > 0) return true;
  }
  return false;
}

/** Rows of one kind in the order of their numbers' list; missing ones are left out. */
export function loadRows<Kind extends EntityKind>(
  context: RequestContext,
  kind: Kind,
  numbers: readonly number[],
): MaybePromise<EntityRows[Kind][]> {
  const loader = context.catalogue[kind] as CachedLoader<number, EntityRows[Kind]>;
  return chain(chainAll(numbers.map((number) => loader.load(number))), withoutNulls);
}

/** Entities that are looked up before other requests get a turn: a few milliseconds. */
export const ENTITIES_PER_TURN = 1_000;

/** The same for as many numbers as the catalogue has, those that are wanted alone: other requests get their turns. */
export async function loadManyRows<Kind extends EntityKind>(
  context: RequestContext,
  kind: Kind,
  numbers: readonly number[],
  isWanted: (row: EntityRows[Kind]) => boolean = () => true,
): Promise<EntityRows[Kind][]> {
  const rows: EntityRows[Kind][] = [];
  for await (const portion of portionsOf(context, numbers, ENTITIES_PER_TURN)) {
    for (const row of await loadRows(context, kind, portion)) if (isWanted(row)) rows.push(row);
  }
  return rows;
}

/** The values without nulls, in order. */
export function withoutNulls<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value): value is T => value !== null);
}
