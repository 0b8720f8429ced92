/**
 * What is wrong with a catalogue file: every problem with the place in the file, a stable code and a sentence that names
 * the value and the rule. The list is bounded, so that a file that is wrong everywhere is still reported in no time.
 */

/** Kinds of problems. */
export type ProblemCode =
  /** The file cannot be read. */
  | 'FILE'
  /** The file is not JSON. */
  | 'JSON'
  /** A field is missing. */
  | 'REQUIRED'
  /** A value of the wrong type. */
  | 'TYPE'
  /** None of the allowed values. */
  | 'VALUE'
  /** Not written as it has to be. */
  | 'FORMAT'
  /** A number beyond its bounds. */
  | 'OUT_OF_RANGE'
  /** Too long, too short, too many or too few. */
  | 'LENGTH'
  /** A field that the format does not know. */
  | 'UNKNOWN_FIELD'
  /** The same field or section twice. */
  | 'DUPLICATE_FIELD'
  /** An identifier, code or element twice. */
  | 'DUPLICATE'
  /** An end before its beginning. */
  | 'ORDER'
  /** Something named that neither the file nor the database holds. */
  | 'UNKNOWN_REFERENCE'
  /** Things that exist but do not go together. */
  | 'MISMATCH'
  /** Two rates for the same night. */
  | 'OVERLAP'
  /** An amenity value that its dictionary entry does not provide for. */
  | 'NOT_IN_DICTIONARY'
  /** A version of a picture wider than the original. */
  | 'VARIANT_TOO_WIDE'
  /** A code or ObjectId that something else in the database has. */
  | 'TAKEN'
  /** A change of what must not change. */
  | 'IMMUTABLE'
  /** Fewer rooms than are sold. */
  | 'BELOW_SOLD'
  /** A warning: valid, and can never take effect. */
  | 'NO_EFFECT'
  /** A warning: valid, and over. */
  | 'PAST'
  /** There are more problems than the list holds. */
  | 'MORE_PROBLEMS';

/** One problem of a catalogue file. */
export interface CatalogueProblem {
  /** Place in the file, for example `$.hotels[0].stars`. */
  path: string;
  code: ProblemCode;
  /** A sentence that names the value and the rule. */
  message: string;
}

/** A place in the file: field names and positions from the top. */
export type Place = readonly PropertyKey[];

/** Collects problems; counts all, keeps the first ones, and says when there are so many that it is enough. */
export interface ProblemList {
  add(place: Place, code: ProblemCode, message: string): void;
  /** Number of problems added. */
  readonly count: number;
  /** Whether there are so many that looking for more helps nobody. */
  readonly isFull: boolean;
  /** Remembers where the reading stopped, because the list is full. */
  stoppedAt(place: Place): void;
  /** The first `limit` problems, and one that says how many more there are. */
  listed(): CatalogueProblem[];
}

const LIMIT = 1_000;
/** More are not looked for: a file of millions of faulty elements is not read to its end. */
const ENOUGH = 10_000;

/**
 * An empty list.
 * @param limit how many it keeps
 * @param noun what they are called when there are more
 */
export function problemList({ limit = LIMIT, noun = 'problems' }: { limit?: number; noun?: string } = {}): ProblemList {
  const kept: CatalogueProblem[] = [];
  let count = 0;
  let stop = '';
  return {
    add(place, code, message) {
      count += 1;
      if (kept.length < limit) kept.push({ path: pathText(place), code, message });
    },
    get count() {
      return count;
    },
    get isFull() {
      return count >= ENOUGH;
    },
    stoppedAt(place) {
      stop = `; the reading stopped at ${pathText(place)}`;
    },
    listed() {
      if (count === kept.length) return kept;
      return [...kept, { path: '$', code: 'MORE_PROBLEMS', message: `and ${count - kept.length} more ${noun}${stop}` }];
    },
  };
}

/** The JSON path of a place: `$.hotels[0].stars`. */
export function pathText(place: Place): string {
  return place.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    const key = String(step);
    return /^[\p{L}_$][\p{L}\p{N}_$]{0,99}$/u.test(key) ? `${path}.${key}` : `${path}[${shown(key)}]`;
  }, '$');
}

/** A value as messages show it: JSON, shortened. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON can write numbers that are beyond all numbers: 1e400.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
}
