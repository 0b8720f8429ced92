/**
 * The price of a concrete stay, line by line, and everything that may prevent it. All violations are collected, because
 * no rule says which one an answer names first; 404 comes before 422 (I4).
 */
import { nightsOfStay, weekdayOfDate } from './oracle-dates.ts';
import type { FilePromotion, FileRoomType, FileVisitType, OracleCurrency } from './oracle-file.ts';
import { ORACLE_CURRENCIES } from './oracle-file.ts';
import { decimalOf, dividedBy, type Fraction, floor, halfUp, lowerOf, percent, times, whole } from './oracle-money.ts';
import { keepsTimeConstraints, roomAmount } from './oracle-night.ts';
import {
  type Combination,
  hotelsOf,
  isSoldToday,
  type OracleScene,
  promotionsOf,
  visibleHotels,
  winnerOfNight,
} from './oracle-scope.ts';

export interface PriceQuestion {
  visitTypeId: number;
  roomTypeId: number;
  dateFrom: string;
  dateTo: string;
  loyalty1?: number | null;
  loyalty2?: number | null;
}

export interface PriceBreakdown {
  currency: OracleCurrency;
  nights: number;
  kind: 'PER_NIGHT' | 'PER_VISIT';
  base: number;
  /** In the order of the first night that each won. A line never exceeds what the lines before it left of the base. */
  promotions: {
    id: number;
    percentage: number;
    nights: number;
    amount: number;
    validFrom: string;
    validTo: string | null;
  }[];
  /** In the order of the guests, whose positions begin with 1. */
  discounts: { guest: number; programId: number; amount: number }[];
  amount: number;
}

export type BrokenRule =
  | 'HOTEL_DOES_NOT_SELL_IT'
  | 'NOT_ON_SALE'
  | 'IN_THE_PAST'
  | 'BEYOND_HORIZON'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'NOT_WHOLE_WEEKS'
  | 'STARTING_DAY'
  | 'TIME_CONSTRAINTS'
  | 'NOT_PRICED'
  | 'LOYALTY_NOT_APPLICABLE'
  | 'GUEST_BEYOND_BEDS';

export type PriceAnswer =
  | { status: 200; prices: Partial<Record<OracleCurrency, PriceBreakdown>> }
  | { status: 400 | 404; why: string[] }
  | { status: 422; why: BrokenRule[] };

interface StayDates {
  dateFrom: string;
  dateTo: string;
}

/** A price of the stay before any reduction, in total and by night. */
export interface StayBase {
  kind: 'PER_NIGHT' | 'PER_VISIT';
  base: Fraction;
  perNight: { night: string; part: Fraction }[];
}

/** P2: all that price the stay, packages of exactly that many nights whose season spans every night first; empty = not priced. */
export function basesOf(
  { visitType, roomType }: { visitType: FileVisitType; roomType: FileRoomType },
  currency: OracleCurrency,
  stay: StayDates,
): StayBase[] {
  const nights = nightsOfStay(stay);
  const bases: StayBase[] = [];
  for (const list of visitType.priceLists) {
    if (list.currency !== currency || list.kind !== 'PER_VISIT' || list.nights !== nights.length) continue;
    for (const rate of list.rates) {
      if (rate.roomTypeId !== roomType.id) continue;
      if (!nights.every((night) => rate.from <= night && night <= rate.to)) continue;
      const base = roomAmount(list, rate, roomType);
      const part = dividedBy(base, nights.length);
      bases.push({ kind: 'PER_VISIT', base, perNight: nights.map((night) => ({ night, part })) });
    }
  }
  const perNight: StayBase['perNight'] = [];
  for (const night of nights) {
    const part = nightlyRate({ visitType, roomType }, currency, night);
    if (part === null) return bases;
    perNight.push({ night, part });
  }
  return [...bases, { kind: 'PER_NIGHT', base: sum(perNight.map(({ part }) => part)), perNight }];
}

/** The PER_NIGHT rate of a night for the whole room, in minor units. */
export function nightlyRate(
  { visitType, roomType }: { visitType: FileVisitType; roomType: FileRoomType },
  currency: OracleCurrency,
  night: string,
): Fraction | null {
  for (const list of visitType.priceLists) {
    if (list.kind !== 'PER_NIGHT' || list.currency !== currency) continue;
    for (const rate of list.rates) {
      if (rate.roomTypeId === roomType.id && rate.from <= night && night <= rate.to) {
        return roomAmount(list, rate, roomType);
      }
    }
  }
  return null;
}

function sum(parts: readonly Fraction[]): Fraction {
  return parts.reduce(
    (a, b) => ({
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    }),
    whole(0),
  );
}

/** The base with its promotion lines, and what they leave (P4, L4). */
function promoted({ kind, base: exact, perNight }: StayBase, available: readonly FilePromotion[]) {
  const base = halfUp(exact);
  let left = base;
  const promotions: PriceBreakdown['promotions'] = [];
  const winners = perNight.map(({ night }) => winnerOfNight(available, night));
  for (const promotion of new Set(winners)) {
    if (promotion === null) continue;
    const won = perNight.filter((_, index) => winners[index] === promotion);
    const exact = times(sum(won.map(({ part }) => part)), percent(promotion.percentage));
    const line = lowerOf(halfUp(exact), left);
    left -= line;
    const { id, percentage, validFrom, validTo } = promotion;
    promotions.push({ id, percentage, nights: won.length, amount: decimalOf(line), validFrom, validTo });
  }
  return { kind, nights: perNight.length, base, promotions, left };
}

/** The whole breakdown in one currency (P2, P4, P5, L4), or null when the stay is not priced in it. */
export function breakdownOf(
  scene: OracleScene,
  { visitType, hotel, roomType }: Combination,
  currency: OracleCurrency,
  stay: StayDates,
  programIds: readonly (number | null | undefined)[],
): PriceBreakdown | null {
  const available = promotionsOf(scene, visitType, hotel.id);
  const ways = basesOf({ visitType, roomType }, currency, stay).map((base) => promoted(base, available));
  const lowest = ways.reduce((least, { left }) => (left < least ? left : least), ways[0]?.left ?? 0n);
  const cheapest = ways.find(({ left }) => left === lowest);
  if (cheapest === undefined) return null;
  const { kind, nights, base, promotions } = cheapest;
  let { left } = cheapest;
  const share = dividedBy(whole(left), roomType.beds);
  const discounts: PriceBreakdown['discounts'] = [];
  programIds.forEach((programId, index) => {
    const program = scene.catalogue.loyaltyPrograms.find(({ id }) => id === programId);
    if (program === undefined) return;
    const rounded = halfUp(times(share, percent(program.percentage)));
    const line = lowerOf(rounded, floor(share));
    left -= line;
    discounts.push({ guest: index + 1, programId: program.id, amount: decimalOf(line) });
  });
  return { currency, nights, kind, base: decimalOf(base), promotions, discounts, amount: decimalOf(left) };
}

/** Every rule of the visit type that the stay breaks today, price and loyalty aside. */
export function brokenStayRules(scene: OracleScene, visitType: FileVisitType, stay: StayDates): BrokenRule[] {
  const nights = nightsOfStay(stay);
  const broken: BrokenRule[] = [];
  if (!isSoldToday(scene, visitType)) broken.push('NOT_ON_SALE');
  if (stay.dateFrom < scene.today) broken.push('IN_THE_PAST');
  if (nights.some((night) => night > scene.lastNight)) broken.push('BEYOND_HORIZON');
  if (nights.length < visitType.nightsMin) broken.push('TOO_SHORT');
  if (nights.length > visitType.nightsMax) broken.push('TOO_LONG');
  if (visitType.reservationTimeSpan === 'WEEKS' && nights.length % 7 !== 0) broken.push('NOT_WHOLE_WEEKS');
  const { startingDays } = visitType;
  if (startingDays.length > 0 && !startingDays.includes(weekdayOfDate(stay.dateFrom))) broken.push('STARTING_DAY');
  if (!keepsTimeConstraints(visitType, nights)) broken.push('TIME_CONSTRAINTS');
  return broken;
}

/** GET /price: every currency that covers the stay, or the problem. It ignores capacity and on demand (I4). */
export function answerPrice(scene: OracleScene, question: PriceQuestion): PriceAnswer {
  const programIds = [question.loyalty1, question.loyalty2];
  if (question.dateTo <= question.dateFrom) return { status: 400, why: ['date_to is not after date_from'] };
  const visitType = scene.catalogue.visitTypes.find(({ id }) => id === question.visitTypeId);
  const hotel = visibleHotels(scene).find(({ roomTypes }) => roomTypes.some(({ id }) => id === question.roomTypeId));
  const unknown: string[] = [];
  if (visitType === undefined || hotelsOf(scene, visitType).length === 0) unknown.push('visit type');
  if (hotel === undefined) unknown.push('room type');
  for (const programId of programIds) {
    if (programId !== null && programId !== undefined) {
      if (!scene.catalogue.loyaltyPrograms.some(({ id }) => id === programId)) unknown.push('loyalty program');
    }
  }
  if (visitType === undefined || hotel === undefined || unknown.length > 0) return { status: 404, why: unknown };
  const roomType = hotel.roomTypes.find(({ id }) => id === question.roomTypeId)!;
  const why = brokenStayRules(scene, visitType, question);
  if (!visitType.hotelIds.includes(hotel.id)) why.push('HOTEL_DOES_NOT_SELL_IT');
  programIds.forEach((programId, index) => {
    if (programId === null || programId === undefined) return;
    if (!visitType.loyaltyProgramIds.includes(programId)) why.push('LOYALTY_NOT_APPLICABLE');
    if (index + 1 > roomType.beds) why.push('GUEST_BEYOND_BEDS');
  });
  const prices: Partial<Record<OracleCurrency, PriceBreakdown>> = {};
  for (const currency of ORACLE_CURRENCIES) {
    const breakdown = breakdownOf(scene, { visitType, hotel, roomType }, currency, question, programIds);
    if (breakdown !== null) prices[currency] = breakdown;
  }
  if (Object.keys(prices).length === 0) why.push('NOT_PRICED');
  return why.length > 0 ? { status: 422, why } : { status: 200, prices };
}
