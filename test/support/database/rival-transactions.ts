/** Other transactions that a booking meets: sees who waits for whom, so that a moment is held still instead of slept over. */
import { type Database, openDatabase } from '../../../src/data/database/database.ts';

/** Resolves as soon as `count` sessions of the database wait for locks, or `otherwise` is done. */
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
  while (!done) {
    const [row] = await prisma.$queryRaw<{ waiting: number }[]>`
      SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
    if (row!.waiting >= count) return;
  }
}

/** A promise that is resolved by a call. */
export function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Opens another pool on a database, whose deadlocks `deadlocksOf` can count once it is closed. */
export function openRivalPool(url: string, poolSize: number): Promise<Database> {
  return openDatabase({ kind: 'postgresql', url: rivalAddress(url), poolSize });
}

/** The address by which another process opens a database, whose deadlocks `deadlocksOf` can count once that has ended. */
export function rivalAddress(url: string): string {
  return `${url}?application_name=${RIVAL}`;
}

const RIVAL = 'rival';

/** How many deadlocks the database has seen, those of rival pools included, which must be closed. */
export async function deadlocksOf({ prisma }: Database): Promise<number> {
  // A session reports its deadlocks at the latest when it ends, and it ends a little after its client has left.
  for (;;) {
    const [sessions] = await prisma.$queryRaw<{ rivals: number }[]>`
      SELECT count(*)::int AS rivals FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${RIVAL}`;
    if (sessions!.rivals === 0) break;
  }
  const [statistics] = await prisma.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return statistics!.deadlocks;
}
