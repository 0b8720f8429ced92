/** What a translator can get wrong, and what the compilation says of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
// @ts-expect-error The build's programs are JavaScript without types.
import { compileTexts } from '../../src/compile-texts.mjs';
import { LOCALES } from '../../src/domain/text/locale.ts';
import { texts } from '../../src/texts/generated/texts.ts';

type Messages = Readonly<Record<string, unknown>>;
const NIGHTS = '{count, plural, one {{count} night} other {{count} nights}}';
const NOCI = '{count, plural, one {{count} noc} few {{count} noci} other {{count} nocí}}';
const EN = { title: 'Nights', nights: NIGHTS, kinds: { A: 'for {name}' } };
const CS = { title: 'Noci', nights: NOCI, kinds: { A: 'pro {name}' } };

describe('texts of two languages', () => {
  let source: string;
  beforeEach(() => {
    source = mkdtempSync(join(tmpdir(), 'texts-'));
  });
  afterEach(() => rmSync(source, { recursive: true }));

  /** Writes a place of texts, the whole one and another, and compiles both. */
  function compile(files: Readonly<Record<string, Messages | string>>) {
    for (const [folder, written] of Object.entries({
      texts: { en: { a: 'A' }, cs_CZ: { a: 'A' } },
      'page/texts': { en: EN, cs_CZ: CS, ...files },
    })) {
      mkdirSync(join(source, folder), { recursive: true });
      for (const [language, messages] of Object.entries(written)) {
        const text = typeof messages === 'string' ? messages : JSON.stringify(messages);
        writeFileSync(join(source, folder, `${language}.json`), text);
      }
    }
    compileTexts(source);
    return readFileSync(join(source, 'page/texts/generated/texts.ts'), 'utf8');
  }

  test('become one module whose type is that of the English ones', () => {
    const module = compile({});
    expect(module).toContain('"nights"(values: { readonly count: number }): string;');
    expect(module).toContain('"A"(values: { readonly name: string | number }): string;');
    expect(module).toContain('readonly "title": string;');
  });

  test.each<[string, Readonly<Record<string, Messages | string>>, string]>([
    ['a missing key', { cs_CZ: { ...CS, title: undefined } }, 'cs_CZ.json: title is missing'],
    ['a missing key in a group', { cs_CZ: { ...CS, kinds: {} } }, 'cs_CZ.json: kinds.A is missing'],
    ['an unknown key', { cs_CZ: { ...CS, titel: 'x' } }, 'cs_CZ.json: titel is not a key of en.json'],
    [
      'another placeholder',
      { cs_CZ: { ...CS, kinds: { A: 'pro {jmeno}' } } },
      'cs_CZ.json: kinds.A has {jmeno}, which the English text lacks',
    ],
    ['a missing placeholder', { cs_CZ: { ...CS, kinds: { A: 'pro' } } }, 'cs_CZ.json: kinds.A lacks {name}'],
    [
      'a missing plural form',
      { cs_CZ: { ...CS, nights: NIGHTS } },
      'cs_CZ.json: nights lacks the plural form few of {count}',
    ],
    [
      'a plural form of another language',
      { en: { ...EN, nights: NOCI } },
      'en.json: nights is not ICU MessageFormat: The plural case few is not valid in this locale',
    ],
    [
      'no form for other numbers',
      { cs_CZ: { ...CS, nights: '{count, plural, =0 {nic}}' } },
      'cs_CZ.json: nights lacks the case other of {count}',
    ],
    ['a brace too few', { cs_CZ: { ...CS, title: 'Noci {count' } }, 'cs_CZ.json: title is not ICU MessageFormat'],
    ['an empty text', { cs_CZ: { ...CS, title: ' ' } }, 'cs_CZ.json: title must be a text'],
    ['a number', { cs_CZ: { ...CS, title: 1 } }, 'cs_CZ.json: title must be a text'],
    ['broken JSON', { cs_CZ: '{' }, 'cs_CZ.json: '],
    ['a language that other places lack', { de: EN }, 'de.json: is no language of the others'],
  ])('fail with %s, by file and key', (_, files, problem) => {
    expect(() => compile(files)).toThrow(join('page', 'texts', problem));
  });

  test('may be others for programs, with other facts', () => {
    const module = compile({ plain: { kinds: { A: '{name} ({code})' } } });
    expect(module).toContain('readonly name: string | number; readonly code: string | number');
    expect(module).toMatch(/plain: \{\s*title: "Nights"/);
    expect(() => compile({ plain: { kind: 'x' } })).toThrow('plain.json: kind is not a key of en.json');
  });

  test('fail with all their problems at once', () => {
    expect(() => compile({ cs_CZ: {} })).toThrow(/title is missing\n.*nights is missing\n.*kinds\.A is missing/);
  });
});

test('a number gets the plural form of its language', () => {
  const said = (count: number) => LOCALES.map((locale) => texts[locale].nights({ count }));
  expect(said(1)).toEqual(['1 noc', '1 Nacht', '1 night', '1 ночь']);
  expect(said(3)).toEqual(['3 noci', '3 Nächte', '3 nights', '3 ночи']);
  expect(said(11)).toEqual(['11 nocí', '11 Nächte', '11 nights', '11 ночей']);
  expect(said(21)).toEqual(['21 nocí', '21 Nächte', '21 nights', '21 ночь']);
  expect(said(1_234)).toEqual(['1234 nocí', '1234 Nächte', '1234 nights', '1234 ночи']);
});
