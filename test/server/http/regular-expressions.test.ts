/**
 * Every regular expression of the program takes linear time on any input. They are found in the syntax trees of all
 * sources, and each runs on repetitions of its own pieces, because backtracking needs text that it has matched before.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isScalarType } from 'graphql';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { API_KEY_MARK } from '../../../src/domain/api-key-format.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { growthOf, isLinear, processorMsSince } from '../../support/database/growth.ts';

const SOURCES = join(import.meta.dirname, '../../../src');
/** Characters of the smaller of two texts. */
const SIZE = 1_000;
/** Beyond noise: such a text is slow, and one four times as large might never end. */
const PLAINLY_SLOW_MS = 20;
/** The number of slowest texts to examine; some are slow by accident. */
const SUSPECTS = 5;
/** Representatives of the character classes in expressions. */
const CHARACTERS = [
  'a',
  'Z',
  '0',
  ' ',
  '\n',
  '"',
  "'",
  '.',
  '-',
  '_',
  '@',
  ';',
  ':',
  ',',
  '/',
  '=',
  '<',
  '`',
  'é',
  '\u0000',
];
/** Suffixes on which most expressions fail and backtrack. */
const MOST_SUFFIXES = 8;
const ENDINGS = ['', '\u0000'];

/** All of these were once in our sources or in those of others. */
const SLOW = [
  /a+b/,
  /\w+@/,
  /<script\b[^>]*>/gi,
  /[^\s"'<>]+@[^\s"'<>]+\.[A-Za-z]{2,}/g,
  /^(Variable "\$\w+") got invalid value .*?( at "[\w.[\]]+")?; (?!.* at "[\w.[\]]+"; )(.*)$/s,
];

interface Found {
  readonly file: string;
  readonly expression: RegExp;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sourceFiles(path);
    return /\.(?:ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Every node of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesOf(one);
  else if (typeof tree === 'object' && tree !== null) {
    yield tree as Record<string, unknown>;
    for (const inner of Object.values(tree)) yield* nodesOf(inner);
  }
}

/** The literals of all sources, and the files that build expressions otherwise. */
function expressions(): { literals: Found[]; constructedIn: string[] } {
  const literals: Found[] = [];
  const constructedIn: string[] = [];
  for (const path of sourceFiles(SOURCES)) {
    const file = relative(SOURCES, path);
    for (const node of nodesOf(parseSync(path, readFileSync(path, 'utf8')).program)) {
      const regex = node.regex as { pattern: string; flags: string } | undefined;
      if (node.type === 'Literal' && regex) {
        literals.push({ file, expression: new RegExp(regex.pattern, regex.flags) });
      }
      const callee = node.callee as { name?: string } | undefined;
      if (/^(?:New|Call)Expression$/.test(String(node.type)) && callee?.name === 'RegExp') constructedIn.push(file);
    }
  }
  return { literals, constructedIn };
}

/** The words and characters of an expression. */
function piecesOf({ source }: RegExp): string[] {
  const plain = source.replaceAll(/\\[pP]\{\w+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[a-zA-Z]/g, '\n');
  const words = plain.replaceAll(/\\(.)/g, '$1').match(/[^\w\s]?[A-Za-z]{2,}(?: [A-Za-z]+)*/g) ?? [];
  return [...new Set([...words, ...words.map((word) => `${word} `), ...plain.replaceAll(/[A-Za-z0-9\n\\]/g, '')])];
}

const TOKEN = /\\[pP]\{\w+\}|\\.|\(\?<?[!=][^()]*\)|\(\?:|\[(?:\\.|[^\]])*\]|[*+?]\??|\{\d+,?\d*\}|[$^()|]/g;
const SAMPLES: Readonly<Record<string, string>> = {
  w: 'a',
  S: 'a',
  p: 'a',
  P: 'a',
  d: '0',
  s: ' ',
  b: '',
  B: '',
  n: '\n',
};

/** An approximate match of an expression: each of its parts once, alternatives in sequence. */
function sampleOf({ source }: RegExp): string {
  return source.replaceAll(TOKEN, (token) => {
    const [first = '', second = ''] = token;
    if (first === '\\') return SAMPLES[second] ?? second;
    if (first === '[') return second === '^' ? 'a' : second === '\\' ? (SAMPLES[token[2]!] ?? token[2]!) : second;
    return '';
  });
}

/** Generators of hostile texts: a beginning, a repetition, an end. */
function hostileTexts(expression: RegExp): ((size: number) => string)[] {
  const pieces = [...new Set([...piecesOf(expression), ...CHARACTERS])];
  const sample = sampleOf(expression);
  // After a word, another repetition may begin.
  const ends = [...sample.matchAll(/\W|$/g)].map(({ index }) => index);
  const prefixes = ends.map((end) => sample.slice(0, end + 1));
  const suffixes = ends.slice(-MOST_SUFFIXES).map((end) => sample.slice(end));
  const beginnings = [...new Set(['', ...pieces.filter((piece) => !CHARACTERS.includes(piece)), ...prefixes])];
  const repeated = [...pieces, ...pieces.flatMap((piece) => ['a', ' '].map((other) => piece + other))];
  return beginnings.flatMap((beginning) =>
    repeated.flatMap((unit) =>
      [...new Set([...ENDINGS, ...suffixes])].map(
        (ending) => (size: number) => beginning + unit.repeat(Math.ceil(size / unit.length)) + ending,
      ),
    ),
  );
}

/** The hostile texts on which an expression is slowest, and the size to start measuring at. */
function suspectsOf(expression: RegExp): { make: (size: number) => string; size: number }[] {
  const suspects: { time: number; make: (size: number) => string; size: number }[] = [];
  for (const make of hostileTexts(expression)) {
    const text = make(SIZE);
    let time = Number.POSITIVE_INFINITY;
    // A slow one is measured again, because it may have been an accident.
    for (let count = 0; count < 3 && time > (suspects[SUSPECTS - 1]?.time ?? 0); count++) {
      const start = process.cpuUsage();
      text.replace(expression, '');
      time = Math.min(time, processorMsSince(start));
      if (time > PLAINLY_SLOW_MS) return [{ make, size: SIZE / 4 }];
    }
    suspects.push({ time, make, size: SIZE });
    suspects.sort((a, b) => b.time - a.time);
    suspects.length = Math.min(suspects.length, SUSPECTS);
  }
  return suspects;
}

/** The beginning of a text on which the expression is not linear; null: none. */
async function slowTextOf(expression: RegExp): Promise<string | null> {
  for (const { make, size } of suspectsOf(expression)) {
    const texts = new Map([size, size * 4].map((length) => [length, make(length)]));
    if (!isLinear(await growthOf((length) => texts.get(length)!.replace(expression, ''), size))) return make(20);
  }
  return null;
}

const { literals, constructedIn } = expressions();

describe('takes time that grows with the length of the text:', () => {
  test.each(literals.map(({ file, expression }) => [file, String(expression), expression] as const))(
    '%s: %s',
    async (_, __, expression) => {
      expect(await slowTextOf(expression)).toBeNull();
    },
  );

  test.each(Object.values(schema.getTypeMap()).filter(isScalarType))(
    'the reading of a value of the type %s',
    async (type) => {
      const parse = (value: string) => {
        try {
          type.parseValue(value);
        } catch {
          // The result does not matter.
        }
      };
      for (const unit of ['a', '0', '-', '.', '@', 'a.', 'a@', 'a-', '2020-01-01', '2020-01-01T']) {
        for (const ending of ['', '!', '@a', '.']) {
          const text = (size: number) => `a@${unit.repeat(size)}${ending}`;
          expect([unit, isLinear(await growthOf((size) => parse(text(size)), SIZE))]).toEqual([unit, true]);
          expect([unit, isLinear(await growthOf((size) => parse(text(size).slice(2)), SIZE))]).toEqual([unit, true]);
        }
      }
    },
  );
});

test('all of them are found, and a quadratic one is detected', async () => {
  expect(literals.length).toBeGreaterThan(50);
  for (const slow of SLOW) expect([String(slow), await slowTextOf(slow)]).toEqual([String(slow), expect.any(String)]);
});

test('none is put together from pieces, but the one of API keys, which has no repetition without a bound', () => {
  expect(constructedIn).toEqual(['domain/api-key-format.ts']);
  expect(API_KEY_MARK).toMatch(/^\w+$/);
});
