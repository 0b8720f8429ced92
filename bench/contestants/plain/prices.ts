/**
 * Prices from rows, independent of the gateway's rules. It works on seasons, not nights, where one night is as good as any.
 * This is what a team would write that reads its tables on every request.
 */
import { addMonths, type Day } from '../../../src/domain/time/civil-date.ts';
import type { PromotionRow, RoomRate, RoomRow, TariffRows } from './rows.ts';

export const CHANNEL = 'public';
export const CURRENCIES = ['CZK', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];

const WHOLE = 10_000;

export interface Offer {
  readonly amountMinor: number;
  readonly originalMinor: number;
}

/** `numerator / denominator`, an exact half upwards. */
export function half(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

/** The last night for sale. */
export function horizonOf(today: Day): Day {
  return addMonths(today, 24);
}

/** Whether the visit type may be booked today. */
export function isOnSale({ sellingFrom, sellingTo }: TariffRows, today: Day): boolean {
  return (sellingFrom === null || sellingFrom <= today) && (sellingTo === null || today <= sellingTo);
}

/** Whether the nights `[from, to]` lie within a single time constraint. */
export function isWithin({ constraints }: TariffRows, from: Day, to: Day): boolean {
  return constraints.length === 0 || constraints.some((range) => range.from <= from && to <= range.to);
}

/** The rates of a room in a currency that are still for sale, clamped to `[today, horizon]`. */
export function ratesFor(tariff: TariffRows, room: RoomRow, currency: Currency, today: Day): RoomRate[] {
  const horizon = horizonOf(today);
  const rates: RoomRate[] = [];
  for (const rate of tariff.rates) {
    if (rate.roomType !== room.number || rate.currency !== currency) continue;
    const from = Math.max(rate.from, today);
    const to = Math.min(rate.to, horizon);
    if (to - from + 1 >= rate.nights) rates.push({ ...rate, from, to });
  }
  return rates;
}

/** The lowest price of one night as a fraction, of equal ones the rate of the night; null: it has none. */
export function nightPrice(rates: readonly RoomRate[], night: Day): RoomRate | null {
  let best: RoomRate | null = null;
  for (const rate of rates) {
    if (night < rate.from || night > rate.to) continue;
    const less = best === null ? -1 : rate.amountMinor * best.nights - best.amountMinor * rate.nights;
    if (less < 0 || (less === 0 && rate.kind === 'PER_NIGHT')) best = rate;
  }
  return best;
}

/** The promotions of the channel in a hotel. */
export function promotionsIn({ promotions }: TariffRows, hotel: number): PromotionRow[] {
  return promotions.filter(
    ({ channels, hotels }) => channels.includes(CHANNEL) && (hotels === null || hotels.includes(hotel)),
  );
}

/** The promotion that wins a night; null: none is valid. */
export function winnerOf(promotions: readonly PromotionRow[], night: Day): PromotionRow | null {
  let best: PromotionRow | null = null;
  for (const one of promotions) {
    if (night < one.validFrom || (one.validTo !== null && night >= one.validTo)) continue;
    if (best === null || precedence(one, best) < 0) best = one;
  }
  return best;
}

function precedence(a: PromotionRow, b: PromotionRow): number {
  return b.basisPoints - a.basisPoints || a.validFrom - b.validFrom || a.number - b.number;
}

/** What is left of an amount after a promotion, which is rounded. */
export function reduced(amountMinor: number, basisPoints: number): number {
  return amountMinor - half(amountMinor * basisPoints, WHOLE);
}

/** The price of a night, divided among `shares`, after and before its promotion. The part of a package is exact until then. */
export function offerOf(rate: RoomRate, basisPoints: number, shares: number): Offer {
  const parts = rate.nights * shares;
  const amountMinor =
    rate.kind === 'PER_NIGHT'
      ? half(reduced(rate.amountMinor, basisPoints), shares)
      : half(rate.amountMinor * (WHOLE - basisPoints), parts * WHOLE);
  return { amountMinor, originalMinor: half(rate.amountMinor, parts) };
}

/** The lowest price per night and guest in some rooms, from today on; null: nothing is for sale. */
export function lowestPrice(
  tariff: TariffRows,
  rooms: readonly RoomRow[],
  currency: Currency,
  today: Day,
): Offer | null {
  if (!isOnSale(tariff, today)) return null;
  let lowest: Offer | null = null;
  for (const room of rooms) {
    const rates = ratesFor(tariff, room, currency, today);
    const promotions = promotionsIn(tariff, room.hotelNumber);
    for (const night of turningPoints(tariff, rates, promotions, today)) {
      const rate = isWithin(tariff, night, night) ? nightPrice(rates, night) : null;
      if (!rate) continue;
      const offer = offerOf(rate, winnerOf(promotions, night)?.basisPoints ?? 0, room.beds);
      if (lowest === null || isLower(offer, lowest)) lowest = offer;
    }
  }
  return lowest;
}

function isLower(a: Offer, b: Offer): boolean {
  return a.amountMinor < b.amountMinor || (a.amountMinor === b.amountMinor && a.originalMinor > b.originalMinor);
}

/** The nights on which anything changes. Until the next one, all nights are alike. */
function turningPoints(
  { constraints }: TariffRows,
  rates: readonly RoomRate[],
  promotions: readonly PromotionRow[],
  today: Day,
): Set<Day> {
  const nights = new Set([today]);
  const add = (night: Day | null) => {
    if (night !== null && night > today) nights.add(night);
  };
  for (const { from, to } of [...rates, ...constraints]) {
    add(from);
    add(to + 1);
  }
  for (const { validFrom, validTo } of promotions) {
    add(validFrom);
    add(validTo);
  }
  return nights;
}
