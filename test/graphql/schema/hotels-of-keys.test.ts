/**
 * Keys that are bound to hotels (M10): whatever is asked with the scopes beside `read` and `book`, what belongs to another hotel does not exist.
 * The operations are those of the schema and of the REST reference that need such a scope: one that is added must be added here. Issue 29,
 * number 4.
 */
import { readFileSync } from 'node:fs';
import { type GraphQLNamedOutputType, getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOTEL_SCOPES, type Scope } from '../../../src/data/keys/scopes.ts';
import { dayOf } from '../../../src/domain/time/civil-date.ts';
import { scopesOfField } from '../../../src/graphql/schema/builder.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { wholeSelections } from '../../support/requests/whole-selection.ts';
import { followBookings } from '../../support/subscriptions/followed-bookings.ts';
import { recordsOf } from '../../support/update/recorded.ts';

const CLIENT = 'Spa group';
/** Hotels 1 and 3 are in one destination. */
const [HERE, THERE] = [1, 3];
const IN_HERE = {
  visitType: 101,
  hotel: HERE,
  roomType: 11,
  arrival: '2027-03-05',
  departure: '2027-03-09',
  currency: 'CZK',
};
const IN_THERE = {
  visitType: 106,
  hotel: THERE,
  roomType: 31,
  arrival: '2027-02-02',
  departure: '2027-02-04',
  currency: 'CZK',
};
/** A word that only guests of the hotel here have, who are found by it. */
const CANARY = 'Hildegard';

/** Things of a hotel, as operations name them. */
interface Named {
  readonly hotel: string;
  readonly roomType: string;
  /** Sold in this hotel alone. */
  readonly visitType: string;
  readonly booking: string;
  readonly request: string;
  readonly cancelled: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly prices: string;
  readonly rooms: string;
  readonly email: string;
  readonly key: string;
}

const NOWHERE: Named = {
  ...{ hotel: '999', roomType: '998', visitType: '997', email: 'nobody@example.com', delivery: '999999' },
  ...{ booking: '0'.repeat(24), request: '1'.repeat(24), cancelled: '2'.repeat(24), webhook: '3'.repeat(24) },
  ...{ prices: '4'.repeat(24), rooms: '5'.repeat(24), key: '6'.repeat(24) },
};

const ofBooking = ({ booking }: Named) => `(input: { id: "${booking}" })`;
const ofWebhook = ({ webhook }: Named) => `(input: { id: "${webhook}" })`;
const IN_SPRING = 'from: "2027-03-01", to: "2027-03-02"';

/** The arguments of each operation, those that remove something last. Several are asked one after another. */
const ARGUMENTS: Readonly<Record<string, readonly ((of: Named) => string)[]>> = {
  _entities: [({ booking }) => `(representations: [{ __typename: "Booking", id: "${booking}" }])`],
  booking: [({ booking }) => `(id: "${booking}")`],
  bookings: [
    () => '(first: 50)',
    () => `(filter: { text: "${CANARY}" })`,
    ({ hotel }) => `(filter: { hotel: "${hotel}" })`,
  ],
  events: [() => '(first: 500)'],
  inventory: [({ hotel }) => `(hotel: "${hotel}", ${IN_SPRING})`],
  rates: [({ visitType }) => `(visitType: "${visitType}", ${IN_SPRING})`],
  figures: [({ hotel }) => `(hotel: "${hotel}", ${IN_SPRING}, by: MONTH)`],
  changesOfPrices: [() => '', ({ hotel }) => `(filter: { hotel: "${hotel}" })`],
  changesOfRooms: [() => '', ({ hotel }) => `(filter: { hotel: "${hotel}" })`],
  webhooks: [() => ''],
  webhookDeliveries: [() => '', ({ webhook }) => `(filter: { webhook: "${webhook}" })`],
  node: [({ booking }) => `(id: "${booking}")`],
  keys: [() => '', () => '(includeEnded: true)'],
  nodes: [({ booking, request }) => `(ids: ["${booking}", "${request}"])`],
  quoteChange: [({ booking }) => `(input: { id: "${booking}", customerNote: "late" })`],
  changeBooking: [({ booking }) => `(input: { id: "${booking}", customerNote: "late" })`],
  resendConfirmation: [ofBooking],
  markNoShow: [ofBooking],
  reinstateBooking: [({ cancelled }) => `(input: { id: "${cancelled}" })`],
  confirmBooking: [({ request }) => `(input: { id: "${request}" })`],
  declineBooking: [({ request }) => `(input: { id: "${request}" })`],
  cancelBooking: [ofBooking, ({ booking }) => `(input: { id: "${booking}", party: true })`],
  updateInventory: [({ roomType }) => `(input: { changes: [{ roomType: "${roomType}", ${IN_SPRING}, units: 7 }] })`],
  updateRates: [
    ({ visitType, roomType }) =>
      `(input: { visitType: "${visitType}", priceList: 1, changes: [{ roomType: "${roomType}", ${IN_SPRING}, amountMinor: 210000 }] })`,
  ],
  adjustRates: [({ hotel }) => `(input: { hotel: "${hotel}", ${IN_SPRING}, percent: 3 })`],
  undoChange: [({ prices }) => `(input: { id: "${prices}" })`, ({ rooms }) => `(input: { id: "${rooms}" })`],
  updateWebhook: [({ webhook }) => `(input: { id: "${webhook}", description: "mine" })`],
  rotateWebhookSecret: [ofWebhook],
  redeliver: [({ delivery }) => `(input: { id: "${delivery}" })`],
  deleteWebhook: [ofWebhook],
  renameKey: [({ key }) => `(input: { id: "${key}", name: "Mine" })`],
  revokeKey: [({ key }) => `(input: { id: "${key}" })`],
  eraseGuestData: [
    ({ booking }) => `(input: { booking: "${booking}" })`,
    ({ email }) => `(input: { email: "${email}" })`,
  ],
};

/** Operations that make what belongs to the hotels of the key: they name nothing of another one. */
const MAKES_ITS_OWN = ['createKey', 'createWebhook'];

const isBound = (scopes: readonly Scope[] | null) => scopes?.some((scope) => HOTEL_SCOPES.includes(scope)) ?? false;
const FIELDS = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {})
    .filter((field) => isBound(scopesOfField(field)))
    .map((field) => ({ field, operation: type === schema.getQueryType() ? 'query' : 'mutation' })),
);
const ASKED = Object.keys(ARGUMENTS).map((name) => {
  const { field, operation } = FIELDS.find((one) => one.field.name === name) ?? {};
  if (!field) throw new Error(`no operation ${name} needs a scope that is about hotels`);
  return { name, operation, type: getNamedType(field.type) };
});

let gateway: TestGateway;
let named: Named;
/** Both of one client, with every scope that is about hotels. */
let here: string;
let there: string;
/** A key of the same client, for everything. */
let group: string;
let url: string;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { webhooksAllowPrivate: true } });
  url = await gateway.listen();
  await gateway.database.prisma.inventoryNight.updateMany({ data: { units: 100 } });
  const bound = (hotel: number) => gateway.key({ client: CLIENT, scopes: HOTEL_SCOPES, hotels: [hotel] });
  [here, there] = [await bound(HERE), await bound(THERE)];
  group = await gateway.key({ client: CLIENT, scopes: ['read', 'book', 'bookings', 'operate', 'manage', 'erase'] });
  const clerk = await gateway.key({ name: `${CANARY}, front desk`, scopes: ['operate'], hotels: [HERE] });
  const webhook = await hook(here);
  const booking = await book(IN_HERE);
  const request = await book({ ...IN_HERE, kind: 'REQUEST' });
  const cancelled = await book(IN_HERE);
  await change('cancelBooking', `(input: { id: "${cancelled}" })`);
  const records = recordsOf(gateway, group);
  await records.adjust({ hotel: HERE, visitTypes: [102], from: '2027-04-01', to: '2027-04-02', percent: 5 });
  await change(
    'updateInventory',
    '(input: { changes: [{ roomType: 11, from: "2027-04-01", to: "2027-04-02", units: 90 }] })',
  );
  const recorded = async (kind: 'prices' | 'rooms') => (await records.list(kind)).nodes[0]?.id ?? '';
  // The webhook of nobody's address has been tried once; the clock stands, so that it is not tried again.
  const delivery = await until(
    () => gateway.database.prisma.delivery.findFirst({ where: { endpointId: webhook, outcome: { not: null } } }),
    (one) => one !== null,
  );
  named = {
    ...{
      hotel: String(HERE),
      roomType: '11',
      visitType: '102',
      email: `${CANARY}@example.com`,
      delivery: String(delivery?.id),
    },
    ...{ booking, request, cancelled, webhook, prices: await recorded('prices'), rooms: await recorded('rooms') },
    key: (
      await gateway.database.prisma.apiKey.findUniqueOrThrow({
        where: { prefix: clerk.slice(0, 12) },
        select: { id: true },
      })
    ).id,
  };
});
afterAll(() => gateway?.close());

async function change(field: string, args: string, key = group): Promise<Record<string, unknown>> {
  const { result } = await gateway.ask<{ result: Record<string, unknown> }>(
    `mutation { result: ${field}${args} { __typename } }`,
    { key },
  );
  expect([field, result.__typename]).toEqual([field, expect.not.stringMatching(/Not|Invalid/)]);
  return result;
}

async function hook(key: string): Promise<string> {
  const { createWebhook } = await gateway.ask<{ createWebhook: { webhook: { id: string } } }>(
    'mutation { createWebhook(input: { url: "http://127.0.0.1:1/" }) { ... on WebhookCreated { webhook { id } } } }',
    { key },
  );
  return createWebhook.webhook.id;
}

const PERSON = { firstName: CANARY, lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };

async function sendBooking(key: string, input: object, contact: object) {
  const billedTo = { ...PERSON, ...contact, address: ADDRESS };
  const { createBooking } = await gateway.ask<{ createBooking: { id?: string; problems?: { path: string }[] } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on InvalidInput { problems { path } } } }',
    { key, variables: { input: { kind: 'BINDING', guests: [PERSON], ...input, billedTo } } },
  );
  return createBooking;
}

async function book(input: object, key = group): Promise<string> {
  const { id } = await sendBooking(key, input, { email: `${CANARY}@example.com` });
  if (id === undefined) throw new Error('nothing was booked');
  return id;
}

/** What the operation answers to the things that are named, one answer for each list of arguments. */
async function answers(
  { name, operation, type }: { name: string; operation: string | undefined; type: GraphQLNamedOutputType },
  { key, of }: { key: string; of: Named },
): Promise<string[]> {
  const texts: string[] = [];
  for (const argumentsOf of ARGUMENTS[name]!)
    for (const selection of wholeSelections(schema, type, 1)) {
      const { data } = await gateway.graphql(`${operation} { ${name}${argumentsOf(of)} ${selection} }`, { key });
      texts.push(JSON.stringify(data));
    }
  return texts;
}

/** Leaves out what repeats the question. */
const withoutEcho = (text: string) =>
  JSON.stringify(JSON.parse(text), (key, value) => (['reference', 'message'].includes(key) ? undefined : value));

/** All rows that an operation may write, without the uses of keys, which are written once a minute. */
async function everything(): Promise<Record<string, string>> {
  const tables = await gateway.database.prisma.$queryRawUnsafe<{ name: string }[]>(
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await gateway.database.prisma.$queryRawUnsafe<{ all: string }[]>(
      `SELECT md5(coalesce(string_agg(line, ' ' ORDER BY line), '')) AS all
       FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS line FROM "${name}" AS t) AS r`,
    );
    rows[name] = row?.all ?? '';
  }
  return rows;
}

test('every operation that needs a scope beside `read` and `book` is tried', () => {
  const tried = [...Object.keys(ARGUMENTS), ...MAKES_ITS_OWN].sort();
  expect(FIELDS.map(({ field }) => field.name).sort()).toEqual(tried);
});

describe('with a key of another hotel', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    await gateway.ask('{ events { pageInfo { endCursor } } }', { key: group });
    // What has happened is told to whom it is to be told, as far as it can be.
    await until(
      async () =>
        (await gateway.database.prisma.bookingEvent.count({ where: { position: null } })) +
        (await gateway.database.prisma.delivery.count({ where: { endpointId: { not: null }, outcome: null } })),
      (waiting) => waiting === 0,
    );
    before = await everything();
  });

  test.each(ASKED)('$name answers as to what does not exist', async (asked) => {
    const [found, nothing] = [
      await answers(asked, { key: there, of: named }),
      await answers(asked, { key: there, of: NOWHERE }),
    ];
    expect(found.map(withoutEcho)).toEqual(nothing.map(withoutEcho));
    expect(found.join()).not.toContain(CANARY);
    expect(found.join()).not.toContain('aurora');
  });

  test('none of them has changed anything', async () => {
    expect(await everything()).toEqual(before);
  });

  test.each(ASKED)('$name answers a key of this hotel otherwise', async (asked) => {
    const [found, nothing] = [
      await answers(asked, { key: here, of: named }),
      await answers(asked, { key: there, of: NOWHERE }),
    ];
    for (const [place, text] of found.entries()) expect(withoutEcho(text)).not.toBe(withoutEcho(nothing[place] ?? ''));
  });
});

describe('over REST', () => {
  const paths = buildOpenApiDocument(dayOf(TODAY)).paths as Record<string, Record<string, { description?: string }>>;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = '' }]) => {
      const [, named = ''] = /The key needs the scope ([^.,]*)/.exec(description) ?? [];
      const scopes = [...named.matchAll(/`(\w+)`/g)].map(([, scope]) => scope as Scope);
      return isBound(scopes) ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
  const get = async (path: string, key: string) => {
    const { statusCode, body } = await gateway.inject({
      method: 'GET',
      url: path,
      headers: { authorization: `Bearer ${key}` },
    });
    return { statusCode, body };
  };

  /** What each is asked with a key of another hotel. */
  const TRIED: Readonly<Record<string, () => Promise<void>>> = {
    async 'GET /v2/events'() {
      expect((await get('/api/v2/events', here)).body).toContain('booking.confirmed');
      expect(JSON.parse((await get('/api/v2/events', there)).body)).toMatchObject({ data: [] });
    },
    async 'GET /manage/bookings.csv'() {
      expect((await get('/manage/bookings.csv', here)).body).toContain('Aurora');
      for (const query of ['', '?hotel=1', `?text=${CANARY}`]) {
        expect((await get(`/manage/bookings.csv${query}`, there)).body.trim().split('\r\n')).toHaveLength(1);
      }
    },
    async 'GET /manage/catalogue'() {
      expect((await get('/manage/catalogue', there)).statusCode).toBe(403);
      expect((await get('/manage/catalogue', group)).statusCode).toBe(200);
    },
    async 'PUT /manage/catalogue'() {
      const before = await everything();
      const headers = { authorization: `Bearer ${there}`, 'content-type': 'application/json' };
      const sent = {
        ...{ method: 'PUT', url: '/manage/catalogue', headers },
        payload: JSON.stringify(SMALL_CATALOGUE),
      } as const;
      const answer = await gateway.inject(sent);
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('bound to hotels')]);
      expect(await everything()).toEqual(before);
    },
  };
  test('every route that needs such a scope is tried', () => {
    expect(routes.sort()).toEqual(Object.keys(TRIED).sort());
  });
  test.each(Object.keys(TRIED))('%s shows and changes nothing of another hotel', (route) => TRIED[route]?.());
});

test('a subscriber receives the bookings in the hotels of its key alone', async () => {
  const followed = await followBookings({ url, key: there, variables: {} });
  await book(IN_HERE);
  const id = await book(IN_THERE);
  expect((await followed.events(1)).map(({ bookingId }) => bookingId)).toEqual([id]);
  followed.stream.close();
});

test('a webhook that such a key makes receives of its hotels alone, and says so', async () => {
  const webhook = await hook(there);
  const [elsewhere, own] = [await book(IN_HERE), await book(IN_THERE)];
  const delivered = await until(
    () => gateway.database.prisma.delivery.findMany({ where: { endpointId: webhook }, include: { event: true } }),
    (some) => some.length > 0,
  );
  expect(delivered.map(({ event }) => event.bookingId)).toEqual([own]);
  expect(await gateway.database.prisma.bookingEvent.count({ where: { bookingId: elsewhere, position: null } })).toBe(0);
  const shown = async (key: string) => {
    const { webhooks } = await gateway.ask<{
      webhooks: { id: string; destinations: number[] | null; hotels: number[] | null }[];
    }>('{ webhooks { id destinations hotels } }', { key });
    return webhooks.find(({ id }) => id === webhook) ?? null;
  };
  const [inDestination, elsewhereOnly] = [
    await gateway.key({ client: CLIENT, scopes: ['webhooks'], destinations: [1] }),
    await gateway.key({ client: CLIENT, scopes: ['webhooks'], destinations: [2] }),
  ];
  for (const key of [there, group, inDestination]) {
    expect(await shown(key)).toEqual({ id: webhook, destinations: null, hotels: [THERE] });
  }
  for (const key of [here, elsewhereOnly]) expect(await shown(key)).toBeNull();
});

test('`read` and `book` go by destinations; what is booked in another hotel is operated by nobody but its own', async () => {
  const key = await gateway.key({ client: CLIENT, scopes: ['read', 'book', 'bookings', 'operate'], hotels: [THERE] });
  const { hotel } = await gateway.ask<{ hotel: object }>('{ hotel(id: 1) { number } }', { key });
  expect(hotel).toEqual({ number: HERE });
  const id = await book(IN_HERE, key);
  const { booking } = await gateway.ask<{ booking: object }>(`{ booking(id: "${id}") { hotel { number } } }`, { key });
  expect(booking).toEqual({ hotel: { number: HERE } });
  const listed = await gateway.ask<{ bookings: { nodes: { id: string }[] } }>('{ bookings { nodes { id } } }', { key });
  expect(listed.bookings.nodes.map((one) => one.id)).not.toContain(id);
  const noted = await gateway.ask<{ changeBooking: object }>(
    `mutation { changeBooking(input: { id: "${id}", note: "late" }) { __typename } }`,
    { key },
  );
  expect(noted.changeBooking).toEqual({ __typename: 'InvalidInput' });
});

test('a change is repeated under its idempotency key only to a key of the client that reaches the booking', async () => {
  const elsewhere = await gateway.key({ client: 'Tour operator' });
  const id = await book(IN_HERE, elsewhere);
  const input = `(input: { id: "${id}", customerNote: "late", idempotencyKey: "late" })`;
  const repeated = async (key: string) => {
    const { changeBooking } = await gateway.ask<{ changeBooking: object }>(
      `mutation { changeBooking${input} { __typename ... on BookingChanged { replayed } ... on NotFound { reference } } }`,
      { key },
    );
    return changeBooking;
  };
  expect(await repeated(group)).toEqual({ __typename: 'BookingChanged', replayed: false });
  const guest = await gateway.key({ client: CLIENT });
  for (const key of [there, guest]) expect(await repeated(key)).toEqual({ __typename: 'NotFound', reference: id });
  for (const key of [here, group]) {
    expect(await repeated(key)).toEqual({ __typename: 'BookingChanged', replayed: true });
  }
});

test('M11: the desk of a hotel books there without an e-mail address, elsewhere only with one', async () => {
  const key = await gateway.key({ client: CLIENT, scopes: ['book', 'operate'], hotels: [THERE] });
  const phone = { phone: '+420353000101' };
  expect(await sendBooking(key, IN_THERE, phone)).toEqual({ id: expect.any(String) });
  for (const hotel of ['1', 'a00000000000000000000001']) {
    expect(await sendBooking(key, { ...IN_HERE, hotel }, phone)).toEqual({ problems: [{ path: 'billedTo.email' }] });
  }
  const channel = { channel: 'partner' };
  const email = { email: 'anna@example.com' };
  expect(await sendBooking(key, { ...IN_HERE, ...channel }, email)).toEqual({ problems: [{ path: 'channel' }] });
  const reader = await gateway.key({ client: CLIENT, scopes: ['read', 'operate'], hotels: [THERE] });
  const quoted = async ({ visitType, roomType, arrival, departure }: typeof IN_HERE) =>
    (
      await gateway.ask<{ quote: { __typename: string } }>(
        'query ($input: QuoteInput!) { quote(input: $input) { __typename } }',
        { key: reader, variables: { input: { visitType, roomType, arrival, departure, ...channel } } },
      )
    ).quote.__typename;
  expect([await quoted(IN_THERE), await quoted(IN_HERE)]).toEqual(['StayQuotes', 'InvalidInput']);
});

describe('the release before, on the same database', () => {
  const stored = async (key: string) => {
    const [row] = await gateway.database.prisma.$queryRawUnsafe<{ scopes: string[]; hotel_scopes: string[] }[]>(
      'SELECT scopes::text[], hotel_scopes::text[] FROM api_key WHERE prefix = $1',
      key.slice(0, 12),
    );
    return row;
  };
  const rightsOf = async (key: string) =>
    (await gateway.ask<{ viewer: { rights: string[] } }>('{ viewer { rights } }', { key })).viewer.rights;

  test('takes a key that is bound to hotels for one that may read and book, for it knows nothing of hotels', async () => {
    const key = await gateway.key({ scopes: ['read', 'operate', 'rates'], hotels: [HERE] });
    expect(await stored(key)).toEqual({ scopes: ['read'], hotel_scopes: ['operate', 'rates'] });
    expect(await rightsOf(key)).toEqual(['READ', 'OPERATE', 'RATES']);
  });

  test('reads `manage` where a key has its four parts, and a key that it made has them', async () => {
    const parts = await gateway.key({ scopes: ['inventory', 'rates', 'catalogue', 'webhooks'] });
    expect((await stored(parts))?.scopes).toContain('manage');
    const old = await gateway.key({ scopes: ['read'] });
    await gateway.database.prisma.$executeRawUnsafe(
      "UPDATE api_key SET scopes = '{manage}' WHERE prefix = $1",
      old.slice(0, 12),
    );
    expect(await rightsOf(old)).toEqual(['INVENTORY', 'RATES', 'CATALOGUE', 'WEBHOOKS', 'MANAGE']);
  });

  test('left keys with `operate`, which may erase as before', async () => {
    const [operates, reads] = [await gateway.key({ scopes: ['operate'] }), await gateway.key({ scopes: ['read'] })];
    await gateway.database.prisma.$executeRawUnsafe(
      readFileSync('prisma/migrations/20261126022147_keys_that_erase/migration.sql', 'utf8'),
    );
    expect(await rightsOf(operates)).toEqual(['OPERATE', 'ERASE']);
    expect(await rightsOf(reads)).toEqual(['READ']);
  });
});
