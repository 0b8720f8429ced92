/**
 * A limit of points per minute and holder, counted in this process: requests, or what they cost (F12). The window of a holder begins
 * when it is first counted. What goes beyond the limit is refused and not counted, so that the rest is left for something smaller.
 */
import { isIPv4 } from 'node:net';
import { Address6 } from 'ip-address';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';

export const WINDOW_SECONDS = 60;
/** Holders beyond it, the least recent first, lose their count in this process. */
const CACHED_HOLDERS = 10_000;
/** An IPv6 customer gets a network of this size, so it counts as one holder. */
const IPV6_PREFIX_BITS = 64;

/** The points of a holder in its window, and for how many milliseconds they still count. */
export interface Count {
  readonly current: number;
  readonly ttlMs: number;
  /** Whether the last ones were refused. */
  readonly isExceeded: boolean;
}

export interface RateLimit {
  readonly perMinute: number;
  /** Counts points of a holder, one by default, unless they exceed the limit. */
  count(holder: string, points?: number): MaybePromise<Count>;
  /** Counts points that are spent already, also beyond the limit: nothing is left then. */
  charge(holder: string, points: number): MaybePromise<Count>;
}

/** Whole milliseconds on a clock that nobody sets. By that of the machine a window would last longer when it is set back. */
const elapsedMs = (): number => Math.floor(performance.now());

export function createMemoryRateLimit(perMinute: number): RateLimit {
  const windows = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: CACHED_HOLDERS });
  /** Counts points, unless there would be more than `most`. */
  function add(holder: string, points: number, most: number): Count {
    const now = elapsedMs();
    let window = windows.get(holder);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
      windows.set(holder, window);
    }
    const isExceeded = window.count + points > most;
    if (!isExceeded) window.count += points;
    return { current: Math.min(window.count, perMinute), ttlMs: window.endsAt - now, isExceeded };
  }
  return {
    perMinute,
    count: (holder, points = 1) => add(holder, points, perMinute),
    charge: (holder, points) => add(holder, points, Number.POSITIVE_INFINITY),
  };
}

/**
 * The holder that a request counts for: the key. Everybody has a publishable key, so each address has its limit alone (S7). Unknown keys
 * share the count of their network, or guessing keys would be unlimited.
 */
export function holderOf(caller: Pick<Caller, 'apiKeyId' | 'isPublishable'> | null, address = ''): string {
  if (caller === null) return networkOf(address);
  return caller.isPublishable ? `${caller.apiKeyId} ${networkOf(address)}` : caller.apiKeyId;
}

/** Parsing an address takes longer than the rest of counting a request. */
const networks = new LRUCache<string, string>({ max: CACHED_HOLDERS, memoMethod: parseNetwork });

/** The holder that an address belongs to: an IPv4 address alone, or its IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  return isIPv4(address) ? address : networks.memo(address);
}

function parseNetwork(address: string): string {
  if (!Address6.isValid(address)) return address.toLowerCase();
  const parsed = new Address6(address);
  return parsed.isMapped4()
    ? parsed.to4().correctForm()
    : new Address6(`${address}/${IPV6_PREFIX_BITS}`).startAddress().correctForm();
}
