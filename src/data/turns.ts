/**
 * Turns of long computations (A9). A computation works in portions of a few milliseconds and waits for its turn between them. Of all
 * that wait, one portion runs in each turn of the event loop, so what else the process has to do waits for one portion only, however
 * many computations there are, and these advance side by side.
 */

const waiting: (() => void)[] = [];
let isScheduled = false;

/** Resolves when the computation may run its next portion. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isScheduled) setImmediate(runOne);
    isScheduled = true;
  });
}

function runOne(): void {
  // The next turn is scheduled before the portion runs: if the portion waits again, it does so behind the others.
  const resume = waiting.shift();
  isScheduled = waiting.length > 0;
  if (isScheduled) setImmediate(runOne);
  resume?.();
}

/** Work that is counted, so that a computation knows when its portion is full. */
export class Portion {
  readonly #most: number;
  #work = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts work. Returns whether the portion is full; the next call begins another one. */
  add(work: number): boolean {
    this.#work += work;
    if (this.#work < this.#most) return false;
    this.#work = 0;
    return true;
  }
}
