/**
 * The guide for front ends: its operations and its shell lines run as they stand, with the variables that stand below
 * them, on the demo of 10 January 2027, and answer what the guide says.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { buildSchema, type GraphQLObjectType, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { hasProgram } from '../support/gateway/programs.ts';
import { openEventStream } from '../support/subscriptions/event-stream.ts';

const TODAY = '2027-01-10';
const GUIDE = readFileSync(new URL('../../docs/front-ends.md', import.meta.url), 'utf8');

interface Operation {
  readonly name: string;
  readonly text: string;
  readonly variables: string;
}

const OPERATIONS: Operation[] = [...GUIDE.matchAll(/```graphql\n([\s\S]*?)```(?:\s*```json\n([\s\S]*?)```)?/g)].map(
  ([, text, variables = '{}']) => {
    const [definition] = parse(text!).definitions;
    const name = definition?.kind === 'OperationDefinition' ? definition.name!.value : '';
    return { name, text: text!, variables };
  },
);
const [SHELL] = [...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);

/** The stay of the guide: seven nights from 8 March. */
const TOTAL = '23.436\u00a0CZK';

/** What each operation answers on the demo, in the order of the guide, and what later ones need of it. */
const ANSWERS: Record<string, { data: object; keep?: (data: never) => Record<string, unknown> }> = {
  Who: { data: { viewer: { isPublishable: true, isTest: false, rights: ['READ', 'BOOK'], today: TODAY } } },
  Languages: {
    data: {
      hotel: {
        name: 'Hotel Aurora',
        shortDescription: { text: expect.stringMatching(/Mühlbrunnkolonnade/), localeTag: 'de' },
      },
    },
  },
  Proposals: {
    data: {
      suggestions: expect.arrayContaining([
        expect.objectContaining({ kind: 'DESTINATION', name: { text: 'Karlsbad' }, destination: { number: 1 } }),
      ]),
    },
  },
  List: {
    data: { visitTypes: { nodes: expect.arrayContaining([expect.objectContaining({ number: 101 })]) } },
  },
  HotelPage: { data: { hotel: { number: 1, roomTypes: [{ number: 11 }, { number: 12 }, { number: 13 }] } } },
  Month: {
    data: {
      calendar: expect.arrayContaining([
        {
          date: '2027-03-08',
          selectable: true,
          reasons: [],
          stays: expect.arrayContaining([
            { nights: 7, departure: '2027-03-15', availability: 'AVAILABLE', total: [{ formatted: TOTAL }] },
          ]),
        },
      ]),
    },
  },
  Offers: {
    data: {
      offers: {
        nodes: expect.arrayContaining([
          expect.objectContaining({
            arrival: '2027-03-05',
            availability: 'AVAILABLE',
            total: { amountMinor: 2_343_600, formatted: TOTAL },
            rooms: [
              expect.objectContaining({
                ...{ guests: 2, roomType: { number: 11, category: { text: 'Doppelzimmer Comfort' } } },
                quote: expect.objectContaining({ total: { formatted: TOTAL } }),
              }),
            ],
          }),
        ]),
      },
    },
  },
  Price: {
    data: {
      quote: {
        __typename: 'StayQuotes',
        availability: 'AVAILABLE',
        roomsLeft: 5,
        quotes: [{ total: { formatted: TOTAL } }],
      },
    },
    keep: ({ quote }: { quote: { quotes: { total: { amountMinor: number } }[] } }) => ({
      total: quote.quotes[0]!.total.amountMinor,
    }),
  },
  Hold: {
    data: { holdStay: { __typename: 'StayHeld', hold: { expiresAt: '2027-01-10T12:15:00.000Z' } } },
    keep: ({ holdStay }: { holdStay: { hold: { id: string } } }) => ({ hold: holdStay.hold.id }),
  },
  Book: {
    data: { createBooking: { __typename: 'BookingCreated', replayed: false, booking: { status: 'CONFIRMED' } } },
    keep: ({ createBooking: { booking } }: { createBooking: { booking: { reference: string } } }) => ({
      reference: booking.reference,
    }),
  },
  MyBooking: { data: { booking: { status: 'CONFIRMED', arrival: '2027-03-08', departure: '2027-03-15' } } },
  Cancel: {
    data: {
      cancelBooking: { __typename: 'BookingCancelled', alreadyCancelled: false, fee: { formatted: '0\u00a0CZK' } },
    },
  },
};

let gateway: TestGateway;
let url: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY });
  url = await gateway.listen();
  key = await gateway.key({ isPublishable: true });
});
afterAll(() => gateway?.close());

const kept: Record<string, unknown> = {};
/** The variables with what earlier answers have in place of `<name>`. */
const variablesOf = ({ variables }: Operation) =>
  JSON.parse(variables, (_key, value) => {
    const [, name] = /^<(\w+)>$/.exec(String(value)) ?? [];
    return name === undefined ? value : kept[name];
  });

const isSubscription = ({ text }: Operation) => text.startsWith('subscription');

test('the guide has an operation for every step', () => {
  expect(OPERATIONS.map(({ name }) => name)).toEqual([...Object.keys(ANSWERS), 'Follow']);
});

test('every field that the guide names is in the schema', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const named = [...GUIDE.matchAll(/`([A-Z]\w+)\.(\w+)`/g)].map(([, type, field]) => [type!, field!] as const);
  expect(named.length).toBeGreaterThan(4);
  const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType | undefined)?.getFields() ?? {};
  expect(named.filter(([type, field]) => !(field in fieldsOf(type)))).toEqual([]);
});

describe('the operations of the guide, one after another', () => {
  test.each(OPERATIONS.filter((operation) => !isSubscription(operation)))('$name', async (operation) => {
    const { data, keep } = ANSWERS[operation.name]!;
    const answer = await gateway.graphql(operation.text, { key, variables: variablesOf(operation) });
    expect(answer).toMatchObject({ data });
    expect(answer).not.toHaveProperty('errors');
    Object.assign(kept, keep?.(answer.data as never));
  });

  test('and the calendar that is followed sends the days that a hotel closes', async () => {
    const operation = OPERATIONS.find(isSubscription)!;
    const stream = await openEventStream({ url, key, query: operation.text, variables: variablesOf(operation) });
    const first = await stream.result<{ calendar: { days: object[]; removed: string[] } }>();
    expect(first.data.calendar.days).toHaveLength(31);
    const closing = `mutation { updateInventory(input: { changes: [
      { roomType: 11, from: "2027-03-20", to: "2027-03-20", closed: true }] }) { __typename } }`;
    await gateway.ask(closing, { key: await gateway.key({ scopes: ['manage'] }) });
    const { data } = await stream.result<{ calendar: { days: { date: string }[] } }>();
    // The shortest stay has two nights.
    expect(data.calendar.days.map(({ date }) => date)).toEqual(['2027-03-19', '2027-03-20']);
    stream.close();
  });
});

test.skipIf(!hasProgram('curl'))(
  'the shell lines about caching run as they stand: unknown, answered and kept, then not modified',
  async () => {
    const script = SHELL!.replace('http://127.0.0.1:4000', url).replace(/KEY=ssg_\S+/, `KEY=${key}`);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    expect(stdout).toMatch(/PersistedQueryNotFound/);
    expect(stdout).toMatch(/"Karlsbad"/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/304$/);
  },
);
