/** What updates name by ObjectId or number, looked up within their transaction. */

import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { int4, listOf, text } from '../../data/sql/column-types.ts';
import { statement } from '../../data/sql/statement.ts';
import { parseReference } from '../access/references.ts';

const findIn = (table: string) =>
  statement({
    takes: { ids: listOf(text) },
    returns: { id: text, number: int4 },
    sql: ({ ids }) => `SELECT id, number FROM ${table} WHERE id = ANY(${ids}::char(24)[])`,
  });
const FIND = { hotel: findIn('hotel'), roomType: findIn('room_type'), visitType: findIn('visit_type') };

/** The numbers of references, by reference; null: it matches nothing. A number may still match nothing. No query for numbers. */
export async function findNumbersOf(
  sql: SqlTransaction,
  kind: keyof typeof FIND,
  references: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const keys = [...new Set(references)].map((reference) => ({ reference, ...parseReference(reference) }));
  const ids = keys.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = ids.length > 0 ? await sql.query(FIND[kind], { ids }) : [];
  const numberOf = new Map(rows.map(({ id, number }) => [id, number]));
  return new Map(
    keys.map(({ reference, number, id }) => [reference, id === null ? number : (numberOf.get(id) ?? null)]),
  );
}

/** What no entity has for a number. */
export const NOTHING = -1;
