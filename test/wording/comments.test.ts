/** Comments are for strangers: what can be seen by their form is held here. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const files = ['src', 'test', 'bench', 'clients', 'examples'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\/(?:generated|node_modules|dist)\//.test(file)),
);
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

/** A comment before what it is about, or a line of `//` that follows no other. */
const DOCSTRING = /^[ \t]*\/\*\*\s*(?:\* )?(\S.*)$/gm;
const LINE_COMMENT = /^(?![ \t]*\/\/).*\n[ \t]*\/\/ (.+)$/gm;

const beginnings = (pattern: RegExp, words: RegExp) =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].flatMap(([, begun = '']) => (words.test(begun) ? [`${file}: ${begun}`] : [])),
  );

test('no comment begins in the middle of a sentence', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(beginnings(DOCSTRING, /^(?:The|What|Whether) /).length).toBeGreaterThan(1_000);
  expect(beginnings(LINE_COMMENT, /^(?:The|What|It) /).length).toBeGreaterThan(50);
  expect(beginnings(DOCSTRING, /^(?:And|But|By|Of|That|Those|Whose|With|Without)\b/)).toEqual([]);
  expect(beginnings(LINE_COMMENT, /^(?:Of|Whose)\b/)).toEqual([]);
});

test('what is cited is a rule by its code, or a section of an RFC: nobody has another document', () => {
  const cited = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => /\b(?:[Ss]ections?|[Rr]ules?) \d/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(cited.length).toBeGreaterThan(3);
  expect(cited.filter((line) => !/\bRFC \d/.test(line))).toEqual([]);
});
