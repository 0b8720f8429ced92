/** Writes entries of a file with everything that stands in them, as they are declared. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Stored, StoredList } from '../stored/declaration.ts';
import type { Tally } from '../tally.ts';
import { type MergeResult, mergeRows, type Owner } from './merge-rows.ts';
import type { Row } from './row.ts';

/** An element of a list in the file. */
interface Placed {
  readonly element: unknown;
  readonly position: number;
  /** The key of the entry that it stands in. */
  readonly within: Owner;
}

/**
 * Writes a batch of entries of a section.
 * @param positions places of the entries, which count only where the model has a `position`; absent: in file order
 */
export async function writeSection(
  tx: Prisma.TransactionClient,
  stored: Stored,
  { entries, positions, tally }: { entries: readonly object[]; positions?: readonly number[]; tally: Tally },
): Promise<void> {
  const placed = entries.map((element, index) => ({ element, position: positions?.[index] ?? index, within: [] }));
  await writeStored(tx, stored, { placed, holders: [], tally });
}

/** @param holders the keys of the entries that they stand in, also of those without any */
async function writeStored(
  tx: Prisma.TransactionClient,
  stored: Stored,
  { placed, holders, tally }: { placed: readonly Placed[]; holders: readonly Owner[]; tally: Tally },
): Promise<void> {
  const rows = rowsOf(stored, placed);
  const keys = rows.map((row) => stored.key.map((column) => row[column] as number | string));
  const entries = stored.lists.filter((list) => list.stored.isEntry);
  const parts = stored.lists.filter((list) => !list.stored.isEntry);
  // What is numbered within its holder goes when the holder no longer has it, its parts before it.
  const goes = stored.within.length > 0 && stored.within.every((column) => stored.key.includes(column));
  const owners = goes ? holders : keys;
  const own = await mergeRows(tx, stored, { rows });
  const results: MergeResult[] = [];
  for (const list of parts) {
    const partRows = rowsOf(list.stored, elementsOf(list, placed, keys));
    results.push(await mergeRows(tx, list.stored, { rows: partRows, owners }));
  }
  tally.count(own, results, goes ? await mergeRows(tx, stored, { rows, owners }) : undefined);
  for (const list of entries) {
    await writeStored(tx, list.stored, { placed: elementsOf(list, placed, keys), holders: keys, tally });
  }
}

/** The elements of a list in each of these; null is an empty list, and one object a list of it. */
function elementsOf({ field }: StoredList, placed: readonly Placed[], keys: readonly Owner[]): Placed[] {
  return placed.flatMap(({ element }, index) => {
    const value = (element as Record<string, unknown>)[field] ?? [];
    const elements: unknown[] = Array.isArray(value) ? value : [value];
    // biome-ignore lint/style/noNonNullAssertion: there is a key for each placed element.
    return elements.map((one, position) => ({ element: one, position, within: keys[index]! }));
  });
}

function rowsOf(stored: Stored, placed: readonly Placed[]): Row[] {
  const rows = placed.map((one) => rowOf(stored, one));
  return stored.isDistinct ? [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()] : rows;
}

function rowOf(stored: Stored, { element, position, within }: Placed): Row {
  const row: Row = {};
  for (const [index, column] of stored.within.entries()) row[column] = within[index];
  if (stored.hasPosition) row.position = position;
  for (const { field, column, toStored } of stored.fields) {
    const value = field === null ? element : (element as Row)[field];
    row[column] = toStored ? toStored(value as never) : value;
  }
  return row;
}
