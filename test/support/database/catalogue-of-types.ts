/** What PostgreSQL knows of types, functions and columns, by the oids that its parser prints. */
import type { PGlite } from '@electric-sql/pglite';
import type { TreeValue } from './parse-tree.ts';

export interface Catalogue {
  typeOf(oid: TreeValue | undefined): string;
  /** The type of the elements of a list; null: it is none. */
  elementOf(type: string): string | null;
  functionOf(oid: TreeValue | undefined): { readonly name: string; readonly isStrict: boolean };
  isNullable(table: TreeValue | undefined, column: number): boolean;
}

/** Types and functions stay; columns change with a migration. */
const known = new WeakMap<PGlite, ReturnType<typeof readTypes>>();

export async function readCatalogue(pglite: PGlite): Promise<Catalogue> {
  const types = known.get(pglite) ?? readTypes(pglite);
  known.set(pglite, types);
  const { rows } = await pglite.query<{ column: string }>(
    `SELECT attrelid || '.' || attnum AS column FROM pg_attribute WHERE NOT attnotnull AND attnum > 0`,
  );
  const nullable = new Set(rows.map(({ column }) => column));
  return { ...(await types), isNullable: (table, column) => nullable.has(`${table}.${column}`) };
}

async function readTypes(pglite: PGlite): Promise<Omit<Catalogue, 'isNullable'>> {
  const { rows: types } = await pglite.query<{ oid: string; name: string; element: string | null }>(`
    SELECT t.oid::text, t.typname AS name, CASE WHEN t.typcategory = 'A' THEN e.typname END AS element
    FROM pg_type AS t LEFT JOIN pg_type AS e ON e.oid = t.typelem`);
  const { rows: functions } = await pglite.query<{ oid: string; name: string; isStrict: boolean }>(
    'SELECT oid::text, proname AS name, proisstrict AS "isStrict" FROM pg_proc',
  );
  const names = new Map(types.map(({ oid, name }) => [oid, name]));
  const elements = new Map(types.map(({ name, element }) => [name, element]));
  const byOid = new Map(functions.map(({ oid, ...one }) => [oid, one]));
  return {
    typeOf: (oid) => names.get(String(oid)) ?? `of oid ${oid}`,
    elementOf: (type) => elements.get(type) ?? null,
    functionOf: (oid) => byOid.get(String(oid)) ?? { name: `of oid ${oid}`, isStrict: true },
  };
}
