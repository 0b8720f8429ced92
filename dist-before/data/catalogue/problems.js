/**
 * What is wrong with a catalogue file: every problem with the place in the file, a stable code and a sentence that names
 * the value and the rule. The list is bounded, so that a file that is wrong everywhere is still reported in no time.
 */
const LIMIT = 1_000;
/** An empty list that keeps `limit` problems. */
export function problemList(limit = LIMIT) {
    const kept = [];
    let count = 0;
    return {
        add(place, code, message) {
            count += 1;
            if (kept.length < limit)
                kept.push({ path: pathText(place), code, message });
        },
        get count() {
            return count;
        },
        listed() {
            if (count === kept.length)
                return kept;
            return [...kept, { path: '$', code: 'MORE_PROBLEMS', message: `and ${count - kept.length} more problems` }];
        },
    };
}
/** The JSON path of a place: `$.hotels[0].stars`. */
export function pathText(place) {
    return place.reduce((path, step) => {
        if (typeof step === 'number')
            return `${path}[${step}]`;
        const key = String(step);
        return /^[\p{L}_$][\p{L}\p{N}_$]{0,99}$/u.test(key) ? `${path}.${key}` : `${path}[${shown(key)}]`;
    }, '$');
}
/** A value as messages show it: JSON, shortened. */
export function shown(value) {
    if (Array.isArray(value))
        return `a list of ${value.length}`;
    if (typeof value === 'object' && value !== null)
        return 'an object';
    // JSON can write numbers that are beyond all numbers: 1e400.
    const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
    return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
}
//# sourceMappingURL=problems.js.map