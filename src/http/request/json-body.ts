/**
 * JSON from callers, read the same way by both interfaces. It guarantees that nothing sent gets lost: an object with a
 * repeated name is refused, where `JSON.parse` would drop all values but the last. The check is linear in the length of
 * the text. A parser that reports names costs three times as much as `JSON.parse`, so it runs only to find the repeated
 * name. A text with more values, names or levels than any request needs is not parsed at all (A2).
 */
import { isUtf8 } from 'node:buffer';
import { type JSONPath, visit } from 'jsonc-parser';
import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import { shortened } from '../../domain/text/refusal-bounds.ts';

/** The value, or the problem. */
export type JsonResult = { readonly value: unknown } | { readonly problem: WordedProblem };

export const NOT_JSON: WordedProblem = {
  path: '',
  code: 'MALFORMED',
  message: 'The body must be one JSON object in UTF-8.',
};
const WITH_PROTO: WordedProblem = { path: '', code: 'MALFORMED', message: 'No name in the body may be __proto__.' };

/** The largest updates have 5,000 of either. */
const MAX_VALUES = 20_000;
const MAX_NAMES = 6_000;
const MAX_NESTING = 200;
const tooLarge = (what: string): WordedProblem => ({
  path: '',
  code: 'OUT_OF_RANGE',
  message: `The body must not have ${what}.`,
});
const TOO_MANY_VALUES = tooLarge(`more than ${MAX_VALUES} values`);
const TOO_MANY_NAMES = tooLarge(`more than ${MAX_NAMES} names in its objects`);
const TOO_DEEP = tooLarge(`objects and lists more than ${MAX_NESTING} levels deep`);

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** The bit of small letters, which makes braces of brackets. */
const SMALL = 0x20;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

export interface JsonReadOptions {
  /** Names that the path of a problem may repeat to the caller; others become `*`. */
  readonly knownNames: ReadonlySet<string>;
  /** Whether to refuse `__proto__`, where unknown names are accepted. */
  readonly refusesProto?: boolean;
}

export function parseJsonBody(bytes: Buffer, reading: JsonReadOptions): JsonResult {
  return isUtf8(bytes) ? parseJson(bytes.toString(), reading) : { problem: NOT_JSON };
}

export function parseJson(text: string, { knownNames, refusesProto = false }: JsonReadOptions): JsonResult {
  const { colons, commas, nesting } = measure(text);
  if (nesting > MAX_NESTING) return { problem: TOO_DEEP };
  if (colons > MAX_NAMES) return { problem: TOO_MANY_NAMES };
  if (commas >= MAX_VALUES) return { problem: TOO_MANY_VALUES };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: NOT_JSON };
  }
  const { count, hasProto } = countNames(value);
  if (hasProto && refusesProto) return { problem: WITH_PROTO };
  return count === colons ? { value } : { problem: repeatedNameProblem(text, knownNames) };
}

/** The number of names in all objects of a value, and whether one is `__proto__`. */
function countNames(value: unknown): { count: number; hasProto: boolean } {
  let count = 0;
  let hasProto = false;
  const open: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let one = open.pop(); one; one = open.pop()) {
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === 'object' && item !== null) open.push(item);
      continue;
    }
    for (const name of Object.keys(one)) {
      hasProto ||= name === '__proto__';
      count++;
      const item = (one as Record<string, unknown>)[name];
      if (typeof item === 'object' && item !== null) open.push(item);
    }
  }
  return { count, hasProto };
}

/**
 * The colons outside of strings, of which a valid text has one for each name; the commas there, one less than values in each list or
 * object; and how deep these are nested. Counting ends beyond a limit.
 */
function measure(text: string): { readonly colons: number; readonly commas: number; readonly nesting: number } {
  let colons = 0;
  let commas = 0;
  let depth = 0;
  let nesting = 0;
  const isWithin = () => colons <= MAX_NAMES && commas < MAX_VALUES && nesting <= MAX_NESTING;
  for (let at = 0; at < text.length && isWithin(); at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COLON) colons++;
    else if (character === COMMA) commas++;
    else if ((character | SMALL) === OPENING_BRACE) nesting = Math.max(nesting, ++depth);
    else if ((character | SMALL) === CLOSING_BRACE) depth--;
  }
  return { colons, commas, nesting };
}

/** The closing quote of the string at `start`: the first one after an even number of backslashes; without one, the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** The problem of the first repeated name; of a long path the beginning. */
function repeatedNameProblem(text: string, knownNames: ReadonlySet<string>): WordedProblem {
  const path = findRepeatedPath(text) ?? [];
  return {
    path: shortened(path.map((name) => (typeof name === 'number' || knownNames.has(name) ? name : '*')).join('.')),
    code: 'REPEATED',
    message: 'Must be given only once.',
  };
}

function findRepeatedPath(text: string): JSONPath | null {
  const open: Set<string>[] = [];
  let path: JSONPath | null = null;
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
      // Once it is found, skip what is nested in the rest.
      return path === null;
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty(name, _offset, _length, _line, _character, pathOfObject) {
      const names = open.at(-1);
      if (path === null && names?.has(name)) path = [...pathOfObject(), name];
      names?.add(name);
    },
  });
  return path;
}
