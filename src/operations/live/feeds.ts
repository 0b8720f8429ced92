/**
 * What subscribers follow (U6). Equal ones share a feed. A feed is computed again only when something that it was computed
 * from was raised, by any process, or when the business day has changed; a burst of changes leads to one computation every
 * 250 ms. While nobody follows, nothing runs.
 */
import type { Epochs } from '../../data/cache/epochs.ts';
import { PacedRun } from '../../data/coalesced-runs.ts';
import { nextTurn } from '../../data/turns.ts';
import { type Day, dayInTimeZone } from '../../domain/time/civil-date.ts';
import { type Clock, repeat, type Scheduler } from '../../domain/time/clock.ts';
import { ServiceUnavailable } from '../service-unavailable.ts';
import { Feed, type FeedRules } from './feed.ts';

/** The least time between two updates, in milliseconds. */
export const UPDATE_REST_MS = 250;
/** An update is followed by a rest of so many times what it took, so that what changes all the time leaves time to others (A9). */
const REST_BY_UPDATE = 2;
/** The longest such rest in milliseconds, even if the clock was set meanwhile. */
const MAX_REST_MS = 10_000;
/** How soon an update is tried again if the database is away, in milliseconds. */
const RETRY_MS = 1_000;
/** How often the business day is looked at, in milliseconds. */
export const DAY_CHECK_MS = 1_000;
/** How long a feed waits for its first follower, in milliseconds. */
const UNFOLLOWED_MS = 15_000;
/** Entries that the states of all feeds have at most, each of some hundred bytes: a quarter of a gigabyte. */
const ENTRIES_MAX = 2_000_000;
/** One stranger opens an eighth of them at most, so that two addresses cannot leave nothing to all others. */
const ENTRIES_OF_STRANGER_MAX = ENTRIES_MAX / 8;
/** Feeds that are computed at the same time. */
const LANES = 4;

export interface FeedsParts {
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly businessTimeZone: string;
  readonly schedule: Scheduler;
  /** Called when an update has failed, which is then tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Called when a feed is refused. */
  readonly onRefusal: () => void;
}

export class Feeds {
  readonly #parts: FeedsParts;
  readonly #updates: PacedRun;
  readonly #byKey = new Map<string, Feed>();
  readonly #followed = new Set<Feed>();
  #stopWatching: (() => void) | null = null;
  #day: Day;
  #computations = 0;

  constructor(parts: FeedsParts) {
    const { schedule, onFailure } = parts;
    this.#parts = parts;
    this.#day = this.#today();
    this.#updates = new PacedRun(() => this.#update(), {
      ...{ schedule, onFailure, restMs: UPDATE_REST_MS, retryMs: RETRY_MS },
    });
  }

  /**
   * The feed of a key. Its state includes every change before the call. Equal keys have equal rules.
   * @throws ServiceUnavailable when the states of all feeds, or of those that a stranger has opened, would take too much memory
   */
  async open<State extends object, Changes extends object>(
    key: string,
    rules: FeedRules<State, Changes>,
  ): Promise<Feed<State, Changes>> {
    const feed = (this.#byKey.get(key) ?? this.#create(key, rules as FeedRules<object, object>)) as Feed<
      State,
      Changes
    >;
    await feed.refresh(this.#today());
    return feed;
  }

  stats(): { readonly followed: number; readonly computations: number } {
    return { followed: this.#followed.size, computations: this.#computations };
  }

  #create(key: string, rules: FeedRules<object, object>): Feed {
    this.#throwIfTooMuch(rules);
    const compute = () => {
      this.#computations++;
      return rules.compute();
    };
    const feed: Feed = new Feed(key, {
      rules: { ...rules, compute },
      onFollowers: () => this.#onFollowers(feed),
    });
    this.#byKey.set(key, feed);
    this.#parts.schedule(() => this.#forgetUnlessFollowed(feed), UNFOLLOWED_MS);
    return feed;
  }

  #throwIfTooMuch({ entries = 0, stranger = null }: FeedRules<object, object>): void {
    const feeds = [...new Set([...this.#byKey.values(), ...this.#followed])];
    const own = stranger === null ? [] : feeds.filter((feed) => feed.stranger === stranger);
    const isOverShare = stranger !== null && entriesOf(own) + entries > ENTRIES_OF_STRANGER_MAX;
    if (!isOverShare && entriesOf(feeds) + entries <= ENTRIES_MAX) return;
    this.#parts.onRefusal();
    throw new ServiceUnavailable('Too much is followed here at the moment; please try again.');
  }

  #onFollowers(feed: Feed): void {
    if (!feed.isFollowed) {
      this.#followed.delete(feed);
      this.#forgetUnlessFollowed(feed);
    } else {
      this.#followed.add(feed);
      // Its last follower may have left between its opening and this one.
      if (!this.#byKey.has(feed.key)) this.#byKey.set(feed.key, feed);
      this.#stopWatching ??= this.#watch();
      // Something may have been raised between its computation and its first follower.
      if (!feed.isFresh(this.#today())) this.#updates.wake();
    }
    if (this.#followed.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  #forgetUnlessFollowed(feed: Feed): void {
    if (!feed.isFollowed && this.#byKey.get(feed.key) === feed) this.#byKey.delete(feed.key);
  }

  #watch(): () => void {
    const { epochs, schedule } = this.#parts;
    this.#day = this.#today();
    const stopListening = epochs.onRaise(() => this.#updates.wake());
    const checkDay = (): void => {
      if (this.#today() !== this.#day) this.#updates.wake();
    };
    const stopChecking = repeat(schedule, checkDay, DAY_CHECK_MS);
    return () => {
      stopListening();
      stopChecking();
    };
  }

  /** Updates what is stale, and rests. Changes meanwhile lead to another update after it. */
  async #update(): Promise<void> {
    const { clock, schedule } = this.#parts;
    const began = clock.now();
    try {
      await this.#updateAll();
    } finally {
      const restMs = Math.min(MAX_REST_MS, REST_BY_UPDATE * (clock.now() - began));
      if (restMs > UPDATE_REST_MS) await new Promise<void>((resolve) => schedule(resolve, restMs));
    }
  }

  /** @throws the first failure, after all others were updated */
  async #updateAll(): Promise<void> {
    const today = this.#today();
    this.#day = today;
    const stale = [...this.#followed].filter((feed) => !feed.isFresh(today));
    const failures: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let feed = stale.pop(); feed; feed = stale.pop()) {
        await nextTurn();
        await feed.refresh(today).catch((error) => failures.push(error));
        feed.notify();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    // A newcomer may have had one computed meanwhile.
    for (const feed of this.#followed) feed.notify();
    if (failures.length > 0) throw failures[0];
  }

  #today(): Day {
    return dayInTimeZone(this.#parts.clock.now(), this.#parts.businessTimeZone);
  }
}

function entriesOf(feeds: readonly Feed[]): number {
  return feeds.reduce((sum, { entries }) => sum + entries, 0);
}
