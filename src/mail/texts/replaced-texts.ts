/**
 * Texts of an operator in place of ours (S17): a file for each language, `cs_CZ.json`, `de.json`, `en.json`, `ru.json`, an object
 * with some of our keys. What is not in it stays ours.
 */
import { z } from 'zod';
import { LOCALES, type Locale } from '../../domain/text/locale.ts';
import { TEXTS, type TextKey, type TextsByLocale } from './index.ts';
import { allowedPlaceholders, fill, unknownPlaceholders } from './placeholders.ts';

/** A file of the folder. */
export interface TextFile {
  readonly name: string;
  readonly content: string;
}

const MAX_LENGTH = 5_000;

const FILE = z.record(
  z.string(),
  z.string(`must be a text`).max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`),
);

type Text = (values: Readonly<Record<string, string>>) => string;

const localeOf = (name: string): Locale | undefined => LOCALES.find((locale) => name === `${locale}.json`);

/** All texts, and every problem of the files: with one, none of them is to be used. */
export function replaceTexts(files: readonly TextFile[]): { texts: TextsByLocale; problems: string[] } {
  const problems: string[] = [];
  const replaced: Partial<Record<Locale, Readonly<Record<string, Text>>>> = {};
  for (const { name, content } of files) {
    const locale = localeOf(name);
    if (locale === undefined) {
      problems.push(`${name}: not a file of texts; they are ${LOCALES.map((known) => `${known}.json`).join(', ')}`);
      continue;
    }
    const parsed = parseFile(content);
    if ('problems' in parsed) problems.push(...parsed.problems.map((problem) => `${name}: ${problem}`));
    else replaced[locale] = parsed.texts;
  }
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, { ...TEXTS[locale], ...replaced[locale] }]));
  return { texts: texts as Record<Locale, TextsByLocale[Locale]>, problems };
}

function parseFile(content: string): { texts: Readonly<Record<string, Text>> } | { problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(content.replace(/^\ufeff/, ''));
  } catch (error) {
    return { problems: [`not JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = FILE.safeParse(json);
  if (!success)
    return { problems: error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim()) };
  const problems = Object.entries(data).flatMap(([key, text]) => textProblems(key, text));
  if (problems.length > 0) return { problems };
  const fillable = ([key, text]: [string, string]) => [
    key,
    (values: Readonly<Record<string, string>>) => fill(text, values),
  ];
  return { texts: Object.fromEntries(Object.entries(data).map(fillable)) };
}

function textProblems(key: string, text: string): string[] {
  if (!isKey(key)) return [`${JSON.stringify(key)} is not a key`];
  if (text.trim() === '') return [`${key} is empty`];
  return unknownPlaceholders(key, text).map((placeholder) => {
    const known = [...allowedPlaceholders(key)].map((name) => `{${name}}`).join(' ');
    return `${key} has an unknown placeholder {${placeholder}}; known are ${known}`;
  });
}

function isKey(key: string): key is TextKey {
  return Object.hasOwn(TEXTS.en, key);
}
