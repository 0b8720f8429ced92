/**
 * The inventory entries of a file at sixteen bytes each, so that a year of nights of thousands of room types fits into memory
 * while the rest of the file is written.
 */
import type { Day } from '../../domain/time/civil-date.ts';

/** Capacity of a room type for the nights `from` to `to`, both included. */
export interface CompactEntry {
  roomTypeNumber: number;
  from: Day;
  to: Day;
  units: number;
  closed: boolean;
}

const NUMBERS_PER_ENTRY = 4;
/** Stands where there is no entry; no stored number of a room type is 0. */
const MISSING = 0;

/** A growing list of entries, indexed as in the file. Numbers of room types, and the units of a closed entry, are stored inverted, below 0. */
export function createInventoryEntries() {
  let values = new Int32Array(NUMBERS_PER_ENTRY * 1_024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    /** Sets an entry at its index in the file; skipped indexes are empty. */
    set(position: number, { roomTypeNumber, from, to, units, closed }: CompactEntry): void {
      length = Math.max(length, position + 1);
      if (length * NUMBERS_PER_ENTRY > values.length) {
        const larger = new Int32Array(Math.max(values.length * 2, length * NUMBERS_PER_ENTRY));
        larger.set(values);
        values = larger;
      }
      values.set([~roomTypeNumber, from, to, closed ? ~units : units], position * NUMBERS_PER_ENTRY);
    },
    /** The entry at an index; null: missing or faulty. */
    at(position: number): CompactEntry | null {
      const [storedNumber = MISSING, from = 0, to = 0, stored = 0] = values.subarray(
        position * NUMBERS_PER_ENTRY,
        (position + 1) * NUMBERS_PER_ENTRY,
      );
      if (storedNumber === MISSING) return null;
      const closed = stored < 0;
      return { roomTypeNumber: ~storedNumber, from, to, units: closed ? ~stored : stored, closed };
    },
    /** Indexes by room type, then in file order. */
    positionsByRoomType(): Uint32Array {
      return Uint32Array.from({ length }, (_, position) => position).sort(
        // biome-ignore lint/style/noNonNullAssertion: both are positions of entries; a check would run for each comparison of millions.
        (a, b) => values[b * NUMBERS_PER_ENTRY]! - values[a * NUMBERS_PER_ENTRY]! || a - b,
      );
    },
  };
}

export type InventoryEntries = ReturnType<typeof createInventoryEntries>;
