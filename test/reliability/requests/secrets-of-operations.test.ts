/** No operation of GraphQL, today's or a later one, gives away what it was sent: each is asked with the words of a guest in every text. */
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/data/keys/scopes.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { dateFromNow, servedCatalogue } from '../../support/gateway/served-gateway.ts';
import { canariesIn, canaryInput, GUEST } from '../../support/requests/canaries.ts';
import { insideShownBy } from '../../support/requests/inside-words.ts';

const STAY = { arrival: dateFromNow(30), departure: dateFromNow(32) };
const BOOK =
  'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { booking { id } } } }';
const OPERATIONS = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ kind: type.name.toLowerCase(), name: field.name, field })),
);

const { email, firstName, customerNote: note } = GUEST;
/** Operations with texts of people, and inputs that are taken. */
const TAKEN: readonly [operation: string, input: (id: string) => object, expected: string][] = [
  ['query ($input: BookingFilter) { bookings(filter: $input) { __typename } }', () => ({ email }), 'BookingConnection'],
  [
    'query ($input: BookingFilter) { bookings(filter: $input) { __typename } }',
    () => ({ text: firstName }),
    'BookingConnection',
  ],
  [
    'mutation ($input: ChangeBookingInput!) { changeBooking(input: $input) { __typename } }',
    (id) => ({ id, note, messageToGuest: note, billedTo: { firstName, email: `new-${email}` } }),
    'BookingChanged',
  ],
  [
    'mutation ($input: CancelBookingInput!) { cancelBooking(input: $input) { __typename } }',
    (id) => ({ id, email, note, messageToGuest: note }),
    'BookingCancelled',
  ],
  [
    'mutation ($input: CreateKeyInput!) { createKey(input: $input) { __typename } }',
    () => ({ name: firstName, client: note, rights: ['READ'] }),
    'KeyCreated',
  ],
  [
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }',
    () => ({ url: `http://127.0.0.1:9/${firstName}`, description: note }),
    'WebhookCreated',
  ],
  [
    'mutation ($input: EraseGuestDataInput!) { eraseGuestData(input: $input) { __typename } }',
    () => ({ email }),
    'GuestDataErased',
  ],
];

/** A value with everything that its type may have; `id` stands where one is expected. */
function wholeValue(type: GraphQLInputType, name: string, id: string): unknown {
  if (isNonNullType(type)) return wholeValue(type.ofType, name, id);
  if (isListType(type)) return [wholeValue(type.ofType, name, id)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).slice(type.isOneOf ? -1 : 0);
    return Object.fromEntries(fields.map((field) => [field.name, wholeValue(field.type, field.name, id)]));
  }
  if (name.toLowerCase().includes('email')) return GUEST.email;
  const values: Record<string, unknown> = {
    ...{ ID: id, Int: 1, SafeInt: 1, Float: 1, Boolean: true },
    ...{ LocalDate: STAY.arrival, DateTime: `${STAY.arrival}T12:00:00Z` },
  };
  return values[type.name] ?? GUEST.firstName;
}

/** The operation with all its arguments as variables, whose answer explains what was wrong. */
function operationOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const takes = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passes = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const type = getNamedType(field.type);
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type).map(String) : [];
  const explained = [
    ...(possible.includes('NotFound') ? ['... on Problem { code message }'] : []),
    ...(possible.includes('InvalidInput') ? ['... on InvalidInput { problems { path code message } }'] : []),
  ];
  const selection = isCompositeType(type) ? `{ __typename ${explained.join(' ')} }` : '';
  return `${kind} ${takes && `(${takes})`} { ${field.name}${passes && `(${passes})`} ${selection} }`;
}

describe('with the most verbose log', () => {
  const lines: string[] = [];
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const log = await createLog({ level: 'trace', terminal: false, destination });
    gateway = await startGateway({
      ...{ catalogue: servedCatalogue({ units: 100 }), today: dateFromNow(0), log },
      config: { webhooksAllowPrivate: true },
    });
    key = await gateway.key({ scopes: SCOPES });
  });
  afterAll(() => gateway?.close());

  /** The id of a booking of the guest. */
  async function book(): Promise<string> {
    const variables = { input: canaryInput(STAY) };
    const made = await gateway.ask<{ createBooking: { booking: { id: string } } }>(BOOK, { key, variables });
    return made.createBooking.booking.id;
  }

  async function answerTo(query: string, variables: object): Promise<string> {
    const { headers, payload } = await gateway.inject({
      ...{ method: 'POST', url: '/graphql', payload: { query, variables } },
      headers: { authorization: `Bearer ${key}` },
    });
    const shown = [...canariesIn(`${JSON.stringify(headers)}\n${payload}`, key), insideShownBy(payload)];
    expect([payload, shown]).toEqual([payload, [null]]);
    return payload;
  }

  test.each(OPERATIONS)('no answer to $kind $name repeats the key or the guest', async ({ kind, field }) => {
    const id = await book();
    const variables = Object.fromEntries(field.args.map(({ name, type }) => [name, wholeValue(type, name, id)]));
    await answerTo(operationOf(kind, field), variables);
  });

  test.each(TAKEN)('nor does that to one that is taken: %s', async (query, input, expected) => {
    expect(await answerTo(query, { input: input(await book()) })).toContain(`"__typename":"${expected}"`);
  });

  test('the log of all of it holds nothing of the key or the guest', () => {
    expect(lines.length).toBeGreaterThan(OPERATIONS.length);
    expect(lines.filter((line) => canariesIn(line, key).length > 0)).toEqual([]);
  });
});
