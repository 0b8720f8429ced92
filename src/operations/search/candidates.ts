/**
 * Candidates: the combinations of visit type, hotel and room type that a search allows (K2, P6), with the promotions of
 * the caller's channel. Calendars and lowest prices pick the best of them. They come in portions, because a search
 * without parameters covers the whole catalogue, and all its rate books may not fit into memory at once.
 */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { PricedTariff } from '../../data/reads/rate-books.ts';
import type { Candidate } from '../../domain/minimum-price/lowest-price.ts';
import { applicablePromotions } from '../../domain/pricing/promotion.ts';
import type { StockedCandidate } from '../../domain/stay/availability.ts';
import type { DayRange } from '../../domain/time/civil-date.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import {
  destinationOfVisibleHotel,
  visibleHotelNumbers,
  visibleHotelNumbersOfVisitType,
  visibleHotelOfRoomType,
  visitTypeNumbersOfHotels,
} from '../access/visibility.ts';
import { giveWay, portionsOf, throwIfExpired } from '../deadline.ts';
import { ascending } from '../sorting.ts';

/** Omitted conditions allow everything. References are ObjectIds or numbers. */
export interface CandidateFilter {
  visitType?: string | null | undefined;
  hotel?: string | null | undefined;
  destination?: string | null | undefined;
  roomType?: string | null | undefined;
  /** Exactly this many. */
  beds?: number | null | undefined;
}

/** Visit types that are read together. */
export const VISIT_TYPES_PER_BATCH = 100;
/** Candidates that are compared before other requests get a turn: a few milliseconds. */
const CANDIDATES_PER_TURN = 1_000;

/**
 * The candidates that the filter allows and the caller sees, in portions of about `most`; unknown references match nothing (I3). What
 * is done with a portion and reading the next one take turns with other requests (A9).
 */
export async function* findCandidates(
  context: RequestContext,
  filter: CandidateFilter,
  most = CANDIDATES_PER_TURN,
): AsyncGenerator<readonly Candidate[]> {
  throwIfExpired(context);
  const hotels = await findAllowedHotels(context, filter);
  if (hotels.size === 0) return;
  const roomType = filter.roomType == null ? null : await resolveNumber(context, 'roomType', filter.roomType);
  const visitTypes = await findAllowedVisitTypes(context, filter, hotels);
  let candidates: Candidate[] = [];
  for await (const batch of portionsOf(context, visitTypes, VISIT_TYPES_PER_BATCH)) {
    const tariffs = await chainAll(batch.map((number) => context.tariffs.load(number)));
    for (const priced of tariffs) {
      if (!priced) continue;
      for (const candidate of candidatesIn(context, priced, hotels)) {
        if (roomType !== null && candidate.room.number !== roomType) continue;
        if (filter.beds != null && candidate.room.beds !== filter.beds) continue;
        candidates.push(candidate);
        if (candidates.length < most) continue;
        yield candidates;
        candidates = [];
        await giveWay(context);
      }
    }
  }
  yield candidates;
}

/** The room types of these hotels under a visit type. Those of a hotel follow each other and share what they can: the rules build on it. */
export function* candidatesIn(
  { caller: { channel } }: RequestContext,
  { tariff, book }: PricedTariff,
  hotels: ReadonlySet<number>,
): Generator<Candidate> {
  const { visitTypeNumber, rules } = tariff;
  let hotelNumber = Number.NaN;
  let promotions: Candidate['promotions'] = [];
  for (const room of tariff.roomTypes) {
    if (!hotels.has(room.hotelNumber)) continue;
    if (room.hotelNumber !== hotelNumber) {
      ({ hotelNumber } = room);
      promotions = applicablePromotions({ promotions: tariff.promotions, channel, hotelNumber });
    }
    yield { visitTypeNumber, rules, room, book, promotions };
  }
}

/** The room types of one hotel under a visit type. */
export function candidatesInHotel(context: RequestContext, priced: PricedTariff, hotelNumber: number): Candidate[] {
  return [...candidatesIn(context, priced, new Set([hotelNumber]))];
}

const NOT_READ = new Int32Array(0);

/**
 * The candidates with their capacity left, which is read where it matters: so a response does not depend on any other.
 * @param nightsOf the nights of a candidate that are looked at; null: none matters
 */
export function loadCapacity(
  context: RequestContext,
  candidates: readonly Candidate[],
  nightsOf: (candidate: Candidate) => DayRange | null,
): MaybePromise<StockedCandidate[]> {
  const loads = candidates.map((one) => {
    const nights = nightsOf(one);
    return nights === null ? NOT_READ : context.capacity.load(one.room, nights);
  });
  return chain(chainAll(loads), (stocks) =>
    candidates.map(({ visitTypeNumber, rules, room, book, promotions }, index) => ({
      visitTypeNumber,
      rules,
      room,
      book,
      promotions,
      // biome-ignore lint/style/noNonNullAssertion: there is a stock for each candidate.
      remaining: stocks[index]!,
    })),
  );
}

/** Numbers of the hotels that the filter allows and the caller sees. */
export async function findAllowedHotels(context: RequestContext, filter: CandidateFilter): Promise<Set<number>> {
  const wanted = {
    hotel: filter.hotel == null ? undefined : await resolveNumber(context, 'hotel', filter.hotel),
    destination:
      filter.destination == null ? undefined : await resolveNumber(context, 'destination', filter.destination),
    roomType: filter.roomType == null ? undefined : await resolveNumber(context, 'roomType', filter.roomType),
  };
  if (wanted.hotel === null || wanted.destination === null || wanted.roomType === null) return new Set();
  if (wanted.roomType !== undefined) {
    const hotel = await visibleHotelOfRoomType(context, wanted.roomType);
    if (hotel === null || (wanted.hotel !== undefined && hotel !== wanted.hotel)) return new Set();
    wanted.hotel = hotel;
  }
  if (wanted.hotel !== undefined) {
    const destination = await destinationOfVisibleHotel(context, wanted.hotel);
    const isThere = destination !== null && destination === (wanted.destination ?? destination);
    return new Set(isThere ? [wanted.hotel] : []);
  }
  return new Set(await visibleHotelNumbers(context, wanted.destination));
}

/** Numbers of the visit types that the filter allows in those hotels, ascending. */
export async function findAllowedVisitTypes(
  context: RequestContext,
  filter: CandidateFilter,
  hotels: ReadonlySet<number>,
): Promise<number[]> {
  if (filter.visitType != null) {
    const number = await resolveNumber(context, 'visitType', filter.visitType);
    return number !== null && (await visibleHotelNumbersOfVisitType(context, number)).length > 0 ? [number] : [];
  }
  return ascending(context, [...(await visitTypeNumbersOfHotels(context, [...hotels]))]);
}
