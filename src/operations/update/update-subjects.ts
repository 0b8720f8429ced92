/** What updates name by ObjectId or number, looked up within their transaction. */
import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { parseReference } from '../access/references.ts';

const FIND = {
  roomType: 'SELECT id, number FROM room_type WHERE id = ANY($1::char(24)[])',
  visitType: 'SELECT id, number FROM visit_type WHERE id = ANY($1::char(24)[])',
} as const;

/** The numbers of references, by reference; null: it matches nothing. A number may still match nothing. No query for numbers. */
export async function findNumbersOf(
  sql: SqlTransaction,
  kind: keyof typeof FIND,
  references: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const keys = [...new Set(references)].map((reference) => ({ reference, ...parseReference(reference) }));
  const ids = keys.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = ids.length > 0 ? await sql.query<{ id: string; number: number }>(FIND[kind], [ids]) : [];
  const numberOf = new Map(rows.map(({ id, number }) => [id, number]));
  return new Map(
    keys.map(({ reference, number, id }) => [reference, id === null ? number : (numberOf.get(id) ?? null)]),
  );
}
