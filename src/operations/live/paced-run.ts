/** Work that is due whenever something changes, but not for each change of a burst. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Scheduler } from '../../domain/time/clock.ts';

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
