/** A text that no page shows is not translated: each is found where its place is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { INPUT_REASONS } from '../../src/domain/problem/input-reasons.ts';
import type { RefusalKind } from '../../src/domain/problem/refusal.ts';
import { REFUSALS } from '../../src/domain/problem/refusals.ts';
import { SPENT_LIMITS } from '../../src/domain/problem/spent-limits.ts';
import { PLACEHOLDERS, texts as problemTexts } from '../../src/wording/texts/generated/texts.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('generated/')).map(textOf);

/** The places of the pages, by the hook that gives their texts. */
const places = files
  .filter((file) => /^web\/.*texts\/index\.ts$/.test(file))
  .map((file) => ({ folder: dirname(file), hook: /\buse\w+Texts\b/.exec(textOf(file))![0] }));

type Messages = { readonly [key: string]: string | Messages };

function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, message]) =>
    typeof message === 'string' ? [prefix + key] : keysOf(message, `${prefix}${key}.`),
  );
}

/** What a file says `source` is known by, and the keys that it reads of it, in full: `reasons` for all of a group. */
function keysRead(text: string, source: string): string[] {
  const path = String.raw`((?:\.\w+)*)`;
  const read = [...text.matchAll(new RegExp(`(?<![\\w.])${source}${path}`, 'g'))].map(([, keys]) => keys!.slice(1));
  const named = [...text.matchAll(new RegExp(`const (\\w+) = ${source}${path};`, 'g'))];
  const taken = [...text.matchAll(new RegExp(`const \\{([^}]*)\\} = ${source}${path};`, 'g'))];
  const within = (keys: string, found: readonly string[]) =>
    found.map((key) => [keys.slice(1), key].filter(Boolean).join('.'));
  return [
    ...read,
    ...named.flatMap(([, name, keys]) => within(keys!, keysRead(text, name!))),
    ...taken.flatMap(([, names, keys]) =>
      within(
        keys!,
        names!.split(',').map((name) => name.replace(/:.*/, '').trim()),
      ),
    ),
  ].filter(Boolean);
}

test.each(places)('every text of $folder is shown somewhere', ({ folder, hook }) => {
  const type = /\bas (\w+Texts)\b/.exec(textOf(`${folder}/index.ts`))?.[1];
  const read = new Set(
    code.flatMap((text) => [
      ...keysRead(text, String.raw`${hook}\(\)`),
      ...(type && text.includes(`: ${type}`) ? keysRead(text, 'texts') : []),
    ]),
  );
  const shown = (key: string) => [...read].some((found) => key === found || key.startsWith(`${found}.`));
  const keys = keysOf(JSON.parse(textOf(`${folder}/en.json`)) as Messages);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !shown(key))).toEqual([]);
});

test('every text of a problem is owed by a declared one', () => {
  const owed = Object.entries(REFUSALS).flatMap(([kind, declared]) => {
    const isChosen = typeof problemTexts.en.refusals[kind as RefusalKind] === 'object';
    const choices = kind === 'tooManyRequests' ? SPENT_LIMITS : 'codes' in declared ? declared.codes : {};
    return isChosen ? Object.keys(choices).map((choice) => `refusals.${kind}.${choice}`) : [`refusals.${kind}`];
  });
  owed.push(...Object.keys(INPUT_REASONS).map((reason) => `inputs.${reason}`));
  const written = Object.keys(PLACEHOLDERS).filter((key) => /^(?:inputs|refusals)\./.test(key));
  expect(written.sort()).toEqual(owed.sort());
});
