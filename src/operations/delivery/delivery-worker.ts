/**
 * Delivers what waits, in every serving process (S18): woken when something was published, and when the next try is due. If a
 * process is killed during a try, another one tries again.
 */
import { PacedRun } from '../../data/coalesced-runs.ts';
import type { Database } from '../../data/database/database.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryResult,
  type DeliveryShares,
  finishDelivery,
  giveBackDelivery,
  nextDue,
} from '../../data/deliveries/deliveries.ts';
import type { Recipients } from '../../data/deliveries/recipients.ts';
import type { Clock, Scheduler } from '../../domain/time/clock.ts';

/** How often it looks for deliveries without a notification, in milliseconds. */
const POLL_MS = 30_000;
/** The least time between two looks, in milliseconds. */
const REST_MS = 10;
const RETRY_MS = 1_000;

/** It was not tried, because it is not its turn before `dueAt` (milliseconds since 1970). */
export interface Postponed {
  readonly result: 'later';
  readonly dueAt: number;
}

/** The outcome of a try. */
export interface Attempted {
  /** `retry`: it is tried again, if it may be. */
  readonly result: 'done' | 'retry' | 'failed';
  /** A status or a code, for operators: never what the recipient has said. */
  readonly outcome: string;
}

/** Headers by which a receiver continues the trace; none if there is no trace. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Runs a try under a span. */
export type TraceDelivery = <T extends Attempted | Postponed>(
  kind: string,
  attempt: (headers: TraceHeaders) => Promise<T>,
) => Promise<T>;

/** The result of each try. `retry`: it is tried again; `failed`: it was given up. */
export type DeliveryObserver = (tried: Attempted & { readonly kind: string }) => void;

export interface DeliveryWorkerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly recipients: Recipients;
  readonly shares: DeliveryShares;
  /** A delivery that takes longer is tried by others; it must not take nearly as long. */
  readonly leaseMs: number;
  /** Delivers; it ends soon when `signal` is aborted, and may throw then. A failure of the database is thrown, too. */
  readonly deliver: (
    delivery: ClaimedDelivery,
    signal: AbortSignal,
    traceHeaders: TraceHeaders,
  ) => Promise<Attempted | Postponed>;
  /** How long to wait after so many tries, in milliseconds; null: it is given up. */
  readonly retryAfter: (attempts: number) => number | null;
  readonly onFailure: (error: unknown) => void;
  readonly onTried: DeliveryObserver;
  /** Null: there are no traces. */
  readonly trace: TraceDelivery | null;
}

const RESULT_OF_STATE = { DONE: 'done', PENDING: 'retry', FAILED: 'failed' } as const;

export class DeliveryWorker {
  readonly kind: string;
  readonly #parts: DeliveryWorkerParts;
  readonly #run: PacedRun;
  readonly #underWay = new Map<ClaimedDelivery, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #counts = { done: 0, retry: 0, failed: 0 };
  #looking: Promise<void> = Promise.resolve();
  #isClaiming = true;
  #cancelTimer = () => {};

  constructor(parts: DeliveryWorkerParts) {
    const { recipients, schedule, onFailure } = parts;
    this.kind = recipients.kind;
    this.#parts = parts;
    const look = (): Promise<void> => {
      this.#looking = this.#look();
      return this.#looking;
    };
    this.#run = new PacedRun(look, { schedule, onFailure, restMs: REST_MS, retryMs: RETRY_MS });
  }

  /** Looks for due deliveries. The first call starts the worker. */
  wake(): void {
    if (this.#isClaiming) this.#run.wake();
  }

  /** Tries so far by their outcome: `failed` was given up. */
  counts(): Readonly<Record<Attempted['result'], number>> {
    return this.#counts;
  }

  /** Claims nothing from now on. */
  drain(): void {
    this.#isClaiming = false;
    this.#cancelTimer();
  }

  /** Interrupts what is under way and gives it back, for others to try at once. */
  async stop(): Promise<void> {
    this.drain();
    this.#stopping.abort();
    await this.#looking.catch(() => {});
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    if (!this.#isClaiming) return;
    const { database, clock, recipients, shares, leaseMs } = this.#parts;
    const { kind } = recipients;
    this.#cancelTimer();
    const now = clock.now();
    const first = await nextDue(database, { kind, after: 0 });
    if (first !== null && first <= now && this.#underWay.size < shares.most && this.#isClaiming) {
      const claim = { recipients, now, leaseUntil: now + leaseMs, shares, underWay: [...this.#underWay.keys()] };
      for (const one of await claimDeliveries(database, claim)) this.#begin(one);
    }
    // A due delivery that was not claimed waits until another one has ended.
    const next = first === null || first > now ? first : await nextDue(database, { kind, after: now });
    const wait = next === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, next - clock.now()));
    if (this.#isClaiming) this.#cancelTimer = this.#parts.schedule(() => this.wake(), wait);
  }

  #begin(delivery: ClaimedDelivery): void {
    const ended = this.#deliver(delivery)
      .catch(this.#parts.onFailure)
      .finally(() => {
        this.#underWay.delete(delivery);
        this.wake();
      });
    this.#underWay.set(delivery, ended);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, clock, deliver, onTried, trace } = this.#parts;
    const { signal } = this.#stopping;
    const attempt = (headers: TraceHeaders) => deliver(delivery, signal, headers);
    let attempted: Attempted | Postponed;
    try {
      attempted = await (trace ? trace(this.kind, attempt) : attempt({}));
    } catch (error) {
      await giveBackDelivery(database, delivery, clock.now() + (signal.aborted ? 0 : RETRY_MS));
      if (signal.aborted) return;
      throw error;
    }
    if (attempted.result === 'later') return giveBackDelivery(database, delivery, attempted.dueAt);
    const recorded = this.#resultOf(attempted, delivery);
    await finishDelivery(database, delivery, recorded);
    const result = RESULT_OF_STATE[recorded.state];
    this.#counts[result]++;
    onTried({ kind: this.kind, result, outcome: recorded.outcome });
  }

  #resultOf({ result, outcome }: Attempted, { attempts }: ClaimedDelivery): DeliveryResult {
    const { clock, retryAfter } = this.#parts;
    const delay = result === 'retry' ? retryAfter(attempts) : null;
    if (delay !== null) return { state: 'PENDING', outcome, dueAt: clock.now() + delay };
    return { state: result === 'done' ? 'DONE' : 'FAILED', outcome, at: clock.now() };
  }
}
