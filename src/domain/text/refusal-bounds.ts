/** How much is said of a refused request (A2): a refusal leaves out whole entries from the end, never parts of a text of JSON. */
import { beginningOf } from './text-characters.ts';

/** Checking input stops here: nobody reads more. */
export const MAX_PROBLEMS = 50;
/** An answer that refuses a request, without its headers. */
export const MAX_REFUSAL_BYTES = 16 * 1024;
/** What is left of it for problems, beside what frames them. */
export const MAX_PROBLEM_BYTES = 14 * 1024;
/** Characters that a refusal repeats of a text of the caller. */
const MAX_REPEATED_LENGTH = 200;

/** Collects problems until it is full, when a check of many values stops. */
export class Problems<Problem> {
  readonly #found: Problem[] = [];
  /** Whether there were more than it has room for. */
  hasMore = false;

  /** Adds as many as there is room for. */
  add(...problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (this.isFull) this.hasMore = true;
      else this.#found.push(problem);
    }
  }

  get isFull(): boolean {
    return this.#found.length >= MAX_PROBLEMS;
  }

  get found(): Problem[] {
    return this.#found;
  }
}

/** The problems of each entry in turn, until there are enough. */
export function problemsOfEach<Entry, Problem>(
  entries: Iterable<Entry>,
  problemsOf: (entry: Entry, index: number) => readonly Problem[],
): Problem[] {
  const problems = new Problems<Problem>();
  let index = 0;
  for (const entry of entries) {
    if (problems.isFull) break;
    problems.add(...problemsOf(entry, index++));
  }
  return problems.found;
}

/** A text of the caller as a refusal repeats it: its beginning, if it is long. */
export function shortened(text: string, most = MAX_REPEATED_LENGTH): string {
  return text.length <= most ? text : `${beginningOf(text, most - 1)}…`;
}

/** The first entries that have no more than so many bytes together as JSON. */
export function fitting<Entry>(entries: readonly Entry[], bytes = MAX_PROBLEM_BYTES): readonly Entry[] {
  let left = bytes;
  const tooLong = entries.findIndex((entry) => {
    left -= Buffer.byteLength(JSON.stringify(entry)) + 1;
    return left < 0;
  });
  return tooLong < 0 ? entries : entries.slice(0, tooLong);
}
