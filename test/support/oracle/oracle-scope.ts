/**
 * What a caller may see and buy: visible hotels, the (visit type, hotel, room type) combinations that filters leave,
 * the promotions of the caller's channel, and remaining units. For the caller, nothing else exists (I2).
 */
import { plusMonths } from './oracle-dates.ts';
import type { CatalogueFile, FileHotel, FilePromotion, FileRoomType, FileVisitType } from './oracle-file.ts';

/** One caller on one day, on one catalogue. Dates are text; `destinationIds` null sees every destination. */
export interface OracleWorld {
  catalogue: CatalogueFile;
  /** Units sold per room type id and night. */
  sold: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** The business date, for stays. */
  today: string;
  /** The UTC date, for the listing of promotions. */
  todayUtc: string;
  channel: string;
  destinationIds: readonly number[] | null;
}

/** The world with the last night that can be sold, quoted or shown: 24 months from today (P8). */
export interface OracleScene extends OracleWorld {
  lastNight: string;
}

export function sceneOf(world: OracleWorld): OracleScene {
  return { ...world, lastNight: plusMonths(world.today, 24) };
}

export interface Combination {
  visitType: FileVisitType;
  hotel: FileHotel;
  roomType: FileRoomType;
}

/** Filters of combinations; null or absent = any. */
export interface CombinationFilter {
  visitTypeId?: number | null;
  hotelId?: number | null;
  destinationId?: number | null;
  roomTypeId?: number | null;
  /** Exactly that many beds. */
  beds?: number | null;
}

export function visibleHotels(scene: OracleScene): FileHotel[] {
  const { destinationIds, catalogue } = scene;
  return catalogue.hotels.filter((hotel) => destinationIds === null || destinationIds.includes(hotel.destinationId));
}

/** The visible hotels that sell a visit type, by id. */
export function hotelsOf(scene: OracleScene, visitType: FileVisitType): FileHotel[] {
  return visibleHotels(scene)
    .filter((hotel) => visitType.hotelIds.includes(hotel.id))
    .sort((a, b) => a.id - b.id);
}

export function visibleVisitTypes(scene: OracleScene): FileVisitType[] {
  return scene.catalogue.visitTypes.filter((visitType) => hotelsOf(scene, visitType).length > 0);
}

function admits(wanted: number | null | undefined, actual: number): boolean {
  return wanted === null || wanted === undefined || wanted === actual;
}

export function combinations(scene: OracleScene, filter: CombinationFilter): Combination[] {
  const found: Combination[] = [];
  for (const visitType of visibleVisitTypes(scene)) {
    for (const hotel of hotelsOf(scene, visitType)) {
      for (const roomType of hotel.roomTypes) {
        if (!admits(filter.visitTypeId, visitType.id)) continue;
        if (!admits(filter.hotelId, hotel.id)) continue;
        if (!admits(filter.destinationId, hotel.destinationId)) continue;
        if (!admits(filter.roomTypeId, roomType.id)) continue;
        if (!admits(filter.beds, roomType.beds)) continue;
        found.push({ visitType, hotel, roomType });
      }
    }
  }
  return found;
}

/** Whether the visit type may be booked today (P9): both ends of its selling period included. */
export function isSoldToday(scene: OracleScene, visitType: FileVisitType): boolean {
  const { sellingFrom, sellingTo } = visitType;
  return (sellingFrom === null || scene.today >= sellingFrom) && (sellingTo === null || scene.today <= sellingTo);
}

/** The promotions of the caller's channel that hold for a hotel, whenever they are valid (P4, P7). */
export function promotionsOf(scene: OracleScene, visitType: FileVisitType, hotelId: number): FilePromotion[] {
  return visitType.promotions.filter(
    (promotion) =>
      promotion.channels.includes(scene.channel) &&
      (promotion.hotelIds === null || promotion.hotelIds.includes(hotelId)),
  );
}

/** The one promotion of a night: the highest percentage, then the earlier `validFrom`, then the lower id (P4). */
export function winnerOfNight(promotions: readonly FilePromotion[], night: string): FilePromotion | null {
  let winner: FilePromotion | null = null;
  for (const promotion of promotions) {
    if (night < promotion.validFrom) continue;
    if (promotion.validTo !== null && night >= promotion.validTo) continue;
    if (winner === null || beats(promotion, winner)) winner = promotion;
  }
  return winner;
}

function beats(a: FilePromotion, b: FilePromotion): boolean {
  if (a.percentage !== b.percentage) return a.percentage > b.percentage;
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom;
  return a.id < b.id;
}

/** Ids of the promotions of a visit type that run now or later (C3), ascending; per hotel when one is named. */
export function listedPromotionIds(
  scene: OracleScene,
  visitType: FileVisitType,
  hotelIds: readonly number[],
): number[] {
  const listed = new Set<number>();
  for (const hotelId of hotelIds) {
    for (const promotion of promotionsOf(scene, visitType, hotelId)) {
      if (promotion.validTo === null || promotion.validTo > scene.todayUtc) listed.add(promotion.id);
    }
  }
  return [...listed].sort((a, b) => a - b);
}

/** Units left: the last inventory entry that covers the night, less units sold; without an entry, or closed, 0. */
export function remainingUnits(scene: OracleScene, roomTypeId: number, night: string): number {
  let [units, isClosed] = [0, false];
  for (const entry of scene.catalogue.inventory) {
    if (entry.roomTypeId !== roomTypeId || night < entry.from || entry.to < night) continue;
    units = entry.units;
    isClosed = entry.closed ?? false;
  }
  if (isClosed) return 0;
  return units - (scene.sold.get(roomTypeId)?.get(night) ?? 0);
}
