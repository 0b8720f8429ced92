/** Requests counted by whose they are, in windows of a minute that begin with the first one. One count for a process. */
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Of the holders who asked last; who is forgotten begins anew. */
const REMEMBERED_HOLDERS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** How many requests a holder has made, and how long that counts, in milliseconds. */
export interface Count {
  readonly current: number;
  readonly ttl: number;
}

/** The counts of a process. */
export class RequestCounts {
  readonly #windows = new LRUCache<string, Window>({ max: REMEMBERED_HOLDERS });

  /** What has been counted so far. */
  of(holder: string): Count {
    const now = Date.now();
    const window = this.#windows.get(holder);
    return window && window.endsAt > now ? { current: window.count, ttl: window.endsAt - now } : NOTHING;
  }

  /** Counts one more. */
  add(holder: string): Count {
    const now = Date.now();
    const known = this.#windows.get(holder);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
    window.count++;
    this.#windows.set(holder, window);
    return { current: window.count, ttl: window.endsAt - now };
  }
}

const NOTHING: Count = { current: 0, ttl: 0 };
