/** Requests counted by whose they are, in windows of a minute that begin with the first one. One count for a process. */
import { LRUCache } from 'lru-cache';
const WINDOW_MS = 60_000;
/** Of the holders who asked last; who is forgotten begins anew. */
const REMEMBERED_HOLDERS = 10_000;
/** The counts of a process. */
export class RequestCounts {
    #windows = new LRUCache({ max: REMEMBERED_HOLDERS });
    /** What has been counted so far. */
    of(holder) {
        const now = Date.now();
        const window = this.#windows.get(holder);
        return window && window.endsAt > now ? { current: window.count, ttl: window.endsAt - now } : NOTHING;
    }
    /** Counts one more. */
    add(holder) {
        const now = Date.now();
        const known = this.#windows.get(holder);
        const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
        window.count++;
        this.#windows.set(holder, window);
        return { current: window.count, ttl: window.endsAt - now };
    }
}
const NOTHING = { current: 0, ttl: 0 };
//# sourceMappingURL=request-counts.js.map