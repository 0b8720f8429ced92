/**
 * Deletes rows and counts them with their parts. Everything that `--replace` removes goes through here, dependants first,
 * because rows deleted by a cascade could not be counted.
 */

import { ANY_NUMBER } from '../../data/cache/cache-tags.ts';
import { anything, int4, jsonList, jsonRecord, listOf, nullable } from '../../data/sql/column-types.ts';
import { onlyRow, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import { stored } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { buildPartsSql, changedTags } from './merge-rows.ts';
import { noteRemovedSql } from './record-import.ts';
import { keyType, namesEntry } from './row.ts';
import { createPartTally } from './row-parts.ts';

const VALUES_PER_STATEMENT = 1_000;

/** Nights are written by statements of their own, but removed with their room type. */
const INVENTORY_NIGHT: CatalogueTable = {
  table: 'inventory_night',
  key: ['room_type_number', 'night'],
  owner: ['room_type_number'],
  counted: 'inventoryNights',
  raises: [],
};

/** Finds which of these room types have nights: the cached capacity of the others does not change. */
const FIND_STOCKED = statement({
  takes: { roomTypes: listOf(int4) },
  returns: { hotelNumber: int4, roomTypeNumber: int4 },
  sql: ({ roomTypes }) => `
    SELECT hotel_number AS "hotelNumber", number AS "roomTypeNumber" FROM room_type AS r
    WHERE number = ANY(${roomTypes}) AND EXISTS (SELECT FROM inventory_night WHERE room_type_number = r.number)`,
});

export const ALL_TABLES: readonly CatalogueTable[] = [...Object.values(stored), INVENTORY_NIGHT];

/** A statement for each table and each column of its key that names an entry; both names are its key. */
const REMOVALS = new Map(
  ALL_TABLES.flatMap((table) => {
    const notes = noteRemovedSql(table);
    return table.key.filter(namesEntry).map((column) => {
      const remove = statement({
        takes: { values: listOf(keyType(column)) },
        returns: {
          rows: int4,
          /** Null: the table has none. */
          parts: nullable(jsonList(nullable(jsonRecord(anything)))),
        },
        sql: ({ values }) => `
          WITH gone AS (
            DELETE FROM ${table.table} AS t WHERE t."${column}" = ANY(${values})
            RETURNING ${table.parts ? buildPartsSql(table, 't') : 'NULL::jsonb'} AS parts${notes && ', t AS old'})
          ${notes}
          SELECT count(*)::int AS rows, jsonb_agg(parts) FILTER (WHERE parts IS NOT NULL) AS parts FROM gone`,
      });
      return [`${table.table} ${column}`, remove] as const;
    });
  }),
);

/** Deletes the rows whose `column`, one of the key, names one of these. */
export async function removeRows(
  tx: SqlClient,
  table: CatalogueTable,
  { column, values, tally }: { column: string; values: readonly (number | string)[]; tally: Tally },
): Promise<void> {
  const parts = createPartTally(table);
  let rows = 0;
  const remove = REMOVALS.get(`${table.table} ${column}`);
  if (!remove) throw new TypeError(`no statement removes rows of ${table.table} by ${column}`);
  // Their capacity is raised by hotel and room type, whose rows are still there.
  if (table === INVENTORY_NIGHT) {
    const stocked = await query(tx, FIND_STOCKED, { roomTypes: values.map(Number) });
    tally.raise(
      stocked.map(({ hotelNumber, roomTypeNumber }) => `inventory:${hotelNumber}/${roomTypeNumber}` as const),
    );
  }
  for (let first = 0; first < values.length; first += VALUES_PER_STATEMENT) {
    const gone = onlyRow(await query(tx, remove, { values: values.slice(first, first + VALUES_PER_STATEMENT) }));
    rows += gone.rows;
    for (const row of gone.parts ?? []) parts.countChanged(row, null);
  }
  // Another column does not say whose rows they were.
  const owners = column === table.owner[0] ? values : [ANY_NUMBER];
  if (rows > 0) tally.raise(changedTags(table, owners, true));
  tally.removed(table.counted, rows);
  for (const [kind, { removed }] of parts.counts) tally.removed(kind, removed);
}
