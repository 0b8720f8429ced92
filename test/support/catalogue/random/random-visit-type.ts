/**
 * Random visit types: stay rules that contradict the seasons, time constraints that touch, selling periods before,
 * around and after today, and promotions that overlap with equal percentages, never end, are over, lie ahead, apply to
 * partners or listed hotels only. Valid by the format, unlikely in reality.
 */
import { plusDays } from '../../oracle/oracle-dates.ts';
import type { FileHotel, FilePromotion, FileRange, FileVisitType } from '../../oracle/oracle-file.ts';
import { ORACLE_WEEKDAYS } from '../../oracle/oracle-file.ts';
import { around, between, type Draw, oneIn, pick, shuffled, someOf } from './random-draw.ts';
import { type RateLimits, randomPriceLists } from './random-rates.ts';
import { randomText } from './random-text.ts';

export interface VisitTypeSurroundings {
  today: string;
  channels: readonly string[];
  hotels: readonly FileHotel[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
  loyaltyProgramIds: readonly number[];
  limits: RateLimits & { promotions: number; hotelsPerVisitType: number };
  /** The next free id of a kind of entity. */
  nextId: (kind: string) => number;
}

const PERCENTAGES = [10, 15, 10, 12.5, 33.33, 50, 7.25];
const EXTREME_PERCENTAGES = [0, 100, 99.99, 0.01];

function randomPercentage(draw: Draw, extremes: boolean): number {
  if (oneIn(draw, extremes ? 3 : 40)) return pick(draw, EXTREME_PERCENTAGES);
  return oneIn(draw, 4) ? between(draw, 0, extremes ? 10_000 : 5_000) / 100 : pick(draw, PERCENTAGES);
}

function randomPromotions(
  draw: Draw,
  { today, channels, limits, nextId }: VisitTypeSurroundings,
  hotelIds: readonly number[],
): FilePromotion[] {
  const count = draw(limits.promotions + 1);
  const ids = shuffled(
    draw,
    Array.from({ length: count }, () => nextId('promotion')),
  );
  return ids.map((id) => {
    const start = around(draw, 15);
    return {
      id,
      name: randomText(draw, `Promotion ${id}`),
      percentage: randomPercentage(draw, limits.extremes),
      validFrom: plusDays(today, start),
      validTo: oneIn(draw, 3) ? null : plusDays(today, start + between(draw, 1, 20)),
      channels: oneIn(draw, 3) ? someOf(draw, channels, { atLeastOne: true }) : [...channels],
      hotelIds: oneIn(draw, 3) ? someOf(draw, hotelIds, { atLeastOne: true }) : null,
    };
  });
}

/** None, one, or several different ranges: the next one starts on the day after, later, or inside the one before. */
function randomTimeConstraints(draw: Draw, today: string): FileRange[] {
  if (!oneIn(draw, 3)) return [];
  const ranges: FileRange[] = [];
  let offset = around(draw, 10);
  for (let count = between(draw, 1, 3); count > 0; count -= 1) {
    const length = pick(draw, [30, 10, 5, 1, 3, 400]);
    const range = { from: plusDays(today, offset), to: plusDays(today, offset + length - 1) };
    if (!ranges.some(({ from, to }) => from === range.from && to === range.to)) ranges.push(range);
    offset += length + pick(draw, [0, 0, 1, 4, -1]);
  }
  return shuffled(draw, ranges);
}

/** Always open, open at one end, over, yet to come, or today alone. */
function randomSellingPeriod(draw: Draw, today: string): Pick<FileVisitType, 'sellingFrom' | 'sellingTo'> {
  const periods: [number | null, number | null][] = [
    [null, null],
    [null, null],
    [null, null],
    [null, null],
    [-3, null],
    [null, 5],
    [0, 0],
    [-9, -1],
    [1, 30],
    [-20, 20],
    [null, 0],
    [0, null],
  ];
  const [from, to] = pick(draw, periods);
  return {
    sellingFrom: from === null ? null : plusDays(today, from),
    sellingTo: to === null ? null : plusDays(today, to),
  };
}

function randomNights(draw: Draw): Pick<FileVisitType, 'nightsMin' | 'nightsMax' | 'reservationTimeSpan'> {
  const nightsMin = oneIn(draw, 2) ? between(draw, 1, 3) : between(draw, 1, 10);
  const weekly = oneIn(draw, 5);
  return {
    nightsMin,
    // Whole weeks need a length that contains one.
    nightsMax: weekly
      ? Math.max(nightsMin + pick(draw, [14, 7, 21, 0]), Math.ceil(nightsMin / 7) * 7)
      : nightsMin + pick(draw, [7, 0, 3, 20]),
    reservationTimeSpan: weekly ? 'WEEKS' : 'DAYS',
  };
}

const CANCELLATION_TERMS = [
  [],
  [
    { daysBeforeArrival: 731, percentage: 0 },
    { daysBeforeArrival: 14, percentage: 33.33 },
    { daysBeforeArrival: 0, percentage: 100 },
  ],
  [{ daysBeforeArrival: 3, percentage: 50 }],
];

export function randomVisitType(draw: Draw, surroundings: VisitTypeSurroundings): FileVisitType {
  const { today, hotels, limits, nextId } = surroundings;
  const id = nextId('visitType');
  const sold = shuffled(draw, hotels).slice(0, between(draw, 1, Math.min(limits.hotelsPerVisitType, hotels.length)));
  const hotelIds = sold.map((hotel) => hotel.id);
  return {
    id,
    priorityPosition: between(draw, 1, 4),
    onDemand: oneIn(draw, 6),
    stayCategory: pick(draw, ['health', 'wellness', null]),
    name: randomText(draw, `Visit type ${id}`),
    categoryIds: someOf(draw, surroundings.categoryIds, { atLeastOne: false }),
    tagIds: someOf(draw, surroundings.tagIds, { atLeastOne: false }),
    loyaltyProgramIds: someOf(draw, surroundings.loyaltyProgramIds, { atLeastOne: false }),
    hotelIds,
    bookingUrl: { en: `https://book.example/${id}`, de: null },
    description: randomText(draw, `Description ${id}`),
    commercialSlogan: randomText(draw, `Slogan ${id}`),
    notice: randomText(draw, `Notice ${id}`),
    services: randomText(draw, `Services ${id}`),
    ...randomNights(draw),
    startingDays: oneIn(draw, 3) ? someOf(draw, ORACLE_WEEKDAYS, { atLeastOne: false }) : [],
    timeConstraints: randomTimeConstraints(draw, today),
    ...randomSellingPeriod(draw, today),
    cancellationTerms: CANCELLATION_TERMS[id % CANCELLATION_TERMS.length]!,
    procedures: draw(20),
    procedureFrequency: pick(draw, ['DAY', 'WEEK', 'VISIT']),
    proceduresPerDay: draw(4),
    boarding: pick(draw, ['HALF_BOARD', 'FULL_BOARD', 'BREAKFAST']),
    availableBoardings: someOf(draw, ['HALF_BOARD', 'FULL_BOARD', 'BREAKFAST', 'LUNCH', 'DINNER', 'ALL_INCLUSIVE'], {
      atLeastOne: true,
    }),
    priceLists: randomPriceLists(draw, {
      today,
      roomTypeIds: sold.flatMap((hotel) => hotel.roomTypes.map((roomType) => roomType.id)),
      limits,
      nextId: () => nextId('priceList'),
    }),
    promotions: randomPromotions(draw, surroundings, hotelIds),
  };
}
