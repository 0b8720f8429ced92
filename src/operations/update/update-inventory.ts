/**
 * Changes recorded capacity of a running server (U1), in one transaction and only as far as it is another one: later changes
 * override earlier ones, and the same update again writes nothing. Units never go below what is sold and held.
 */

import type { InventoryTagText } from '../../data/cache/cache-tags.ts';
import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { int4, listOf } from '../../data/sql/column-types.ts';
import { statement } from '../../data/sql/statement.ts';
import { findUnexpected, type LockedChange, lockInventory, writeInventory } from '../../data/updates/inventory.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { notFound } from '../../domain/problem/refusal.ts';
import { type StatedNights, stateInventory } from '../../domain/stay/inventory-changes.ts';
import { MAX_PROBLEMS, problemsOfEach } from '../../domain/text/refusal-bounds.ts';
import { hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { type InventoryChangeInput, inventoryProblems } from './update-input.ts';
import { findNumbersOf } from './update-subjects.ts';
import {
  atChange,
  authorOf,
  type Decision,
  type Recorded,
  refuse,
  runUpdate,
  type UpdateRefusal,
  type UpdateRequest,
} from './update-transaction.ts';

/** Every night has the state that the changes give it. */
export interface InventoryUpdated extends Recorded {
  readonly kind: 'inventoryUpdated';
  /** Nights of all changes, each counted once. */
  readonly nights: number;
  /** Nights that had the state already. */
  readonly unchanged: number;
}

interface InventoryRequest extends UpdateRequest {
  readonly changes: readonly InventoryChangeInput[];
}

export async function updateInventory(request: InventoryRequest): Promise<InventoryUpdated | UpdateRefusal> {
  const problems = inventoryProblems(request.changes, request.today);
  if (problems.length > 0) return { kind: 'invalidInput', problems };
  return runUpdate(request, (sql) => decideInventory(sql, request));
}

/** Takes turns with other updates of the room types. */
export const LOCK_ROOM_TYPES = statement({
  takes: { numbers: listOf(int4), ...REACH_COLUMNS },
  returns: { number: int4, hotelNumber: int4 },
  sql: ({ numbers, ...reach }) => `
    SELECT r.number, r.hotel_number AS "hotelNumber" FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
    WHERE r.number = ANY(${numbers}) AND ${hotelIsReachedSql(reach)} ORDER BY r.number FOR NO KEY UPDATE OF r`,
});

async function decideInventory(
  sql: SqlTransaction,
  { changes, caller, now }: InventoryRequest,
): Promise<Decision<InventoryUpdated | UpdateRefusal>> {
  const references = changes.map(({ roomType }) => roomType);
  const numberOf = await findNumbersOf(sql, 'roomType', references);
  const roomTypes = await sql.query(LOCK_ROOM_TYPES, {
    numbers: [...numberOf.values()].filter((number) => number !== null),
    ...reachValues(caller),
  });
  const hotelOf = new Map(roomTypes.map(({ number, hotelNumber }) => [number, hotelNumber]));
  const numbered: (Omit<(typeof changes)[number], 'roomType'> & { roomTypeNumber: number })[] = [];
  for (const { roomType, ...change } of changes) {
    const roomTypeNumber = numberOf.get(roomType) ?? null;
    if (roomTypeNumber === null || !hotelOf.has(roomTypeNumber)) return refuse(notFound('ROOM_TYPE', roomType));
    numbered.push({ ...change, roomTypeNumber });
  }
  const unexpected = await findUnexpected(sql, numbered, MAX_PROBLEMS);
  if (unexpected.length > 0) return refuse({ kind: 'conflict', changes: unexpected.map(atChange) });
  const stated = stateInventory(numbered);
  const { locked, missing } = await lockInventory(sql, stated, now);
  const problems = belowSoldProblems(locked, (change) => `changes.${change}.units`);
  if (problems.length > 0) return refuse({ kind: 'invalidInput', problems });
  const changed = [...locked, ...missing];
  const roomsChanged = new Set(changed.map(({ roomTypeNumber }) => roomTypeNumber));
  const nights = stated.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const unchanged = nights - changed.reduce((sum, one) => sum + one.nights, 0);
  return {
    outcome: { kind: 'inventoryUpdated', nights, unchanged, recordedAs: [] },
    write:
      changed.length === 0
        ? null
        : {
            rows: (tx) => writeInventory(tx, stated, { locked, missing, author: authorOf({ caller, now }, 'UPDATE') }),
            raises: stated
              .filter(({ roomTypeNumber }) => roomsChanged.has(roomTypeNumber))
              // biome-ignore lint/style/noNonNullAssertion: each room type has been locked.
              .map((nights) => capacityOn(hotelOf.get(nights.roomTypeNumber)!, nights)),
          },
  };
}

/** The cache tag of a change of these nights. */
export function capacityOn(hotel: number, { roomTypeNumber, from, to }: StatedNights): InventoryTagText {
  return `inventory:${hotel}:${from}..${to}/${roomTypeNumber}`;
}

/** One problem for each change that states too few units, at the first such night; 50 at most. */
export function belowSoldProblems(locked: readonly LockedChange[], pathOf: (change: number) => string): InputProblem[] {
  return problemsOfEach(
    locked,
    ({ unitsChange, units, taken, isHeld, nightsBelowTaken, firstNightBelowTaken: firstNight }): InputProblem[] => {
      if (unitsChange === null || firstNight === null) return [];
      // biome-ignore lint/style/noNonNullAssertion: a night below what is taken states units.
      const facts = { value: units!, sold: taken, includesHeld: isHeld, nights: nightsBelowTaken, firstNight };
      return [inputProblem(pathOf(unitsChange), 'belowSold', facts)];
    },
  );
}
