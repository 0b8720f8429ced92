/**
 * Offers by brute force (F4): every stay of every combination that the search allows is checked, priced and compared. It knows
 * nothing of runs or caches.
 */
import { datesFromTo, plusDays } from './oracle-dates.ts';
import type { FileVisitType, OracleCurrency } from './oracle-file.ts';
import { hundredfold } from './oracle-money.ts';
import { breakdownOf, brokenStayRules } from './oracle-price.ts';
import { type Combination, combinations, type OracleScene, remainingUnits } from './oracle-scope.ts';

export interface OffersQuestion {
  arrival: string;
  flexibleDays: number;
  nightsMin: number;
  nightsMax: number;
  currency: OracleCurrency;
  guests?: number | null;
  destinationId?: number | null;
  hotelId?: number | null;
  visitTypeId?: number | null;
  categoryId?: number | null;
  tagId?: number | null;
  stayCategory?: string | null;
  starsMin?: number | null;
  boarding?: string | null;
  /** In minor units. */
  maxTotal?: number | null;
  includeOnRequest: boolean;
}

export interface OracleOffer {
  visitTypeId: number;
  hotelId: number;
  roomTypeId: number;
  destinationId: number;
  stars: number;
  arrival: string;
  departure: string;
  nights: number;
  availability: 'AVAILABLE' | 'ON_DEMAND';
  /** In minor units. */
  total: number;
}

/** All offers: those that can be booked first, then by total, then by the numbers of visit type, hotel and room type (F4). */
export function offersOf(scene: OracleScene, question: OffersQuestion): OracleOffer[] {
  return combinations(scene, question)
    .filter((combination) => isAsked(combination, question))
    .flatMap((combination) => staysOf(scene, combination, question).sort(byPreference).slice(0, 1))
    .sort(
      (a, b) =>
        a.availability.localeCompare(b.availability) ||
        a.total - b.total ||
        a.visitTypeId - b.visitTypeId ||
        a.hotelId - b.hotelId ||
        a.roomTypeId - b.roomTypeId,
    );
}

function isAsked({ visitType, hotel, roomType }: Combination, question: OffersQuestion): boolean {
  const { guests, categoryId, tagId, stayCategory, starsMin, boarding } = question;
  return (
    roomType.beds >= (guests ?? 0) &&
    hotel.stars >= (starsMin ?? 0) &&
    (categoryId == null || visitType.categoryIds.includes(categoryId)) &&
    (tagId == null || visitType.tagIds.includes(tagId)) &&
    (stayCategory == null || visitType.stayCategory === stayCategory) &&
    (boarding == null || boardingOfFile(visitType) === boarding)
  );
}

/** V8. */
function boardingOfFile({ boarding, availableBoardings }: FileVisitType): string {
  return boarding ?? availableBoardings[0] ?? 'BREAKFAST';
}

/** Every stay of a room that the search allows and offers. */
function staysOf(scene: OracleScene, combination: Combination, question: OffersQuestion): OracleOffer[] {
  const { visitType, hotel, roomType } = combination;
  const { arrival: asked, flexibleDays, nightsMin, nightsMax, currency, maxTotal, includeOnRequest } = question;
  const found: OracleOffer[] = [];
  for (const arrival of datesFromTo({ from: plusDays(asked, -flexibleDays), to: plusDays(asked, flexibleDays) })) {
    for (let nights = nightsMin; nights <= nightsMax; nights += 1) {
      const departure = plusDays(arrival, nights);
      const stay = { dateFrom: arrival, dateTo: departure };
      if (brokenStayRules(scene, visitType, stay).length > 0) continue;
      const price = breakdownOf(scene, combination, currency, stay, []);
      if (price === null) continue;
      const total = Number(hundredfold(price.amount));
      const isFree = datesFromTo({ from: arrival, to: plusDays(departure, -1) }).every(
        (night) => remainingUnits(scene, roomType.id, night) > 0,
      );
      const availability = isFree && !visitType.onDemand ? 'AVAILABLE' : 'ON_DEMAND';
      if (total > (maxTotal ?? total) || (availability === 'ON_DEMAND' && !includeOnRequest)) continue;
      found.push({
        ...{ visitTypeId: visitType.id, hotelId: hotel.id, roomTypeId: roomType.id },
        ...{ destinationId: hotel.destinationId, stars: hotel.stars },
        ...{ arrival, departure, nights, availability, total },
      });
    }
  }
  return found;
}

function byPreference(a: OracleOffer, b: OracleOffer): number {
  if (a.availability !== b.availability) return a.availability === 'AVAILABLE' ? -1 : 1;
  if (a.total !== b.total) return a.total - b.total;
  if (a.arrival !== b.arrival) return a.arrival < b.arrival ? -1 : 1;
  return a.nights - b.nights;
}
