/**
 * Compiles what people read. The texts of a place are the JSON files of a folder named `texts`, one for each language, in
 * ICU MessageFormat; they become one typed module, `generated/texts.ts` beside them. English decides which texts there
 * are. Whatever a language lacks, has too much or says with other placeholders fails, by file and key.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse } from '@messageformat/parser';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const SOURCE_LANGUAGE = 'en';
/** English for programs: some texts of a place in place of the English ones, with whatever facts the caller has. */
const FOR_PROGRAMS = 'plain';
/** Placeholders that every text of a place may use or leave out, because they are always filled in. */
const GENERAL_PLACEHOLDERS = 'general-placeholders';
/** Enough numbers for every plural form that a whole number can take. */
const SAMPLE_NUMBERS = Array.from({ length: 201 }, (_, index) => index);

/** @throws an error that names every problem */
export function compileTexts(source = SOURCE) {
  const folders = ['texts', ...readdirSync(source, { recursive: true }).filter((path) => /[\\/]texts$/.test(path))]
    .map((path) => join(source, path))
    .filter((folder) => existsSync(join(folder, `${SOURCE_LANGUAGE}.json`)));
  const modules = folders.map((folder) => compileFolder(folder, source, languagesOf(folders[0])));
  const problems = modules.flatMap((module) => module.problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  for (const { folder, text } of modules) {
    mkdirSync(join(folder, 'generated'), { recursive: true });
    writeFileSync(join(folder, 'generated', 'texts.ts'), text);
  }
}

function languagesOf(folder) {
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  return names.filter((name) => name !== GENERAL_PLACEHOLDERS && name !== FOR_PROGRAMS);
}

function compileFolder(folder, source, languages) {
  const problems = [];
  const fileOf = (language) => relative(source, join(folder, `${language}.json`));
  const report = (language, problem) => problems.push(`${fileOf(language)}: ${problem}`);
  const present = languagesOf(folder);
  for (const language of languages) if (!present.includes(language)) report(language, 'the file is missing');
  for (const language of present) if (!languages.includes(language)) report(language, 'is no language of the others');
  const read = (name, none) => (existsSync(join(folder, `${name}.json`)) ? readJson(source, fileOf(name)) : none);
  const general = read(GENERAL_PLACEHOLDERS, []);
  const forPrograms = read(FOR_PROGRAMS, null);
  const messages = Object.fromEntries(present.map((language) => [language, read(language)]));
  const placeholdersIn = (written, language) => {
    const placeholders = ([key, text]) =>
      placeholdersOf(text, tagOf(language), (said) => report(language, `${key} ${said}`));
    return new Map(flatten(written).map((entry) => [entry[0], placeholders(entry)]));
  };
  const expected = placeholdersIn(messages[SOURCE_LANGUAGE], SOURCE_LANGUAGE);
  const compare = (language, written, compareKey) => {
    for (const [key, placeholders] of written) {
      if (expected.has(key)) compareKey(expected.get(key), placeholders, (said) => report(language, `${key} ${said}`));
      else report(language, `${key} is not a key of ${SOURCE_LANGUAGE}.json`);
    }
  };
  for (const language of present.filter((name) => name !== SOURCE_LANGUAGE)) {
    const written = placeholdersIn(messages[language], language);
    for (const key of expected.keys()) if (!written.has(key)) report(language, `${key} is missing`);
    compare(language, written, (known, found, complain) => reconcile(known, found, general, complain));
  }
  if (forPrograms !== null) {
    messages[FOR_PROGRAMS] = withTexts(messages[SOURCE_LANGUAGE], forPrograms);
    compare(FOR_PROGRAMS, placeholdersIn(forPrograms, FOR_PROGRAMS), (known, found) => {
      for (const [name, kind] of found) if (!known.get(name)) known.set(name, kind);
    });
  }
  return { folder, problems, text: problems.length > 0 ? '' : moduleOf(messages, expected, general) };
}

function readJson(source, file) {
  try {
    return JSON.parse(readFileSync(join(source, file), 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
}

/** Every text with its key, `group.key` in a group. */
function flatten(messages, prefix = '') {
  return Object.entries(messages).flatMap(([key, message]) =>
    typeof message === 'object' && message !== null ? flatten(message, `${prefix}${key}.`) : [[prefix + key, message]],
  );
}

/** The messages, some of them as in `texts`. */
function withTexts(messages, texts) {
  const replace = ([key, message]) => [
    key,
    typeof message === 'object' ? withTexts(message, texts[key] ?? {}) : (texts[key] ?? message),
  ];
  return Object.fromEntries(Object.entries(messages).map(replace));
}

/** The placeholders of a text: null for one that is shown as it is, `number` for one with plural forms, or the choices of a `select`. */
function placeholdersOf(text, tag, report) {
  const found = new Map();
  const forms = new Intl.PluralRules(tag);
  const wanted = new Set(SAMPLE_NUMBERS.map((number) => forms.select(number)));
  const visit = (token) => {
    if (token.arg === undefined) return;
    const keys = token.cases?.map(({ key }) => key);
    const kind = token.type === 'argument' ? null : token.type === 'select' ? keys : 'number';
    if (found.get(token.arg) == null || kind === 'number') found.set(token.arg, kind);
    if (keys && !keys.includes('other')) report(`lacks the case other of {${token.arg}}`);
    const lacking = token.type === 'plural' ? [...wanted].filter((form) => !keys.includes(form)) : [];
    const hasForms = keys?.some((key) => wanted.has(key) && key !== 'other');
    if (hasForms && lacking.length > 0) report(`lacks the plural form ${lacking.join(', ')} of {${token.arg}}`);
    for (const { tokens } of token.cases ?? []) tokens.forEach(visit);
  };
  if (typeof text !== 'string' || text.trim() === '') {
    report('must be a text');
    return found;
  }
  try {
    parse(text, { cardinal: forms.resolvedOptions().pluralCategories, strict: true }).forEach(visit);
  } catch (error) {
    report(`is not ICU MessageFormat: ${error.message}`);
  }
  return found;
}

/** Compares the placeholders of a text with the English ones, which take over what only this language is particular about. */
function reconcile(expected, placeholders, general, report) {
  const named = (names) => [...names].map((name) => `{${name}}`).join(' ');
  const missing = [...expected.keys()].filter((name) => !placeholders.has(name) && !general.includes(name));
  const unknown = [...placeholders.keys()].filter((name) => !expected.has(name) && !general.includes(name));
  if (missing.length > 0) report(`lacks ${named(missing)}`);
  if (unknown.length > 0) report(`has ${named(unknown)}, which the English text lacks`);
  for (const [name, kind] of placeholders) {
    const known = expected.get(name);
    if (known === null) expected.set(name, kind);
    else if (Array.isArray(known) && Array.isArray(kind) && kind.some((choice) => !known.includes(choice)))
      report(`has choices of {${name}} that the English text lacks`);
    else if (kind && known && Array.isArray(known) !== Array.isArray(kind)) report(`uses {${name}} in another way`);
  }
}

function moduleOf(messages, placeholders, general) {
  const tags = Object.fromEntries(Object.keys(messages).map((language) => [language, tagOf(language)]));
  const format = new MessageFormat(Object.values(tags), { localeCodeFromKey: (key) => tags[key] ?? null });
  const compiled = compileModule(format, messages)
    // A text without placeholders is a string.
    .replaceAll(/^( *[^ :\r\n\u2028\u2029][^:\r\n\u2028\u2029]*: )\(\) => (?=")/gm, '$1')
    .replace('export default', `export const texts: { readonly [language in ${union(Object.keys(tags))}]: Texts } =`);
  const kinds = Object.fromEntries([...placeholders].map(([key, found]) => [key, Object.fromEntries(found)]));
  return [
    '// @ts-nocheck The compiled functions have no types of their own; the texts have.',
    compiled,
    `export type Texts = ${typeOf(messages[SOURCE_LANGUAGE], placeholders)};`,
    `export const PLACEHOLDERS: Readonly<Record<string, Readonly<Record<string, 'number' | readonly string[] | null>>>> = ${JSON.stringify(kinds)};`,
    `export const GENERAL_PLACEHOLDERS = ${JSON.stringify(general)} as const;`,
  ].join('\n');
}

const tagOf = (language) => (language === FOR_PROGRAMS ? SOURCE_LANGUAGE : language.split('_')[0]);
const union = (values) => values.map((value) => JSON.stringify(value)).join(' | ');

function typeOf(messages, placeholders, prefix = '') {
  const members = Object.entries(messages).map(([key, message]) => {
    const name = JSON.stringify(key);
    if (typeof message === 'object') return `readonly ${name}: ${typeOf(message, placeholders, `${prefix}${key}.`)};`;
    const values = [...placeholders.get(prefix + key)].map(([name, kind]) => `readonly ${name}: ${typeOfKind(kind)}`);
    return values.length === 0 ? `readonly ${name}: string;` : `${name}(values: { ${values.join('; ')} }): string;`;
  });
  return `{ ${members.join('\n')} }`;
}

function typeOfKind(kind) {
  if (kind === null) return 'string | number';
  if (kind === 'number') return kind;
  return kind.every((choice) => ['true', 'false', 'other'].includes(choice)) ? 'boolean' : union(kind);
}
