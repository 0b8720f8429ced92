/** Writes a batch of hotels with all their parts. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { HotelEntry } from '../file/file-hotel.ts';
import type { Tally } from '../tally.ts';
import {
  accommodationRulesRows,
  hotelAmenityRows,
  hotelImageRows,
  hotelRow,
  mealServiceRows,
  roomTypeImageRows,
  roomTypeRows,
  taglineRows,
} from './hotel-rows.ts';
import { type MergeResult, mergeRows } from './merge-rows.ts';
import { tables } from './tables.ts';

const HOTEL_PARTS = [
  [tables.accommodationRules, accommodationRulesRows],
  [tables.hotelTagline, taglineRows],
  [tables.mealService, mealServiceRows],
  [tables.hotelImage, hotelImageRows],
  [tables.hotelAmenity, hotelAmenityRows],
] as const;

/** Writes hotels, their room types and their other parts, which replace the previous ones. */
export async function writeHotels(
  tx: Prisma.TransactionClient,
  hotels: readonly HotelEntry[],
  tally: Tally,
): Promise<void> {
  const owners = hotels.map(({ id }) => [id]);
  const own = await mergeRows(tx, tables.hotel, { rows: hotels.map(hotelRow) });
  const parts: MergeResult[] = [];
  for (const [table, rowsOf] of HOTEL_PARTS) {
    parts.push(await mergeRows(tx, table, { rows: hotels.flatMap(rowsOf), owners }));
  }
  tally.count(own, parts);

  const rows = hotels.flatMap(roomTypeRows);
  const rooms = await mergeRows(tx, tables.roomType, { rows });
  const images = await mergeRows(tx, tables.roomTypeImage, {
    rows: hotels.flatMap(roomTypeImageRows),
    owners: rows.map(({ number }) => [number as number]),
  });
  tally.count(rooms, [images]);
}

/**
 * Frees the codes of hotels that get new ones or are removed, so that two hotels may swap theirs. The placeholders are
 * overwritten or removed in the same transaction.
 */
export async function releaseHotelCodes(tx: Prisma.TransactionClient, hotels: readonly number[]): Promise<void> {
  if (hotels.length === 0) return;
  await tx.$executeRaw`UPDATE hotel SET code = chr(127) || number WHERE number = ANY(${hotels}::int[])`;
}
