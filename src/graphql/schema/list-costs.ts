/**
 * The cost of lists of the catalogue (A9). Those without pages have as many entries as it says. That is what they have on average: where one has far
 * more, its run gives way and ends at its deadline (`inTurn`). Pages of what is in memory cost what is gone through for them, too.
 */
import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import type { CatalogueSize } from '../../data/reads/catalogue-size.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { DEAREST_SEARCH, entriesCost, isGiven, type Paged, pageOf, type Searched, TEXT_SEARCH } from './cost.ts';

/** A number that is counted is never shown, so it costs a small part of an entry. */
const COUNTED_COST = 1 / 20;

export const destinationsCost = listCost(({ destinations }) => destinations);
export const hotelsOfDestinationCost = listCost(({ hotels, destinations }) => hotels / destinations);
export const roomTypesOfHotelCost = listCost(({ roomTypes, hotels }) => roomTypes / hotels);
export const visitTypesOfHotelCost = listCost(({ sales, hotels }) => sales / hotels);
const allHotelsOfVisitTypeCost = listCost(({ sales, visitTypes }) => sales / visitTypes);
export const categoriesOfVisitTypeCost = listCost(({ categorised, visitTypes }) => categorised / visitTypes);
export const visitTypesOfCategoryCost = listCost(({ categorised, categories }) => categorised / categories);
const allCategoriesCost = listCost(({ categories }) => categories);

/** Counts and the picture of a destination go through all its hotels: the picture does where the first ones have none. */
export const acrossDestinationCost = countCost(
  ({ hotels, sales, destinations }) => (hotels + sales * COUNTED_COST) / destinations,
);
export const hotelCountOfVisitTypeCost = countCost(({ sales, visitTypes }) => (sales * COUNTED_COST) / visitTypes);

/** The cost of a field that goes through a list and shows none of it. */
function countCost(pointsOf: (size: CatalogueSize) => number) {
  const cost = listCost(pointsOf);
  return (_: object, context: RequestContext): FieldComplexityValue => ({
    field: cost({}, context).multiplier,
    multiplier: 1,
  });
}

function listCost(entriesOf: (size: CatalogueSize) => number) {
  return (_: object, { services, caller }: RequestContext) => {
    const entries = entriesOf(services.catalogueSize(caller));
    return { field: 1, multiplier: Number.isFinite(entries) ? Math.max(1, entries) : 1 };
  };
}

const ROOM_PRICE_COST = 5;
/** The room types of a hotel with their prices, which are not cached. */
export function pricedRoomTypesCost(asked: object, context: RequestContext): FieldComplexityValue {
  const { multiplier } = roomTypesOfHotelCost(asked, context);
  return { field: ROOM_PRICE_COST * multiplier, multiplier };
}

/** The hotels of a key cost by their number, for a key that is bound to some. */
export function hotelsOfKeyCost(_: object, { caller }: RequestContext): FieldComplexityValue {
  return { field: 1, multiplier: Math.max(1, caller.hotels?.size ?? 0) };
}

/** The hotels of a visit type, the first of them, or the named one. To find the first ones that the caller sees it goes through all. */
export function hotelsOfVisitTypeCost(
  { hotel, first }: { hotel?: string | null | undefined; first?: number | null | undefined },
  context: RequestContext,
): FieldComplexityValue {
  const { field, multiplier } = allHotelsOfVisitTypeCost({}, context);
  if (hotel != null) return { field, multiplier: 1 };
  const shown = Math.min(multiplier, Math.max(1, first ?? multiplier));
  return { field: field + (multiplier - shown) * COUNTED_COST, multiplier: shown };
}

/** The named categories, or all. */
export function categoriesCost(
  { ids }: { ids?: readonly unknown[] | null | undefined },
  context: RequestContext,
): FieldComplexityValue {
  return ids ? entriesCost({ ids }) : allCategoriesCost({}, context);
}

/** A row in memory is looked at, with one text of it or none; a room type is searched in its code and four languages, two of which have accents. */
const ROW_COST = 0.5;
const SEARCHED_ROOM_TYPE_COST = 1;

/** A page of hotels, and going through all, or those of a destination, where only some are wanted. */
export function hotelsCost({ filter, ...asked }: Searched & Paged, context: RequestContext): FieldComplexityValue {
  const { destinations, hotels } = context.services.catalogueSize(context.caller);
  const { destination, search, ...own } = filter ?? {};
  const { field, multiplier } = pageOf(asked, hotels);
  const rows = destination == null ? hotels : hotels / Math.max(1, destinations);
  const walked = (isGiven(own) ? rows : 0) + (search ? hotels : 0);
  return { field: field + walkCost(walked), multiplier };
}

/** A page of room types, and going through all, or those of a hotel, where only some are wanted. */
export function roomTypesCost({ filter, ...asked }: Searched & Paged, context: RequestContext): FieldComplexityValue {
  const { hotels, roomTypes } = context.services.catalogueSize(context.caller);
  const { hotel, search, ...own } = filter ?? {};
  const { field, multiplier } = pageOf(asked, roomTypes);
  const rows = hotel == null ? roomTypes : roomTypes / Math.max(1, hotels);
  if (search) return { field: field + walkCost(rows, SEARCHED_ROOM_TYPE_COST), multiplier };
  return { field: field + walkCost(isGiven(own) ? rows : 0), multiplier };
}

/** Going through so many rows in memory. Nothing is charged beyond the cap, which only catalogues of more than 180,000 room types reach. */
function walkCost(rows: number, each = ROW_COST): number {
  return rows === 0 ? 0 : TEXT_SEARCH.base + Math.min(DEAREST_SEARCH, rows * each);
}
