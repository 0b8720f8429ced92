/** Hotels and amenity categories in the format of the catalogue file. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { groupBy } from '../../domain/group-by.ts';
import { formatLocalized } from './export-values.ts';

/** The parts of some hotels, by hotel number. One query at a time, because a transaction has one connection. */
async function loadHotelParts(tx: Prisma.TransactionClient, hotelNumbers: readonly number[]) {
  const where = { hotelNumber: { in: [...hotelNumbers] } };
  const orderBy = { position: 'asc' as const };
  const byHotel = <Row extends { hotelNumber: number }>(rows: readonly Row[]) =>
    groupBy(rows, (row) => row.hotelNumber);
  return {
    taglines: byHotel(await tx.hotelTagline.findMany({ where, orderBy: { channelCode: 'asc' } })),
    accommodationRules: byHotel(await tx.accommodationRules.findMany({ where })),
    mealServices: byHotel(await tx.mealService.findMany({ where, orderBy })),
    images: byHotel(await tx.hotelImage.findMany({ where, orderBy })),
    amenities: byHotel(await tx.hotelAmenity.findMany({ where, orderBy })),
    roomTypes: byHotel(await tx.roomType.findMany({ where, orderBy: { number: 'asc' } })),
    roomTypeImages: groupBy(
      await tx.roomTypeImage.findMany({ where: { roomType: where }, orderBy }),
      (image) => image.roomTypeNumber,
    ),
  };
}

type HotelParts = Awaited<ReturnType<typeof loadHotelParts>>;
type HotelPage = { where: Prisma.HotelWhereInput; take: number };

/** Hotels by ascending number, with the last number; null: there are no more. */
export async function readHotels(
  tx: Prisma.TransactionClient,
  page: HotelPage,
): Promise<{ entries: object[]; last: number } | null> {
  const hotels = await tx.hotel.findMany({ ...page, orderBy: { number: 'asc' } });
  const last = hotels.at(-1)?.number;
  if (last === undefined) return null;
  const parts = await loadHotelParts(
    tx,
    hotels.map(({ number }) => number),
  );
  return { entries: hotels.map((hotel) => formatHotel(hotel, parts)), last };
}

function formatHotel(hotel: Prisma.HotelGetPayload<object>, parts: HotelParts): object {
  const { number } = hotel;
  const [rules] = parts.accommodationRules.get(number) ?? [];
  return {
    id: number,
    _id: hotel.id,
    code: hotel.code,
    name: hotel.name,
    destinationId: hotel.destinationNumber,
    stars: hotel.stars,
    shortDescription: formatLocalized(hotel.shortDescription),
    taglines: (parts.taglines.get(number) ?? []).map(({ channelCode, text }) => ({
      channel: channelCode,
      text: formatLocalized(text),
    })),
    accommodationRules: rules ? formatAccommodationRules(rules) : null,
    mealServices: (parts.mealServices.get(number) ?? []).map(({ boarding, servedAs, from, to }) => ({
      boarding,
      servedAs,
      from,
      to,
    })),
    indicationCodes: hotel.indicationCodes,
    staffLanguageCodes: hotel.staffLanguageCodes,
    images: (parts.images.get(number) ?? []).map(formatImage),
    amenities: (parts.amenities.get(number) ?? []).map(formatHotelAmenity),
    roomTypes: (parts.roomTypes.get(number) ?? []).map((room) => ({
      id: room.number,
      _id: room.id,
      code: room.code,
      category: formatLocalized(room.category),
      beds: room.beds,
      images: (parts.roomTypeImages.get(room.number) ?? []).map(formatImage),
    })),
  };
}

function formatAccommodationRules(rules: Prisma.AccommodationRulesGetPayload<object>): object {
  const { checkInFrom, checkInTo, checkOutTo, petsAllowed, childrenFromAge, smokingAllowed, note } = rules;
  return {
    checkInFrom,
    checkInTo,
    checkOutTo,
    petsAllowed,
    childrenFromAge,
    smokingAllowed,
    note: formatLocalized(note),
  };
}

type StoredImage = Omit<Prisma.HotelImageGetPayload<object>, 'hotelNumber'>;

function formatImage({ url, thumbnailUrl, width, height, alt, variants }: StoredImage): object {
  return { url, thumbnailUrl, width, height, alt: formatLocalized(alt), variants };
}

function formatHotelAmenity(amenity: Prisma.HotelAmenityGetPayload<object>): object {
  const { access, options, openingHours, note, quantity, area, temperature, distance, ageLimit } = amenity;
  return {
    code: amenity.amenityCode,
    access,
    options,
    openingHours,
    note: formatLocalized(note),
    quantity,
    area,
    temperature,
    distance,
    ageLimit,
  };
}

type StoredCategory = Prisma.AmenityCategoryGetPayload<{ include: { amenities: { include: { options: true } } } }>;

export function formatAmenityCategory({ code, name, amenities }: StoredCategory): object {
  return {
    code,
    name: formatLocalized(name),
    amenities: amenities.map((amenity) => ({
      code: amenity.code,
      label: formatLocalized(amenity.label),
      detailKinds: amenity.detailKinds,
      options: amenity.options.map((option) => ({ code: option.code, label: formatLocalized(option.label) })),
    })),
  };
}
