/**
 * JSON from callers, read the same way by both interfaces. It guarantees that nothing sent gets lost: an object with a
 * repeated name is refused, where `JSON.parse` would drop all values but the last. The check is linear in the length of
 * the text. A parser that reports names costs three times as much as `JSON.parse`, so it runs only to find the repeated
 * name.
 */
import { isUtf8 } from 'node:buffer';
import { type JSONPath, visit } from 'jsonc-parser';
import type { WordedProblem } from '../../operations/input-problem.ts';

/** The value, or the problem. */
export type JsonResult = { readonly value: unknown } | { readonly problem: WordedProblem };

export const NOT_JSON: WordedProblem = {
  path: '',
  code: 'MALFORMED',
  message: 'The body must be one JSON object in UTF-8.',
};
const WITH_PROTO: WordedProblem = { path: '', code: 'MALFORMED', message: 'No name in the body may be __proto__.' };

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: NOT_JSON };
  }
  const { count, hasProto } = countNames(value);
  if (hasProto && refusesProto) return { problem: WITH_PROTO };
  return count === countColons(text) ? { value } : { problem: repeatedNameProblem(text, knownNames) };
}

/** The number of names in all objects of a value, and whether one is `__proto__`. */
function countNames(value: unknown): { count: number; hasProto: boolean } {
  let count = 0;
  let hasProto = false;
  // An explicit stack, because nesting may be deeper than the call stack.
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

/** The number of names in a valid JSON text: each is followed by one colon, and all other colons are inside strings. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === COLON) count++;
    else if (character === QUOTE) at = endOfString(text, at);
  }
  return count;
}

/** The closing quote of the string at `start`: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/** The problem of the first repeated name. */
function repeatedNameProblem(text: string, knownNames: ReadonlySet<string>): WordedProblem {
  const path = findRepeatedPath(text) ?? [];
  return {
    path: path.map((name) => (typeof name === 'number' || knownNames.has(name) ? name : '*')).join('.'),
    code: 'REPEATED',
    message: 'Must be given only once.',
  };
}

function findRepeatedPath(text: string): JSONPath | null {
  const open: Set<string>[] = [];
  let path: JSONPath | null = null;
  try {
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
  } catch (error) {
    // Nested too deep for the parser: the problem is reported without its place.
    if (!(error instanceof RangeError)) throw error;
  }
  return path;
}
