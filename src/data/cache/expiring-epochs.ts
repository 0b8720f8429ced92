/**
 * Epochs that time raises too (S13): what was read while a stay was held is no longer true once the hold has expired, and nobody writes
 * anything then. Whoever reads something that ends says when; from that moment on the tag has another epoch in this process, so every
 * cache that compares epochs forgets it, and listeners are called. Before the first hold readers ask the stored epochs themselves.
 */
import type { Clock, Scheduler } from '../../domain/time/clock.ts';
import { anyAtIndex, type CacheTag, kindIndexOf } from './cache-tags.ts';
import type { Epochs } from './epochs.ts';

export class ExpiringEpochs implements Epochs {
  readonly #stored: Epochs;
  readonly #clock: Clock;
  readonly #schedule: Scheduler;
  readonly #listeners = new Set<() => void>();
  /** Tags by the moment of their end, in milliseconds since 1970. */
  readonly #ends = new Map<number, Set<CacheTag>>();
  /** How often something in the tag has ended. */
  readonly #ended = new Map<CacheTag, number>();
  #allEnded = 0;
  /** The next end; none: never. */
  #next = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | null = null;
  of: Epochs['of'];
  version: Epochs['version'];
  readonly isCurrent: Epochs['isCurrent'];
  readonly refresh: Epochs['refresh'];
  readonly observe: Epochs['observe'];
  readonly notifications: Epochs['notifications'];

  constructor(stored: Epochs, { clock, schedule }: { clock: Clock; schedule: Scheduler }) {
    this.#stored = stored;
    this.#clock = clock;
    this.#schedule = schedule;
    ({
      of: this.of,
      version: this.version,
      isCurrent: this.isCurrent,
      refresh: this.refresh,
      observe: this.observe,
      notifications: this.notifications,
    } = stored);
  }

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number {
    return this.#clock.now();
  }

  /** Raises the tag at a moment, or at once if that has passed. */
  raiseAt(tag: CacheTag, at: number): void {
    this.of = this.#of;
    this.version = this.#versionNow;
    const tags = this.#ends.get(at) ?? new Set();
    this.#ends.set(at, tags.add(tag));
    if (at < this.#next) this.#waitFor(at);
    this.#endDue();
  }

  #of(tag: CacheTag): number {
    this.#endDue();
    return this.#stored.of(tag) + (this.#allEnded === 0 ? 0 : (this.#ended.get(tag) ?? 0));
  }

  #versionNow(): number {
    this.#endDue();
    return this.#stored.version() + this.#allEnded;
  }

  onRaise(listener: () => void): () => void {
    const stop = this.#stored.onRaise(listener);
    this.#listeners.add(listener);
    return () => {
      stop();
      this.#listeners.delete(listener);
    };
  }

  close(): Promise<void> {
    this.#listeners.clear();
    this.#cancel?.();
    return this.#stored.close();
  }

  #endDue(): void {
    if (this.#next === Number.POSITIVE_INFINITY) return;
    const now = this.#clock.now();
    if (now < this.#next) return;
    let next = Number.POSITIVE_INFINITY;
    for (const [at, tags] of this.#ends) {
      if (at > now) {
        next = Math.min(next, at);
        continue;
      }
      this.#ends.delete(at);
      for (const tag of tags) this.#end(tag);
    }
    this.#waitFor(next);
    for (const listener of this.#listeners) listener();
  }

  #end(tag: CacheTag): void {
    this.#allEnded++;
    for (const one of [tag, anyAtIndex(kindIndexOf(tag))]) this.#ended.set(one, (this.#ended.get(one) ?? 0) + 1);
  }

  /** Perhaps nobody asks at that moment, but followers are notified. */
  #waitFor(next: number): void {
    this.#next = next;
    this.#cancel?.();
    this.#cancel =
      next === Number.POSITIVE_INFINITY
        ? null
        : this.#schedule(
            () => {
              this.#cancel = null;
              this.#endDue();
              // A timer may be early, and a clock may be set back.
              if (this.#next !== Number.POSITIVE_INFINITY && this.#cancel === null) this.#waitFor(this.#next);
            },
            Math.max(1, next - this.#clock.now()),
          );
  }
}
