/**
 * Publishing in every serving process (S15): when a notification says that an event was committed, every few seconds in case one
 * was missed, and before the feed is read. Whoever waits for events is notified of those that any process has published.
 */

import { CoalescedRun, PacedRun } from '../../data/coalesced-runs.ts';
import type { Database } from '../../data/database/database.ts';
import type { Recipients } from '../../data/deliveries/recipients.ts';
import { EVENT_CHANNEL, PUBLISHED, publishEvents } from '../../data/events/publish-events.ts';
import { type Clock, repeat, type Scheduler } from '../../domain/time/clock.ts';

/** How often it looks for events without a notification, in milliseconds. */
const POLL_MS = 5_000;
/** The least time between two runs that notifications ask for: a burst is numbered together. */
const REST_MS = 100;
const RETRY_MS = 1_000;

export interface EventPublisherParts {
  readonly database: Database;
  readonly clock: Clock;
  /** To whom events are delivered. */
  readonly recipients: readonly Recipients[];
  readonly schedule: Scheduler;
  /** Called when publishing has failed, which is then tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class EventPublisher {
  readonly #parts: EventPublisherParts;
  readonly #woken: PacedRun;
  readonly #listeners = new Set<() => void>();
  readonly #publishing = new CoalescedRun(() => this.#publish());
  #isDraining = false;
  #isStopped = false;
  #published = 0;

  constructor(parts: EventPublisherParts) {
    const { schedule, onFailure } = parts;
    this.#parts = parts;
    this.#woken = new PacedRun(() => (this.#isStopped ? Promise.resolve() : this.publish()), {
      schedule,
      onFailure,
      restMs: REST_MS,
      retryMs: RETRY_MS,
    });
  }

  /** Publishes what was committed before the call. Callers at the same time share a run. */
  publish(): Promise<void> {
    return this.#publishing.run();
  }

  /** How many times something was published, as far as this process knows. */
  get version(): number {
    return this.#published;
  }

  /** Calls `listener` whenever something was published or may have been, until the returned function is called. */
  onPublished(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when something has been published since `version`, after so many milliseconds, on `signal`, or when the process stops. */
  async change({
    since,
    milliseconds,
    signal,
  }: {
    since: number;
    milliseconds: number;
    signal: AbortSignal;
  }): Promise<void> {
    if (this.#isDraining || signal.aborted || this.#published !== since) return;
    const { promise, resolve } = withResolver();
    const stopListening = this.onPublished(resolve);
    const cancel = this.#parts.schedule(resolve, milliseconds);
    signal.addEventListener('abort', resolve, { once: true });
    await promise;
    stopListening();
    cancel();
    signal.removeEventListener('abort', resolve);
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** From now on nobody waits. */
  drain(): void {
    this.#isDraining = true;
    this.#notify();
  }

  /** Publishes in the background until the returned function is called. */
  start(): () => Promise<void> {
    const { database, schedule, onFailure } = this.#parts;
    let isConnected = false;
    const wake = (): void => this.#woken.wake();
    const listening = database
      .listen(EVENT_CHANNEL, {
        onPayload: (payload) => (payload === PUBLISHED ? this.#notify() : wake()),
        onConnected: (connected) => {
          isConnected = connected;
          if (connected) wake();
        },
      })
      .catch((error) => {
        onFailure(error);
        return async () => {};
      });
    const poll = (): void => {
      wake();
      // No notification says what other processes have published meanwhile.
      if (!isConnected) this.#notify();
    };
    const stopPolling = repeat(schedule, poll, POLL_MS);
    return async () => {
      this.#isStopped = true;
      stopPolling();
      this.drain();
      await (await listening)();
      await this.#publishing.underWay()?.catch(() => {});
    };
  }

  async #publish(): Promise<void> {
    const { database, recipients, clock } = this.#parts;
    if ((await publishEvents(database, { recipients, now: clock.now() })) > 0) this.#notify();
  }

  #notify(): void {
    this.#published++;
    for (const listener of [...this.#listeners]) listener();
  }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
