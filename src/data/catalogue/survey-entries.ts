/**
 * What the first reading records of a hotel and of a visit type. References that the file itself satisfies are settled at once.
 */

import { checkHotel } from './check-hotel.ts';
import { checkVisitType } from './check-visit-type.ts';
import { detached } from './file-facts.ts';
import type { HotelAmenityEntry, HotelEntry, RoomTypeEntry } from './file-hotel.ts';
import type { PriceListEntry, VisitTypeEntry } from './file-visit-type.ts';
import { type Place, shown } from './problems.ts';
import { giveObjectId, identify, refer, type SurveySpot } from './remember.ts';
import type { Remains } from './validate-entry.ts';

/** Records a hotel and its room types. */
export function surveyHotel(hotel: Remains<HotelEntry>, spot: SurveySpot): void {
  const { facts, place } = spot;
  checkHotel(hotel, spot);
  identify('hotel', hotel, spot);
  refer('destination', hotel.destinationId, { ...spot, place: [...place, 'destinationId'] });
  for (const [index, tagline] of (hotel.taglines ?? []).entries()) {
    refer('channel', tagline?.channel, { ...spot, place: [...place, 'taglines', index, 'channel'] });
  }
  for (const [index, amenity] of (hotel.amenities ?? []).entries()) {
    if (amenity?.code !== undefined) surveyAmenity(amenity, { ...spot, place: [...place, 'amenities', index] });
  }
  for (const [index, room] of (hotel.roomTypes ?? []).entries()) {
    if (room) surveyRoomType(room, hotel.id, { ...spot, place: [...place, 'roomTypes', index] });
  }
  if (hotel.id === undefined) return;
  const code = hotel.code === undefined ? undefined : detached(hotel.code);
  if (!facts.hotels.has(hotel.id)) facts.hotels.set(hotel.id, { code, place });
}

function surveyRoomType(room: Remains<RoomTypeEntry>, hotelNumber: number | undefined, spot: SurveySpot): void {
  const { facts, place } = spot;
  identify('room type', room, spot);
  if (room.id === undefined || facts.roomTypes.has(room.id)) return;
  facts.roomTypes.set(room.id, { hotelNumber, place });
}

const DETAIL_KIND_OF_FIELD = {
  access: 'access',
  options: 'options',
  openingHours: 'opening_hours',
  note: 'note',
  quantity: 'quantity',
  area: 'area',
  temperature: 'temperature',
  distance: 'distance',
  ageLimit: 'age_limit',
} as const;

function surveyAmenity(amenity: Remains<HotelAmenityEntry>, { facts, place }: SurveySpot): void {
  const { code = '', options = [] } = amenity;
  const details = Object.entries(DETAIL_KIND_OF_FIELD)
    .filter(([field]) => saysSomething(amenity[field as keyof typeof DETAIL_KIND_OF_FIELD]))
    .map(([field, detailKind]) => ({ field, detailKind }));
  const known = facts.amenities.get(code);
  const isJustified =
    known &&
    details.every(({ detailKind }) => known.detailKinds.has(detailKind)) &&
    options.every((option) => option === undefined || known.options.has(option));
  if (!isJustified) {
    const kept = options.map((option) => (option === undefined ? undefined : detached(option)));
    facts.amenityUses.push({ place, code: detached(code), details, options: kept });
  }
}

/** Whether a detail differs from its neutral value: null, an empty list, a text that is empty in every locale. */
function saysSomething(detail: unknown): boolean {
  if (detail === null || detail === undefined) return false;
  if (Array.isArray(detail)) return detail.length > 0;
  return typeof detail !== 'object' || Object.values(detail).some(Boolean);
}

/** Records a visit type with its price lists and promotions. */
export function surveyVisitType(visitType: Remains<VisitTypeEntry>, spot: SurveySpot): void {
  const { place } = spot;
  const inList = (field: keyof VisitTypeEntry, index: number) => ({ ...spot, place: [...place, field, index] });
  checkVisitType(visitType, spot);
  identify('visit type', visitType, spot);
  for (const [index, id] of (visitType.categoryIds ?? []).entries()) {
    refer('visit type category', id, inList('categoryIds', index));
  }
  for (const [index, id] of (visitType.tagIds ?? []).entries()) refer('tag', id, inList('tagIds', index));
  for (const [index, id] of (visitType.loyaltyProgramIds ?? []).entries()) {
    refer('loyalty program', id, inList('loyaltyProgramIds', index));
  }
  for (const [index, id] of (visitType.hotelIds ?? []).entries()) refer('hotel', id, inList('hotelIds', index));
  for (const [index, promotion] of (visitType.promotions ?? []).entries()) {
    if (!promotion) continue;
    const at = inList('promotions', index);
    identifyInVisitType('promotion', promotion, { ...at, visitType: visitType.id });
    for (const [position, channel] of (promotion.channels ?? []).entries()) {
      refer('channel', channel, { ...at, place: [...at.place, 'channels', position] });
    }
  }
  for (const [index, priceList] of (visitType.priceLists ?? []).entries()) {
    if (!priceList) continue;
    const at = inList('priceLists', index);
    identifyInVisitType('price list', priceList, { ...at, visitType: visitType.id });
    surveyRates(priceList, visitType.hotelIds, at);
  }
}

function identifyInVisitType(
  kind: 'price list' | 'promotion',
  entry: { id?: number | undefined; _id?: string | undefined },
  { visitType, ...spot }: SurveySpot & { visitType: number | undefined },
): void {
  if (visitType !== undefined && entry.id !== undefined) {
    giveObjectId(kind, entry._id, { ...spot, key: [visitType, entry.id] });
  }
}

function surveyRates(
  priceList: Remains<PriceListEntry>,
  hotelIds: readonly (number | undefined)[] | undefined,
  { facts, place, problems }: SurveySpot,
): void {
  const rates = priceList.rates ?? [];
  let settled = true;
  for (const [index, rate] of rates.entries()) {
    if (rate?.roomTypeId === undefined) continue;
    const room = facts.roomTypes.get(rate.roomTypeId);
    if (!room) settled = false;
    else if (room.hotelNumber !== undefined && hotelIds && !hotelIds.includes(room.hotelNumber)) {
      problems.add(...strangerRoom([...place, 'rates', index, 'roomTypeId'], rate.roomTypeId, room.hotelNumber));
    }
  }
  if (settled) return;
  const known = (hotelIds ?? []).filter((id) => id !== undefined);
  // Rates settled above are left out.
  const roomTypeIds = rates.map((rate) =>
    rate?.roomTypeId === undefined || facts.roomTypes.has(rate.roomTypeId) ? undefined : rate.roomTypeId,
  );
  facts.unsettledRates.push({ place, hotelIds: hotelIds ? known : null, roomTypeIds });
}

/** The problem of a rate for a room type outside of the visit type's hotels. */
export function strangerRoom(place: Place, roomTypeId: number, hotelNumber: number): [Place, 'MISMATCH', string] {
  const message = `room type ${shown(roomTypeId)} belongs to hotel ${hotelNumber}, which is not among the hotelIds of the visit type`;
  return [place, 'MISMATCH', message];
}
