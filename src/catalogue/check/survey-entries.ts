/**
 * What the first reading records of a hotel and of a visit type. References that the file itself satisfies are settled at once.
 */
import { DETAIL_KINDS, FIELD_OF_KIND } from '../../domain/hotel/amenity-values.ts';
import { detachText } from '../../domain/text/detach-text.ts';
import type { HotelAmenityEntry, HotelEntry, RoomTypeEntry } from '../file/file-hotel.ts';
import type { PriceListEntry, VisitTypeEntry } from '../file/file-visit-type.ts';
import { formatValue, type Place } from '../file/problems.ts';
import { checkHotel } from './check-hotel.ts';
import { checkVisitType } from './check-visit-type.ts';
import { recordEntity, recordObjectId, recordReference, type SurveyContext } from './record-facts.ts';
import type { Salvaged } from './validate-entry.ts';

/** Records a hotel and its room types. */
export function surveyHotel(hotel: Salvaged<HotelEntry>, context: SurveyContext): void {
  const { facts, place } = context;
  checkHotel(hotel, context);
  recordEntity('hotel', hotel, context);
  recordReference('destination', hotel.destinationId, { ...context, place: [...place, 'destinationId'] });
  for (const [index, tagline] of (hotel.taglines ?? []).entries()) {
    recordReference('channel', tagline?.channel, { ...context, place: [...place, 'taglines', index, 'channel'] });
  }
  for (const [index, amenity] of (hotel.amenities ?? []).entries()) {
    if (amenity?.code !== undefined) surveyAmenity(amenity, { ...context, place: [...place, 'amenities', index] });
  }
  for (const [index, room] of (hotel.roomTypes ?? []).entries()) {
    if (room) surveyRoomType(room, hotel.id, { ...context, place: [...place, 'roomTypes', index] });
  }
  if (hotel.id === undefined) return;
  const code = hotel.code === undefined ? undefined : detachText(hotel.code);
  if (!facts.hotels.has(hotel.id)) facts.hotels.set(hotel.id, { code, place });
}

function surveyRoomType(room: Salvaged<RoomTypeEntry>, hotelNumber: number | undefined, context: SurveyContext): void {
  const { facts, place } = context;
  recordEntity('room type', room, context);
  if (room.id === undefined || facts.roomTypes.has(room.id)) return;
  facts.roomTypes.set(room.id, { hotelNumber, place });
}

function surveyAmenity(amenity: Salvaged<HotelAmenityEntry>, { facts, place }: SurveyContext): void {
  const { code = '', options = [] } = amenity;
  const details = DETAIL_KINDS.map((detailKind) => ({ detailKind, field: FIELD_OF_KIND[detailKind] })).filter(
    ({ field }) => hasContent(amenity[field]),
  );
  const known = facts.amenities.get(code);
  const isJustified =
    known &&
    details.every(({ detailKind }) => known.detailKinds.has(detailKind)) &&
    options.every((option) => option === undefined || known.options.has(option));
  if (!isJustified) {
    const optionCodes = options.map((option) => (option === undefined ? undefined : detachText(option)));
    facts.unsettled += 1;
    facts.amenityUses.push({ place, code: detachText(code), details, options: optionCodes });
  }
}

/** Whether a detail differs from its neutral value: null, an empty list, a text that is empty in every locale. */
function hasContent(detail: unknown): boolean {
  if (detail === null || detail === undefined) return false;
  if (Array.isArray(detail)) return detail.length > 0;
  return typeof detail !== 'object' || Object.values(detail).some(Boolean);
}

const REFERENCES = [
  ['categoryIds', 'visit type category'],
  ['tagIds', 'tag'],
  ['loyaltyProgramIds', 'loyalty program'],
  ['hotelIds', 'hotel'],
] as const;

/** Records a visit type with its price lists and promotions. */
export function surveyVisitType(visitType: Salvaged<VisitTypeEntry>, context: SurveyContext): void {
  const { place } = context;
  const inList = (field: keyof VisitTypeEntry, index: number) => ({ ...context, place: [...place, field, index] });
  checkVisitType(visitType, context);
  recordEntity('visit type', visitType, context);
  for (const [field, kind] of REFERENCES) {
    for (const [index, id] of (visitType[field] ?? []).entries()) recordReference(kind, id, inList(field, index));
  }
  for (const [index, promotion] of (visitType.promotions ?? []).entries()) {
    if (!promotion) continue;
    const at = inList('promotions', index);
    recordInVisitType('promotion', promotion, { ...at, visitType: visitType.id });
    for (const [position, channel] of (promotion.channels ?? []).entries()) {
      recordReference('channel', channel, { ...at, place: [...at.place, 'channels', position] });
    }
  }
  const hotels = visitType.hotelIds ? new Set(visitType.hotelIds) : null;
  for (const [index, priceList] of (visitType.priceLists ?? []).entries()) {
    if (!priceList) continue;
    const at = inList('priceLists', index);
    recordInVisitType('price list', priceList, { ...at, visitType: visitType.id });
    surveyRates(priceList, hotels, at);
  }
}

function recordInVisitType(
  kind: 'price list' | 'promotion',
  entry: { id?: number | undefined; _id?: string | undefined },
  { visitType, ...spot }: SurveyContext & { visitType: number | undefined },
): void {
  if (visitType !== undefined && entry.id !== undefined) {
    recordObjectId(kind, entry._id, { ...spot, key: [visitType, entry.id] });
  }
}

function surveyRates(
  priceList: Salvaged<PriceListEntry>,
  hotels: ReadonlySet<number | undefined> | null,
  { facts, place, problems }: SurveyContext,
): void {
  const rates = priceList.rates ?? [];
  let settled = true;
  for (const [index, rate] of rates.entries()) {
    if (rate?.roomTypeId === undefined) continue;
    const room = facts.roomTypes.get(rate.roomTypeId);
    if (!room) settled = false;
    else if (room.hotelNumber !== undefined && hotels && !hotels.has(room.hotelNumber)) {
      problems.add(...foreignRoomProblem([...place, 'rates', index, 'roomTypeId'], rate.roomTypeId, room.hotelNumber));
    }
  }
  if (settled) return;
  // Rates settled above are left out.
  const roomTypeIds = rates.map((rate) =>
    rate?.roomTypeId === undefined || facts.roomTypes.has(rate.roomTypeId) ? undefined : rate.roomTypeId,
  );
  facts.unsettled += roomTypeIds.length;
  facts.unsettledRates.push({ place, hotels, roomTypeIds });
}

/** The problem of a rate for a room type outside of the visit type's hotels. */
export function foreignRoomProblem(place: Place, roomTypeId: number, hotelNumber: number): [Place, 'MISMATCH', string] {
  const message = `room type ${formatValue(roomTypeId)} belongs to hotel ${hotelNumber}, which is not among the hotelIds of the visit type`;
  return [place, 'MISMATCH', message];
}
