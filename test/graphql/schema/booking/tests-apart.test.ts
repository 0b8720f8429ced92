/** A7: bookings of test keys and all others do not meet, whichever way somebody asks for them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindingBody, requestBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { followBookings } from '../../../support/subscriptions/followed-bookings.ts';

const KINDS = ['live', 'test'] as const;
type Kind = (typeof KINDS)[number];
const OTHER = { live: 'test', test: 'live' } as const satisfies Record<Kind, Kind>;

interface Made {
  readonly id: string;
  readonly reference: string;
}

let gateway: TestGateway;
/** A key of each kind and scope; all are of one client. */
const keys: Record<Kind, Record<'book' | 'bookings' | 'operate' | 'manage', string>> = {} as never;
const booked: Record<Kind, Made> = {} as never;
const requested: Record<Kind, Made> = {} as never;
const EMAIL = 'anna@example.com';

beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  for (const kind of KINDS) {
    const key = (scope: 'book' | 'bookings' | 'operate' | 'manage') =>
      gateway.key({ client: 'shop', scopes: ['read', scope, 'erase'], isTest: kind === 'test' });
    keys[kind] = {
      ...{ book: await key('book'), bookings: await key('bookings') },
      ...{ operate: await key('operate'), manage: await key('manage') },
    };
    booked[kind] = await book(keys[kind].book, bindingBody());
    requested[kind] = await book(keys[kind].book, requestBody());
  }
});
afterAll(() => gateway?.close());

async function book(key: string, payload: object): Promise<Made> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload });
  expect(response.statusCode).toBe(201);
  const { _id: id } = response.json() as { _id: string };
  return gateway.database.prisma.booking.findUniqueOrThrow({ where: { id }, select: { id: true, reference: true } });
}

const by = (email: string) => ({ billed_to: { ...requestBody().billed_to, email } });

const ask = <Data>(key: string, query: string, variables: Record<string, unknown> = {}) =>
  gateway.ask<Data>(query, { key, variables });
const idsOf = (made: Record<Kind, Made>, kind: Kind) => [made[kind].id];
const all = (kind: Kind) => [...idsOf(booked, kind), ...idsOf(requested, kind)].sort();
/** An event gets its position some time after the booking. */
const events = { omit: { position: true } };
const rows = () => gateway.database.prisma.booking.findMany({ orderBy: { id: 'asc' }, include: { events } });

describe.each(KINDS)('26.7 (A7): a %s key', (kind) => {
  const other = OTHER[kind];

  test('finds bookings of its kind by id, by reference, by both halves of a pair, as a node and as an entity of a subgraph, and no others', async () => {
    const FIND =
      'query ($id: ID, $reference: String, $email: String) { booking(id: $id, reference: $reference, email: $email) { id } }';
    const found = async (scope: 'book' | 'bookings' | 'operate', variables: object) =>
      (await ask<{ booking: Made | null }>(keys[kind][scope], FIND, { ...variables })).booking?.id ?? null;
    for (const [wanted, expected] of [
      [kind, booked[kind].id],
      [other, null],
    ] as const) {
      const { id, reference } = booked[wanted];
      for (const scope of ['book', 'bookings', 'operate'] as const) {
        expect([scope, await found(scope, { id })]).toEqual([scope, expected]);
        expect([scope, await found(scope, { reference, email: EMAIL })]).toEqual([scope, expected]);
      }
      expect(await found('bookings', { reference })).toBe(expected);
      expect(await found('operate', { reference })).toBe(expected);
      for (const scope of ['bookings', 'operate'] as const) {
        const { node, nodes, entities } = await ask<
          Record<'nodes' | 'entities', (Made | null)[]> & { node: Made | null }
        >(
          keys[kind][scope],
          `query ($id: ID!, $of: [_Any!]!) { node(id: $id) { id } nodes(ids: [$id]) { id }
            entities: _entities(representations: $of) { ... on Booking { id } } }`,
          { id, of: [{ __typename: 'Booking', id }] },
        );
        expect([node, ...nodes, ...entities].map((one) => one?.id ?? null)).toEqual(Array(3).fill(expected));
      }
    }
  });

  test('lists bookings of its kind, and tests where they are asked for', async () => {
    for (const scope of ['bookings', 'operate'] as const) {
      const list = async (filter: object) => {
        const { bookings } = await ask<{ bookings: { nodes: Made[] } }>(
          keys[kind][scope],
          'query ($filter: BookingFilter) { bookings(filter: $filter) { nodes { id } } }',
          { filter },
        );
        return bookings.nodes.map(({ id }) => id).sort();
      };
      expect(await list({})).toEqual(all(kind));
      expect(await list({ isTest: true })).toEqual(all('test'));
      expect(await list({ isTest: false })).toEqual(kind === 'live' ? all('live') : []);
      expect(await list({ reference: booked[other].reference })).toEqual([]);
      expect(await list({ email: EMAIL })).toEqual(all(kind));
    }
  });

  test('changes nothing of the others: what it asks for is not found', async () => {
    const before = await rows();
    const { id } = booked[other];
    const request = requested[other].id;
    const asked: readonly (readonly ['book' | 'bookings' | 'operate', string, string])[] = [
      ...(['book', 'bookings', 'operate'] as const).map(
        (scope) => [scope, 'cancelBooking', `input: { id: "${id}" }`] as const,
      ),
      ...(['book', 'bookings', 'operate'] as const).flatMap((scope) =>
        ['changeBooking', 'quoteChange'].map(
          (field) => [scope, field, `input: { id: "${id}", customerNote: "late" }`] as const,
        ),
      ),
      ['operate', 'markNoShow', `input: { id: "${id}" }`],
      ['operate', 'reinstateBooking', `input: { id: "${id}" }`],
      ['operate', 'confirmBooking', `input: { id: "${request}" }`],
      ['operate', 'declineBooking', `input: { id: "${request}" }`],
      ['bookings', 'resendConfirmation', `input: { id: "${id}" }`],
      ['operate', 'resendConfirmation', `input: { id: "${id}" }`],
      ['operate', 'eraseGuestData', `input: { booking: "${id}" }`],
    ];
    for (const [scope, field, args] of asked) {
      const { result } = await ask<{ result: { __typename: string } }>(
        keys[kind][scope],
        `${field === 'quoteChange' ? 'query' : 'mutation'} { result: ${field}(${args}) { __typename } }`,
      );
      expect([scope, field, result]).toEqual([scope, field, { __typename: 'NotFound' }]);
    }
    expect(await rows()).toEqual(before);
  });

  test('follows the events of its kind, and those of tests where they are asked for', async () => {
    const expected = {
      '': all(kind),
      '?tests=true': kind === 'live' ? [...all('live'), ...all('test')].sort() : all('test'),
    };
    for (const scope of ['bookings', 'operate'] as const) {
      const headers = { authorization: `Bearer ${keys[kind][scope]}` };
      for (const [query, ids] of Object.entries(expected)) {
        const answer = await gateway.inject({ url: `/api/v2/events${query}`, headers });
        const reported = (answer.json() as { data: { data: { bookingId: string } }[] }).data;
        expect(reported.map(({ data }) => data.bookingId).sort()).toEqual(ids);
      }
    }
  });

  test('does not use a hold of the others, nor gives one back', async () => {
    const HOLD = `mutation { holdStay(input: { visitType: 101, hotel: 1, roomType: 11, currency: CZK, arrival: "2027-04-05",
      departure: "2027-04-07" }) { __typename ... on StayHeld { hold { id } } } }`;
    const { holdStay } = await ask<{ holdStay: { __typename: string; hold: { id: string } } }>(keys[other].book, HOLD);
    expect(holdStay.__typename).toBe('StayHeld');
    const { releaseHold } = await ask<{ releaseHold: { __typename: string } }>(
      keys[kind].book,
      'mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename } }',
      { id: holdStay.hold.id },
    );
    expect(releaseHold).toEqual({ __typename: 'NotFound' });
  });
});

test('26.7 (A7): a subscription tells of new bookings of the kind of its key, and of tests where it asks for them', async () => {
  const url = await gateway.listen();
  for (const [kind, tests, told] of [
    ['live', false, ['live']],
    ['live', true, ['test', 'live']],
    ['test', false, ['test']],
    ['test', true, ['test']],
  ] as const) {
    const { stream, events } = await followBookings({ url, key: keys[kind].bookings, variables: { tests } });
    const made: Record<Kind, Made> = {} as never;
    // The last one is of its kind, so whatever else it is told of has come before.
    for (const one of [OTHER[kind], kind])
      made[one] = await book(keys[one].book, requestBody(by(`${one}-${kind}-${tests}@example.com`)));
    const ids = (await events(told.length)).map(({ bookingId }) => bookingId);
    expect([kind, tests, ids]).toEqual([kind, tests, told.map((one) => made[one].id)]);
    stream.close();
  }
});

test('26.7 (A7): an e-mail address is erased among tests by a test key, and among the others by another', async () => {
  const email = 'twice@example.com';
  const made: Record<Kind, Made> = {} as never;
  for (const kind of KINDS) made[kind] = await book(keys[kind].book, requestBody(by(email)));
  const { eraseGuestData } = await ask<{ eraseGuestData: object }>(
    keys.test.operate,
    'mutation ($email: String!) { eraseGuestData(input: { email: $email }) { ... on GuestDataErased { bookings } } }',
    { email },
  );
  expect(eraseGuestData).toEqual({ bookings: 1 });
  const erased = async (kind: Kind) =>
    (await gateway.database.prisma.booking.findUniqueOrThrow({ where: made[kind] })).erasedAt !== null;
  expect([await erased('test'), await erased('live')]).toEqual([true, false]);
});

/** A webhook that has received the event of a booking; the id of the delivery. */
async function deliver(webhook: string, { id: bookingId }: Made): Promise<string> {
  const { prisma } = gateway.database;
  const { sequence: eventSequence, at } = await prisma.bookingEvent.findFirstOrThrow({ where: { bookingId } });
  const { id } = await prisma.delivery.create({
    data: {
      ...{ kind: 'webhook', recipient: webhook, endpointId: webhook, eventSequence, attempts: 1, state: 'DONE' },
      ...{ outcome: '204', dueAt: at, finishedAt: at, createdAt: at },
    },
  });
  return String(id);
}

test('26.7 (A7): a test key neither sees nor changes webhooks of other keys and their deliveries, nor they its own', async () => {
  const CREATE = `mutation ($url: String!) { createWebhook(input: { url: $url, enabled: false }) {
    ... on WebhookCreated { webhook { id } } ... on InvalidInput { problems { path } } } }`;
  for (const kind of KINDS) {
    const { webhooks } = await ask<{ webhooks: Made[] }>(keys[kind].manage, '{ webhooks { id } }');
    expect(webhooks).toEqual([]);
    const { createWebhook } = await ask<{ createWebhook: { webhook: Made } }>(keys[kind].manage, CREATE, {
      url: 'https://93.184.215.14/hook',
    });
    const { id } = createWebhook.webhook;
    const delivery = await deliver(id, booked[kind]);
    const listed = [{ nodes: [{ id: delivery }] }, { nodes: [] }];
    for (const args of ['', `(filter: { webhook: "${id}" })`]) {
      const query = `{ deliveries: webhookDeliveries${args} { nodes { id } } }`;
      const both = [kind, OTHER[kind]].map((one) => ask<{ deliveries: object }>(keys[one].manage, query));
      expect((await Promise.all(both)).map(({ deliveries }) => deliveries)).toEqual(listed);
    }
    const seen = await ask<{ webhooks: Made[] }>(keys[OTHER[kind]].manage, '{ webhooks { id } }');
    expect(seen.webhooks).toEqual([]);
    for (const [field, args] of [
      ['updateWebhook', `input: { id: "${id}", enabled: false }`],
      ['rotateWebhookSecret', `input: { id: "${id}" }`],
      ['deleteWebhook', `input: { id: "${id}" }`],
      ['redeliver', `input: { id: "${delivery}" }`],
    ]) {
      const { result } = await ask<{ result: object }>(
        keys[OTHER[kind]].manage,
        `mutation { result: ${field}(${args}) { __typename } }`,
      );
      expect([field, result]).toEqual([field, { __typename: 'NotFound' }]);
    }
    await ask(keys[kind].manage, `mutation { deleteWebhook(input: { id: "${id}" }) { __typename } }`);
  }
});
