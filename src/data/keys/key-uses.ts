/**
 * In which hour each key was last used (S5). A request only notes its key in memory; what is new is written later, for all keys
 * together, at most once an hour for each. A database that refuses writes loses nothing: the next call writes it.
 */
import type { Database } from '../database/database.ts';
import { classifyDatabaseFailure } from '../database/database-failures.ts';
import { listOf, text, timestamptz } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

export const MS_PER_HOUR = 3_600_000;

/**
 * Several processes write the same keys: what another one is writing is skipped, so that they never wait for each other, and
 * what it wrote already is left as it is.
 */
const WRITE_USES = statement({
  takes: { ids: listOf(text), hours: listOf(timestamptz) },
  sql: ({ ids, hours }) => `
    UPDATE api_key SET last_used_at = used.at FROM (
      SELECT k.id, u.at FROM api_key AS k
        JOIN unnest(${ids}::char(24)[], ${hours}::timestamptz[]) AS u (id, at) ON u.id = k.id
        WHERE k.last_used_at IS NULL OR k.last_used_at < u.at FOR NO KEY UPDATE OF k SKIP LOCKED) AS used
    WHERE api_key.id = used.id`,
});

export class KeyUses {
  readonly #prisma: Database['prisma'];
  /** The hour in which keys were noted last, in milliseconds since 1970. */
  #hour = 0;
  /** The keys noted in it. */
  readonly #noted = new Set<string>();
  /** The hour of the last use by key. */
  #unwritten = new Map<string, number>();

  constructor({ prisma }: Pick<Database, 'prisma'>) {
    this.#prisma = prisma;
  }

  /** Notes that a key was used in an hour, by its beginning in milliseconds since 1970. */
  note(apiKeyId: string, hour: number): void {
    if (hour !== this.#hour) this.#noted.clear();
    this.#hour = hour;
    if (this.#noted.has(apiKeyId)) return;
    this.#noted.add(apiKeyId);
    this.#unwritten.set(apiKeyId, hour);
  }

  /**
   * Writes what has been noted since the last time.
   * @throws the database's error, unless it is away or refuses writes
   */
  async write(): Promise<void> {
    const uses = this.#unwritten;
    if (uses.size === 0) return;
    this.#unwritten = new Map();
    const hours = [...uses.values()].map((hour) => new Date(hour));
    try {
      await query(this.#prisma, WRITE_USES, { ids: [...uses.keys()], hours });
    } catch (error) {
      this.#unwritten = new Map([...uses, ...this.#unwritten]);
      if (classifyDatabaseFailure(error) === null) throw error;
    }
  }
}
