/** Hotels and room types of a file as table rows. */
import type { HotelEntry } from '../file/file-hotel.ts';
import { numberedRow, type Row, toRow } from './row.ts';

export function hotelRow(entry: HotelEntry): Row {
  const { taglines, accommodationRules, mealServices, images, amenities, roomTypes, destinationId, ...hotel } = entry;
  return numberedRow({ ...hotel, destinationNumber: destinationId });
}

/** One row, or none if the file states no rules. */
export function accommodationRulesRows({ id, accommodationRules }: HotelEntry): Row[] {
  return accommodationRules ? [toRow({ hotelNumber: id, ...accommodationRules })] : [];
}

/** A row per channel with a tagline. */
export function taglineRows({ id, taglines }: HotelEntry): Row[] {
  return taglines.map(({ channel, text }) => toRow({ hotelNumber: id, channelCode: channel, text }));
}

/** In file order. */
export function mealServiceRows({ id, mealServices }: HotelEntry): Row[] {
  return mealServices.map((service, position) => toRow({ hotelNumber: id, position, ...service }));
}

/** In file order. */
export function hotelAmenityRows({ id, amenities }: HotelEntry): Row[] {
  return amenities.map(({ code, ...details }, position) =>
    toRow({ hotelNumber: id, amenityCode: code, position, ...details }),
  );
}

/** In file order. */
export function hotelImageRows({ id, images }: HotelEntry): Row[] {
  return images.map((image, position) => toRow({ hotelNumber: id, position, ...image }));
}

export function roomTypeRows({ id, roomTypes }: HotelEntry): Row[] {
  return roomTypes.map(({ images, ...room }) => numberedRow({ ...room, hotelNumber: id }));
}

/** In file order. */
export function roomTypeImageRows({ roomTypes }: HotelEntry): Row[] {
  return roomTypes.flatMap(({ id, images }) =>
    images.map((image, position) => toRow({ roomTypeNumber: id, position, ...image })),
  );
}
