/** Work that is due again and again, but not once for each who asks for it, or each change of a burst. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Scheduler } from '../domain/time/clock.ts';

/**
 * Work whose callers at the same time are coalesced. Each gets a run that begins after its call, because the one under way may have looked before
 * what the caller knows of: so there is at most one run, and one that waits for it.
 */
export class CoalescedRun<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  run(): Promise<T> {
    if (this.#running === null) {
      this.#running = this.#work().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    const again = (): Promise<T> => {
      this.#next = null;
      return this.run();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  /** The last run that somebody waits for; null: none. */
  underWay(): Promise<T> | null {
    return this.#next ?? this.#running;
  }
}

/**
 * Runs at once when woken, then at most every `restMs`, however often it is woken, and never twice at the same time. What
 * wakes it during a run leads to another one. A run that fails is repeated after `retryMs`.
 */
export class PacedRun {
  readonly #run: () => Promise<void>;
  readonly #schedule: Scheduler;
  readonly #restMs: number;
  readonly #retryMs: number;
  readonly #onFailure: (error: unknown) => void;
  #isDue = false;
  #isRunning = false;
  #isResting = false;

  constructor(
    run: () => Promise<void>,
    {
      schedule,
      restMs,
      retryMs,
      onFailure,
    }: { schedule: Scheduler; restMs: number; retryMs: number; onFailure: (error: unknown) => void },
  ) {
    this.#run = run;
    this.#schedule = schedule;
    this.#restMs = restMs;
    this.#retryMs = retryMs;
    this.#onFailure = onFailure;
  }

  wake(): void {
    this.#isDue = true;
    this.#startIfDue();
  }

  #startIfDue(): void {
    if (!this.#isDue || this.#isRunning || this.#isResting) return;
    this.#isDue = false;
    this.#isRunning = true;
    this.#isResting = true;
    this.#schedule(() => {
      this.#isResting = false;
      this.#startIfDue();
    }, this.#restMs);
    // Whoever wakes it has an answer to give first.
    turn()
      .then(this.#run)
      .catch((error) => {
        this.#onFailure(error);
        this.#schedule(() => this.wake(), this.#retryMs);
      })
      .finally(() => {
        this.#isRunning = false;
        this.#startIfDue();
      });
  }
}
