/**
 * A read replica: an address of standbys of the primary that may answer for the catalogue only. A standby lags, and what is
 * read from it is cached for a whole epoch, so an outdated row would be a wrong price for good. An answer therefore counts only
 * if it is proven no older than the catalogue epoch known to this process. Every statement carries its own proof: one address
 * may have several servers behind it, and a standby that crashed may come back with less than it has shown before.
 */
import type pg from 'pg';
import { redactRowValues } from '../database/database-failures.ts';
import { text } from '../sql/column-types.ts';
import { statement } from '../sql/statement.ts';
import { IDENTITY_SQL, type Proof, readWithProof, StatementFailed } from './proven-read.ts';

/** The state of a replica. */
export interface ReplicaState {
  /** Position in the list of addresses, from 1. */
  readonly index: number;
  /** Whether it is known to have reached this process's catalogue epoch; only then it is used. */
  readonly caughtUp: boolean;
  /** Whether it was unreachable or unsuitable when last tried. */
  readonly away: boolean;
  readonly served: number;
  /** Statements sent to it that the primary had to answer. */
  readonly fallbacks: number;
}

/** Called when a replica goes away, with the reason, and when it is back. */
export type OnReplicaChange = (change: { index: number; away: boolean; reason: string | null }) => void;

/** How often to check whether one has caught up, or is back, in milliseconds. */
const BEHIND_PROBE_INTERVAL_MS = 100;
const AWAY_PROBE_INTERVAL_MS = 1_000;

export const READ_IDENTITY = statement({
  returns: { identity: text },
  sql: () => `SELECT ${IDENTITY_SQL} AS identity FROM pg_control_system()`,
});

export class ReadReplica {
  readonly #index: number;
  readonly #pool: pg.Pool;
  readonly #knownEpoch: () => number;
  readonly #identity: () => Promise<string>;
  readonly #onChange: OnReplicaChange;
  /** The latest epoch that it showed: a hint whether it is worth using, never a proof. */
  #observedEpoch = -1;
  #away = false;
  /** Whether it was verified as a copy of the primary since it was last away. */
  #isRecognised = false;
  #isProbing = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #served = 0;
  #fallbacks = 0;

  constructor(replica: {
    index: number;
    /** Owned by this object; ended by `close`. */
    pool: pg.Pool;
    /** The catalogue epoch known to this process. */
    knownEpoch: () => number;
    /** The primary's identity. */
    identity: () => Promise<string>;
    onChange: OnReplicaChange;
  }) {
    this.#index = replica.index;
    this.#pool = replica.pool;
    this.#knownEpoch = replica.knownEpoch;
    this.#identity = replica.identity;
    this.#onChange = replica.onChange;
  }

  /** Whether it is worth using. If not, background checks run until it is. */
  isReady(): boolean {
    if (this.#seemsCaughtUp()) return true;
    this.#probe();
    return false;
  }

  state(): ReplicaState {
    const caughtUp = this.isReady();
    return { index: this.#index, caughtUp, away: this.#away, served: this.#served, fallbacks: this.#fallbacks };
  }

  /** The result, proven no older than what this process knew at the call; null: ask the primary. */
  async query(statement: pg.QueryConfig): Promise<pg.QueryResult | null> {
    const knownEpoch = this.#knownEpoch();
    try {
      const { proof, result } = await readWithProof(this.#pool, statement);
      this.#observe(proof);
      if (proof.epoch >= knownEpoch) {
        this.#served += 1;
        return result;
      }
    } catch (error) {
      if (!(error instanceof StatementFailed)) this.#markAway(error);
    }
    this.#fallbacks += 1;
    return null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#pool.end();
  }

  #seemsCaughtUp(): boolean {
    return this.#isRecognised && this.#observedEpoch >= this.#knownEpoch();
  }

  #observe({ epoch, isStandby }: Proof): void {
    // A promoted standby diverges from the primary.
    if (!isStandby) throw new Error('it is no standby');
    this.#observedEpoch = epoch;
  }

  #markAway(error: unknown): void {
    this.#isRecognised = false;
    if (this.#closed) return;
    if (!this.#away) {
      this.#away = true;
      const { message } = redactRowValues(error) as Error;
      this.#onChange({ index: this.#index, away: true, reason: message });
    }
    this.#probe();
  }

  #probe(): void {
    if (this.#isProbing || this.#closed) return;
    this.#isProbing = true;
    this.#readState().then(
      () => {
        if (this.#away) this.#onChange({ index: this.#index, away: false, reason: null });
        this.#away = false;
        if (this.#seemsCaughtUp()) this.#isProbing = false;
        else this.#scheduleProbe(BEHIND_PROBE_INTERVAL_MS);
      },
      (error) => {
        this.#markAway(error);
        this.#scheduleProbe(AWAY_PROBE_INTERVAL_MS);
      },
    );
  }

  #scheduleProbe(ms: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#isProbing = false;
      this.#probe();
    }, ms);
    this.#timer.unref();
  }

  /** Checks the replica outside of any request. */
  async #readState(): Promise<void> {
    const { proof, result } = await readWithProof(this.#pool, { text: READ_IDENTITY.text });
    const [row] = READ_IDENTITY.decode(result.rows);
    if (row?.identity !== (await this.#identity())) throw new Error('it is no copy of the database at DATABASE_URL');
    this.#observe(proof);
    this.#isRecognised = true;
  }
}
