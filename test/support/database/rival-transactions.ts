/** Rival transactions for a booking: they observe who waits for whom, so that no test has to sleep. */
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { until } from '../requests/until.ts';

/** Resolves once `count` sessions of the database wait for locks, or `otherwise` is done. */
export async function untilWaiting({ prisma }: Database, count: number, otherwise?: Promise<unknown>): Promise<void> {
  let done = false;
  otherwise?.then(
    () => {
      done = true;
    },
    () => {
      done = true;
    },
  );
  await until(
    () => prisma.$queryRaw<{ waiting: number }[]>`
      SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
    ([row]) => done || row!.waiting >= count,
  );
}

/** A promise that a call resolves. */
export function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Opens another pool on a database; `deadlocksOf` counts its deadlocks once it is closed. */
export function openRivalPool(url: string, poolSize: number): Promise<Database> {
  return openDatabase({ kind: 'postgresql', url: rivalAddress(url), poolSize });
}

/** The address for another process; `deadlocksOf` counts its deadlocks once it has ended. */
export function rivalAddress(url: string): string {
  return `${url}?application_name=${RIVAL}`;
}

const RIVAL = 'rival';

/** The deadlocks of the database, including those of rival pools, which must be closed. */
export async function deadlocksOf({ prisma }: Database): Promise<number> {
  // A session reports its deadlocks at its end at the latest, which is shortly after its client has disconnected.
  await until(
    () => prisma.$queryRaw<{ rivals: number }[]>`
      SELECT count(*)::int AS rivals FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${RIVAL}`,
    ([sessions]) => sessions!.rivals === 0,
  );
  const [statistics] = await prisma.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return statistics!.deadlocks;
}
