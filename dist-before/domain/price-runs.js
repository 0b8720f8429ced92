export const NO_RUNS = { first: 0, end: 0 };
/** An amount and three places. */
const BYTES_PER_RUN = 14;
const BYTES_PER_LIST = 4;
/** Takes down runs, list after list, and gives them as columns that take no more room than they need. */
export class RunsWriter {
    #froms = [];
    #tos = [];
    #amountsMinor = [];
    #divisors = [];
    #bounds = [0];
    /** Takes down a run of the present list by the places of its first and last night. */
    add(run) {
        this.#froms.push(run.from);
        this.#tos.push(run.to);
        this.#amountsMinor.push(run.amountMinor);
        this.#divisors.push(run.divisor);
    }
    /** Ends the present list; it may be empty. */
    endList() {
        this.#bounds.push(this.#froms.length);
    }
    /** In one piece of memory: thousands of books are kept, most of them with a few dozen runs. */
    columns() {
        const { length } = this.#froms;
        const lists = this.#bounds.length;
        const bytes = new ArrayBuffer(length * BYTES_PER_RUN + lists * BYTES_PER_LIST);
        const places = length * 8 + lists * BYTES_PER_LIST;
        const columns = {
            amountsMinor: new Float64Array(bytes, 0, length),
            bounds: new Uint32Array(bytes, length * 8, lists),
            froms: new Uint16Array(bytes, places, length),
            tos: new Uint16Array(bytes, places + length * 2, length),
            divisors: new Uint16Array(bytes, places + length * 4, length),
        };
        columns.amountsMinor.set(this.#amountsMinor);
        columns.bounds.set(this.#bounds);
        columns.froms.set(this.#froms);
        columns.tos.set(this.#tos);
        columns.divisors.set(this.#divisors);
        return columns;
    }
}
/** The runs of a list by its number, from 0 in the order in which they were written. */
export function runsOf({ bounds }, list) {
    return { first: bounds[list], end: bounds[list + 1] };
}
/** The first of the runs that has not ended before a place; `end` when all have. */
export function firstRunAt({ tos }, runs, place) {
    let low = runs.first;
    let high = runs.end;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (tos[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/** The nights of runs in ascending order, as days from `firstNight` on; runs that touch are one range. */
export function nightsOfRuns({ froms, tos }, { first, end }, firstNight) {
    const nights = [];
    for (let run = first; run < end; run++) {
        const from = froms[run];
        while (run + 1 < end && froms[run + 1] === tos[run] + 1)
            run++;
        nights.push({ from: firstNight + from, to: firstNight + tos[run] });
    }
    return nights;
}
/** What the columns take in memory, without the objects that show them. */
export function bytesOfRuns({ amountsMinor }) {
    return amountsMinor.buffer.byteLength;
}
//# sourceMappingURL=price-runs.js.map