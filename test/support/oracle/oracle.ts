/**
 * The oracle: the expected answers for a catalogue file, computed the slow and obvious way from the interface's rules,
 * with date texts and exact fractions. It shares no code with `src`; where the two differ, one of them is wrong. Input
 * and output are plain data, to be compared with the pure rules and with answers over HTTP.
 */
import { answerCalendar, type CalendarAnswer, type CalendarQuestion, firstBookableWindow } from './oracle-calendar.ts';
import { datesFromTo, earlierOf, laterOf, plusDays } from './oracle-dates.ts';
import type { FileHotel, FileVisitType } from './oracle-file.ts';
import {
  isNightPriced,
  keepsTimeConstraints,
  lowestPriceOver,
  type NightlyAmount,
  type PerCurrency,
} from './oracle-night.ts';
import { answerPrice, type PriceAnswer, type PriceQuestion } from './oracle-price.ts';
import {
  type Combination,
  combinations,
  hotelsOf,
  isSoldToday,
  listedPromotionIds,
  type OracleScene,
  type OracleWorld,
  sceneOf,
  visibleVisitTypes,
} from './oracle-scope.ts';
import { saleRank, type WishRank } from './oracle-wish.ts';

export interface LowestPriceQuestion {
  visitTypeId?: number | null;
  hotelId?: number | null;
  destinationId?: number | null;
  roomTypeId?: number | null;
  /** Rooms with exactly that many beds. */
  occupancy?: number | null;
  /** The nights of `[dateFrom, dateTo)`; an absent bound is open. */
  dateFrom?: string | null;
  dateTo?: string | null;
}

export interface VisitTypesQuestion {
  hotelId?: number | null;
  destinationId?: number | null;
  starsMin?: number | null;
  starsMax?: number | null;
  beds?: number | null;
  /** Both inclusive; an absent bound is open. */
  dateFrom?: string | null;
  dateTo?: string | null;
  nightsMin?: number | null;
  nightsMax?: number | null;
  categoryId?: number | null;
  tagId?: number | null;
  stayCategory?: 'health' | 'wellness' | null;
  /** Words that the visit type and one hotel have together (F15). */
  search?: string | null;
}

export interface ListedVisitType {
  id: number;
  lowestPrice: PerCurrency<NightlyAmount | null>;
  /** Ids of the promotions running now or later, ascending. */
  promotionIds: number[];
  /** The visible hotels that sell it, by id. */
  hotels: { id: number; lowestPrice: PerCurrency<NightlyAmount | null>; promotionIds: number[] }[];
}

export interface Oracle {
  price(question: PriceQuestion): PriceAnswer;
  lowestPrice(question: LowestPriceQuestion): PerCurrency<NightlyAmount | null>;
  /** Every match in listing order, unpaged. */
  visitTypes(question: VisitTypesQuestion): ListedVisitType[];
  /** The same by rank for the wish. */
  wishedVisitTypes(question: VisitTypesQuestion): number[];
  /** The lowest price of a visit type in the hotels, rooms and nights of the question (F5). */
  priceWithin(visitTypeId: number, question: VisitTypesQuestion): PerCurrency<NightlyAmount | null>;
  calendar(question: CalendarQuestion): CalendarAnswer;
  /** The window of the automatic search over the combinations that the filters leave, or null. */
  firstBookableMonth(question: CalendarQuestion): { from: string; to: string } | null;
}

export function oracleOf(world: OracleWorld): Oracle {
  const scene = sceneOf(world);
  return {
    price: (question) => answerPrice(scene, question),
    lowestPrice: (question) =>
      lowestPriceOver(scene, combinations(scene, { ...question, beds: question.occupancy }), question),
    visitTypes: (question) => listVisitTypes(scene, question),
    wishedVisitTypes: (question) => {
      const rankOf = (visitTypeId: number) => {
        const visitType = scene.catalogue.visitTypes.find(({ id }) => id === visitTypeId)!;
        return foundRanks(scene, visitType, question).sort(byRank)[0]!;
      };
      const listed = listVisitTypes(scene, question).map(({ id }) => ({ id, rank: rankOf(id) }));
      return listed.sort((a, b) => byRank(a.rank, b.rank)).map(({ id }) => id);
    },
    priceWithin: (visitTypeId, { beds, ...question }) => {
      const places = combinations(scene, { visitTypeId, beds }).filter(({ hotel }) => hotelMatches(hotel, question));
      const { dateFrom, dateTo } = question;
      return lowestPriceOver(scene, places, { dateFrom, dateTo: dateTo ? plusDays(dateTo, 1) : null });
    },
    calendar: (question) => answerCalendar(scene, question),
    firstBookableMonth: (question) =>
      firstBookableWindow(scene, combinations(scene, { ...question, beds: question.guests })),
  };
}

function listVisitTypes(scene: OracleScene, question: VisitTypesQuestion): ListedVisitType[] {
  return visibleVisitTypes(scene)
    .filter(
      (visitType) =>
        foundRanks(scene, visitType, question).length > 0 &&
        lengthMatches(visitType, question) &&
        kindMatches(visitType, question),
    )
    .sort((a, b) => a.priorityPosition - b.priorityPosition || a.id - b.id)
    .map((visitType) => listed(scene, visitType));
}

/** Hotel, destination, stars and beds must all match the same hotel (C1). */
function hotelMatches(hotel: FileHotel, question: VisitTypesQuestion): boolean {
  if (question.hotelId != null && hotel.id !== question.hotelId) return false;
  if (question.destinationId != null && hotel.destinationId !== question.destinationId) return false;
  if (question.starsMin != null && hotel.stars < question.starsMin) return false;
  if (question.starsMax != null && hotel.stars > question.starsMax) return false;
  return question.beds == null || hotel.roomTypes.some(({ beds }) => beds === question.beds);
}

/** The visit type's range of nights overlaps the asked one (C1). */
function lengthMatches(visitType: FileVisitType, { nightsMin, nightsMax }: VisitTypesQuestion): boolean {
  return (
    (nightsMin == null || visitType.nightsMax >= nightsMin) && (nightsMax == null || visitType.nightsMin <= nightsMax)
  );
}

/** Category, label and what it is for (F5). */
function kindMatches(visitType: FileVisitType, { categoryId, tagId, stayCategory }: VisitTypesQuestion): boolean {
  if (categoryId != null && !visitType.categoryIds.includes(categoryId)) return false;
  if (tagId != null && !visitType.tagIds.includes(tagId)) return false;
  return stayCategory == null || visitType.stayCategory === stayCategory;
}

const byRank = (a: WishRank, b: WishRank) => a[0] - b[0] || a[1] - b[1];

/** How the wish ranks in each visible hotel that sells it and meets the conditions about one (C1, F15). */
function foundRanks(scene: OracleScene, visitType: FileVisitType, question: VisitTypesQuestion): WishRank[] {
  return hotelsOf(scene, visitType)
    .filter(
      (hotel) => hotelMatches(hotel, question) && datesMatch(scene, visitType, { ...question, hotelId: hotel.id }),
    )
    .map((hotel) => saleRank(scene.catalogue, { visitType, hotel }, question.search ?? ''))
    .filter((rank) => rank !== null);
}

/**
 * Some priced night from today on within the dates and the time constraints, in a visible hotel that matches and in a room type with
 * so many beds (C1); none outside the selling period.
 */
function datesMatch(scene: OracleScene, visitType: FileVisitType, question: VisitTypesQuestion): boolean {
  const { dateFrom, dateTo, beds } = question;
  if (!dateFrom && !dateTo) return true;
  if (!isSoldToday(scene, visitType)) return false;
  const from = laterOf(dateFrom || scene.today, scene.today);
  const to = earlierOf(dateTo || scene.lastNight, scene.lastNight);
  const candidates = combinations(scene, { visitTypeId: visitType.id, beds }).filter(({ hotel }) =>
    hotelMatches(hotel, question),
  );
  return datesFromTo({ from, to })
    .filter((night) => keepsTimeConstraints(visitType, [night]))
    .some((night) => candidates.some((one) => isNightPriced(scene, one, night)));
}

function listed(scene: OracleScene, visitType: FileVisitType): ListedVisitType {
  const hotels = hotelsOf(scene, visitType);
  const candidatesAt = (hotelId?: number): Combination[] => combinations(scene, { visitTypeId: visitType.id, hotelId });
  return {
    id: visitType.id,
    lowestPrice: lowestPriceOver(scene, candidatesAt()),
    promotionIds: listedPromotionIds(
      scene,
      visitType,
      hotels.map(({ id }) => id),
    ),
    hotels: hotels.map(({ id }) => ({
      id,
      lowestPrice: lowestPriceOver(scene, candidatesAt(id)),
      promotionIds: listedPromotionIds(scene, visitType, [id]),
    })),
  };
}
