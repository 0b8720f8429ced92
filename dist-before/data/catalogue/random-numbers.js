/** Random choices that the same seed repeats on every machine (mulberry32 over an FNV-1a hash of the seed). */
/** Choices for a seed: equal seeds, equal choices. */
export function randomNumbers(seed) {
    let state = 2_166_136_261;
    for (let index = 0; index < seed.length; index++) {
        state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619);
    }
    /** From 0 to just below 1. */
    function next() {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    }
    const whole = (least, most) => least + Math.floor(next() * (most - least + 1));
    return {
        whole,
        chance: (probability) => next() < probability,
        pick: (from) => from[whole(0, from.length - 1)],
        some(from, count) {
            const chosen = new Set();
            while (chosen.size < Math.min(count, from.length))
                chosen.add(whole(0, from.length - 1));
            return [...chosen].sort((a, b) => a - b).map((index) => from[index]);
        },
    };
}
//# sourceMappingURL=random-numbers.js.map