/**
 * Events that are followed (U6): sent as they are published, by whichever process. Only positions are in memory. Whoever is
 * behind, because events have come, because a cursor began long ago or because the client reads slowly, reads what it lacks from the
 * database, once for all who are at the same place. While nobody follows, nothing runs.
 */
import { PacedRun } from '../../data/coalesced-runs.ts';
import type { Database } from '../../data/database/database.ts';
import {
  type EventSelection,
  readEventWindow,
  readLastPosition,
  type StoredEvent,
} from '../../data/events/stored-events.ts';
import { repeat, type Scheduler } from '../../domain/time/clock.ts';
import { UPDATE_REST_MS } from '../live/feeds.ts';
import { type LiveSource, neverIterated, type Step } from '../live/live-source.ts';
import type { EventPublisher } from './event-publisher.ts';

/** Events that are sent together, at most. */
export const EVENTS_AT_ONCE = 100;
const RETRY_MS = 1_000;
/** How often the last position is read without a notification of another one: a notification may be lost. */
const POLL_MS = 5_000;
/** How long a feed waits for its first follower, in milliseconds. */
const UNFOLLOWED_MS = 15_000;

/** Events in their order, without gaps since those that were sent before. */
export interface EventBatch {
  readonly events: readonly StoredEvent[];
  /** Every selected event up to this position was sent. */
  readonly seenUpTo: number;
}

export interface EventFeedsParts {
  readonly database: Pick<Database, 'prisma'>;
  readonly publisher: Pick<EventPublisher, 'publish' | 'onPublished' | 'isDraining'>;
  readonly schedule: Scheduler;
  /** Called when the database could not be read, which is then tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class EventFeeds {
  readonly #parts: EventFeedsParts;
  readonly #looking: PacedRun;
  /** Feeds that start at the next event, by key. */
  readonly #byKey = new Map<string, EventFeed>();
  readonly #followed = new Set<EventFeed>();
  readonly #reading = new Map<string, Promise<Step<number, EventBatch>>>();
  #stopWatching: (() => void) | null = null;
  /** The last position that was seen. */
  #last = 0;
  #reads = 0;

  constructor(parts: EventFeedsParts) {
    const { schedule, onFailure } = parts;
    this.#parts = parts;
    this.#looking = new PacedRun(() => this.#lookAndNotify(), {
      ...{ schedule, onFailure, restMs: UPDATE_REST_MS, retryMs: RETRY_MS },
    });
  }

  /**
   * The feed of the selected events that are committed from now on, or of those after a position. Equal selections without one share
   * a feed.
   */
  async open(selection: EventSelection, after: number | null): Promise<LiveSource<number, EventBatch>> {
    // A database that takes no writes may still be read.
    await this.#parts.publisher.publish().catch(() => {});
    await this.#look();
    const key = `events ${JSON.stringify(selection)}`;
    if (after !== null) return this.#feed(`${key} ${after}`, selection, after);
    const feed = this.#byKey.get(key) ?? this.#feed(key, selection, null);
    if (!this.#byKey.has(key)) {
      this.#byKey.set(key, feed);
      this.#parts.schedule(() => this.#forgetUnlessFollowed(feed), UNFOLLOWED_MS);
    }
    return feed;
  }

  stats(): { readonly followed: number; readonly computations: number } {
    return { followed: this.#followed.size, computations: this.#reads };
  }

  #feed(key: string, selection: EventSelection, start: number | null): EventFeed {
    const feed: EventFeed = new EventFeed(key, {
      start,
      last: () => this.#last,
      read: (before) => this.#read(selection, before),
      onFollowers: () => this.#onFollowers(feed),
    });
    return feed;
  }

  #onFollowers(feed: EventFeed): void {
    if (feed.isFollowed) {
      this.#followed.add(feed);
      this.#stopWatching ??= this.#watch();
      return;
    }
    this.#followed.delete(feed);
    this.#forgetUnlessFollowed(feed);
    if (this.#followed.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  #forgetUnlessFollowed(feed: EventFeed): void {
    if (!feed.isFollowed && this.#byKey.get(feed.key) === feed) this.#byKey.delete(feed.key);
  }

  #watch(): () => void {
    const { publisher, schedule } = this.#parts;
    const stopListening = publisher.onPublished(() => this.#looking.wake());
    const stopPolling = repeat(schedule, () => this.#looking.wake(), POLL_MS);
    // Something may have been published since the feed was opened.
    this.#looking.wake();
    return () => {
      stopListening();
      stopPolling();
    };
  }

  async #lookAndNotify(): Promise<void> {
    if (this.#parts.publisher.isDraining || this.#followed.size === 0) return;
    await this.#look();
    for (const feed of [...this.#followed]) feed.notify();
  }

  async #look(): Promise<void> {
    const before = this.#last;
    const last = await readLastPosition(this.#parts.database);
    if (last < before) this.#goBack(last);
    else this.#observe(last);
  }

  /** The database lacks events that were sent: a backup was restored, or a standby promoted. Followers come back with their cursors (S15). */
  #goBack(last: number): void {
    this.#last = last;
    this.#byKey.clear();
    for (const feed of [...this.#followed]) feed.end();
  }

  #observe(position: number): void {
    this.#last = Math.max(this.#last, position);
  }

  /** The selected events after a position. Equal reads at the same time are one. */
  #read(selection: EventSelection, before: number): Promise<Step<number, EventBatch>> {
    const key = `${before} ${JSON.stringify(selection)}`;
    const underWay = this.#reading.get(key);
    if (underWay) return underWay;
    this.#reads++;
    const reading = this.#readWindow(selection, before).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #readWindow(selection: EventSelection, before: number): Promise<Step<number, EventBatch>> {
    const { database, schedule } = this.#parts;
    try {
      const { events, seenUpTo } = await readEventWindow(database, { after: before, limit: EVENTS_AT_ONCE, selection });
      // A database that went back has not moved, and its last position is not this one.
      if (seenUpTo > before) this.#observe(seenUpTo);
      return {
        state: seenUpTo > before ? seenUpTo : this.#last,
        changes: events.length === 0 ? null : { events, seenUpTo },
      };
    } catch (error) {
      // Followers are notified again then, and those that are still behind read again.
      schedule(() => this.#looking.wake(), RETRY_MS);
      throw error;
    }
  }
}

interface EventFeedParts {
  /** The position after which it begins; null: the last one. */
  readonly start: number | null;
  readonly last: () => number;
  readonly read: (before: number) => Promise<Step<number, EventBatch>>;
  /** Called when it gets its first follower, and when it has lost the last. */
  readonly onFollowers: () => void;
}

/** Its states are positions: everything selected up to there was sent. */
class EventFeed implements LiveSource<number, EventBatch> {
  readonly key: string;
  hasEnded = false;
  readonly [Symbol.asyncIterator]: () => AsyncIterator<EventBatch> = neverIterated;
  readonly #parts: EventFeedParts;
  readonly #followers = new Set<() => void>();

  constructor(key: string, parts: EventFeedParts) {
    this.key = key;
    this.#parts = parts;
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  get state(): number {
    return this.#parts.last();
  }

  /** The first step says where it begins, though there may be no events yet. */
  stepFrom(before: number | null): Step<number, EventBatch> | Promise<Step<number, EventBatch>> {
    const { start, read } = this.#parts;
    if (before !== null) return read(before);
    const { state } = this;
    // A cursor may be of a later time than a restored database.
    if (start === null || start >= state) return { state, changes: { events: [], seenUpTo: state } };
    return read(start).then((step) => ({ ...step, changes: step.changes ?? { events: [], seenUpTo: step.state } }));
  }

  follow(listener: () => void): () => void {
    this.#followers.add(listener);
    if (this.#followers.size === 1) this.#parts.onFollowers();
    return () => {
      if (this.#followers.delete(listener) && !this.isFollowed) this.#parts.onFollowers();
    };
  }

  /** Calls the followers: the state may be another one, or they could not read it. */
  notify(): void {
    for (const listener of [...this.#followers]) listener();
  }

  end(): void {
    this.hasEnded = true;
    this.notify();
  }
}
