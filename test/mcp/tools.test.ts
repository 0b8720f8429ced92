/** Tools of agents (X4, X5): who may use which, and what their schemas say. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { specifiedDirectives } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEXT_AFTER_ERROR } from '../../src/wording/agents/agent-speech.ts';
import { TODAY } from '../support/catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { type Agent, agentAt } from '../support/mcp/agent.ts';
import { BOOKING, FREE_UNTIL, STAY, TOTAL, WITH_TERMS } from '../support/mcp/stay-to-book.ts';

const READING = ['find_stays', 'show_hotel', 'show_stay', 'calendar', 'quote'];
const OWN = ['find_booking', 'cancel_booking', 'change_booking'];

let gateway: TestGateway;
let origin: string;
let agent: Agent;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: WITH_TERMS, today: TODAY });
  origin = await gateway.listen();
  agent = await agentAt(origin, { key: await gateway.key({ scopes: ['read', 'book', 'bookings', 'operate'] }) });
});
afterAll(async () => {
  await agent.close();
  await gateway.close();
});

const withKey = async (options: KeyOptions, headers = {}) =>
  agentAt(origin, { key: await gateway.key(options), headers });

describe('the list of tools (X4)', () => {
  test.each([
    [['read'], READING],
    [['book'], ['hold_stay', 'book_stay', ...OWN]],
    [
      ['read', 'book'],
      [...READING, 'hold_stay', 'book_stay', ...OWN],
    ],
    [['bookings'], [...OWN, 'list_bookings']],
    [['operate'], [...OWN, 'list_bookings', 'answer_request']],
    [['rates'], []],
  ] as const)('of a key with %j has what it may use, and nothing else', async (scopes, tools) => {
    const one = await withKey({ scopes });
    expect(await one.tools()).toEqual(tools);
    await one.close();
  });

  test('a tool beyond the key is no tool: it answers as a name that nothing has', async () => {
    const reader = await withKey({ scopes: ['read'] });
    const refusals = await Promise.all(
      ['book_stay', 'answer_request', 'no_such_tool'].map((name) => reader.call(name, BOOKING).catch(String)),
    );
    expect(new Set(refusals)).toEqual(new Set(['ProtocolError: There is no such tool.']));
    await reader.close();
  });

  test('what the key does not see does not exist for its tools', async () => {
    const bound = await withKey({ destinations: [1], scopes: ['read'] });
    expect(await agent.call('show_hotel', { hotel: 2 })).toMatchObject({ data: { hotel: { number: 2 } } });
    expect(await bound.call('show_hotel', { hotel: 2 })).toMatchObject({
      data: { hotel: null },
      text: 'Nothing was found.',
    });
    const found = await bound.call('find_stays', { arrival: STAY.arrival, nights: 2, currency: 'CZK', hotel: 2 });
    expect(found).toMatchObject({ data: { stays: { totalCount: 0 } } });
    await bound.close();
  });

  test('says what reads, what takes away and what may be asked again (X5)', async () => {
    const { tools } = await agent.client.listTools();
    const having = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(having('readOnlyHint')).toEqual([...READING, 'find_booking', 'list_bookings']);
    expect(having('destructiveHint')).toEqual(['cancel_booking', 'change_booking', 'answer_request']);
    expect(having('idempotentHint')).not.toContain('hold_stay');
  });
});

describe('schemas (X5)', () => {
  test('every input says what its fields are, in words about the tool and not about a directive, and takes no others', async () => {
    const { tools } = await agent.client.listTools();
    const ofDirectives = specifiedDirectives.flatMap(({ args }) => args.map(({ description }) => description));
    expect(ofDirectives).toContain('Skipped when true.');
    for (const { name, inputSchema } of tools) {
      const { properties = {} } = inputSchema as { properties?: Record<string, { description?: string }> };
      for (const [field, { description }] of Object.entries(properties)) {
        expect(description, `${name}: ${field}`).toMatch(/\w/);
        expect(ofDirectives, `${name}: ${field}`).not.toContain(description);
      }
      expect(inputSchema).toMatchObject({ additionalProperties: false });
    }
    const book = tools.find(({ name }) => name === 'book_stay')!.inputSchema;
    expect(book.required).toEqual(['rooms', 'billedTo', 'expectedTotal', 'expectedCancellation']);
    expect(JSON.stringify(book)).toContain('E-mail address, at most 254 characters.');
  });

  test('bounds are those that the rules check: what is at them is not refused for it, and what is beyond them is', async () => {
    const { tools } = await agent.client.listTools();
    type Fields = Record<string, Record<string, number>>;
    const fieldsOf = (tool: string) =>
      (tools.find(({ name }) => name === tool)!.inputSchema as unknown as { properties: Fields }).properties;
    const { nights, flexibleDays, guests, starsMin, party, maxTotal } = fieldsOf('find_stays');
    expect(nights).toMatchObject({ minimum: 1, maximum: 366 });
    expect(flexibleDays).toMatchObject({ minimum: 0, maximum: 7 });
    expect(guests).toMatchObject({ minimum: 1, maximum: 20 });
    expect(party).toMatchObject({ minItems: 1, maxItems: 6 });
    for (const tool of ['find_stays', 'list_bookings']) {
      expect(fieldsOf(tool).first).toMatchObject({ minimum: 1, maximum: 100 });
    }
    expect(fieldsOf('answer_request').note).toMatchObject({ maxLength: 1_000 });
    expect(fieldsOf('hold_stay').idempotencyKey).toMatchObject({ maxLength: 255 });
    expect(maxTotal).toMatchObject({ minimum: 0 });
    expect(fieldsOf('book_stay').customerNote).toMatchObject({ maxLength: 4_000 });
    expect(fieldsOf('book_stay').expectedTotal).toMatchObject({ minimum: 0 });
    expect(fieldsOf('hold_stay').minutes).toMatchObject({ minimum: 1 });
    const asked = { arrival: STAY.arrival, nights: 2, currency: 'CZK' };
    const outside = async (args: object) => {
      const { data } = await agent.call('find_stays', { ...asked, ...args });
      return JSON.stringify(data).includes('OUT_OF_RANGE');
    };
    for (const [name, field] of Object.entries({ nights, flexibleDays, guests, starsMin })) {
      const { minimum, maximum } = field!;
      expect([name, await outside({ [name]: minimum }), await outside({ [name]: maximum })]).toEqual([
        name,
        false,
        false,
      ]);
      expect([name, await outside({ [name]: minimum! - 1 })]).toEqual([name, true]);
      expect([name, await outside({ [name]: maximum! + 1 })]).toEqual([name, true]);
    }
  });

  test('numbers, lists and texts all say their bounds, but for what is only looked up', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.flatMap(({ name, inputSchema }) => unbounded(name, inputSchema as InputSchema))).toEqual([]);
  });

  test('results and refusals alike are what the output schema says', async () => {
    const { tools } = await agent.client.listTools();
    const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
    const stay = { ...STAY, roomType: 11 };
    const calls: [string, Record<string, unknown>][] = [
      ['find_stays', { arrival: STAY.arrival, nights: 2, currency: 'CZK', guests: 2 }],
      ['find_stays', { arrival: STAY.arrival, currency: 'CZK' }],
      ['show_hotel', { hotel: 1 }],
      ['show_hotel', { hotel: 99 }],
      ['show_stay', { visitType: 101 }],
      ['calendar', { visitType: 101, hotel: 1, currency: 'CZK', dateFrom: '2027-06-01', dateTo: '2027-06-10' }],
      ['quote', stay],
      ['quote', { ...stay, departure: '2027-06-11' }],
      ['hold_stay', { ...STAY, rooms: [{ roomType: 11, guests: 2 }], currency: 'CZK' }],
      ['book_stay', { ...BOOKING, expectedTotal: 1 }],
      ['find_booking', { reference: 'R85E-6CDF' }],
      ['cancel_booking', { id: '0'.repeat(24) }],
      ['change_booking', { id: '0'.repeat(24) }],
      ['list_bookings', {}],
      ['answer_request', { id: '0'.repeat(24), confirm: true }],
    ];
    for (const [name, args] of calls) {
      const result = (await agent.client.callTool({ name, arguments: args })) as CallToolResult;
      const validate = ajv.compile(tools.find((one) => one.name === name)!.outputSchema!);
      validate(result.structuredContent);
      expect(validate.errors, `${name} ${JSON.stringify(result.structuredContent)}`).toBeNull();
    }
  });
});

describe('what a tool says (X5)', () => {
  const asked = { arrival: STAY.arrival, nights: 2, currency: 'CZK', guests: 2 };

  test.each([
    ['cs', 'Je 1 pobyt, za 4 000 Kč.'],
    ['de', 'Es gibt 1 Aufenthalt, für 4.000 CZK.'],
    ['en', 'There is 1 stay, for CZK 4,000.'],
    ['ru', 'Есть 1 вариант проживания; самая низкая цена: 4 000 CZK.'],
    ['fr', 'There is 1 stay, for CZK 4,000.'],
  ])('is said in the language of the caller: %s', async (language, said) => {
    const one = await withKey({}, { 'accept-language': language });
    expect((await one.call('find_stays', asked)).text).toBe(said);
    await one.close();
  });

  test('money and dates are written as people write them, and stand beside it exactly', async () => {
    const { text, data } = await agent.call('quote', { ...STAY, roomType: 11, currencies: ['CZK'] });
    expect(text).toBe('The stay costs CZK 4,000. Free cancellation up to and including 26 May 2027.');
    expect(data).toMatchObject({
      priced: { quotes: [{ total: { amountMinor: TOTAL }, freeCancellationUntil: FREE_UNTIL }] },
    });
  });

  test('a calendar counts the days on which a stay that can be booked begins, not those that are only free (F2)', async () => {
    // In March stays of 102 begin on four Sundays; each night is free.
    const march = { hotel: 1, currency: 'CZK', dateFrom: '2027-03-01', dateTo: '2027-03-31' };
    const { text, data } = await agent.call('calendar', { ...march, visitType: 102 });
    const { days } = data as unknown as { days: { availability: string }[] };
    expect(days.every(({ availability }) => availability === 'AVAILABLE')).toBe(true);
    expect(text).toBe('On 4 of these days stays that can be booked begin.');
    const afterwards = await agent.call('calendar', { ...march, visitType: 102, dateFrom: '2027-03-29' });
    expect(afterwards.text).toBe('On 0 of these days stays that can be booked begin.');
  });

  test('a refusal is an error with its code, its facts and what can be done', async () => {
    const { isError, text, data } = await agent.call('quote', { ...STAY, roomType: 11, departure: '2027-06-11' });
    expect({ isError, ...data }).toMatchObject({
      isError: true,
      refusal: { code: 'TOO_SHORT', minNights: 2, lengths: expect.arrayContaining([2]) },
      next: 'Offer other dates, lengths or rooms: look for stays or at the calendar.',
    });
    expect(text).toContain('The minimum is 2 nights');
  });

  test('an error that the same call would get again is to be corrected, not waited for', async () => {
    const mistyped = { isError: true, data: { next: 'Correct what is named and try again.' } };
    const byGuest = { reference: 'R85E-6CDE', email: 'anna@example.com' };
    const found = await agent.call('find_booking', byGuest);
    expect(found).toMatchObject({ ...mistyped, data: { ...mistyped.data, refusal: { code: 'INVALID_REFERENCE' } } });
    expect(await agent.call('list_bookings', { filter: { reference: 'R85E-6CDE' } })).toMatchObject(mistyped);
    expect(await agent.call('cancel_booking', byGuest)).toMatchObject(mistyped);
    const waitedFor = Object.entries(NEXT_AFTER_ERROR).filter(([, step]) => step === 'wait');
    expect(waitedFor.map(([code]) => code)).toEqual(['RATE_LIMITED', 'SERVICE_UNAVAILABLE']);
    expect(NEXT_AFTER_ERROR.COST_EXCEEDED).toBe('correct');
  });

  test('an argument that nobody knows, and a value of another type, are refused by name', async () => {
    const unknown = await agent.call('quote', { ...STAY, roomType: 11, price: 1 });
    expect(unknown).toMatchObject({ isError: true, data: { refusal: { code: 'BAD_USER_INPUT' } } });
    const wrong = await agent.call('find_stays', { ...asked, nights: 'two' });
    expect(wrong).toMatchObject({
      isError: true,
      data: { refusal: { code: 'BAD_USER_INPUT', problems: [{ path: 'nights' }] } },
    });
  });
});

describe('the length of a result (X5)', () => {
  test('stays at 8 kB: days that do not fit are left out, and the answer says so', async () => {
    const { bytes, text, data } = await agent.call('calendar', {
      ...{ visitType: 101, hotel: 1, currency: 'CZK', dateTo: '2028-06-10' },
    });
    expect(bytes).toBeLessThanOrEqual(8_000);
    expect(data).toMatchObject({ isCut: true });
    expect(text).toContain('Not everything fits into an answer');
  });

  test('a list that is cut goes on after the last row that it has', async () => {
    const ids = [];
    let after: string | null = null;
    do {
      const asked = { arrival: STAY.arrival, nightsMin: 2, nightsMax: 9, flexibleDays: 7, currency: 'CZK', after };
      const { bytes, data } = await agent.call('find_stays', { ...asked, includeOnRequest: true, first: 2 });
      expect(bytes).toBeLessThanOrEqual(8_000);
      const { stays } = data as unknown as {
        stays: { edges: { node: { id: string } }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
      };
      ids.push(...stays.edges.map(({ node }) => node.id));
      after = stays.pageInfo.hasNextPage ? stays.pageInfo.endCursor : null;
    } while (after !== null);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

interface InputSchema {
  readonly type?: string;
  readonly anyOf?: readonly InputSchema[];
  readonly properties?: Record<string, InputSchema>;
  readonly items?: InputSchema;
  readonly [word: string]: unknown;
}

/** Any other text finds nothing, or is refused for its form. */
const LOOKED_UP =
  /\.(?:id|offer|hold|after|reference|email|country|channel|destination|hotel|visitType|roomType|loyaltyProgram|program)$/;
/** A list of an enumeration repeats nothing that counts. A sum has no most. */
const NEEDED: Readonly<Record<string, string>> = { integer: 'minimum', array: 'maxItems', string: 'maxLength' };

/** Paths of the inputs whose bounds are missing. */
function unbounded(path: string, schema: InputSchema): string[] {
  const value = schema.anyOf?.[0] ?? schema;
  const { type = '', properties = {}, items } = value;
  const inside = [
    ...Object.entries(properties).flatMap(([name, field]) => unbounded(`${path}.${name}`, field)),
    ...(items ? unbounded(`${path}[]`, items) : []),
  ];
  const isClosed = 'enum' in value || 'format' in value || (items && 'enum' in items);
  const needed = NEEDED[type];
  const isMissing = needed !== undefined && !(needed in value) && !isClosed && !LOOKED_UP.test(path);
  return isMissing ? [path, ...inside] : inside;
}
