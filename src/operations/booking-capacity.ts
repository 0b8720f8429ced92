/**
 * Capacity of a binding booking: one room of the type on every night of the stay, or none on any. The nights are locked
 * in ascending order before anything is decided, so bookings of the same room queue up instead of getting into each
 * other's way, and none of them ever decides on a number that another one is changing.
 */
import { columnOfDay, dayOfColumn } from '../data/civil-dates.ts';
import type { Prisma } from '../data/generated/prisma/client.ts';
import type { Day } from '../domain/civil-date.ts';
import { lastNightForSale } from '../domain/horizon.ts';
import { nightsOf, type Stay } from '../domain/stay.ts';

/** Rooms left by night, of the nights that have recorded capacity. */
export type LockedNights = ReadonlyMap<Day, number>;

/** Locks the recorded nights of a stay until the transaction ends. Nights that cannot be sold anyway are left alone. */
export async function lockNights(
  tx: Prisma.TransactionClient,
  { roomTypeNumber, stay, today }: { roomTypeNumber: number; stay: Stay; today: Day },
): Promise<LockedNights> {
  const from = Math.max(stay.arrival, today);
  const end = Math.min(stay.departure, lastNightForSale(today) + 1);
  if (from >= end) return new Map();
  const rows = await tx.$queryRaw<{ night: Date; left: number }[]>`
    SELECT night, units - sold AS left FROM inventory_night
    WHERE room_type_number = ${roomTypeNumber} AND night >= ${columnOfDay(from)}::date AND night < ${columnOfDay(end)}::date
    ORDER BY night FOR UPDATE`;
  return new Map(rows.map(({ night, left }) => [dayOfColumn(night), left]));
}

/** The first night of the stay on which no room is left; null: there is one on every night. */
export function firstFullNight(nights: LockedNights, { arrival, departure }: Stay): Day | null {
  for (let night = arrival; night < departure; night++) if ((nights.get(night) ?? 0) < 1) return night;
  return null;
}

/**
 * Takes one room on every night of the stay, whose nights are locked and have one left.
 * @throws Error when some night had none after all: then nothing may be committed
 */
export async function takeRoom(
  tx: Prisma.TransactionClient,
  { roomTypeNumber, stay }: { roomTypeNumber: number; stay: Stay },
): Promise<void> {
  const taken = await tx.$executeRaw`
    UPDATE inventory_night SET sold = sold + 1
    WHERE room_type_number = ${roomTypeNumber} AND night >= ${columnOfDay(stay.arrival)}::date
      AND night < ${columnOfDay(stay.departure)}::date AND sold < units`;
  if (taken !== nightsOf(stay)) {
    throw new Error(
      `took ${taken} of ${nightsOf(stay)} nights of room type ${roomTypeNumber} although all were locked`,
    );
  }
}
