// biome-ignore-all lint/style/noNonNullAssertion: a list has its bounds, and a run between them is in every column; a check would run for each night of each price.
/**
 * Prices as runs: consecutive nights with the same price are one entry. A book stores the runs of all its rooms in shared
 * columns, list after list, at 14 bytes a run and 4 a list, so a year of equal nights takes no more than one night. A place is
 * a night's distance from the book's first night.
 */
import type { Day, DayRange } from '../time/civil-date.ts';

export interface RunColumns {
  /** Place of the first night of each run. */
  readonly froms: Uint16Array;
  /** Place of the last night of each run. */
  readonly tos: Uint16Array;
  /** The price of a night, or of a whole package. Doubles, because an amount may exceed 32 bits. */
  readonly amountsMinor: Float64Array;
  /** The nights of the package that the amount pays for; 0: it is a PER_NIGHT rate. */
  readonly packageNights: Uint16Array;
  /** Where each list begins, then where the last one ends. */
  readonly bounds: Uint32Array;
}

/** The runs of one list: indexes `first` to `end` - 1 of the columns, ascending unless the list says otherwise. */
export interface Runs {
  readonly first: number;
  readonly end: number;
}

export const NO_RUNS: Runs = { first: 0, end: 0 };

/** One amount and three 16-bit numbers. */
const BYTES_PER_RUN = 14;
const BYTES_PER_LIST = 4;

/** Collects runs, list after list, and packs them into columns of exact size. */
export class RunsWriter {
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];
  readonly #amountsMinor: number[] = [];
  readonly #packageNights: number[] = [];
  readonly #bounds: number[] = [0];

  /** Adds a run to the current list. `from` and `to` are the places of its first and last night. */
  add(run: { from: number; to: number; amountMinor: number; packageNights: number }): void {
    this.#froms.push(run.from);
    this.#tos.push(run.to);
    this.#amountsMinor.push(run.amountMinor);
    this.#packageNights.push(run.packageNights);
  }

  /** Ends the current list, which may be empty. */
  endList(): void {
    this.#bounds.push(this.#froms.length);
  }

  /** The columns, in one buffer: thousands of books are cached, most with a few dozen runs. */
  columns(): RunColumns {
    const { length } = this.#froms;
    const lists = this.#bounds.length;
    const bytes = new ArrayBuffer(length * BYTES_PER_RUN + lists * BYTES_PER_LIST);
    const places = length * 8 + lists * BYTES_PER_LIST;
    const columns = {
      amountsMinor: new Float64Array(bytes, 0, length),
      bounds: new Uint32Array(bytes, length * 8, lists),
      froms: new Uint16Array(bytes, places, length),
      tos: new Uint16Array(bytes, places + length * 2, length),
      packageNights: new Uint16Array(bytes, places + length * 4, length),
    };
    columns.amountsMinor.set(this.#amountsMinor);
    columns.bounds.set(this.#bounds);
    columns.froms.set(this.#froms);
    columns.tos.set(this.#tos);
    columns.packageNights.set(this.#packageNights);
    return columns;
  }
}

/** The runs of a list, by its index in the order of writing. */
export function runsOf({ bounds }: RunColumns, list: number): Runs {
  return { first: bounds[list]!, end: bounds[list + 1]! };
}

/** The first of the runs that ends at `place` or later; `end` if none does. */
export function firstRunAt({ tos }: RunColumns, runs: Runs, place: number): number {
  let low = runs.first;
  let high = runs.end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tos[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nights of ascending runs as days; touching runs become one range. */
export function nightsOfRuns({ froms, tos }: RunColumns, { first, end }: Runs, firstNight: Day): DayRange[] {
  const nights: DayRange[] = [];
  for (let run = first; run < end; run++) {
    const from = froms[run]!;
    while (run + 1 < end && froms[run + 1] === tos[run]! + 1) run++;
    nights.push({ from: firstNight + from, to: firstNight + tos[run]! });
  }
  return nights;
}

/** The memory of the columns, without their objects. */
export function bytesOfRuns({ amountsMinor }: RunColumns): number {
  return amountsMinor.buffer.byteLength;
}
