/** Request counts by holder, in windows of a minute that begin with the first request. For one process. */
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Holders beyond it, the least recent first, lose their count. */
const CACHED_HOLDERS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** The requests of a holder, and how many milliseconds they still count. */
export interface RequestCount {
  readonly current: number;
  readonly ttlMs: number;
}

export class RequestCounts {
  readonly #windows = new LRUCache<string, Window>({ max: CACHED_HOLDERS });

  add(holder: string): RequestCount {
    const now = Date.now();
    const known = this.#windows.get(holder);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
    window.count++;
    this.#windows.set(holder, window);
    return { current: window.count, ttlMs: window.endsAt - now };
  }
}
