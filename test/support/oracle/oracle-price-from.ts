/**
 * From-prices the slow and obvious way (V4, V4a): enumerate every stay of minimum length that a hotel allows between
 * today and the last night on sale, with its exact price per person and night and for the room, and find the first.
 * Only the public channel counts, for every caller (P7).
 */
import { datesFromTo, plusDays } from './oracle-dates.ts';
import type { FileHotel, FileVisitType, OracleCurrency } from './oracle-file.ts';
import { ORACLE_CURRENCIES } from './oracle-file.ts';
import { decimalOf, dividedBy, type Fraction, halfUp, isLower, percent, times, whole } from './oracle-money.ts';
import { basesOf, brokenStayRules } from './oracle-price.ts';
import { type Combination, combinations, isSoldToday, type OracleScene } from './oracle-scope.ts';

/** Decimal amounts. */
export interface OracleFromPrice {
  amount: number;
  original: number;
  nights: number;
  guests: number;
  visitTypeId: number;
}

export interface OracleFromPrices {
  perPersonPerNight: OracleFromPrice;
  perStay: OracleFromPrice;
}

export type OraclePriceFrom = Partial<
  Record<OracleCurrency, { all: OracleFromPrices; health?: OracleFromPrices; wellness?: OracleFromPrices }>
>;

interface PricedStay {
  combination: Combination;
  nights: number;
  base: Fraction;
  total: Fraction;
}

/** The shortest length that the visit type sells, even above its maximum. */
function shortestLength({ nightsMin, reservationTimeSpan }: FileVisitType): number {
  let nights = nightsMin;
  if (reservationTimeSpan === 'WEEKS') while (nights % 7 !== 0) nights += 1;
  return nights;
}

/** The largest percentage of all public promotions of the hotel that are valid on the first, the last and every other night. */
function percentageForAll({ visitType, hotel }: Combination, stay: { dateFrom: string; dateTo: string }): number {
  const percentages = visitType.promotions
    .filter(({ channels }) => channels.includes('public'))
    .filter(({ hotelIds }) => hotelIds === null || hotelIds.includes(hotel.id))
    .filter(({ validFrom, validTo }) => validFrom <= stay.dateFrom && (validTo === null || stay.dateTo <= validTo))
    .map(({ percentage }) => percentage);
  return Math.max(0, ...percentages);
}

/** Whether some rate covers the night; a stay with an uncovered first night has no price, whatever else holds. */
function isNamedByRate({ visitType, roomType }: Combination, currency: OracleCurrency, night: string): boolean {
  return visitType.priceLists.some(
    (list) =>
      list.currency === currency &&
      list.rates.some(({ roomTypeId, from, to }) => roomTypeId === roomType.id && from <= night && night <= to),
  );
}

function pricedStays(scene: OracleScene, combination: Combination, currency: OracleCurrency): PricedStay[] {
  if (!isSoldToday(scene, combination.visitType)) return [];
  const nights = shortestLength(combination.visitType);
  const dates = datesFromTo({ from: scene.today, to: plusDays(scene.lastNight, 1) });
  const stays: PricedStay[] = [];
  for (let checkIn = 0; checkIn + nights < dates.length; checkIn += 1) {
    const stay = { dateFrom: dates[checkIn]!, dateTo: dates[checkIn + nights]! };
    if (!isNamedByRate(combination, currency, stay.dateFrom)) continue;
    if (brokenStayRules(scene, combination.visitType, stay).length > 0) continue;
    const percentage = percent(percentageForAll(combination, stay));
    const ways = basesOf(combination, currency, stay).map(({ base: exact }) => {
      const base = halfUp(exact);
      return { base: whole(base), total: whole(base - halfUp(times(exact, percentage))) };
    });
    // Packages come first, and stay first where they are as cheap (P2).
    const [cheapest] = ways.sort((a, b) => (isLower(a.total, b.total) ? -1 : Number(isLower(b.total, a.total))));
    if (cheapest) stays.push({ combination, nights, ...cheapest });
  }
  return stays;
}

/** Which of two to show: lower share, then higher original share, fewer nights, lower visit type, lower room type. */
function goesFirst(a: PricedStay, b: PricedStay, partsOf: (stay: PricedStay) => number): boolean {
  const [shareA, shareB] = [dividedBy(a.total, partsOf(a)), dividedBy(b.total, partsOf(b))];
  if (isLower(shareA, shareB)) return true;
  if (isLower(shareB, shareA)) return false;
  const [originalA, originalB] = [dividedBy(a.base, partsOf(a)), dividedBy(b.base, partsOf(b))];
  if (isLower(originalB, originalA)) return true;
  if (isLower(originalA, originalB)) return false;
  if (a.nights !== b.nights) return a.nights < b.nights;
  const [placeA, placeB] = [a.combination, b.combination];
  if (placeA.visitType.id !== placeB.visitType.id) return placeA.visitType.id < placeB.visitType.id;
  return placeA.roomType.id < placeB.roomType.id;
}

function cheapest(stays: readonly PricedStay[], partsOf: (stay: PricedStay) => number): OracleFromPrice {
  let first = stays[0]!;
  for (const stay of stays) if (goesFirst(stay, first, partsOf)) first = stay;
  return {
    amount: decimalOf(halfUp(dividedBy(first.total, partsOf(first)))),
    original: decimalOf(halfUp(dividedBy(first.base, partsOf(first)))),
    nights: first.nights,
    guests: first.combination.roomType.beds,
    visitTypeId: first.combination.visitType.id,
  };
}

function minima(stays: readonly PricedStay[]): OracleFromPrices {
  return {
    perPersonPerNight: cheapest(stays, ({ nights, combination }) => nights * combination.roomType.beds),
    perStay: cheapest(stays, () => 1),
  };
}

/** The from-prices of a hotel; null when it sells nothing that has a price. */
export function priceFromOf(scene: OracleScene, hotel: FileHotel): OraclePriceFrom | null {
  const answer: OraclePriceFrom = {};
  for (const currency of ORACLE_CURRENCIES) {
    const all = combinations(scene, { hotelId: hotel.id }).flatMap((one) => pricedStays(scene, one, currency));
    const health = all.filter(({ combination }) => combination.visitType.stayCategory === 'health');
    const wellness = all.filter(({ combination }) => combination.visitType.stayCategory === 'wellness');
    if (all.length === 0) continue;
    answer[currency] = { all: minima(all) };
    if (health.length > 0) answer[currency].health = minima(health);
    if (wellness.length > 0) answer[currency].wellness = minima(wellness);
  }
  return Object.keys(answer).length > 0 ? answer : null;
}
