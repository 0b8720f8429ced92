/** Generated visit types: price lists by night and of packages in both currencies, promotions, constraints. */
import { addMonths, type Day, firstOfMonth, formatDay } from '../../domain/time/civil-date.ts';
import { generateParagraph, generateText } from './generate-text.ts';
import type { RandomNumbers } from './random-numbers.ts';

export const VISIT_TYPES_PER_HOTEL = 10;

const MAX_CATEGORIES = 3;
const SEASON_MONTHS = 3;
const SEASON_COUNT = 5;

const CANCELLATION_TERMS = [
  [],
  [{ daysBeforeArrival: 0, percentage: 100 }],
  [
    { daysBeforeArrival: 30, percentage: 20 },
    { daysBeforeArrival: 14, percentage: 50 },
    { daysBeforeArrival: 3, percentage: 80 },
  ],
];

interface VisitTypeContext {
  random: RandomNumbers;
  today: Day;
  hotelIds: readonly number[];
  roomTypeIds: readonly number[];
  /** How many tags, loyalty programmes and categories exist; their ids count from 1. */
  tags: number;
  loyaltyPrograms: number;
  categories: number;
}

export function generateVisitType(id: number, around: VisitTypeContext): object {
  const { random, today, hotelIds, roomTypeIds } = around;
  const nightsMin = random.pick([1, 2, 3, 5, 7]);
  const isWeekly = nightsMin === 7 && random.chance(0.5);
  const boardings = ['HALF_BOARD', 'FULL_BOARD', 'BREAKFAST'];
  return {
    id,
    priorityPosition: random.whole(1, 1_000),
    onDemand: random.chance(0.1),
    stayCategory: random.pick(['health', 'wellness', null]),
    name: generateText(`Stay ${id}`),
    categoryIds: random.some(idsUpTo(around.categories), random.whole(1, MAX_CATEGORIES)),
    tagIds: random.some(idsUpTo(around.tags), 2),
    loyaltyProgramIds: random.some(idsUpTo(around.loyaltyPrograms), 2),
    hotelIds,
    bookingUrl: generateText(`https://shop.example.com/stays/${id}`),
    description: generateParagraph(`Stay ${id}`, 2),
    commercialSlogan: generateText(`Slogan ${id}`),
    notice: {},
    services: generateParagraph('Services', 1),
    nightsMin,
    nightsMax: nightsMin + random.pick([0, 7, 14, 21]),
    reservationTimeSpan: isWeekly ? 'WEEKS' : 'DAYS',
    startingDays: isWeekly ? ['SAT', 'SUN'] : [],
    timeConstraints: random.chance(0.2) ? [{ from: formatDay(today), to: formatDay(addMonths(today, 10)) }] : [],
    cancellationTerms: CANCELLATION_TERMS[id % CANCELLATION_TERMS.length],
    procedures: random.whole(0, 24),
    procedureFrequency: random.pick(['DAY', 'WEEK', 'VISIT']),
    proceduresPerDay: random.whole(0, 4),
    boarding: random.pick(boardings),
    availableBoardings: boardings,
    priceLists: generatePriceLists({ random, today, roomTypeIds, nightsMin }),
    promotions: generatePromotions({ random, today, hotelIds }),
  };
}

function idsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function generatePriceLists({
  random,
  today,
  roomTypeIds,
  nightsMin,
}: Pick<VisitTypeContext, 'random' | 'today' | 'roomTypeIds'> & { nightsMin: number }): object[] {
  const base = random.whole(900, 2_900);
  const plans = [{ kind: 'PER_NIGHT', factor: 1 }];
  if (random.chance(0.4)) plans.push({ kind: 'PER_VISIT', factor: nightsMin * 0.9 });
  return plans.flatMap(({ kind, factor }, plan) =>
    (['CZK', 'EUR'] as const).map((currency, index) => ({
      id: plan * 2 + index + 1,
      kind,
      ...(kind === 'PER_VISIT' ? { nights: nightsMin } : {}),
      quotedPer: random.pick(['ROOM', 'PERSON']),
      currency,
      rates: roomTypeIds.flatMap((roomTypeId) =>
        Array.from({ length: SEASON_COUNT }, (_, season) => {
          const begin = addMonths(firstOfMonth(today), season * SEASON_MONTHS);
          const amount = base * factor * (1 + (roomTypeId % 10) / 10) * (1 + (season % 4) / 20);
          return {
            roomTypeId,
            from: formatDay(begin),
            to: formatDay(addMonths(begin, SEASON_MONTHS) - 1),
            amount: currency === 'CZK' ? Math.round(amount) : Math.round(amount * 4) / 100,
          };
        }),
      ),
    })),
  );
}

function generatePromotions({
  random,
  today,
  hotelIds,
}: Pick<VisitTypeContext, 'random' | 'today' | 'hotelIds'>): object[] {
  return Array.from({ length: random.whole(0, 3) }, (_, index) => {
    const begin = today + random.whole(-120, 200);
    return {
      id: index + 1,
      name: generateText(`Promotion ${index + 1}`),
      percentage: random.whole(1, 60) / 2,
      validFrom: formatDay(begin),
      validTo: random.chance(0.2) ? null : formatDay(begin + random.whole(10, 120)),
      channels: random.pick([['public'], ['partner'], ['public', 'partner']]),
      hotelIds: random.chance(0.2) ? hotelIds.slice(0, 1) : null,
    };
  });
}
