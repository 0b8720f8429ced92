/**
 * Now, by the database's clock (T2): all processes agree on today, on which holds are open and on what has expired, whatever their
 * machines say. From one measurement to the next the monotonic clock counts on, which nobody sets. A machine whose clock is far from it is
 * not trusted to write. The clock of an embedded database is the machine's: there is nothing to compare.
 */

import type { Clock } from '../../domain/time/clock.ts';
import { float8 } from '../sql/column-types.ts';
import { onlyRow, query, statement } from '../sql/statement.ts';
import type { Database } from './database.ts';

/** How far the machine's clock may be from the database's, in milliseconds. */
const MOST_OFF_MS = 30_000;
/** The longest round trip of a good measurement, in milliseconds: it is wrong by half of that at most. A slower one counts only when there is no other. */
const MOST_ROUND_TRIP_MS = 2_000;

/** Not `now()`: the time of the statement, not that of a transaction. */
const SHOWN = statement({
  returns: { shown: float8 },
  sql: () => 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS shown',
});

/** The clock of this machine is too far from the database's for it to write. */
export class ClockOff extends Error {
  override readonly name = 'ClockOff';
  /** Known to `classifyDatabaseFailure`. */
  readonly code = 'CLOCK_OFF';
  constructor() {
    super('the clock of this machine is not that of the database');
  }
}

export class DatabaseClock implements Clock {
  readonly #prisma: Database['prisma'];
  readonly #machine: Clock;
  readonly #monotonic: () => number;
  /** What the database's clock showed when the monotonic one was at 0; null: not measured yet. */
  #start: number | null = null;

  private constructor({ prisma }: Pick<Database, 'prisma'>, machine: Clock, monotonic: () => number) {
    this.#prisma = prisma;
    this.#machine = machine;
    this.#monotonic = monotonic;
  }

  /**
   * The measured clock of a server.
   * @param parts `monotonic`: in milliseconds. Default: the machine's
   * @throws the error of a database that does not answer
   */
  static async open(
    database: Pick<Database, 'prisma'>,
    { machine, monotonic = () => performance.now() }: { machine: Clock; monotonic?: () => number },
  ): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database, machine, monotonic);
    await clock.measure();
    return clock;
  }

  now(): number {
    // biome-ignore lint/style/noNonNullAssertion: `open` has measured it.
    return Math.round(this.#start! + this.#monotonic());
  }

  /** Milliseconds that the machine's clock is ahead; negative: behind. It notices at once when somebody sets the machine's clock. */
  aheadMs(): number {
    return this.#machine.now() - this.now();
  }

  /** Whether the machine is too far off to write. */
  isOff(): boolean {
    return Math.abs(this.aheadMs()) > MOST_OFF_MS;
  }

  /**
   * Compares with the database.
   * @throws the error of a database that does not answer
   */
  async measure(): Promise<void> {
    const askedAt = this.#monotonic();
    const rows = await query(this.#prisma, SHOWN);
    const answeredAt = this.#monotonic();
    if (this.#start !== null && answeredAt - askedAt > MOST_ROUND_TRIP_MS) return;
    this.#start = onlyRow(rows).shown - (askedAt + answeredAt) / 2;
  }
}

/**
 * The database for a process that writes nothing while its machine's clock is off: transactions that serve no read, and what
 * asks `requireWrites` before it writes by other means, fail with `ClockOff`.
 */
export function guardWrites(database: Database, clock: Pick<DatabaseClock, 'isOff'>): Database {
  const requireWrites = () => {
    if (clock.isOff()) throw new ClockOff();
    database.requireWrites();
  };
  return {
    ...database,
    requireWrites,
    async transact(work, timeouts) {
      if (!timeouts.isRead) requireWrites();
      return database.transact(work, timeouts);
    },
  };
}
