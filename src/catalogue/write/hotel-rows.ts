/** Hotels and room types of a file as table rows. */
import { ObjectId } from 'bson';
import type { HotelEntry, ImageEntry } from '../file/file-hotel.ts';
import type { Row } from './row-parts.ts';

/** The given ObjectId, or a new one that is used only if the row is new. */
export function getOrCreateObjectId(entry: { _id?: string | undefined }): string {
  return entry._id?.toLowerCase() ?? new ObjectId().toHexString();
}

export function hotelRow(hotel: HotelEntry): Row {
  return {
    number: hotel.id,
    id: getOrCreateObjectId(hotel),
    code: hotel.code,
    name: hotel.name,
    destination_number: hotel.destinationId,
    stars: hotel.stars,
    short_description: hotel.shortDescription,
    indication_codes: hotel.indicationCodes,
    staff_language_codes: hotel.staffLanguageCodes,
  };
}

/** One row, or none if the file states no rules. */
export function accommodationRulesRows({ id, accommodationRules: rules }: HotelEntry): Row[] {
  if (!rules) return [];
  return [
    {
      hotel_number: id,
      check_in_from: rules.checkInFrom,
      check_in_to: rules.checkInTo,
      check_out_to: rules.checkOutTo,
      pets_allowed: rules.petsAllowed,
      children_from_age: rules.childrenFromAge,
      smoking_allowed: rules.smokingAllowed,
      note: rules.note,
    },
  ];
}

/** A row per channel with a tagline. */
export function taglineRows({ id, taglines }: HotelEntry): Row[] {
  return taglines.map(({ channel, text }) => ({ hotel_number: id, channel_code: channel, text }));
}

/** In file order. */
export function mealServiceRows({ id, mealServices }: HotelEntry): Row[] {
  return mealServices.map(({ boarding, servedAs, from, to }, position) => ({
    hotel_number: id,
    position,
    boarding,
    served_as: servedAs,
    from,
    to,
  }));
}

/** In file order. */
export function hotelAmenityRows({ id, amenities }: HotelEntry): Row[] {
  return amenities.map((amenity, position) => ({
    hotel_number: id,
    amenity_code: amenity.code,
    position,
    access: amenity.access,
    options: amenity.options,
    opening_hours: amenity.openingHours,
    note: amenity.note,
    quantity: amenity.quantity,
    area: amenity.area,
    temperature: amenity.temperature,
    distance: amenity.distance,
    age_limit: amenity.ageLimit,
  }));
}

/** In file order. */
export function hotelImageRows({ id, images }: HotelEntry): Row[] {
  return images.map((image, position) => ({ hotel_number: id, position, ...imageColumns(image) }));
}

export function roomTypeRows(hotel: HotelEntry): Row[] {
  return hotel.roomTypes.map((room) => ({
    number: room.id,
    id: getOrCreateObjectId(room),
    hotel_number: hotel.id,
    code: room.code,
    category: room.category,
    beds: room.beds,
  }));
}

/** In file order. */
export function roomTypeImageRows(hotel: HotelEntry): Row[] {
  return hotel.roomTypes.flatMap(({ id, images }) =>
    images.map((image, position) => ({ room_type_number: id, position, ...imageColumns(image) })),
  );
}

function imageColumns({ url, thumbnailUrl, width, height, alt, variants }: ImageEntry): Row {
  return { url, thumbnail_url: thumbnailUrl, width, height, alt, variants };
}
