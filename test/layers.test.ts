import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** Each layer with those below it that it may import. */
const BELOW: Record<string, readonly string[]> = {
  texts: [],
  domain: [],
  data: ['domain'],
  catalogue: ['domain', 'data'],
  demo: ['domain', 'catalogue'],
  operations: ['domain', 'data', 'mail'],
  mail: ['domain', 'texts'],
  wording: ['domain', 'operations', 'texts'],
  http: ['domain', 'data', 'operations'],
  graphql: ['domain', 'data', 'operations', 'wording'],
  mcp: ['domain', 'data', 'operations', 'wording', 'http', 'graphql'],
  rest: ['domain', 'data', 'operations', 'wording', 'http', 'graphql', 'catalogue'],
  server: ['domain', 'data', 'operations', 'mail', 'http', 'graphql', 'mcp', 'rest', 'catalogue', 'demo', 'web'],
  cli: ['domain', 'data', 'operations', 'wording', 'server', 'catalogue', 'demo'],
  web: ['domain', 'texts'],
};

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
  .map((file) => file.replaceAll('\\', '/'));

const layerOf = (file: string): string => file.split('/')[0]!;

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(([, from, dynamic]) =>
    relative(SOURCE, resolve(SOURCE, dirname(file), from ?? dynamic!)).replaceAll('\\', '/'),
  );
}

test('imports point downwards only', () => {
  const upwards = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => layerOf(imported) !== layerOf(file) && !BELOW[layerOf(file)]?.includes(layerOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(upwards).toEqual([]);
});

test('the server imports nothing of the pages but the types of what renders them: they are built apart', () => {
  const imported = files
    .filter((file) => layerOf(file) === 'server')
    .flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').match(/^import .*\/web\/.*$/gm) ?? []);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((line) => !/^import type .*\/web\/rendering\.ts';$/.test(line))).toEqual([]);
});

test('the rules import nothing but each other', () => {
  const foreign = files
    .filter((file) => layerOf(file) === 'domain')
    .filter((file) => /from '(?!\.)/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(foreign).toEqual([]);
});

test('no file is longer than 300 lines', () => {
  const long = files.filter((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n').length > 301);
  expect(long).toEqual([]);
});

test('legacy spellings live only in rest', () => {
  const spellings = /visit_type_id|date_from|affilUserName|visit_type_categories|lowest_price\b|billed_to/;
  const strays = files
    .filter((file) => layerOf(file) !== 'rest')
    .filter((file) => spellings.test(readFileSync(join(SOURCE, file), 'utf8').replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '')));
  expect(strays).toEqual([]);
});

test('no folder has more than 15 files side by side', () => {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  expect([...sizes].filter(([, size]) => size > 15)).toEqual([]);
});
