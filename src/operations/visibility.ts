/**
 * What a caller may see (I2): the destinations of its key, the hotels there, the visit types sold in at least one of those
 * hotels, and only those hotels inside them. What it may not see does not exist for it: every question here answers with
 * null or leaves out, never with a difference between hidden and missing.
 */
import type { EntityKind, EntityRows } from '../data/catalogue-loaders.ts';
import type { Destination, Hotel, RoomType, VisitType } from '../data/generated/prisma/client.ts';
import type { Session } from './session.ts';

/** Whether the caller sees a destination. */
export function seesDestination({ caller }: Session, destinationNumber: number): boolean {
  return caller.destinations === null || caller.destinations.has(destinationNumber);
}

/** What the caller sees, as part of the key of what is remembered: numbers of destinations, ascending; null: all. */
export function seenDestinations({ caller }: Session): readonly number[] | null {
  return caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
}

/** The destinations that the caller sees, by ascending number. */
export async function visibleDestinations(session: Session): Promise<Destination[]> {
  const numbers = (await session.catalogue.all.load('destination')) ?? [];
  return rowsOf(
    session,
    'destination',
    numbers.filter((number) => seesDestination(session, number)),
  );
}

/** The hotel, if the caller sees it. */
export async function visibleHotel(session: Session, number: number): Promise<Hotel | null> {
  const hotel = await session.catalogue.hotel.load(number);
  return hotel && seesDestination(session, hotel.destinationNumber) ? hotel : null;
}

/** The room type, if the caller sees its hotel. */
export async function visibleRoomType(session: Session, number: number): Promise<RoomType | null> {
  const roomType = await session.catalogue.roomType.load(number);
  return roomType && (await visibleHotel(session, roomType.hotelNumber)) ? roomType : null;
}

/** The visit type, if it is sold in a hotel that the caller sees. */
export async function visibleVisitType(session: Session, number: number): Promise<VisitType | null> {
  const visitType = await session.catalogue.visitType.load(number);
  return visitType && (await hotelsOfVisitType(session, number)).length > 0 ? visitType : null;
}

/** The hotels of a visit type that the caller sees, by ascending number. */
export async function hotelsOfVisitType(session: Session, visitTypeNumber: number): Promise<Hotel[]> {
  const numbers = (await session.catalogue.related.visitTypeHotels.load(visitTypeNumber)) ?? [];
  return present(await Promise.all(numbers.map((number) => visibleHotel(session, number))));
}

/** The visit types sold in a hotel, by ascending number. The hotel is one that the caller sees. */
export async function visitTypesOfHotel(session: Session, hotelNumber: number): Promise<VisitType[]> {
  const numbers = (await session.catalogue.related.hotelVisitTypes.load(hotelNumber)) ?? [];
  return rowsOf(session, 'visitType', numbers);
}

/** The hotels that the caller sees, all or those of one destination, by ascending number. */
export async function visibleHotels(session: Session, destinationNumber?: number): Promise<Hotel[]> {
  const destinations =
    destinationNumber === undefined ? ((await session.catalogue.all.load('destination')) ?? []) : [destinationNumber];
  const seen = destinations.filter((number) => seesDestination(session, number));
  const hotels = await Promise.all(
    seen.map(async (number) => (await session.catalogue.related.destinationHotels.load(number)) ?? []),
  );
  return rowsOf(
    session,
    'hotel',
    hotels.flat().sort((a, b) => a - b),
  );
}

/** Rows of one kind by their numbers, in that order; missing ones are left out. */
export async function rowsOf<Kind extends EntityKind>(
  session: Session,
  kind: Kind,
  numbers: readonly number[],
): Promise<EntityRows[Kind][]> {
  const loader = session.catalogue[kind];
  return present(await Promise.all(numbers.map((number) => loader.load(number) as Promise<EntityRows[Kind] | null>)));
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value): value is T => value !== null);
}
