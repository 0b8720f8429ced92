/**
 * Problems of a catalogue file: each with its place in the file, a stable code, and a sentence that names the value and the
 * rule. The list is bounded, so that a file full of errors is reported quickly and in few words (A2).
 */
import { fitting, MAX_PROBLEM_BYTES, MAX_PROBLEMS } from '../../domain/text/refusal-bounds.ts';
import { beginningOf } from '../../domain/text/text-characters.ts';

export type ProblemCode =
  /** The file cannot be read. */
  | 'FILE'
  | 'JSON'
  | 'REQUIRED'
  | 'TYPE'
  /** Not one of the allowed values. */
  | 'VALUE'
  /** Malformed. */
  | 'FORMAT'
  | 'OUT_OF_RANGE'
  /** Too long, too short, too many or too few. */
  | 'LENGTH'
  /** A field that the format does not know. */
  | 'UNKNOWN_FIELD'
  /** A field or section that occurs twice. */
  | 'DUPLICATE_FIELD'
  /** An identifier, code or element that occurs twice. */
  | 'DUPLICATE'
  /** An end before its beginning. */
  | 'ORDER'
  /** What is named stands neither in the file nor in the database. */
  | 'UNKNOWN_REFERENCE'
  /** Both exist but do not fit together. */
  | 'MISMATCH'
  /** Two rates for the same night. */
  | 'OVERLAP'
  /** An amenity value that its dictionary entry does not provide for. */
  | 'NOT_IN_DICTIONARY'
  /** An image variant wider than the original. */
  | 'VARIANT_TOO_WIDE'
  /** An image variant whose address is that of another format than WebP. */
  | 'NOT_WEBP'
  /** A code or ObjectId of something else in the database. */
  | 'TAKEN'
  /** A change of an immutable value. */
  | 'IMMUTABLE'
  /** Fewer rooms than are sold. */
  | 'BELOW_SOLD'
  /** A warning: valid, but can never take effect. */
  | 'NO_EFFECT'
  /** A warning: valid, but no stay can have it. Its nights still count in lowest prices (P6). */
  | 'NO_STAY'
  /** A warning: valid, but over. */
  | 'PAST'
  /** There are more problems than the list holds. */
  | 'MORE_PROBLEMS';

export interface CatalogueProblem {
  /** For example `$.hotels[0].stars`. */
  path: string;
  code: ProblemCode;
  message: string;
}

/** Field names and indexes from the top of the file. */
export type Place = readonly PropertyKey[];

/** Counts problems and collects the first ones. */
export interface ProblemList {
  add(place: Place, code: ProblemCode, message: string): void;
  readonly count: number;
  /** Whether there are so many that looking for more is pointless. */
  readonly isFull: boolean;
  /** Records where reading stopped because the list was full. */
  markStopped(place: Place): void;
  /** The first ones, as many as there is room for; then one that says what is left out. */
  listed(): CatalogueProblem[];
}

/** Where a check reports. */
export interface CheckContext {
  place: Place;
  problems: ProblemList;
}

/** Looking for problems stops when there are as many as a refusal lists. */
export function createProblemList(): ProblemList {
  const reported: CatalogueProblem[] = [];
  let count = 0;
  let stop = '';
  return {
    add(place, code, message) {
      count += 1;
      if (reported.length < MAX_PROBLEMS) reported.push({ path: formatPath(place), code, message });
    },
    get count() {
      return count;
    },
    get isFull() {
      return count >= MAX_PROBLEMS;
    },
    markStopped(place) {
      stop = `, at ${formatPath(place)}`;
    },
    listed() {
      const listed = fitting(reported, MAX_PROBLEM_BYTES);
      if (count < MAX_PROBLEMS && listed.length === count) return reported;
      const said = [
        ...(listed.length < reported.length
          ? [`only the first ${listed.length} of ${reported.length} problems are listed`]
          : []),
        ...(count < MAX_PROBLEMS ? [] : [`checking stopped at ${MAX_PROBLEMS} problems${stop}`, 'there may be more']),
      ];
      return [...listed, { path: '$', code: 'MORE_PROBLEMS', message: said.join('; ') }];
    },
  };
}

export type WarningList = Pick<ProblemList, 'add' | 'listed'>;

/** A file is valid with any number of warnings. */
const MAX_LISTED_WARNINGS = 1_000;

/** Counts warnings, and lists the first ones and how many others there are. */
export function createWarningList(): WarningList {
  const reported: CatalogueProblem[] = [];
  let count = 0;
  return {
    add(place, code, message) {
      count += 1;
      if (reported.length < MAX_LISTED_WARNINGS) reported.push({ path: formatPath(place), code, message });
    },
    listed() {
      if (count === reported.length) return reported;
      return [
        ...reported,
        { path: '$', code: 'MORE_PROBLEMS', message: `and ${count - reported.length} more warnings` },
      ];
    },
  };
}

/** The JSON path of a place: `$.hotels[0].stars`. */
export function formatPath(place: Place): string {
  return place.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    const key = String(step);
    return /^[\p{L}_$][\p{L}\p{N}_$]{0,99}$/u.test(key) ? `${path}.${key}` : `${path}[${formatValue(key)}]`;
  }, '$');
}

/** A value in messages: JSON, shortened. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON can write 1e400, which parses to Infinity.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${beginningOf(text, 57)}..."` : text;
}
