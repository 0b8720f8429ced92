/**
 * Offers by brute force (F4, Y1): every stay of every combination that the search allows is checked, priced and compared. It knows
 * nothing of runs or caches.
 */
import { datesFromTo, plusDays } from './oracle-dates.ts';
import type { FileVisitType, OracleCurrency } from './oracle-file.ts';
import { hundredfold } from './oracle-money.ts';
import { breakdownOf, brokenStayRules } from './oracle-price.ts';
import { type Combination, combinations, type OracleScene, remainingUnits } from './oracle-scope.ts';
import { saleRank } from './oracle-wish.ts';

export interface OffersQuestion {
  arrival: string;
  flexibleDays: number;
  nightsMin: number;
  nightsMax: number;
  currency: OracleCurrency;
  guests?: number | null;
  /** Guests of each room. */
  party?: readonly number[] | null;
  destinationId?: number | null;
  hotelId?: number | null;
  visitTypeId?: number | null;
  categoryId?: number | null;
  tagId?: number | null;
  stayCategory?: string | null;
  starsMin?: number | null;
  boarding?: string | null;
  /** In minor units. */
  maxTotal?: number | null;
  includeOnRequest: boolean;
  /** Words that the visit type and the hotel have together (F15). */
  search?: string | null;
}

export interface OracleOffer {
  visitTypeId: number;
  hotelId: number;
  /** The type of the only room; of a party that of the first. */
  roomTypeId: number;
  rooms: OracleRoom[];
  destinationId: number;
  stars: number;
  arrival: string;
  departure: string;
  nights: number;
  availability: 'AVAILABLE' | 'ON_DEMAND';
  /** In minor units. */
  total: number;
}

export interface OracleRoom {
  guests: number | null;
  roomTypeId: number;
  /** In minor units. */
  total: number;
}

/** All offers: those that can be booked first, then by total, then by the numbers of visit type, hotel and room type (F4). */
export function offersOf(scene: OracleScene, question: OffersQuestion): OracleOffer[] {
  return grouped(
    combinations(scene, question).filter((combination) => isAsked(scene, combination, question)),
    question,
  )
    .flatMap((group) => countingStays(scene, group, question).sort(byPreference).slice(0, 1))
    .sort(
      (a, b) =>
        a.availability.localeCompare(b.availability) ||
        a.total - b.total ||
        a.visitTypeId - b.visitTypeId ||
        a.hotelId - b.hotelId ||
        a.roomTypeId - b.roomTypeId,
    );
}

export const NO_OFFERS = ['NOTHING_ON_SALE', 'NO_ROOM_FOR_GUESTS', 'SOLD_OUT', 'OVER_BUDGET'] as const;

export interface OracleNothing {
  none: (typeof NO_OFFERS)[number] | null;
  mostGuestsInARoom: number | null;
}

/** Why nothing is found (Y1): each condition alone is dropped from the whole question, from the last to the first. */
export function nothingOf(scene: OracleScene, question: OffersQuestion): OracleNothing {
  const isFound = (changes: Partial<OffersQuestion>) => offersOf(scene, { ...question, ...changes }).length > 0;
  if (isFound({})) return { none: null, mostGuestsInARoom: null };
  const whoever = { maxTotal: null, guests: null, party: null };
  const beds = offersOf(scene, { ...question, ...whoever }).map(({ hotelId, roomTypeId }) =>
    bedsOf(scene, hotelId, roomTypeId),
  );
  const reasons = [
    { without: { maxTotal: null }, none: 'OVER_BUDGET' },
    { without: { maxTotal: null, includeOnRequest: true }, none: 'SOLD_OUT' },
    { without: { ...whoever, includeOnRequest: true }, none: 'NO_ROOM_FOR_GUESTS' },
  ] as const;
  const found = reasons.find(({ without }) => isFound(without));
  return { none: found?.none ?? 'NOTHING_ON_SALE', mostGuestsInARoom: beds.length === 0 ? null : Math.max(...beds) };
}

function bedsOf({ catalogue }: OracleScene, hotelId: number, roomTypeId: number): number {
  const hotel = catalogue.hotels.find(({ id }) => id === hotelId)!;
  return hotel.roomTypes.find(({ id }) => id === roomTypeId)!.beds;
}

/** What one offer is made of: a room, or all rooms of a hotel. */
function grouped(found: readonly Combination[], { party }: OffersQuestion): Combination[][] {
  if (party == null) return found.map((one) => [one]);
  const nameOf = ({ visitType, hotel }: Combination) => `${visitType.id} ${hotel.id}`;
  return [...new Set(found.map(nameOf))].map((name) => found.filter((one) => nameOf(one) === name));
}

function isAsked({ catalogue }: OracleScene, combination: Combination, question: OffersQuestion): boolean {
  const { visitType, hotel, roomType } = combination;
  const { guests, categoryId, tagId, stayCategory, starsMin, boarding } = question;
  return (
    roomType.beds >= (guests ?? 0) &&
    hotel.stars >= (starsMin ?? 0) &&
    (categoryId == null || visitType.categoryIds.includes(categoryId)) &&
    (tagId == null || visitType.tagIds.includes(tagId)) &&
    (stayCategory == null || visitType.stayCategory === stayCategory) &&
    (boarding == null || boardingOfFile(visitType) === boarding) &&
    saleRank(catalogue, combination, question.search ?? '') !== null
  );
}

/** V8. */
export function boardingOfFile({ boarding, availableBoardings }: FileVisitType): string {
  return boarding ?? availableBoardings[0] ?? 'BREAKFAST';
}

/** Every stay of a room, or of a party in rooms of one hotel, that the search allows and offers. */
function countingStays(scene: OracleScene, group: readonly Combination[], question: OffersQuestion): OracleOffer[] {
  const [{ visitType, hotel }] = group as [Combination];
  const { arrival: asked, flexibleDays, nightsMin, nightsMax, maxTotal, includeOnRequest } = question;
  const found: OracleOffer[] = [];
  for (const arrival of datesFromTo({ from: plusDays(asked, -flexibleDays), to: plusDays(asked, flexibleDays) })) {
    for (let nights = nightsMin; nights <= nightsMax; nights += 1) {
      const departure = plusDays(arrival, nights);
      if (brokenStayRules(scene, visitType, { dateFrom: arrival, dateTo: departure }).length > 0) continue;
      const stocked = group.flatMap((combination) => stockOf(scene, combination, question, { arrival, departure }));
      const party = question.party ?? [question.guests ?? null];
      const ways = (isLeft: boolean) =>
        everyWay(party, isLeft ? stocked : stocked.map((one) => ({ ...one, left: party.length })))
          .filter(isOrderly)
          .map((rooms) => ({ rooms, total: rooms.reduce((sum, { total }) => sum + total, 0) }))
          .filter(({ total }) => total <= (maxTotal ?? total))
          .sort(byRooms);
      const [available] = visitType.onDemand ? [] : ways(true);
      const [requested] = includeOnRequest ? ways(false) : [];
      const best = available ?? requested;
      if (!best) continue;
      found.push({
        ...{ visitTypeId: visitType.id, hotelId: hotel.id, roomTypeId: best.rooms[0]!.roomTypeId },
        ...{ destinationId: hotel.destinationId, stars: hotel.stars, ...best },
        ...{ arrival, departure, nights, availability: available ? 'AVAILABLE' : 'ON_DEMAND' },
      });
    }
  }
  return found;
}

interface Stock {
  beds: number;
  roomTypeId: number;
  total: number;
  left: number;
}

type Way = (OracleRoom & { beds: number })[];

/** Whether more guests never get fewer beds; of rooms with equally many the lower number is for fewer guests, then for the earlier room. */
function isOrderly(rooms: Way): boolean {
  return rooms.every((one, place) =>
    rooms.every((other, otherPlace) => {
      const isLater = one.guests === other.guests ? place > otherPlace : (one.guests ?? 0) > (other.guests ?? 0);
      return !isLater || one.beds > other.beds || (one.beds === other.beds && one.roomTypeId >= other.roomTypeId);
    }),
  );
}

/** A room type with its price and what is left on the scarcest night; nothing if it has no price. */
function stockOf(
  scene: OracleScene,
  combination: Combination,
  { currency }: OffersQuestion,
  { arrival, departure }: { arrival: string; departure: string },
): Stock[] {
  const { id, beds } = combination.roomType;
  const price = breakdownOf(scene, combination, currency, { dateFrom: arrival, dateTo: departure }, []);
  if (price === null) return [];
  const nights = datesFromTo({ from: arrival, to: plusDays(departure, -1) });
  const left = Math.min(...nights.map((night) => remainingUnits(scene, id, night)));
  return [{ beds, roomTypeId: id, total: Number(hundredfold(price.amount)), left }];
}

/** Every way to give each room of a party a room type. */
function everyWay([guests, ...others]: readonly (number | null)[], stocked: readonly Stock[]): Way[] {
  if (guests === undefined) return [[]];
  return stocked
    .filter(({ beds, left }) => left > 0 && beds >= (guests ?? 0))
    .flatMap((chosen) => {
      const rest = stocked.map((one) => (one === chosen ? { ...one, left: one.left - 1 } : one));
      const { beds, roomTypeId, total } = chosen;
      return everyWay(others, rest).map((rooms) => [{ guests, beds, roomTypeId, total }, ...rooms]);
    });
}

/** The lowest total first; of equal ones that with the cheapest room, then the next, of equal rooms by number. */
function byRooms(a: { rooms: OracleRoom[]; total: number }, b: { rooms: OracleRoom[]; total: number }): number {
  const listed = (rooms: OracleRoom[]) =>
    rooms
      .map(({ total, roomTypeId }) => [total, roomTypeId])
      .sort(([a, b], [c, d]) => a! - c! || b! - d!)
      .flat();
  const [one, other] = [listed(a.rooms), listed(b.rooms)];
  const at = one.findIndex((value, index) => value !== other[index]);
  return a.total - b.total || (at === -1 ? 0 : one[at]! - other[at]!);
}

function byPreference(a: OracleOffer, b: OracleOffer): number {
  if (a.availability !== b.availability) return a.availability === 'AVAILABLE' ? -1 : 1;
  if (a.total !== b.total) return a.total - b.total;
  if (a.arrival !== b.arrival) return a.arrival < b.arrival ? -1 : 1;
  return a.nights - b.nights;
}
