/**
 * A bounded cache of what an epoch makes constant. Each state (an epoch, and the date where it matters) has a cache of its
 * own; when a newer state is asked for, the older one is dropped whole. A request that began before keeps what it had.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { when } from './soon.js';
// A cached absence: the cache itself cannot hold undefined.
const ABSENT = Symbol('absent');
/** A process-wide cache; `at` gives the part of it that is valid in a state. */
export class EpochCache {
    #bounds;
    #state = { epoch: -1n, day: 0 };
    #current = null;
    constructor(bounds) {
        this.#bounds = bounds;
    }
    at(state) {
        if (this.#current && state.epoch === this.#state.epoch && state.day === this.#state.day)
            return this.#current;
        const isNewer = state.epoch > this.#state.epoch || (state.epoch === this.#state.epoch && state.day > this.#state.day);
        const fresh = this.#create();
        if (isNewer) {
            this.#state = state;
            this.#current = fresh;
        }
        return fresh;
    }
    /** How full the part is that is valid now. */
    figures() {
        const limit = 'entries' in this.#bounds ? this.#bounds.entries : this.#bounds.size;
        return { entries: this.#current?.size ?? 0, size: this.#current?.calculatedSize ?? 0, limit };
    }
    #create() {
        const bounds = this.#bounds;
        // A bound on the size alone, even where every entry counts as one: with `max` the cache would take all its room at once.
        return 'entries' in bounds
            ? new LRUCache({ maxSize: bounds.entries, sizeCalculation: () => 1 })
            : new LRUCache({
                maxSize: bounds.size,
                sizeCalculation: (value) => (value === ABSENT ? 1 : Math.max(1, bounds.sizeOf(value))),
            });
    }
}
/** What is being computed for a part of a cache, by key. */
const underWay = new WeakMap();
/** The value held for a key; computed and kept when there is none, once for all who ask meanwhile. */
export function remembered(entries, key, compute) {
    const held = entries.get(key);
    if (held !== undefined && held !== ABSENT)
        return held;
    const flights = underWay.get(entries) ?? new Map();
    const flight = flights.get(key);
    if (flight)
        return flight;
    const value = when(compute(), (computed) => {
        entries.set(key, computed);
        return computed;
    });
    if (value instanceof Promise) {
        underWay.set(entries, flights.set(key, value));
        const land = () => flights.delete(key);
        value.then(land, land);
    }
    return value;
}
/** Whether there is room for another entry of the usual size. */
function hasRoom({ calculatedSize, maxSize, size, }) {
    return calculatedSize + calculatedSize / Math.max(1, size) < maxSize;
}
/**
 * A loader for one request over a process-wide cache: keys asked for in one turn of the event loop and not in the cache are
 * read together, once. `read` gives what exists; what it leaves out loads as null, and is remembered as such.
 */
export function cachedLoader({ cache, state, read, keptByRequest = null, }) {
    const entries = cache.at(state);
    async function loadAll(keys) {
        const asked = [...new Set(keys)];
        const found = await read(asked);
        // A request that goes through everything does not push out what others keep asking for.
        readSoFar += asked.length;
        const isRoaming = keptByRequest !== null && readSoFar > keptByRequest;
        for (const key of asked)
            if (!isRoaming || hasRoom(entries))
                entries.set(key, found.get(key) ?? ABSENT);
        return keys.map((key) => found.get(key) ?? null);
    }
    let readSoFar = 0;
    // Most requests find all they need in the cache.
    let missing = null;
    return {
        load(key) {
            const held = entries.get(key);
            if (held !== undefined)
                return held === ABSENT ? null : held;
            missing ??= new DataLoader(loadAll, {
                cacheMap: keptByRequest === null
                    ? new Map()
                    : new LRUCache({ maxSize: keptByRequest, sizeCalculation: () => 1 }),
            });
            return missing.load(key);
        },
    };
}
//# sourceMappingURL=epoch-cache.js.map