/**
 * From-prices of a hotel from rows, for the plain resolvers (V4): the cheapest of all stays of minimum length, each found by
 * one pass over the days. Independent of the gateway's rules.
 */
import { type Day, weekdayOf } from '../../../src/domain/time/civil-date.ts';
import {
  CURRENCIES,
  type Currency,
  half,
  horizonOf,
  isOnSale,
  isWithin,
  promotionsIn,
  ratesFor,
  reduced,
} from './prices.ts';
import type { PromotionRow, RoomRate, RoomRow, TariffRows } from './rows.ts';
import { money } from './stays.ts';

/** A visit type that a hotel sells, with its category. */
export interface CategorisedTariff {
  readonly number: number;
  readonly stayCategory: string | null;
  readonly nightsMax: number;
  readonly name: unknown;
  readonly tariff: TariffRows;
}

interface CheapestStay {
  readonly visitType: CategorisedTariff;
  readonly room: RoomRow;
  readonly nights: number;
  readonly totalMinor: number;
  readonly baseMinor: number;
}

const UNPRICED = -1;

/** The from-prices in each currency in which the hotel sells anything; null: in none. */
export function fromPricesOf(
  visitTypes: readonly CategorisedTariff[],
  { hotelNumber, today }: { hotelNumber: number; today: Day },
): object[] | null {
  const priced = CURRENCIES.flatMap((currency) => {
    const stays = visitTypes.flatMap((visitType) => cheapestStays(visitType, { hotelNumber, today, currency }));
    if (stays.length === 0) return [];
    const inCategory = (category: string) => {
      const some = stays.filter(({ visitType }) => visitType.stayCategory === category);
      return some.length === 0 ? null : minimaOf(some, currency);
    };
    return [
      { currency, all: minimaOf(stays, currency), health: inCategory('health'), wellness: inCategory('wellness') },
    ];
  });
  return priced.length === 0 ? null : priced;
}

function minimaOf(stays: readonly CheapestStay[], currency: Currency): object {
  return {
    perPersonPerNight: minimumOf(stays, currency, ({ nights, room }) => nights * room.beds),
    perStay: minimumOf(stays, currency, () => 1),
  };
}

function minimumOf(
  stays: readonly CheapestStay[],
  currency: Currency,
  sharesOf: (stay: CheapestStay) => number,
): object {
  const lowest = stays.reduce((best, stay) => (precedes(stay, best, sharesOf) ? stay : best));
  const shares = sharesOf(lowest);
  return {
    amount: money(half(lowest.totalMinor, shares), currency),
    original: money(half(lowest.baseMinor, shares), currency),
    nights: lowest.nights,
    guests: lowest.room.beds,
    visitType: lowest.visitType,
  };
}

function precedes(a: CheapestStay, b: CheapestStay, sharesOf: (stay: CheapestStay) => number): boolean {
  const order =
    a.totalMinor * sharesOf(b) - b.totalMinor * sharesOf(a) ||
    b.baseMinor * sharesOf(a) - a.baseMinor * sharesOf(b) ||
    a.nights - b.nights ||
    a.visitType.number - b.visitType.number ||
    a.room.number - b.room.number;
  return order < 0;
}

/** The cheapest stay in each room of the hotel that has one. */
function cheapestStays(
  visitType: CategorisedTariff,
  { hotelNumber, today, currency }: { hotelNumber: number; today: Day; currency: Currency },
): CheapestStay[] {
  const { tariff, nightsMax } = visitType;
  const nights = tariff.minimumNights;
  if (!isOnSale(tariff, today) || nights > nightsMax) return [];
  const arrivals = arrivalsOf(tariff, { hotelNumber, today });
  return tariff.rooms
    .filter((room) => room.hotelNumber === hotelNumber)
    .flatMap((room) => {
      const basesOf = basesByArrival(ratesFor(tariff, room, currency, today), { today, nights });
      let best: CheapestStay | null = null;
      for (const { arrival, basisPoints } of arrivals) {
        const priced = basesOf(arrival).map((base) => ({ baseMinor: base, totalMinor: reduced(base, basisPoints) }));
        // The package comes first, and wins where it is as cheap.
        const [cheapest] = priced.sort((a, b) => a.totalMinor - b.totalMinor);
        if (!cheapest) continue;
        const { baseMinor, totalMinor } = cheapest;
        const isBetter =
          best === null ||
          totalMinor < best.totalMinor ||
          (totalMinor === best.totalMinor && baseMinor > best.baseMinor);
        if (isBetter) best = { visitType, room, nights, totalMinor, baseMinor };
      }
      return best === null ? [] : [best];
    });
}

/** The days on which the shortest stay may begin, each with the highest promotion that covers all of it. */
function arrivalsOf(
  tariff: TariffRows,
  { hotelNumber, today }: { hotelNumber: number; today: Day },
): { arrival: Day; basisPoints: number }[] {
  const promotions = promotionsIn(tariff, hotelNumber);
  const { minimumNights: nights, startingDays } = tariff;
  const arrivals: { arrival: Day; basisPoints: number }[] = [];
  const last = horizonOf(today) - nights + 1;
  for (let arrival = today; arrival <= last; arrival++) {
    if (startingDays.length > 0 && !startingDays.includes(weekdayOf(arrival))) continue;
    if (!isWithin(tariff, arrival, arrival + nights - 1)) continue;
    const covering = promotions.filter((one) => covers(one, arrival, arrival + nights));
    arrivals.push({ arrival, basisPoints: Math.max(0, ...covering.map(({ basisPoints }) => basisPoints)) });
  }
  return arrivals;
}

function covers({ validFrom, validTo }: PromotionRow, arrival: Day, departure: Day): boolean {
  return validFrom <= arrival && (validTo === null || departure <= validTo);
}

/** The prices of a stay of `nights` nights by arrival: its package, and the sum of its nights, from prefix sums. */
function basesByArrival(
  rates: readonly RoomRate[],
  { today, nights }: { today: Day; nights: number },
): (arrival: Day) => number[] {
  const length = horizonOf(today) - today + 1;
  const nightly = new Float64Array(length).fill(UNPRICED);
  for (const { kind, from, to, amountMinor } of rates) {
    if (kind === 'PER_NIGHT') nightly.fill(amountMinor, from - today, to - today + 1);
  }
  const sums = new Float64Array(length + 1);
  const gaps = new Uint16Array(length + 1);
  for (let night = 0; night < length; night++) {
    const isPriced = nightly[night] !== UNPRICED;
    sums[night + 1] = sums[night]! + (isPriced ? nightly[night]! : 0);
    gaps[night + 1] = gaps[night]! + (isPriced ? 0 : 1);
  }
  const packages = rates.filter((rate) => rate.kind === 'PER_VISIT' && rate.nights === nights);
  return (arrival) => {
    const whole = packages.find(({ from, to }) => from <= arrival && arrival + nights - 1 <= to);
    const first = arrival - today;
    const nightly = gaps[first + nights] === gaps[first] ? [sums[first + nights]! - sums[first]!] : [];
    return whole ? [whole.amountMinor, ...nightly] : nightly;
  };
}
