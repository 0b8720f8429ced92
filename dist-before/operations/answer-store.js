import { EpochCache } from '../data/epoch-cache.js';
import { dayInTimeZone, utcDay } from '../domain/civil-date.js';
const abouts = new Map();
/** One and the same object for the same words; `operation` is one of a bounded number. */
export function aboutOf(origin, operation = null) {
    const key = `${origin} ${operation ?? ''}`;
    const about = abouts.get(key) ?? Object.freeze({ origin, operation });
    abouts.set(key, about);
    return about;
}
/** An entry beside its bytes and its key. */
const OVERHEAD_BYTES = 600;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Its bytes, and room for the same compressed. */
const WITH_ENCODINGS = 1.5;
/** One answer may take this share of the store. */
const LARGEST_SHARE = 8;
/** Begins the names of parts, and no question. */
const PART = 'part';
/** A store of so many megabytes; 0 keeps nothing. The epochs are to be current when it is asked. */
export function createAnswerStore({ megabytes, epochs, clock, businessTimeZone, }) {
    const size = megabytes * BYTES_PER_MEGABYTE;
    const kept = new EpochCache({ size: Math.max(1, size), sizeOf: (entry) => entry.size });
    const sights = new WeakMap();
    function sightOf(caller) {
        const known = sights.get(caller);
        if (known !== undefined)
            return known;
        const destinations = caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
        const sight = JSON.stringify([caller.channel, destinations, [...caller.scopes].sort()]);
        sights.set(caller, sight);
        return sight;
    }
    // Both days only grow, so their sum tells every pair of them from a later one.
    const entriesAt = (epoch, today, todayUtc) => kept.at({ epoch, day: today + todayUtc });
    const holds = ({ inventories }) => inventories.every(([hotel, epoch]) => epochs.of(`inventory:${hotel}`) === epoch);
    const entriesOf = ({ catalogueEpoch, today, todayUtc }) => entriesAt(catalogueEpoch, today, todayUtc);
    const store = {
        find(caller, question) {
            if (size === 0)
                return null;
            const now = clock.now();
            const entries = entriesAt(epochs.of('catalogue'), dayInTimeZone(now, businessTimeZone), utcDay(now));
            const entry = entries.get(`${sightOf(caller)} ${question}`);
            return typeof entry === 'object' && holds(entry) ? entry.answer : null;
        },
        keep(session, question, answer, operation) {
            const { sources, caller } = session;
            const bytes = answer.bytes.length * WITH_ENCODINGS + question.length * 2 + sources.inventories.size * 32 + OVERHEAD_BYTES;
            if (sources.isPrivate || bytes > size / LARGEST_SHARE)
                return false;
            entriesOf(session).set(`${sightOf(caller)} ${question}`, {
                answer: { ...answer, bytes: aloneInMemory(answer.bytes), about: aboutOf('stored', operation) },
                inventories: [...sources.inventories],
                size: Math.ceil(bytes),
            });
            return true;
        },
        findPart(session, name) {
            if (size === 0)
                return null;
            const entry = entriesOf(session).get(`${sightOf(session.caller)} ${PART} ${name}`);
            if (typeof entry !== 'object' || !holds(entry))
                return null;
            const { inventories } = session.sources;
            for (const [hotel, epoch] of entry.inventories)
                if (!inventories.has(hotel))
                    inventories.set(hotel, epoch);
            return entry.answer.bytes;
        },
        keepPart(session, name, bytes) {
            store.keep(session, `${PART} ${name}`, { status: 200, headers: {}, bytes });
        },
        figures: () => ({ ...kept.figures(), limit: size }),
    };
    return store;
}
/**
 * The same bytes in memory of their own. Small buffers are cut out of slabs of 8 kB, and one that is kept keeps its whole slab,
 * which nobody counts.
 */
function aloneInMemory(bytes) {
    if (bytes.buffer.byteLength === bytes.length)
        return bytes;
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    return copy;
}
//# sourceMappingURL=answer-store.js.map