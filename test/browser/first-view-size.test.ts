/** What a visitor's browser loads before it shows a view: the scripts of the built pages, as they are sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildProgram } from '../support/gateway/run-cli.ts';

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url));
const AT_MOST = 90_000;
/** The bound of pages that others lead to. */
const AT_MOST_OF_FOUND = 60_000;

const textOf = (file: string) => readFileSync(join(BUILT, file), 'utf8');

/** Scripts that `text` names, as files under `assets`: static imports, or those of views that are loaded when they are shown. */
const STATIC = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;
const ON_DEMAND = /\bimport\(\s*[`"']\.\/([\w.-]+\.js)[`"']\s*\)/g;
const namedIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, file]) => `assets/${file}`);

/** The scripts with all that they import. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...namedIn(textOf(file), STATIC));
  }
  return found;
}

const packedSize = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0);

const entriesOf = (document: string) =>
  [...textOf(document).matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, file]) => file!);

beforeAll(buildProgram);

test.each([
  ['/', 'index.html'],
  ['/developers', 'developers.html'],
  ['/desk', 'desk.html'],
])(
  'the first view of %s needs less than 90 kB of JavaScript, packed, and so does each view that is loaded later',
  (address, document) => {
    const first = withImports(entriesOf(document));
    expect(first.size).toBeGreaterThan(0);
    const size = packedSize(first);
    const later = [...first].flatMap((file) => namedIn(textOf(file), ON_DEMAND));
    const largest = Math.max(size, ...later.map((view) => packedSize(withImports([...first, view]))));
    console.info(
      `${address}: ${(size / 1000).toFixed(1)} kB, with the largest of ${later.length} other views ${(largest / 1000).toFixed(1)} kB`,
    );
    expect(largest).toBeLessThan(AT_MOST);
  },
);

test('the first view of a page that search engines lead to needs at most 60 kB: the front page, a stay, a hotel (F17)', () => {
  const first = withImports(entriesOf('index.html'));
  const views = [...first].flatMap((file) => namedIn(textOf(file), ON_DEMAND));
  const found = views.filter((view) => /\/(?:stay|hotel)-page-/.test(view));
  expect(found).toHaveLength(2);
  const sizes = [first, ...found.map((view) => withImports([...first, view]))].map(packedSize);
  console.info(sizes.map((size) => `${(size / 1000).toFixed(1)} kB`).join(', '));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(AT_MOST_OF_FOUND);
});

test.each(['index.html', 'developers.html', 'desk.html'])(
  'what the script of %s imports is named in the document, so that it loads at once',
  (document) => {
    const entries = entriesOf(document);
    const preloaded = [...textOf(document).matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(
      ([, file]) => file!,
    );
    expect(preloaded.sort()).toEqual([...withImports(entries)].filter((file) => !entries.includes(file)).sort());
  },
);
