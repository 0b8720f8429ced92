/** Calendars and quotes from rows, for the plain resolvers, in the shape of the GraphQL schema. */
import { type Day, formatDay, weekdayOf } from '../../../src/domain/time/civil-date.ts';
import {
  CURRENCIES,
  type Currency,
  half,
  horizonOf,
  isOnSale,
  isWithin,
  nightPrice,
  offerOf,
  promotionsIn,
  ratesFor,
  winnerOf,
} from './prices.ts';
import type { PromotionRow, RoomRate, RoomRow, TariffRows } from './rows.ts';

const WHOLE = 10_000;

export interface CalendarDay {
  readonly date: string;
  readonly selectable: boolean;
  readonly availability: 'NOT_AVAILABLE' | 'ON_DEMAND' | 'AVAILABLE';
  readonly price: object | null;
}

/** A price of a stay before reductions. */
interface Base {
  readonly kind: RoomRate['kind'];
  readonly nightly: readonly number[];
  readonly amountMinor: number;
}

/** The package of its length and the sum of its nights, as far as the stay has them. */
export function basesOf(rates: readonly RoomRate[], arrival: Day, departure: Day): Base[] {
  const nights = departure - arrival;
  const bases: Base[] = rates
    .filter(
      (rate) => rate.kind === 'PER_VISIT' && rate.nights === nights && rate.from <= arrival && departure - 1 <= rate.to,
    )
    .map(({ kind, amountMinor }) => ({ kind, nightly: [], amountMinor }));
  const nightly: number[] = [];
  for (let night = arrival; night < departure; night++) {
    const rate = rates.find((one) => one.kind === 'PER_NIGHT' && one.from <= night && night <= one.to);
    if (!rate) return bases;
    nightly.push(rate.amountMinor);
  }
  return [...bases, { kind: 'PER_NIGHT', nightly, amountMinor: nightly.reduce((sum, amount) => sum + amount, 0) }];
}

/** The days of a calendar of one room. `freeNights` are the nights on which a room is left. */
export function calendarOf({
  tariff,
  room,
  freeNights,
  from,
  to,
  today,
}: {
  tariff: TariffRows;
  room: RoomRow;
  freeNights: ReadonlySet<Day>;
  from: Day;
  to: Day;
  today: Day;
}): CalendarDay[] {
  const promotions = promotionsIn(tariff, room.hotelNumber);
  const rates = CURRENCIES.map((currency) => ({ currency, rates: ratesFor(tariff, room, currency, today) }));
  const days: CalendarDay[] = [];
  for (let day = from; day <= to; day++) {
    const winner = winnerOf(promotions, day);
    const priced = rates.flatMap(({ currency, rates: ofCurrency }) => {
      const rate = nightPrice(ofCurrency, day);
      return rate ? [{ rate, currency }] : [];
    });
    const amounts = priced.map(({ rate, currency }) =>
      money(offerOf(rate, winner?.basisPoints ?? 0, 1).amountMinor, currency),
    );
    const areRates = priced.every(({ rate }) => rate.kind === 'PER_NIGHT');
    const isForSale = isOnSale(tariff, today) && amounts.length > 0 && isWithin(tariff, day, day);
    const availability = isForSale ? (canBeConfirmed(day) ? 'AVAILABLE' : 'ON_DEMAND') : 'NOT_AVAILABLE';
    const last = day + tariff.minimumNights - 1;
    const starts = tariff.startingDays.length === 0 || tariff.startingDays.includes(weekdayOf(day));
    days.push({
      date: formatDay(day),
      selectable: isForSale && starts && isWithin(tariff, day, last) && last <= horizonOf(today),
      availability,
      price: isForSale ? { isFinal: availability === 'AVAILABLE' && areRates, amounts } : null,
    });
  }
  return days;

  function canBeConfirmed(arrival: Day): boolean {
    const departure = arrival + tariff.minimumNights;
    if (tariff.onDemand || !isWithin(tariff, arrival, departure - 1)) return false;
    for (let night = arrival; night < departure; night++) if (!freeNights.has(night)) return false;
    return rates.some(({ rates: ofCurrency }) => basesOf(ofCurrency, arrival, departure).length > 0);
  }
}

export interface LoyaltyRow {
  readonly guest: number;
  readonly name: unknown;
  readonly basisPoints: number;
}

/** The quotes of a stay, one for each currency that covers it. */
export function quotesOf({
  tariff,
  room,
  arrival,
  departure,
  loyalty,
  today,
}: {
  tariff: TariffRows;
  room: RoomRow;
  arrival: Day;
  departure: Day;
  loyalty: readonly LoyaltyRow[];
  today: Day;
}): object[] {
  const promotions = promotionsIn(tariff, room.hotelNumber);
  return CURRENCIES.flatMap((currency) => {
    const nights = departure - arrival;
    const priced = basesOf(ratesFor(tariff, room, currency, today), arrival, departure).map((base) => {
      const lines = [...winnings(promotions, { arrival, departure, nightly: base.nightly })].map(([promotion, won]) => {
        const wonMinor = base.kind === 'PER_VISIT' ? (base.amountMinor * won.nights) / nights : won.amountMinor;
        return { promotion, nights: won.nights, amountMinor: half(wonMinor * promotion.basisPoints, WHOLE) };
      });
      return { base, lines, left: base.amountMinor - lines.reduce((sum, line) => sum + line.amountMinor, 0) };
    });
    // Packages come first, and win where they are as cheap.
    const [cheapest] = priced.sort((a, b) => a.left - b.left);
    if (!cheapest) return [];
    const { base, lines, left: afterPromotions } = cheapest;
    const discounts = loyalty.map(({ guest, name, basisPoints }) => ({
      guest,
      name,
      basisPoints,
      amountMinor: Math.min(
        half(afterPromotions * basisPoints, room.beds * WHOLE),
        Math.floor(afterPromotions / room.beds),
      ),
    }));
    const total = discounts.reduce((left, discount) => left - discount.amountMinor, afterPromotions);
    return [
      {
        currency,
        nights,
        priceListKind: base.kind,
        basePrice: money(base.amountMinor, currency),
        total: money(total, currency),
        promotions: lines.map(({ promotion, nights: nightsWon, amountMinor }) => ({
          name: promotion.name,
          percentage: promotion.basisPoints / 100,
          nights: nightsWon,
          amount: money(amountMinor, currency),
          validFrom: formatDay(promotion.validFrom),
          validTo: promotion.validTo === null ? null : formatDay(promotion.validTo),
        })),
        discounts: discounts.map(({ guest, name, basisPoints, amountMinor }) => ({
          guest,
          name,
          percentage: basisPoints / 100,
          amount: money(amountMinor, currency),
        })),
      },
    ];
  });
}

/** What each promotion won, in the order of its first night. */
function winnings(
  promotions: readonly PromotionRow[],
  { arrival, departure, nightly }: { arrival: Day; departure: Day; nightly: readonly number[] },
): Map<PromotionRow, { nights: number; amountMinor: number }> {
  const won = new Map<PromotionRow, { nights: number; amountMinor: number }>();
  for (let night = arrival; night < departure; night++) {
    const winner = winnerOf(promotions, night);
    if (!winner) continue;
    const sum = won.get(winner) ?? { nights: 0, amountMinor: 0 };
    won.set(winner, sum);
    sum.nights++;
    sum.amountMinor += nightly[night - arrival] ?? 0;
  }
  return won;
}

export function money(amountMinor: number, currency: Currency): { amount: number; currency: Currency } {
  return { amount: amountMinor / 100, currency };
}
