/**
 * G5 in process: the search for the first bookable month against a hand-written sliding scan over typed arrays, prepared with
 * the prices of every night before the measurement. Ten room types, priced for two years, the first room available eighteen
 * months ahead. Run as a program, it measures both in turn and prints the results as JSON.
 */
import { pathToFileURL } from 'node:url';
import { firstBookableMonth } from '../../src/domain/calendar/first-bookable-month.ts';
import type { Currency } from '../../src/domain/pricing/money.ts';
import { buildRateBook, nightPrices } from '../../src/domain/pricing/rate-book.ts';
import type { StockedCandidate } from '../../src/domain/stay/availability.ts';
import { addMonths, type Day, firstOfMonth, lastOfMonth, utcDay } from '../../src/domain/time/civil-date.ts';
import { median } from './medians.ts';

const ROOM_TYPES = 10;
const MONTHS_UNTIL_BOOKABLE = 18;
const ROUNDS = 15;
const SEARCHES_PER_ROUND = 400;

/** Results for one shortest stay and one number of room types, in microseconds per search. */
export interface SearchFigures {
  readonly minimumNights: number;
  readonly roomTypes: number;
  readonly gatewayMicros: number;
  readonly scanMicros: number;
}

function candidates({
  minimumNights,
  roomTypes,
  today,
}: {
  minimumNights: number;
  roomTypes: number;
  today: Day;
}): StockedCandidate[] {
  const rooms = Array.from({ length: roomTypes }, (_, index) => ({ number: index + 1, hotelNumber: 1, beds: 2 }));
  const season = { from: today - 30, to: addMonths(today, 30) };
  const book = buildRateBook({
    today,
    roomTypes: rooms,
    priceLists: (['CZK', 'EUR'] as const).map((currency, index) => ({
      number: index,
      kind: 'PER_NIGHT',
      nights: null,
      quotedPer: 'ROOM',
      currency,
      rates: rooms.map(({ number }) => ({ roomTypeNumber: number, ...season, amountMinor: 100_000 })),
    })),
  });
  const bookable = addMonths(firstOfMonth(today), MONTHS_UNTIL_BOOKABLE) - today;
  return rooms.map((room) => {
    const remaining = new Int32Array(book.lastNight - book.firstNight + 1);
    // Before that, stretches that are one night too short.
    for (let night = 0; night < bookable; night++) remaining[night] = night % minimumNights === 0 ? 0 : 1;
    remaining.fill(5, bookable);
    return {
      visitTypeNumber: 1,
      rules: {
        onDemand: false,
        nightsMin: minimumNights,
        nightsMax: 60,
        reservationTimeSpan: 'DAYS',
        startingDays: [],
        timeConstraints: [],
        sellingFrom: null,
        sellingTo: null,
      },
      room,
      book,
      promotions: [],
      remaining,
    };
  });
}

/** A room for the scan: by night from today on, prices in minor units, -1 where there is none. */
interface LaidOutRoom {
  readonly minimumNights: number;
  readonly remaining: Int32Array;
  readonly czk: Float64Array;
  readonly eur: Float64Array;
  /** 1 where the night has a price in any currency. */
  readonly priced: Uint8Array;
}

function laidOut({ rules, room, book, remaining }: StockedCandidate): LaidOutRoom {
  const nights = { from: book.firstNight, to: book.lastNight };
  const priced = new Uint8Array(nights.to - nights.from + 1);
  const pricesIn = (currency: Currency) => {
    const prices = new Float64Array(priced.length).fill(-1);
    for (const { from, to, amountMinor } of nightPrices(book, room.number, currency, nights)) {
      prices.fill(amountMinor, from - nights.from, to - nights.from + 1);
      priced.fill(1, from - nights.from, to - nights.from + 1);
    }
    return prices;
  };
  return { minimumNights: rules.nightsMin, remaining, czk: pricesIn('CZK'), eur: pricesIn('EUR'), priced };
}

/**
 * The scan: one pass per room that counts consecutive nights that are free and priced in each currency. It is told what the
 * gateway's search must find out: no packages, no constraints, no starting days.
 */
function scan(rooms: readonly LaidOutRoom[], today: Day): { from: Day; to: Day } | null {
  let first = Number.POSITIVE_INFINITY;
  for (const { minimumNights: minimum, remaining, czk, eur, priced } of rooms) {
    const end = Math.min(priced.length, first + minimum - 1);
    let free = 0;
    let inCzk = 0;
    let inEur = 0;
    for (let night = 0; night < end; night++) {
      free = remaining[night]! > 0 ? free + 1 : 0;
      inCzk = czk[night]! >= 0 ? inCzk + 1 : 0;
      inEur = eur[night]! >= 0 ? inEur + 1 : 0;
      if (free < minimum || (inCzk < minimum && inEur < minimum) || priced[night + 1] !== 1) continue;
      first = Math.min(first, night - minimum + 1);
      break;
    }
  }
  if (first === Number.POSITIVE_INFINITY) return null;
  const checkIn = today + first;
  return { from: Math.max(today, firstOfMonth(checkIn)), to: lastOfMonth(addMonths(checkIn, 1)) };
}

function microsOf(search: () => unknown): number {
  const begun = process.hrtime.bigint();
  for (let time = 0; time < SEARCHES_PER_ROUND; time++) search();
  return Number(process.hrtime.bigint() - begun) / 1_000 / SEARCHES_PER_ROUND;
}

/** Measures both searches in turn. @throws Error when they find different months */
function measure(minimumNights: number, roomTypes: number): SearchFigures {
  const today = utcDay(Date.now());
  const rooms = candidates({ minimumNights, roomTypes, today });
  const byGateway = () => firstBookableMonth(rooms, today);
  const forScan = rooms.map(laidOut);
  const byScan = () => scan(forScan, today);
  if (byGateway() === null || JSON.stringify(byGateway()) !== JSON.stringify(byScan())) {
    throw new Error(`G5: ${JSON.stringify(byGateway())} and ${JSON.stringify(byScan())} are different months`);
  }
  const gateway: number[] = [];
  const scanned: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const micros = { gateway: microsOf(byGateway), scan: microsOf(byScan) };
    if (round < 0) continue;
    gateway.push(micros.gateway);
    scanned.push(micros.scan);
  }
  return { minimumNights, roomTypes, gatewayMicros: median(gateway), scanMicros: median(scanned) };
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const figures = [2, 7, 28].map((minimumNights) => measure(minimumNights, ROOM_TYPES));
  process.stdout.write(`${JSON.stringify([...figures, measure(7, ROOM_TYPES / 2)])}\n`);
}
