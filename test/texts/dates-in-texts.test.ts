/** How texts of all places, with what programs send to people, stand around dates. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LOCALES } from '../../src/domain/text/locale.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => !file.includes('generated'));

/** The texts in a language, a line each. */
function linesIn(locale: string): string[] {
  const ofLocale = files.filter((file) => file.endsWith(`texts/${locale}.json`));
  expect(ofLocale.length).toBeGreaterThan(10);
  return ofLocale.flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n'));
}

test('no Czech text has a date after a word that wants another case than the genitive, in which dates are written', () => {
  expect(linesIn('cs_CZ').filter((line) => /(?<!\p{L})(?:před|po|mezi|nad|při) \{\w+\}/u.test(line))).toEqual([]);
});

test('cancelling is nowhere free "until arrival": its last day is said (S12)', () => {
  const withoutDay = /until arrival|do příjezdu|bis zur Anreise|до заезда (?:она|отмена)/i;
  expect(LOCALES.flatMap(linesIn).filter((line) => withoutDay.test(line))).toEqual([]);
});
