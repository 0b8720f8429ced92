/** Hotels as the catalogue file has them. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { numbered } from './export-values.ts';

const BY_POSITION = { orderBy: { position: 'asc' } } as const;

const PARTS = {
  taglines: { orderBy: { channelCode: 'asc' } },
  accommodationRules: true,
  mealServices: BY_POSITION,
  images: BY_POSITION,
  amenities: BY_POSITION,
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
    amenities: hotel.amenities.map(({ amenityCode, ...amenity }) => ({ ...amenity, code: amenityCode })),
    roomTypes: hotel.roomTypes.map(numbered),
  }));
}
