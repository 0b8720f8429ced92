/** Each of `LOCALES` goes all the way: a catalogue file may have its texts, the interfaces show them, and the database stores bookings in it. */
import { readFileSync } from 'node:fs';
import type { GraphQLEnumType, GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { localized, localizedUrl } from '../../src/catalogue/file/file-values.ts';
import { LOCALES } from '../../src/domain/text/locale.ts';
import { localeName } from '../../src/graphql/schema/locale-names.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { freshEmbedded } from '../support/database/embedded-database.ts';

const sorted = (texts: Iterable<string>) => [...texts].sort();

test.each(LOCALES)('a catalogue file may have texts and addresses of pages in %s', (locale) => {
  expect(localized.parse({ [locale]: 'x' })).toEqual({ [locale]: 'x' });
  expect(localizedUrl.parse({ [locale]: 'https://spa.example' })).toEqual({ [locale]: 'https://spa.example' });
});

test('GraphQL names each language, and its texts have a field for each, which REST asks for', () => {
  const names = LOCALES.map(localeName);
  const locale = schema.getType('Locale') as GraphQLEnumType;
  expect(locale.getValues().map(({ name }) => name)).toEqual(names);
  const text = schema.getType('LocalizedText') as GraphQLObjectType;
  expect(Object.keys(text.getFields())).toEqual(expect.arrayContaining(names.map((name) => name.toLowerCase())));
  const fragment = readFileSync(new URL('../../src/rest/text.graphql', import.meta.url), 'utf8');
  const asked = [...fragment.matchAll(/^ {2}(\w+)/gm)].map(([, key]) => key!);
  expect(sorted(asked)).toEqual(sorted(LOCALES));
});

test('the database takes bookings and mails of hotels in exactly these languages', async () => {
  const database = await freshEmbedded();
  const checks = await database.prisma.$queryRaw<{ name: string; definition: string }[]>`
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conname LIKE '%language_check' ORDER BY conname`;
  await database.close();
  const taken = checks.map(({ name, definition }) => [
    name,
    sorted([...definition.matchAll(/'(\w+)'/g)].map(([, locale]) => locale!)),
  ]);
  expect(taken).toEqual([
    ['booking_language_check', sorted(LOCALES)],
    ['hotel_reservation_language_check', sorted(LOCALES)],
  ]);
});
