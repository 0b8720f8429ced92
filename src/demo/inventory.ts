/**
 * Recorded capacity of the demo. It depends on the night alone, so that loading the demo again later adds nights and never
 * takes a room away. Some stretches look sold out, some nights have no record.
 */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { type Day, formatDay, lastOfMonth } from '../domain/time/civil-date.ts';
import { monthIndex, monthsFrom } from './calendar.ts';

type Entry = NonNullable<Catalogue['inventory']>[number];

/** Rooms by room type. The pension's single rooms (62) have no record: they are on request. */
const UNITS: Readonly<Record<number, number>> = {
  11: 12,
  12: 6,
  13: 3,
  21: 20,
  22: 4,
  23: 8,
  31: 10,
  32: 5,
  41: 6,
  42: 2,
  51: 14,
  52: 6,
  61: 7,
};

/** Months with recorded capacity, including the current one. */
const CAPACITY_MONTHS = 14;

/** Never sold out, for the first steps in the documentation. */
const ALWAYS_FREE = 11;

/** Capacity from the month of `today` on. */
export function demoInventory(today: Day): Entry[] {
  return Object.entries(UNITS).flatMap(([roomType, units]) =>
    monthsFrom(today, CAPACITY_MONTHS).flatMap((month) => monthEntries({ roomTypeId: Number(roomType), units, month })),
  );
}

function monthEntries({ roomTypeId, units, month }: { roomTypeId: number; units: number; month: Day }): Entry[] {
  const whole = { roomTypeId, from: formatDay(month), to: formatDay(lastOfMonth(month)), units };
  if (roomTypeId === ALWAYS_FREE) return [whole];
  const turn = (monthIndex(month) + roomTypeId) % 5;
  // Closed for works at the end of the month: no record at all.
  if (turn === 1) return [{ ...whole, to: formatDay(month + 19) }];
  // A conference takes everything; later entries override earlier ones.
  if (turn === 2) return [whole, { roomTypeId, from: formatDay(month + 9), to: formatDay(month + 15), units: 0 }];
  if (turn === 3) return [whole, { roomTypeId, from: formatDay(month + 20), to: formatDay(month + 22), units: 1 }];
  return [whole];
}
