/** Hotels as the catalogue file has them. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { chosenOptions, type StoredDetails, shownDetails } from '../../domain/hotel/amenity-values.ts';
import { numbered } from './export-values.ts';

const BY_POSITION = { orderBy: { position: 'asc' } } as const;

const PARTS = {
  taglines: { orderBy: { channelCode: 'asc' } },
  accommodationRules: true,
  mealServices: BY_POSITION,
  images: BY_POSITION,
  amenities: { ...BY_POSITION, include: { amenity: { include: { options: true } } } },
  roomTypes: { orderBy: { number: 'asc' }, include: { images: BY_POSITION } },
} satisfies Prisma.HotelInclude;

/** A page of hotels by ascending number. */
export async function readHotels(
  tx: Prisma.TransactionClient,
  page: { where: Prisma.HotelWhereInput; take: number },
): Promise<{ id: number }[]> {
  const hotels = await tx.hotel.findMany({ ...page, include: PARTS, orderBy: { number: 'asc' } });
  return hotels.map((hotel) => ({
    ...numbered(hotel),
    destinationId: hotel.destinationNumber,
    taglines: hotel.taglines.map(({ channelCode, text }) => ({ channel: channelCode, text })),
    amenities: hotel.amenities.map(formatAmenity),
    roomTypes: hotel.roomTypes.map(numbered),
  }));
}

/** A value that states nothing but its presence. */
const UNFILLED: StoredDetails = {
  access: null,
  options: [],
  openingHours: [],
  note: {},
  quantity: null,
  area: null,
  temperature: null,
  distance: null,
  ageLimit: null,
};

/** Without what the dictionary has lost since (U4), which no import would take. */
function formatAmenity({
  amenityCode: code,
  amenity: { detailKinds, options },
  ...stored
}: Prisma.HotelGetPayload<{ include: typeof PARTS }>['amenities'][number]) {
  const chosen = chosenOptions(options, stored.options).map((option) => option.code);
  return { code, ...UNFILLED, ...shownDetails({ ...stored, options: chosen }, detailKinds) };
}
