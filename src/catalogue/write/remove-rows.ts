/**
 * Deletes rows and counts them with their parts. Everything that `--replace` removes goes through here, dependants first,
 * because rows deleted by a cascade could not be counted.
 */
import { ANY_NUMBER } from '../../data/cache/cache-tags.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import type { Tally } from '../tally.ts';
import { buildPartsSql, changedTags } from './merge-rows.ts';
import { keyType, type Row } from './row.ts';
import { createPartTally } from './row-parts.ts';

const VALUES_PER_STATEMENT = 1_000;

/** Deletes the rows whose `column` has one of the values. */
export async function removeRows(
  tx: Prisma.TransactionClient,
  table: CatalogueTable,
  { column, values, tally }: { column: string; values: readonly (number | string)[]; tally: Tally },
): Promise<void> {
  const parts = createPartTally(table);
  let rows = 0;
  const where = `WHERE t."${column}" = ANY($1::${keyType(column)}[])`;
  for (let first = 0; first < values.length; first += VALUES_PER_STATEMENT) {
    const some = values.slice(first, first + VALUES_PER_STATEMENT);
    if (table.parts) {
      const gone = await tx.$queryRawUnsafe<{ row: Row }[]>(
        `DELETE FROM ${table.table} AS t ${where} RETURNING ${buildPartsSql(table, 't')} AS row`,
        some,
      );
      rows += gone.length;
      for (const { row } of gone) parts.countChanged(row, null);
    } else {
      rows += await tx.$executeRawUnsafe(`DELETE FROM ${table.table} AS t ${where}`, some);
    }
  }
  // Another column does not say whose rows they were.
  const owners = column === table.owner[0] ? values : [ANY_NUMBER];
  if (rows > 0) tally.raise(changedTags(table, owners, true));
  tally.removed(table.counted, rows);
  for (const [kind, { removed }] of parts.counts) tally.removed(kind, removed);
}
