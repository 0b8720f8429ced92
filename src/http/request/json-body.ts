/**
 * JSON that callers send, read the same way by both interfaces. It guarantees that what was read is all that was sent: a name
 * that stands twice in an object is refused, where `JSON.parse` would take the last value and drop the others. The check takes time in proportion to the length of the text; a parser that reports names costs three times
 * as much as `JSON.parse` itself, so it runs only to say which name it was.
 */
import { isUtf8 } from 'node:buffer';
import { type JSONPath, visit } from 'jsonc-parser';
import type { InputProblem } from '../../operations/input-problem.ts';

/** The value, or why there is none. */
export type JsonResult = { readonly value: unknown } | { readonly problem: InputProblem };

export const NOT_JSON: InputProblem = {
  path: '',
  code: 'MALFORMED',
  message: 'The body must be one JSON object in UTF-8.',
};
const WITH_PROTO: InputProblem = { path: '', code: 'MALFORMED', message: 'No name in the body may be __proto__.' };

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** How a body is read. */
export interface JsonReadOptions {
  /** Names that may be repeated to the caller in the path of a problem; others are written as `*`. */
  readonly knownNames: ReadonlySet<string>;
  /** Whether no name may be `__proto__`: where nothing else refuses names that are not known. */
  readonly refusesProto?: boolean;
}

/** Reads a body. */
export function parseJsonBody(bytes: Buffer, reading: JsonReadOptions): JsonResult {
  return isUtf8(bytes) ? parseJson(bytes.toString(), reading) : { problem: NOT_JSON };
}

/** The same of text. */
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

/** How many names the objects in a value have, and whether one of them is `__proto__`. */
function countNames(value: unknown): { count: number; hasProto: boolean } {
  let count = 0;
  let hasProto = false;
  // A stack of our own: nesting may be deeper than calls can be.
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

/** How many names stand in a valid JSON text: each has one colon after it, and no other colon is outside of a string. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === COLON) count++;
    else if (character === QUOTE) at = endOfString(text, at);
  }
  return count;
}

/** Where the string that begins at `start` has its closing quote: the first one without an odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/** The problem of the first name that is there twice. */
function repeatedNameProblem(text: string, knownNames: ReadonlySet<string>): InputProblem {
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
        // Nothing more is told of what is nested in it.
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
    // Nested deeper than the parser can go: then it is not said where.
    if (!(error instanceof RangeError)) throw error;
  }
  return path;
}
