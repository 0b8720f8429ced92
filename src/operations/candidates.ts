/**
 * Candidates: the combinations of visit type, hotel and room type that a search allows (K2, P6), with the promotions of the
 * caller's channel. Calendars and lowest prices are the best of them. They come in portions, because a search without
 * parameters means the whole catalogue, whose rate books need not fit into memory at once.
 */
import type { StockedCandidate } from '../domain/availability.ts';
import type { Candidate } from '../domain/lowest-price.ts';
import { promotionsAt } from '../domain/promotion.ts';
import { numberOf } from './references.ts';
import type { Session } from './session.ts';
import { stopWhenLate } from './time-limit.ts';
import { visibleHotel, visibleHotels, visibleRoomType, visibleVisitType } from './visibility.ts';

/** What a search allows; what is left out allows everything. References are ObjectIds or numbers. */
export interface CandidateFilter {
  visitType?: string | null | undefined;
  hotel?: string | null | undefined;
  destination?: string | null | undefined;
  roomType?: string | null | undefined;
  /** Exactly this many beds. */
  beds?: number | null | undefined;
}

/** Visit types that are looked at together. */
export const VISIT_TYPES_PER_PORTION = 250;

/** The candidates that the filter allows and the caller sees, in portions; a reference to nothing allows nothing (I3). */
export async function* candidatesOf(session: Session, filter: CandidateFilter): AsyncGenerator<Candidate[]> {
  const hotels = await hotelsAllowed(session, filter);
  if (hotels.size === 0) return;
  const roomType = filter.roomType == null ? null : await numberOf(session, 'roomType', filter.roomType);
  const visitTypes = await visitTypesAllowed(session, filter, hotels);
  for (let start = 0; start < visitTypes.length; start += VISIT_TYPES_PER_PORTION) {
    stopWhenLate(session);
    const tariffs = await session.tariffs.loadMany(visitTypes.slice(start, start + VISIT_TYPES_PER_PORTION));
    const candidates: Candidate[] = [];
    for (const priced of tariffs) {
      if (priced instanceof Error) throw priced;
      if (!priced) continue;
      const { tariff, book } = priced;
      for (const room of tariff.roomTypes) {
        if (!hotels.has(room.hotelNumber)) continue;
        if (roomType !== null && room.number !== roomType) continue;
        if (filter.beds != null && room.beds !== filter.beds) continue;
        candidates.push({
          visitTypeNumber: tariff.visitTypeNumber,
          rules: tariff.rules,
          room,
          book,
          promotions: promotionsAt({
            promotions: tariff.promotions,
            channel: session.caller.channel,
            hotelNumber: room.hotelNumber,
          }),
        });
      }
    }
    yield candidates;
  }
}

/** The candidates with the capacity that is left for them. */
export async function withCapacity(session: Session, candidates: readonly Candidate[]): Promise<StockedCandidate[]> {
  return Promise.all(
    candidates.map(async (candidate) => ({ ...candidate, remaining: await session.capacity.load(candidate.room) })),
  );
}

/** Numbers of the hotels that the filter allows and the caller sees. */
export async function hotelsAllowed(session: Session, filter: CandidateFilter): Promise<Set<number>> {
  const wanted = {
    hotel: filter.hotel == null ? undefined : await numberOf(session, 'hotel', filter.hotel),
    destination: filter.destination == null ? undefined : await numberOf(session, 'destination', filter.destination),
    roomType: filter.roomType == null ? undefined : await numberOf(session, 'roomType', filter.roomType),
  };
  if (wanted.hotel === null || wanted.destination === null || wanted.roomType === null) return new Set();
  if (wanted.roomType !== undefined) {
    const roomType = await visibleRoomType(session, wanted.roomType);
    if (!roomType || (wanted.hotel !== undefined && roomType.hotelNumber !== wanted.hotel)) return new Set();
    wanted.hotel = roomType.hotelNumber;
  }
  if (wanted.hotel !== undefined) {
    const hotel = await visibleHotel(session, wanted.hotel);
    const isThere = wanted.destination === undefined || hotel?.destinationNumber === wanted.destination;
    return new Set(hotel && isThere ? [hotel.number] : []);
  }
  return new Set((await visibleHotels(session, wanted.destination)).map((hotel) => hotel.number));
}

/** Numbers of the visit types that the filter allows in those hotels, ascending. */
export async function visitTypesAllowed(
  session: Session,
  filter: CandidateFilter,
  hotels: ReadonlySet<number>,
): Promise<number[]> {
  if (filter.visitType != null) {
    const number = await numberOf(session, 'visitType', filter.visitType);
    return number !== null && (await visibleVisitType(session, number)) ? [number] : [];
  }
  const sold = await session.catalogue.related.hotelVisitTypes.loadMany([...hotels]);
  const numbers = new Set<number>();
  for (const list of sold) {
    if (list instanceof Error) throw list;
    for (const number of list ?? []) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}
