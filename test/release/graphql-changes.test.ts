/** Every kind of schema change gets its level: the real schema, changed in one place each. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { graphqlChanges } from './graphql-changes.ts';

const SCHEMA = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Level and name of a change, a text that occurs once in the schema, and its replacement. */
const CHANGES: readonly (readonly [string, string, string, string | RegExp, string])[] = [
  ['breaking', 'Image.height', 'a field goes', /"""Height of the original[^"]+"""\s+height: Int\n/, ''],
  ['breaking', 'Image.thumbnailUrl', 'a field goes for another one', 'thumbnailUrl: String\n', 'last: Int\n'],
  ['breaking', 'Image.alt', 'a field may be null', 'alt: LocalizedText!', 'alt: LocalizedText'],
  ['breaking', 'Image.height', 'a field has another type', 'height: Int', 'height: String'],
  ['breaking', 'Query.quote.input', 'an argument has another name', /quote\(([^)]*?)input:/, 'quote($1what:'],
  [
    'breaking',
    'GuestInput.title',
    'a required input field is new',
    'input GuestInput {',
    'input GuestInput { title: Int!',
  ],
  [
    'breaking',
    'AddressInput.zipCode',
    'an input field is required',
    /(input AddressInput [^}]+zipCode: String)/,
    '$1!',
  ],
  ['breaking', 'Currency.EUR', 'a value of an enum goes', /(enum Currency \{[^}]+?)"""[^"]*"""\s+EUR\n/, '$1'],
  ['breaking', 'QuoteResult', 'a member of a union goes', 'union QuoteResult = InvalidInput |', 'union QuoteResult ='],
  ['breaking', 'Query.quote.on', 'a required argument is new', /quote\(/, 'quote(on: Int!,'],
  ['breaking', 'Image', 'a type goes', /\bImage\b/g, 'Picture'],
  ['breaking', 'NotPriced', 'a type no longer has an interface', 'type NotPriced implements Problem', 'type NotPriced'],
  ['breaking', 'Query.nodes.ids', 'an argument is of another type', '    ids: [ID!]!', '    ids: [Int!]!'],
  ['dangerous', 'QuoteResult', 'a member of a union is new', 'union QuoteResult =', 'union QuoteResult = NoCapacity |'],
  ['dangerous', 'Query.quote.on', 'an argument is new', /quote\(/, 'quote(on: Int,'],
  [
    'dangerous',
    'Query.visitTypes.first',
    'an argument has another default',
    /(?<before>\n {2}visitTypes\([\s\S]*?first: Int! = )\d+/,
    '$<before>50',
  ],
  ['dangerous', 'Currency.PLN', 'a value of an enum is new', 'enum Currency {', 'enum Currency { PLN'],
  ['safe', 'Image.size', 'a field is new', 'type Image {', 'type Image { size: Int'],
  ['safe', 'Image.height', 'a field is never null any more', 'height: Int', 'height: Int!'],
  ['safe', 'Size', 'a type is new', 'type Image {', 'enum Size { S M }\ntype Image {'],
  ['safe', 'GuestInput.title', 'an input field is new', 'input GuestInput {', 'input GuestInput { title: Int'],
  ['safe', 'Image.height', 'a field is deprecated', 'height: Int', 'height: Int @deprecated(reason: "Use `alt`.")'],
];

test.each(CHANGES)('%s: %s, %s', async (level, where, _what, present, instead) => {
  const changed = SCHEMA.replace(present, instead);
  expect(changed).not.toBe(SCHEMA);
  const changes = await graphqlChanges(SCHEMA, changed);
  expect(changes.map((change) => [change.level, change.where])).toContainEqual([level, where]);
  const worst = ['breaking', 'dangerous', 'safe'].find((one) => changes.some((change) => change.level === one));
  expect(worst).toBe(level);
});

test('a new description is not a change', async () => {
  expect(await graphqlChanges(SCHEMA, SCHEMA.replace('"""A picture."""', '"""An image."""'))).toEqual([]);
});
