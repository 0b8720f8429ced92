/**
 * Every regular expression of the program takes linear time on any input. They are found in the syntax trees of all
 * sources, and an analyser proves it of each from its structure, whatever the machine. Where an expression has
 * look-around or large bounds there is no proof; then the analyser searches for a slow text and counts the steps.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isScalarType } from 'graphql';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { API_KEY_MARK } from '../../../src/domain/api-key-format.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { growthOf, isLinear } from '../../support/database/growth.ts';

const SOURCES = join(import.meta.dirname, '../../../src');

/** The analyser is bounded by the steps that it counts, so that its verdict does not depend on the machine. */
const NO_TIMEOUTS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** Look-arounds that repeat, and why that takes linear time. */
const EXEMPT: Readonly<Record<string, string>> = {
  '/^::ffff:(?=\\d+\\.)/i': 'It is anchored and nothing repeats before it, so the text is looked at once.',
};

/** Characters of the smaller of two texts; on the larger, quadratic time is at least a hundred times linear time, and no less than a second. */
const SIZE = 16_000;
/** Making a text of megabytes may take as long. */
const TELLABLE_MS = 1;

/** All of these were once in our sources or in those of others. */
const SLOW = [
  /a+b/,
  /\w+@/,
  /(?<!-)\w+@/,
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

/** Escaped characters and character classes, whose signs mean themselves. */
const PLAIN = /\\.|\[(?:\\.|[^\]\\])*\]/g;

/** The first part that looks ahead or behind and repeats without a bound; null if there is none. */
function repeatingLookAround({ source }: RegExp): string | null {
  const structure = source.replaceAll(PLAIN, 'a');
  for (const { index } of structure.matchAll(/\(\?<?[=!]/g)) {
    let depth = 0;
    for (let end = index; end < structure.length; end++) {
      if (structure[end] === '(') depth++;
      if (structure[end] === ')') depth--;
      if (depth > 0) continue;
      const part = structure.slice(index, end + 1);
      if (/[*+]|,\}/.test(part)) return part;
      break;
    }
  }
  return null;
}

/** Why an expression may be slow; null if it is linear. */
function suspicionOf(expression: RegExp): string | null {
  // The analyser does not find the texts on which a look-around reads the rest at each character.
  const repeating = repeatingLookAround(expression);
  if (repeating !== null && !(String(expression) in EXEMPT)) return `${repeating} repeats without a bound`;
  const verdict = checkSync(expression.source, expression.flags, NO_TIMEOUTS);
  if (verdict.status === 'safe') return null;
  return verdict.status === 'vulnerable' ? `slow on ${verdict.attack.pattern}` : `unknown: ${verdict.error.kind}`;
}

const { literals, constructedIn } = expressions();

beforeAll(() => {
  // The others are a program of the platform's and one in Java, which a lock file does not promise.
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');
});

describe('26.0: takes time that grows with the length of the text:', () => {
  test.each(literals.map(({ file, expression }) => [file, String(expression), expression] as const))(
    '%s: %s',
    (_, __, expression) => {
      expect(suspicionOf(expression)).toBeNull();
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
          for (const read of [text, (size: number) => text(size).slice(2)]) {
            expect([unit, isLinear(await growthOf((size) => parse(read(size)), SIZE, TELLABLE_MS))]).toEqual([
              unit,
              true,
            ]);
          }
        }
      }
    },
  );
});

test('all of them are found, and no exemption is left over', () => {
  expect(literals.length).toBeGreaterThan(50);
  const all = literals.map(({ expression }) => String(expression));
  expect(Object.keys(EXEMPT).filter((exempt) => !all.includes(exempt))).toEqual([]);
});

test.each(SLOW)('26.0: a quadratic one is detected on any machine: %s', (slow) => {
  expect(suspicionOf(slow)).toEqual(expect.any(String));
});

test('none is put together from pieces, but the one of API keys, which has no repetition without a bound', () => {
  expect(constructedIn).toEqual(['domain/api-key-format.ts']);
  expect(API_KEY_MARK).toMatch(/^\w+$/);
});
