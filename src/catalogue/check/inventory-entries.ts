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

  function compare(a: number, b: number): number {
    // biome-ignore lint/style/noNonNullAssertion: both are positions of entries; a check would run for each comparison of millions.
    return values[b * NUMBERS_PER_ENTRY]! - values[a * NUMBERS_PER_ENTRY]! || a - b;
  }

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
      const numberAt = (place: number) => values[position * NUMBERS_PER_ENTRY + place] ?? MISSING;
      const storedNumber = numberAt(0);
      if (storedNumber === MISSING) return null;
      const stored = numberAt(3);
      const closed = stored < 0;
      return {
        roomTypeNumber: ~storedNumber,
        from: numberAt(1),
        to: numberAt(2),
        units: closed ? ~stored : stored,
        closed,
      };
    },
    /** Indexes by room type, then in file order. */
    positionsByRoomType(): Uint32Array {
      const positions = new Uint32Array(length);
      let isSorted = true;
      for (let position = 0; position < length; position++) {
        positions[position] = position;
        if (position > 0 && compare(position - 1, position) > 0) isSorted = false;
      }
      // An export is in order, and so are most files of a system; sorting millions takes seconds, in which nobody is served.
      return isSorted ? positions : positions.sort(compare);
    },
  };
}

export type InventoryEntries = ReturnType<typeof createInventoryEntries>;
