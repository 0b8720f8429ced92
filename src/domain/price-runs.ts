/**
 * Prices that change a few times a season, held as runs: nights in a row with the same price are one entry. A book keeps
 * the runs of all its rooms in the same columns, 14 bytes a run; a season or a year of equal nights takes no more than
 * one night does. The place of a night is its distance from the book's first night.
 */

/** The runs of a book, column by column. */
export interface RunColumns {
  /** Place of the first night of each run. */
  readonly froms: Uint16Array;
  /** Place of the last night of each run. */
  readonly tos: Uint16Array;
  /** The price of each night of a run is the exact fraction amount / divisor. In doubles: it may exceed 32 bits. */
  readonly amountsMinor: Float64Array;
  readonly divisors: Uint16Array;
}

/** The runs of one room type: those from `first` on and before `end` in the columns; ascending, never overlapping. */
export interface Runs {
  readonly first: number;
  readonly end: number;
}

/** An amount and three places. */
export const BYTES_PER_RUN = 14;

/** Takes down runs, and gives them as columns that take no more room than they need. */
export class RunsWriter {
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];
  readonly #amountsMinor: number[] = [];
  readonly #divisors: number[] = [];

  /** How many runs stand here. */
  get length(): number {
    return this.#froms.length;
  }

  /** Takes down a run by the places of its first and last night. */
  add(run: { from: number; to: number; amountMinor: number; divisor: number }): void {
    this.#froms.push(run.from);
    this.#tos.push(run.to);
    this.#amountsMinor.push(run.amountMinor);
    this.#divisors.push(run.divisor);
  }

  /** In one piece of memory: thousands of books are kept, most of them with a few dozen runs. */
  columns(): RunColumns {
    const { length } = this;
    const bytes = new ArrayBuffer(length * BYTES_PER_RUN);
    const columns = {
      amountsMinor: new Float64Array(bytes, 0, length),
      froms: new Uint16Array(bytes, length * 8, length),
      tos: new Uint16Array(bytes, length * 10, length),
      divisors: new Uint16Array(bytes, length * 12, length),
    };
    columns.amountsMinor.set(this.#amountsMinor);
    columns.froms.set(this.#froms);
    columns.tos.set(this.#tos);
    columns.divisors.set(this.#divisors);
    return columns;
  }
}

/** The first of the runs that has not ended before a place; `end` when all have. */
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
