/** The epochs as the tables of a database have them. */
import type { RaisedEpoch } from '../../../src/data/cache/raise-epochs.ts';
import type { Database } from '../../../src/data/database/database.ts';

/** Everything that was ever raised, for the `observe` of a process whose notifications may still be in flight. */
export async function readRaised({ prisma }: Pick<Database, 'prisma'>): Promise<RaisedEpoch[]> {
  const rows = await prisma.$queryRaw<{ scope: string; value: bigint }[]>`
    SELECT scope, value FROM epoch UNION ALL SELECT kind || ':' || number, value FROM catalogue_change`;
  return rows.map(({ scope, value }) => ({ scope, value: Number(value) }));
}
