/**
 * The inventory entries of a file in sixteen bytes each, so that a year of every night of thousands of room types fits in
 * memory while everything else of the file is written.
 */
import type { Day } from '../../domain/civil-date.ts';

/** Capacity of a room type for the nights `from` to `to`, both included. */
export interface CompactEntry {
  roomTypeNumber: number;
  from: Day;
  to: Day;
  units: number;
}

const FIELDS = 4;

/** A growing list of entries; positions are those of the file. */
export function inventoryEntries() {
  let values = new Int32Array(FIELDS * 1_024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    /** Puts an entry at its position in the file; skipped positions count as empty. */
    set(position: number, { roomTypeNumber, from, to, units }: CompactEntry): void {
      length = Math.max(length, position + 1);
      if (length * FIELDS > values.length) {
        const larger = new Int32Array(Math.max(values.length * 2, length * FIELDS));
        larger.set(values);
        values = larger;
      }
      values.set([roomTypeNumber, from, to, units], position * FIELDS);
    },
    /** The entry at a position; null: there is none, or a faulty one. */
    at(position: number): CompactEntry | null {
      const [roomTypeNumber, from, to, units] = values.subarray(position * FIELDS, (position + 1) * FIELDS);
      return roomTypeNumber ? { roomTypeNumber, from: from!, to: to!, units: units! } : null;
    },
    /** Positions in the order of room types, within one in the order of the file. */
    positionsByRoomType(): Uint32Array {
      return Uint32Array.from({ length }, (_, position) => position).sort(
        (a, b) => values[a * FIELDS]! - values[b * FIELDS]! || a - b,
      );
    },
  };
}

export type InventoryEntries = ReturnType<typeof inventoryEntries>;
