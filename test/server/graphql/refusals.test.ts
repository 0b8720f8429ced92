/**
 * Refusals name the place and the expectation, and repeat nothing that was sent: no value, no name in an object, on any
 * way in. All problems are reported at once, in linear time.
 */
import { type DocumentNode, getVariableValues, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../../../src/graphql/execution/parse-document.ts';
import { validateDocument } from '../../../src/graphql/execution/validate-document.ts';
import { variableProblems } from '../../../src/graphql/execution/values/variable-problems.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { growthOf, isLinear } from '../../support/database/growth.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { canariesIn, canaryBody, canaryInput, GUEST, literalOf } from '../../support/requests/canaries.ts';

const STAY = { arrival: '2027-04-05', departure: '2027-04-07' };
const BOOK = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';
const SEED = newSeed();
/** More runs than an operation needs to be compiled. */
const OFTEN = 12;

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

interface Told {
  message: string;
  extensions: { code: string; problems?: { path: string; message: string }[] };
}

async function post(payload: unknown, url = '/graphql', accept = 'application/json') {
  const headers = { authorization: `Bearer ${key}`, accept, 'content-type': 'application/json' };
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { statusCode, payload: text } = await gateway.inject({ method: 'POST', url, headers, payload: body });
  return { status: statusCode, text, errors: (JSON.parse(text) as { errors?: Told[] }).errors ?? [] };
}

type Path = readonly (string | number)[];

/** The paths of a value and of everything inside it. */
function pathsWithin(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    pathsWithin(inner).map((path) => [Array.isArray(value) ? Number(name) : name, ...path]),
  );
  return [[], ...inside];
}

/** A copy with another value at a path. */
function changed<T>(value: T, path: Path, change: (before: unknown) => unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return change(value) as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, change);
  return copy as T;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const WRONG: readonly [name: string, change: (before: unknown) => unknown][] = [
  ['an object', () => ({ [GUEST.email]: GUEST.phone })],
  ['a list', () => [[GUEST.lastName], GUEST.street]],
  ['a text', () => `${GUEST.firstName} at "x"; ${GUEST.phone}`],
  ['a fraction', () => 1951.0719],
  ['a truth', () => true],
  ['nothing', () => null],
  [
    'a name too many',
    (before) => (isObject(before) ? { ...(before as object), [GUEST.email]: GUEST.lastName } : before),
  ],
];

describe('a refusal repeats nothing of the guest', () => {
  test('nor of the contact, when a note has the very words of a message in it and a field is not known', async () => {
    const customerNote = 'late arrival; quiet room at "x"; ';
    const input = { ...canaryInput(STAY), customerNote, [GUEST.phone]: true };
    const { status, text, errors } = await post({ query: BOOK, variables: { input } });
    expect([status, canariesIn(text, key), text.includes('late')]).toEqual([400, [], false]);
    expect(errors.map(({ message }) => message)).toEqual([
      'Variable "$input" got an invalid value; expected only fields of the type "CreateBookingInput"; 1 of its fields is not known there.',
    ]);
  });

  test.each(WRONG)('when %s is anywhere in the variables of a booking, or in a literal', async (_, change) => {
    const input = canaryInput(STAY);
    for (const path of pathsWithin(input)) {
      const wrong = changed(input, path, change);
      const byVariable = await post({ query: BOOK, variables: { input: wrong } });
      expect([path, canariesIn(byVariable.text, key)]).toEqual([path, []]);
      const query = `mutation { createBooking(input: ${literalOf(wrong)}) { __typename } }`;
      const byLiteral = await post({ query });
      expect([path, canariesIn(byLiteral.text, key)]).toEqual([path, []]);
    }
  });

  test.each(WRONG)('when %s is anywhere in the body of a REST booking', async (_, change) => {
    const body = canaryBody(STAY);
    for (const path of pathsWithin(body)) {
      const { text } = await post(changed(body, path, change), '/api/v1/booking');
      expect([path, canariesIn(text, key)]).toEqual([path, []]);
    }
  });

  test('wherever the text of a booking breaks off, or has a stray word in it', async () => {
    const query = `mutation { createBooking(input: ${literalOf(canaryInput(STAY))}) { __typename } }`;
    for (let end = 0; end < query.length; end += 3) {
      for (const broken of [query.slice(0, end), `${query.slice(0, end)} "${GUEST.lastName}" ${query.slice(end)}`]) {
        const { text } = await post({ query: broken });
        expect([broken, canariesIn(text, key)]).toEqual([broken, []]);
      }
    }
  });

  test('when a variable within the literal of a booking turns out to be null', async () => {
    const literal = literalOf(canaryInput(STAY)).replace(`"${GUEST.lastName}"`, '$name');
    const query = `mutation ($name: String = "x") { createBooking(input: ${literal}) { __typename } }`;
    const { text, errors } = await post({ query, variables: { name: null } });
    expect(canariesIn(text, key)).toEqual([]);
    expect(errors).toMatchObject([
      {
        message: 'A variable in the argument is null or not given; expected a value there.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });

  test('when the request has a parameter that is not known, or an operation that is not there', async () => {
    for (const url of ['/graphql', '/graphql?by=yoga']) {
      const unknown = await post({ query: '{ viewer { today } }', [GUEST.email]: GUEST.phone }, url);
      expect([unknown.status, canariesIn(unknown.text, key)]).toEqual([400, []]);
      const named = await post({ query: '{ viewer { today } }', operationName: GUEST.email }, url);
      expect([named.status, canariesIn(named.text, key)]).toEqual([400, []]);
    }
  });
});

describe('a refusal of variables', () => {
  const input = {
    ...canaryInput(STAY),
    kind: 'Perhaps',
    arrival: undefined,
    billedTo: { firstName: 1, email: 'x y', address: 'here' },
    guests: [{ firstName: 'A', lastName: 'B' }, { birthDate: '1951-02-29' }],
  };
  const PROBLEMS = [
    ['input.arrival', 'Expected a date that exists, as YYYY-MM-DD; it is required.'],
    ['input.billedTo.address', 'Expected an object of the type "AddressInput".'],
    ['input.billedTo.email', 'Expected an e-mail address.'],
    ['input.billedTo.firstName', 'Expected a string.'],
    ['input.billedTo.lastName', 'Expected a string; it is required.'],
    ['input.guests.1.birthDate', 'Expected a date that exists, as YYYY-MM-DD.'],
    ['input.guests.1.firstName', 'Expected a string; it is required.'],
    ['input.guests.1.lastName', 'Expected a string; it is required.'],
    ['input.kind', 'Expected one of BINDING, REQUEST.'],
  ];

  test('reports all problems, each with its place and the expectation, on every way into the endpoint', async () => {
    const answers = [];
    for (const url of ['/graphql', '/graphql?', '/graphql?by=yoga']) {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const { status, text, errors } = await post({ query: BOOK, variables: { input } }, url, accept);
        expect(status).toBe(400);
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(PROBLEMS.map(() => 'BAD_USER_INPUT'));
        const problems = errors.flatMap(({ extensions }) => extensions.problems ?? []);
        expect(problems.map(({ path, message }) => [path, message]).sort()).toEqual(PROBLEMS);
        answers.push(text);
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain(
      JSON.stringify(
        'Variable "$input" got an invalid value at "input.guests[1].birthDate"; expected a date that exists, as YYYY-MM-DD.',
      ).slice(1, -1),
    );
  });

  test('is the same once the operation is compiled', async () => {
    const query =
      'query ($first: Int!, $filter: HotelFilter) { hotels(first: $first, filter: $filter) { totalCount } }';
    const wrong = { first: GUEST.lastName, filter: { starsMin: 1.5, [GUEST.email]: 1 } };
    const before = await post({ query, variables: wrong });
    for (let time = 0; time < OFTEN; time++)
      expect((await post({ query, variables: { first: 1 } })).errors).toEqual([]);
    const after = await post({ query, variables: wrong });
    expect([after.status, after.text]).toEqual([before.status, before.text]);
    expect(before.errors.flatMap(({ extensions }) => extensions.problems?.map(({ path }) => path))).toEqual([
      'first',
      'filter.starsMin',
      'filter',
    ]);
  });

  test('names each field that is not known, with its path, and proposes a near one', async () => {
    const billedTo = { ...canaryInput(STAY).billedTo, fristName: 'x', [GUEST.email]: 'x', ['a'.repeat(51)]: 1 };
    const { text, errors } = await post({
      query: BOOK,
      variables: { input: { ...canaryInput(STAY), billedTo, guest: [] } },
    });
    expect(canariesIn(text, key)).toEqual([]);
    expect(errors.flatMap(({ extensions }) => extensions.problems)).toEqual([
      {
        path: 'input.billedTo.fristName',
        message: 'Expected a field of the type "ContactInput". Did you mean "firstName" or "lastName"?',
      },
      {
        path: 'input.billedTo',
        message: 'Expected only fields of the type "ContactInput"; 2 of its fields are not known there.',
      },
      { path: 'input.guest', message: 'Expected a field of the type "CreateBookingInput". Did you mean "guests"?' },
    ]);
    expect(errors[0]!.message).toBe(
      'Variable "$input" got an invalid value at "input.billedTo.fristName"; expected a field of the type "ContactInput". Did you mean "firstName" or "lastName"?',
    );
  });

  test('names at most 50 problems', async () => {
    const variables = { input: { ...canaryInput(STAY), guests: Array(2_000).fill({ firstName: 1 }) } };
    const { errors, text } = await post({ query: BOOK, variables });
    // As many of them as a refusal has room for.
    expect(errors.length).toBeGreaterThan(40);
    expect(errors.length).toBeLessThanOrEqual(51);
    expect(errors.at(-1)!.message).toBe('There may be more errors, which are left out.');
    expect(text.length).toBeLessThan(16 * 1024);
  });

  test('comes just when the reference implementation does not take the variables', () => {
    const draw = drawFromSeed(SEED);
    const operations = [BOOK, ...Object.entries(INPUTS).map(([type, field]) => `query ($value: ${type}) { ${field} }`)];
    let refused = 0;
    for (let count = 0; count < 4_000; count++) {
      const [operation] = (parse(pick(draw, operations)) as DocumentNode).definitions as [OperationDefinitionNode];
      const values = { input: randomInput(draw), value: oneIn(draw, 2) ? randomValue(draw, 3) : randomInput(draw) };
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], values);
      const problems = variableProblems(schema, operation, values);
      expect([JSON.stringify(values), problems.length > 0]).toEqual([JSON.stringify(values), errors !== undefined]);
      if (errors) refused++;
    }
    expect(refused).toBeGreaterThan(500);
    expect(refused).toBeLessThan(3_900);
  });
});

/** Types of variables for comparing random values with the reference implementation. */
const INPUTS: Readonly<Record<string, string>> = {
  CreateBookingInput: 'viewer { today }',
  '[GuestInput!]': 'viewer { today }',
  '[[Int!]]!': 'viewer { today }',
  'HotelFilter!': 'viewer { today }',
  '[Currency]': 'viewer { today }',
  'ID = "1"': 'viewer { today }',
  'Boolean! = true': 'viewer { today }',
  SafeInt: 'viewer { today }',
  Float: 'viewer { today }',
};

/** A booking, valid or with one invalid place. */
function randomInput(draw: Draw): unknown {
  const input = canaryInput(STAY);
  if (oneIn(draw, 3)) return input;
  return changed(input, pick(draw, pathsWithin(input)), () => randomValue(draw, 2));
}

function randomValue(draw: Draw, levels: number): unknown {
  const simple = [
    '',
    'x',
    '1',
    'CZK',
    'BINDING',
    '2027-01-01',
    '2027-02-30',
    0,
    1,
    -7,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    true,
    null,
  ];
  if (levels === 0 || oneIn(draw, 2)) return pick<unknown>(draw, simple);
  const several = Array.from({ length: between(draw, 0, 3) }, () => randomValue(draw, levels - 1));
  if (oneIn(draw, 2)) return several;
  const names = ['firstName', 'lastName', 'gender', 'code', 'search', 'starsMin', '__proto__', 'constructor', 'Jan'];
  return Object.fromEntries(several.map((value) => [pick(draw, names), value]));
}

describe('a refusal takes time that grows with what was sent:', () => {
  const book = (input: object) => ({ query: BOOK, variables: { input } });
  const hotels = (filter: unknown) => ({
    query: 'query ($f: HotelFilter) { hotels(filter: $f) { totalCount } }',
    variables: { f: filter },
  });
  const numbered = (size: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: size / 10 }, (_, index) => [`k${index}`, value]));
  const quote = (size: number) => ({
    query: 'query ($input: QuoteInput!) { quote(input: $input) { __typename } }',
    variables: {
      input: {
        ...{ visitType: '101', roomType: '11', ...STAY },
        loyaltyPrograms: Array.from({ length: size / 40 }, (_, index) => ({ guest: index + 1, program: '1' })),
      },
    },
  });
  /** As deep as JSON can be written here. */
  const listsIn = (size: number) =>
    JSON.parse(`[${Array(Math.ceil(size / 2_000)).fill('['.repeat(1_000) + ']'.repeat(1_000))}]`);
  const times = (size: number, unit: string) => unit.repeat(Math.ceil(size / unit.length));

  test.each<[string, (size: number) => unknown]>([
    ['a name made of the ends of messages', (size) => hotels({ [`${times(size, "'; ' ")} at "x"; `]: 1 })],
    ['a value made of the ends of messages', (size) => hotels({ code: [`${times(size, '; ')} at "x"; `] })],
    ['a value made of what an enumeration says', (size) => hotels(`Value "${times(size, '" does not exist in "')}`)],
    ['names that are not known', (size) => hotels(numbered(size, 1))],
    ['names that are not known, with objects', (size) => hotels(numbered(size / 2, { a: 1 }))],
    ['guests that are none', (size) => book({ ...canaryInput(STAY), guests: Array(size / 5).fill(1) })],
    ['guests without names', (size) => book({ ...canaryInput(STAY), guests: Array(Math.floor(size / 3)).fill({}) })],
    ['an object in place of a text', (size) => book({ ...canaryInput(STAY), customerNote: numbered(size, 1) })],
    ['lists in lists', (size) => ({ ...hotels(0), variables: { f: { code: listsIn(size / 2) } } })],
    [
      'an e-mail address',
      (size) => book(changed(canaryInput(STAY), ['billedTo', 'email'], () => `a@${times(size, 'a.')}`)),
    ],
    ['a date', (size) => book({ ...canaryInput(STAY), arrival: times(size, '2027-01-01') })],
    ['a long value of an enumeration', (size) => book({ ...canaryInput(STAY), kind: times(size, 'BINDING') })],
    ['programs of many guests', quote],
    ['a long name in the document', (size) => ({ query: `{ ${times(size, 'viewer')} { today } }` })],
    ['a long literal', (size) => ({ query: `{ hotels(first: "${times(size, '\\"; ')}") { totalCount } }` })],
    [
      'a long value of an enumeration in the document',
      (size) => ({ query: `{ hotels(sort: ${times(size, 'NAME')}) { totalCount } }` }),
    ],
    ['a text without an end', (size) => ({ query: `{ hotels(first: "${times(size, 'found Name ')}` })],
    ['a comment', (size) => ({ query: `{ #${times(size, '" ')}` })],
    ['a long name of an operation', (size) => ({ query: '{ viewer { today } }', operationName: times(size, 'a') })],
    ['a long name of a parameter', (size) => ({ query: '{ viewer { today } }', [times(size, 'a')]: 1 })],
  ])('%s', async (_, body) => {
    const SMALL = 30_000;
    const texts = new Map([SMALL, SMALL * 4].map((size) => [size, JSON.stringify(body(size))]));
    for (const text of texts.values())
      expect((await post(text)).status).toSatisfy((status) => [200, 400].includes(status as number));
    expect(await growthOf((size) => post(texts.get(size)!), SMALL)).toSatisfy(isLinear);
  });

  test('guests of a REST booking that are none, and fields that it does not know', async () => {
    for (const body of [
      (size: number) => ({ ...canaryBody(STAY), guests: Array(size / 5).fill(1) }),
      (size: number) => ({ ...canaryBody(STAY), guests: Array(Math.floor(size / 3)).fill({}) }),
      (size: number) => ({ ...canaryBody(STAY), hotel_id: 'x', ...numbered(size, 1) }),
      (size: number) => changed(canaryBody(STAY), ['billed_to', 'email'], () => `a@${times(size, 'a.')}`),
    ]) {
      const SMALL = 30_000;
      const texts = new Map([SMALL, SMALL * 4].map((size) => [size, JSON.stringify(body(size))]));
      for (const text of texts.values()) expect((await post(text, '/api/v1/booking')).status).toBe(400);
      expect(await growthOf((size) => post(texts.get(size)!, '/api/v1/booking'), SMALL)).toSatisfy(isLinear);
    }
  });
});

describe('refusals of documents', () => {
  const refusalOf = (query: string) => {
    try {
      return validateDocument(schema, parseDocument(query)).map(({ message }) => message);
    } catch (error) {
      return [(error as Error).message];
    }
  };

  test.each([
    ['{ viewer { tdoay } }', 'Cannot query field "tdoay" on type "Viewer". Did you mean "today"?'],
    ['{ hotels(frist: 1) { totalCount } }', 'Unknown argument "frist" on field "Query.hotels". Did you mean "first"?'],
    ['{ hotels(first: "Jan") { totalCount } }', 'Expected an integer from -2147483648 to 2147483647.'],
    ['{ hotels(first: null) { totalCount } }', 'Expected an integer from -2147483648 to 2147483647, not null.'],
    ['{ hotels(sort: JAN) { totalCount } }', 'Expected one of NAME, NUMBER, RELEVANCE, STARS, STARS_DESC.'],
    ['{ nodes(ids: [1.5]) { id } }', 'Expected a string or an integer.'],
    ['{ hotels(filter: "Jan") { totalCount } }', 'Expected an object of the type "HotelFilter".'],
    ['{ hotels(filter: { Jan: 1 }) { totalCount } }', 'Field "Jan" is not defined by type "HotelFilter".'],
    [
      '{ hotels(filter: { serach: "x" }) { totalCount } }',
      'Field "serach" is not defined by type "HotelFilter". Did you mean "search"?',
    ],
    [
      `{ hotels(filter: { ${'a'.repeat(51)}: 1 }) { totalCount } }`,
      'A field of the object is not known; expected one of the type "HotelFilter".',
    ],
    [
      '{ hotels(filter: { code: "a", code: "b" }) { totalCount } }',
      'A field of the object stands there twice; expected it once.',
    ],
    ['{ hotels(filter: {', 'Syntax Error: Expected Name, found <EOF>.'],
    ['{ viewer { "Jan" } }', 'Syntax Error: Expected Name, found String.'],
    ['{ viewer { today } } Jan', 'Syntax Error: Unexpected Name.'],
    ['{ viewer(a: ) { today } }', 'Syntax Error: Unexpected ")".'],
    ['query ($a: Int Jan) { viewer { today } }', 'Syntax Error: Expected "$", found Name.'],
    ['{ hotel(id: "") "" }', 'Syntax Error: Expected Name, found String.'],
    ['{ a(b: "Jan', 'Syntax Error: Expected a token of GraphQL, found none.'],
    ['{ Ján }', 'Syntax Error: Expected a token of GraphQL, found none.'],
    [`{ ${'a'.repeat(201)} }`, 'The document has a name of more than 200 characters.'],
  ])('name what belongs to the document and to the schema, and no value: %s', (query, message) => {
    expect(refusalOf(query)).toEqual([message]);
  });

  test('of every kind of value in every kind of place are those of the reference implementation, in other words', async () => {
    const { validate } = await import('graphql');
    const draw = drawFromSeed(SEED);
    for (let count = 0; count < 1_500; count++) {
      const query = `mutation { createBooking(input: ${literalOf(randomInput(draw))}) { __typename } }`;
      let document: DocumentNode;
      try {
        document = parse(query);
      } catch {
        continue;
      }
      expect(document.kind).toBe(Kind.DOCUMENT);
      const expected = validate(schema, document, undefined, { maxErrors: 20 });
      const reported = validateDocument(schema, document);
      expect([query, reported.map(({ locations }) => locations)]).toEqual([
        query,
        expected.map(({ locations }) => locations),
      ]);
    }
  });
});
