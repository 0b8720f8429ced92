/** Requests counted by whose they are, in windows of a minute that begin with the first one. One count for a process. */
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Of the holders who asked last; whoever is forgotten begins anew. */
const CACHED_HOLDERS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** How many requests a holder has made, and for how many more milliseconds they count. */
export interface RequestCount {
  readonly current: number;
  readonly ttlMs: number;
}

/** The counts of a process. */
export class RequestCounts {
  readonly #windows = new LRUCache<string, Window>({ max: CACHED_HOLDERS });

  /** Counts one more. */
  add(holder: string): RequestCount {
    const now = Date.now();
    const known = this.#windows.get(holder);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
    window.count++;
    this.#windows.set(holder, window);
    return { current: window.count, ttlMs: window.endsAt - now };
  }
}
