/**
 * The price of one night (P6), the lowest price over nights, and whether a night meets the time constraints. Everything
 * is an exact fraction of minor units until it is rounded.
 */
import { datesFromTo, earlierOf, laterOf, plusDays } from './oracle-dates.ts';
import type { FilePriceList, FileRange, FileRate, FileRoomType, FileVisitType, OracleCurrency } from './oracle-file.ts';
import { ORACLE_CURRENCIES } from './oracle-file.ts';
import {
  afterPercent,
  decimalOf,
  dividedBy,
  type Fraction,
  halfUp,
  hundredfold,
  isLower,
  percent,
  times,
  whole,
} from './oracle-money.ts';
import { type Combination, isSoldToday, type OracleScene, promotionsOf, winnerOfNight } from './oracle-scope.ts';

/** Decimal amounts in one currency, per night and guest. */
export interface NightlyAmount {
  amount: number;
  original: number;
}

export type PerCurrency<T> = Record<OracleCurrency, T>;

/** What a rate costs for the whole room, in minor units: a per-person rate is multiplied by the beds (P2). */
export function roomAmount(list: FilePriceList, rate: FileRate, roomType: FileRoomType): Fraction {
  return whole(hundredfold(rate.amount) * (list.quotedPer === 'PERSON' ? BigInt(roomType.beds) : 1n));
}

/** The price of one night before its promotion (P6). */
export interface OracleNightPrice {
  price: Fraction;
  /** Whether it is a PER_NIGHT rate, not the average of a package. */
  isRate: boolean;
}

/**
 * The night price of a room type in a currency: the lower of the night's PER_NIGHT rate and the average of every package of which some
 * stay includes the night, inside its season, from today to the last night on sale; of equal ones the rate.
 */
export function nightPrice(
  scene: OracleScene,
  { visitType, roomType }: { visitType: FileVisitType; roomType: FileRoomType },
  { currency, night }: { currency: OracleCurrency; night: string },
): OracleNightPrice | null {
  if (night < scene.today || night > scene.lastNight) return null;
  const found: OracleNightPrice[] = [];
  for (const list of visitType.priceLists) {
    if (list.currency !== currency) continue;
    for (const rate of list.rates) {
      if (rate.roomTypeId !== roomType.id || night < rate.from || night > rate.to) continue;
      const price = roomAmount(list, rate, roomType);
      if (list.kind === 'PER_NIGHT') found.unshift({ price, isRate: true });
      else if (isInSomePackage(scene, { ...rate, nights: list.nights! }, night)) {
        found.push({ price: dividedBy(price, list.nights!), isRate: false });
      }
    }
  }
  return found.find(({ price }) => !found.some((other) => isLower(other.price, price))) ?? null;
}

/** Whether the earliest whole package that still includes the night ends inside the season. */
function isInSomePackage(
  scene: OracleScene,
  { from, to, nights }: FileRange & { nights: number },
  night: string,
): boolean {
  const first = laterOf(laterOf(from, scene.today), plusDays(night, 1 - nights));
  return plusDays(first, nights - 1) <= earlierOf(to, scene.lastNight);
}

/** Priced in any currency (P6). */
export function isNightPriced(
  scene: OracleScene,
  what: { visitType: FileVisitType; roomType: FileRoomType },
  night: string,
): boolean {
  return ORACLE_CURRENCIES.some((currency) => nightPrice(scene, what, { currency, night }) !== null);
}

/** Whether all of these nights lie in the same time constraint; without constraints all are allowed (T3). */
export function keepsTimeConstraints(visitType: FileVisitType, nights: readonly string[]): boolean {
  if (visitType.timeConstraints.length === 0) return true;
  return visitType.timeConstraints.some(({ from, to }) => nights.every((night) => from <= night && night <= to));
}

/**
 * The room's price of one night after its promotion, with the price before; null when it has none in the currency. A rate is reduced as
 * the quote of this night is, by a rounded line; an average stays exact.
 */
export function promotedNightPrice(
  scene: OracleScene,
  { visitType, hotel, roomType }: Combination,
  { currency, night }: { currency: OracleCurrency; night: string },
): { price: Fraction; original: Fraction; isRate: boolean } | null {
  const found = nightPrice(scene, { visitType, roomType }, { currency, night });
  if (found === null) return null;
  const { price: original, isRate } = found;
  const winner = winnerOfNight(promotionsOf(scene, visitType, hotel.id), night);
  if (winner === null) return { price: original, original, isRate };
  if (!isRate) return { price: times(original, afterPercent(winner.percentage)), original, isRate };
  const line = halfUp(times(original, percent(winner.percentage)));
  return { price: whole(halfUp(original) - line), original, isRate };
}

/** The cheapest of some combinations and nights per currency, per guest, rounded once; ties: the higher original. */
export function cheapest(
  scene: OracleScene,
  places: Iterable<{ combination: Combination; night: string }>,
): PerCurrency<NightlyAmount | null> {
  const best: PerCurrency<{ amount: bigint; original: bigint } | null> = { CZK: null, EUR: null };
  for (const { combination, night } of places) {
    for (const currency of ORACLE_CURRENCIES) {
      const found = promotedNightPrice(scene, combination, { currency, night });
      if (found === null) continue;
      const amount = halfUp(dividedBy(found.price, combination.roomType.beds));
      const original = halfUp(dividedBy(found.original, combination.roomType.beds));
      const so = best[currency];
      if (so === null || amount < so.amount || (amount === so.amount && original > so.original)) {
        best[currency] = { amount, original };
      }
    }
  }
  const shown = (so: { amount: bigint; original: bigint } | null) =>
    so && { amount: decimalOf(so.amount), original: decimalOf(so.original) };
  return { CZK: shown(best.CZK), EUR: shown(best.EUR) };
}

/** Lowest price (P6, P9) over combinations and the nights of `[dateFrom, dateTo)`, an absent bound being open. */
export function lowestPriceOver(
  scene: OracleScene,
  candidates: readonly Combination[],
  { dateFrom, dateTo }: { dateFrom?: string | null; dateTo?: string | null } = {},
): PerCurrency<NightlyAmount | null> {
  const places: { combination: Combination; night: string }[] = [];
  const nights = datesFromTo({ from: scene.today, to: scene.lastNight }).filter(
    (night) => (!dateFrom || night >= dateFrom) && (!dateTo || night < dateTo),
  );
  for (const combination of candidates) {
    if (!isSoldToday(scene, combination.visitType)) continue;
    for (const night of nights) {
      if (keepsTimeConstraints(combination.visitType, [night])) places.push({ combination, night });
    }
  }
  return cheapest(scene, places);
}
