/**
 * Documents beyond a limit are refused before validation, in linear time; those within cannot be made to validate
 * slowly.
 */
import { type OperationTypeNode, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findExcess } from '../../../src/graphql/execution/document-limits.ts';
import { measureDocument } from '../../../src/graphql/execution/operation-limits.ts';
import { LIMITS, validateDocument } from '../../../src/graphql/execution/validate-document.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { growthOf, isLinear } from '../../support/database/growth.ts';

const times = (count: number, text: string | ((index: number) => string)) =>
  Array.from({ length: count }, (_, index) => (typeof text === 'string' ? text : text(index))).join(' ');
const reported = (query: string) => validateDocument(schema, parse(query)).map(({ message }) => message);

/** Shapes of documents by size; each is as large, and as hard to measure, as so many tokens allow. */
const SHAPES: readonly [string, (size: number) => string][] = [
  ['the same field again and again', (size) => `{ ${times(size, 'viewer { today }')} }`],
  ['the same field of a field', (size) => `{ viewer { ${times(size, 'today')} } }`],
  ['other fields', (size) => `{ viewer { ${times(size, (index) => `a${index}: today`)} } }`],
  ['levels', (size) => `{ ${times(Math.ceil(size / 100), `${'a { '.repeat(100)} b ${'}'.repeat(100)}`)} }`],
  ['operations', (size) => times(size, (index) => `query A${index} { viewer { today } }`)],
  [
    'fragments in fragments',
    (size) =>
      `{ ...F0 } ${times(size, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} viewer { today } }`)}`,
  ],
  [
    'fragments in one place',
    (size) =>
      `{ ${times(size, (index) => `...F${index}`)} } ${times(size, (index) => `fragment F${index} on Query { viewer { today } }`)}`,
  ],
  [
    'fragments in a circle',
    (size) => `{ ...F0 } ${times(size, (index) => `fragment F${index} on Query { ...F${(index + 1) % size} }`)}`,
  ],
  ['fragments that are not there', (size) => `{ ${times(size, (index) => `...F${index}`)} }`],
  [
    'fragments in no operation',
    (size) => `{ a } ${times(size, (index) => `fragment F${index} on Query { viewer { today } }`)}`,
  ],
  ['fragments by one name', (size) => `{ ...F } ${times(size, 'fragment F on Query { ...F viewer { today } }')}`],
  ['inline fragments', (size) => `{ ${times(size, '... { viewer { today } }')} }`],
  ['directives', (size) => `{ viewer { today ${times(size, '@skip(if: false)')} } }`],
  ['questions about the schema', (size) => `{ ${times(size, '__schema { types { name } }')} }`],
];

describe('counting takes linear time:', () => {
  test.each(SHAPES)('%s', async (_, shape) => {
    const SMALL = 500;
    const documents = new Map([SMALL, SMALL * 4].map((size) => [size, parse(shape(size), { noLocation: true })]));
    expect(await growthOf((size) => measureDocument(documents.get(size)!, LIMITS), SMALL)).toSatisfy(isLinear);
    // Limits under which a document may be expanded.
    const generous = {
      ...LIMITS,
      depth: 1e9,
      fields: 1_200,
      aliases: 1e9,
      directives: 1e9,
      introspections: 1e9,
      queryFields: 1e9,
    };
    expect(await growthOf((size) => measureDocument(documents.get(size)!, generous), SMALL)).toSatisfy(isLinear);
    const texts = new Map([SMALL, SMALL * 4].map((size) => [size, shape(size)]));
    expect(await growthOf((size) => findExcess(texts.get(size)!), SMALL)).toSatisfy(isLinear);
  });
});

describe('a document that is too large is not validated', () => {
  test('only its size is reported, whatever else is wrong with it', () => {
    const wrong = 'nothing(of: "this") { is known }';
    expect(reported(`{ ${times(480, 'viewer { today }')} ${wrong} }`)).toEqual([
      'The query has 481 fields of its own; 20 are the most.',
    ]);
    expect(reported(`{ viewer { ${times(51, (index) => `a${index}: tomorrow`)} } }`)).toEqual([
      'The operation has 51 aliases; 50 are the most.',
    ]);
    expect(reported(`{ viewer { today } } fragment F on Nothing { ${times(101, 'nothing { is }')} }`)).toEqual([
      'In one place stand 101 objects by one name; 100 are the most.',
    ]);
    expect(reported(`{ viewer { today } } fragment F on Nothing { ${times(1_001, (index) => `a${index}`)} }`)).toEqual([
      'The fragment has 1001 fields; 1000 are the most.',
    ]);
  });

  test('and no rule runs: none looks for a field of the schema', () => {
    let asked = 0;
    const counted = <T>(value: T): T => {
      asked++;
      return value;
    };
    const watched = Object.create(schema, {
      getQueryType: { value: () => counted(schema.getQueryType()) },
      getRootType: { value: (kind: OperationTypeNode) => counted(schema.getRootType(kind)) },
    }) as typeof schema;
    expect(validateDocument(watched, parse(`{ ${times(480, 'viewer { today }')} }`))).toHaveLength(1);
    expect(asked).toBe(0);
    expect(validateDocument(watched, parse('{ viewer { today } }'))).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  });
});

describe('a document within the limits', () => {
  /** The most that a document may contain of what the rule about overlapping fields compares. */
  const WORST: readonly [string, string][] = [
    ['fields by one name', `{ viewer { ${times(500, 'today')} } }`],
    ['objects by one name', `{ hotel(id: 1) { ${times(100, 'roomTypes { hotel { code } }')} } }`],
    [
      'objects by one name on every level',
      `{ hotel(id: 1) { ${times(80, 'roomTypes { hotel { roomTypes { hotel { roomTypes { hotel { code } } } } } }')} } }`,
    ],
    ['several of them', `{ ${times(9, (index) => `a${index}: hotel(id: 1) { ${times(50, 'roomTypes { code }')} }`)} }`],
    [
      'fragments in one place',
      `{ hotel(id: 1) { ${times(100, (index) => `...F${index}`)} } } ${times(100, (index) => `fragment F${index} on Hotel { roomTypes { code } }`)}`,
    ],
    [
      'fragments within fragments',
      `{ hotel(id: 1) { ...F0 } } ${times(90, (index) => `fragment F${index} on Hotel { roomTypes { code } ${index < 89 ? `...F${index + 1}` : ''} }`)}`,
    ],
  ];

  test.each(WORST)('is valid, and its comparisons stay within what the rules allow themselves: %s', (_, query) => {
    expect(findExcess(query)).toBeNull();
    expect(reported(query)).toEqual([]);
  });

  test('would take many times as long without the limit on repetitions, which the rules do not have', () => {
    const repeated = parse(`{ hotel(id: 1) { ${times(249, 'roomTypes { hotel { code } }')} } }`);
    expect(validate(schema, repeated, specifiedRules)).toEqual([]);
    expect(validateDocument(schema, repeated).map(({ message }) => message)).toEqual([
      'In one place stand 249 objects by one name; 100 are the most.',
    ]);
  });

  test('is reported as too large if the rules give up on it', () => {
    expect(reported(`{ viewer { ${times(990, 'today')} } }`)).toEqual([
      'The document repeats fields too often to be validated.',
    ]);
  });

  test('gets at most 20 of its errors, and a note that there are more', () => {
    const messages = reported(`{ viewer { ${times(200, (index) => `nothing${index}`)} } }`);
    expect(messages).toHaveLength(21);
    expect(messages[20]).toMatch(/limit reached/);
  });
});
