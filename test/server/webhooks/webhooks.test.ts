/** Webhooks through the whole gateway (S16, S18), against real receivers. */
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldDeliveries } from '../../../src/data/deliveries/deliveries.ts';
import { TRY_MS } from '../../../src/operations/webhooks/post-webhook.ts';
import { WEBHOOK_SHARES } from '../../../src/server/deliveries.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { check, document } from '../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { type Received, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

let gateway: TestGateway;
let manage: string;
let shop: string;
let receivers: Receiver[];
let now: number;
beforeEach(async () => {
  receivers = [];
  gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config: { webhooksAllowPrivate: true },
  });
  now = Date.parse(`${TODAY}T12:00:00Z`);
  manage = await gateway.key({ client: 'hotel system', scopes: ['manage'] });
  shop = await gateway.key({ client: 'shop', scopes: ['book'] });
});
afterEach(async () => {
  await gateway?.close();
  for (const receiver of receivers) await receiver.close();
});

async function receiver(): Promise<Receiver> {
  const one = await startReceiver();
  receivers.push(one);
  return one;
}

/** Lets so much time pass; what is due is tried. */
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  gateway.setClock(new Date(now).toISOString());
  await gateway.database.prisma.$queryRawUnsafe(`SELECT pg_notify('booking_events', 'published')::text AS told`);
}

const PROBLEM = `... on Problem { code message } ... on InvalidInput { problems { path code message } }`;

type Result = Record<string, unknown> & { webhook: { id: string }; secret: string };

async function change(field: string, args: string, fields: string, key = manage): Promise<Result> {
  const query = `mutation { result: ${field}(${args}) { __typename ${fields} } }`;
  return (await gateway.ask<{ result: Result }>(query, { key })).result;
}

async function hook(url: string, more = '', key = manage): Promise<{ id: string; secret: string }> {
  const made = await change(
    'createWebhook',
    `input: { url: "${url}" ${more} }`,
    `... on WebhookCreated { secret webhook { id } } ${PROBLEM}`,
    key,
  );
  expect(made.__typename).toBe('WebhookCreated');
  return { id: made.webhook.id, secret: made.secret };
}

async function book(body: object = requestBody(), key = shop): Promise<string> {
  const response = await gateway.inject({
    ...{ method: 'POST', url: '/api/v1/booking', headers: { authorization: `Bearer ${key}` }, payload: body },
  });
  expect(response.statusCode).toBe(201);
  return (response.json() as { _id: string })._id;
}

const arrived = (one: Receiver, count: number) =>
  until(
    async () => one.received.length,
    (length) => length >= count,
  );

/** A try that hangs gives its place to the next one when its time is over. */
const turnsSince = (begun: number) => 1 + Math.floor((performance.now() - begun) / TRY_MS);

interface Delivery {
  id: string;
  state: string;
  attempts: number;
  outcome: string | null;
  eventId: string;
  dueAt: string | null;
  webhook: { id: string; enabled: boolean };
}
interface Deliveries {
  edges: { cursor: string; node: { id: string } }[];
  nodes: Delivery[];
}
async function deliveries(args = '', key = manage): Promise<Delivery[]> {
  const query = `{ webhookDeliveries(first: 100 ${args}) { edges { cursor node { id } } nodes { id state attempts outcome eventId dueAt webhook { id enabled } } } }`;
  const { webhookDeliveries } = await gateway.ask<{ webhookDeliveries: Deliveries }>(query, { key });
  const { edges, nodes } = webhookDeliveries;
  expect(edges.map(({ node }) => node.id)).toEqual(nodes.map(({ id }) => id));
  expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(nodes.length);
  return nodes;
}
const stateOf = (wanted: Partial<Delivery>) =>
  until(
    async () => (await deliveries())[0],
    (one) => Object.entries(wanted).every(([name, value]) => one?.[name as keyof Delivery] === value),
  );

/** The package only knows the time of the machine. */
const verify = (secret: string, { body, headers }: Received) => {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = headers as Record<string, string>;
  expect(Number(timestamp)).toBe(Math.floor(now / SECOND));
  return signatures!.split(' ').includes(new Webhook(secret).sign(id!, new Date(Number(timestamp) * SECOND), body));
};

describe('a delivery', () => {
  test('is the event as the feed and the OpenAPI document show it, signed by Standard Webhooks under the id of the event', async () => {
    gateway.setClock(new Date(Date.now()).toISOString());
    const one = await receiver();
    const { secret } = await hook(one.url);
    // The clock of the gateway is that of the machine, for the package verifies the time.
    await gateway.database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, at) VALUES ('evt_1', $1, 'CANCELLED', current_timestamp)`,
      await bookInTheRecord(),
    );
    await until(
      async () => one.received.some(({ headers }) => headers['webhook-id'] === 'evt_1'),
      (is) => is,
    );
    const [{ headers, body }] = one.received.filter(({ headers }) => headers['webhook-id'] === 'evt_1') as [Received];
    const message = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string };
    const feed = await gateway.inject({
      ...{ url: '/api/v2/events', headers: { authorization: `Bearer ${await gateway.key({ scopes: ['operate'] })}` } },
    });
    expect((feed.json() as { data: { id: string }[] }).data.find(({ id }) => id === 'evt_1')).toEqual(message);
    expect(
      check.misfitsOf(message, '#/webhooks/bookingEvent/post/requestBody/content/application~1json/schema'),
    ).toEqual([]);
    const documented = document.webhooks.bookingEvent!.post!.parameters as { name: string }[];
    expect(documented.map(({ name }) => name)).toEqual(
      Object.keys(headers).filter((name) => name.startsWith('webhook-')),
    );
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    expect(await stateOf({ state: 'DONE', outcome: '204' })).toMatchObject({ attempts: 1, dueAt: null });
  });

  test('that fails is tried again under the same id, at the times of the rule, and then rests until it is asked for', async () => {
    const one = await receiver();
    await hook(one.url);
    one.answer = (response) => response.writeHead(503).end();
    await book();
    await arrived(one, 1);
    const delays = [5 * SECOND, 300 * SECOND, 1_800 * SECOND, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
    for (const [index, delay] of delays.entries()) {
      // While a try is under way it is due when others may take it over, with the outcome of the try before.
      const [tried] = await until(deliveries, ([one]) => {
        return one?.attempts === index + 1 && one.outcome === '503' && Date.parse(one.dueAt!) - now >= delay;
      });
      expect(tried!.state).toBe('PENDING');
      expect(Date.parse(tried!.dueAt!) - now).toBeLessThanOrEqual(delay * 1.1);
      await pass(delay * 1.1);
      await arrived(one, index + 2);
    }
    const { id } = (await stateOf({ state: 'FAILED', attempts: 10 }))!;
    await pass(48 * HOUR);
    one.answer = (response) => response.writeHead(200).end();
    expect(
      (await change('redeliver', `input: { id: ${id} }`, '... on Redelivered { delivery { state } }')).__typename,
    ).toBe('Redelivered');
    await stateOf({ state: 'DONE', attempts: 1, outcome: '200' });
    expect(new Set(one.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(one.received).toHaveLength(11);
  });

  test('that is answered with 410 switches the webhook off, until it is switched on again', async () => {
    const one = await receiver();
    const { id } = await hook(one.url);
    one.answer = (response) => response.writeHead(410).end();
    await book();
    expect((await stateOf({ state: 'FAILED', outcome: '410' }))!.webhook.enabled).toBe(false);
    await book(requestBody({ customer_note: 'not told' }));
    await until(
      () => gateway.database.prisma.bookingEvent.count({ where: { position: null } }),
      (waiting) => waiting === 0,
    );
    one.answer = (response) => response.writeHead(204).end();
    expect((await change('updateWebhook', `input: { id: "${id}", enabled: true }`, '__typename')).__typename).toBe(
      'WebhookUpdated',
    );
    await book(requestBody({ customer_note: 'told' }));
    await arrived(one, 2);
    expect(await deliveries()).toHaveLength(2);
  });

  test('does not wait for a receiver that hangs, however much waits for that one', async () => {
    const begun = performance.now();
    const [hanging, quick] = [await receiver(), await receiver()];
    hanging.answer = () => {};
    await hook(hanging.url);
    await hook(quick.url);
    const bookingId = await book();
    await gateway.database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, at) SELECT 'evt_' || n, $1, 'CANCELLED', current_timestamp FROM generate_series(1, 199) AS n`,
      bookingId,
    );
    await arrived(quick, 200);
    expect(hanging.received.length).toBeLessThanOrEqual(turnsSince(begun) * WEBHOOK_SHARES.mostOfOne);
  });

  test('26.12 (A9): does not wait for twenty webhooks of another client that hang: those have an eighth of the tries', async () => {
    const begun = performance.now();
    const [hanging, quick] = [await receiver(), await receiver()];
    hanging.answer = () => {};
    for (let made = 0; made < 20; made++) await hook(hanging.url, 'types: [CANCELLED]');
    const other = await gateway.key({ client: 'other system', scopes: ['manage'] });
    const bookingId = await book();
    await gateway.database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, at) SELECT 'evt_' || n, $1, 'CANCELLED', current_timestamp FROM generate_series(1, 99) AS n`,
      bookingId,
    );
    await arrived(hanging, WEBHOOK_SHARES.mostOfOwner);
    await hook(quick.url, 'types: [REQUESTED]', other);
    await book();
    await arrived(quick, 1);
    expect(hanging.received.length).toBeLessThanOrEqual(turnsSince(begun) * WEBHOOK_SHARES.mostOfOwner);
  });

  test('of a process that is killed is made by another one, once its time is over', async () => {
    const one = await receiver();
    await hook(one.url);
    one.answer = () => {};
    await book();
    await arrived(one, 1);
    // As a killed process leaves it: claimed, and never heard of again.
    const survivor = await startGateway({
      today: TODAY,
      config: { webhooksAllowPrivate: true },
      database: { ...gateway.database, close: async () => {} },
    });
    one.answer = (response) => response.writeHead(204).end();
    survivor.setClock(new Date(now + 26 * SECOND).toISOString());
    await gateway.database.prisma.$queryRawUnsafe(`SELECT pg_notify('booking_events', 'published')::text AS told`);
    await arrived(one, 2);
    await stateOf({ state: 'DONE', attempts: 2 });
    await survivor.stop();
  });

  test('under way when the process stops is given back, and tried at once by another one', async () => {
    const one = await receiver();
    await hook(one.url);
    one.answer = () => {};
    await book();
    await arrived(one, 1);
    await gateway.stop();
    one.answer = (response) => response.writeHead(204).end();
    gateway = await startGateway({ today: TODAY, config: { webhooksAllowPrivate: true }, database: gateway.database });
    await arrived(one, 2);
    await stateOf({ state: 'DONE', attempts: 1 });
  });
});

/** A booking made past the gateway, whose own events are published as well. */
async function bookInTheRecord(): Promise<string> {
  return book();
}

describe('a webhook', () => {
  test('26.7 (A7): of a test key receives tests and nothing else, whatever it asks for', async () => {
    const tester = await gateway.key({ client: 'hotel system', scopes: ['manage'], isTest: true });
    const shopTester = await gateway.key({ client: 'shop', scopes: ['book'], isTest: true });
    const [live, tests, without] = [await receiver(), await receiver(), await receiver()];
    await hook(live.url);
    await hook(tests.url, '', tester);
    await hook(without.url, 'includeTests: false', tester);
    await book();
    await arrived(live, 1);
    await book(requestBody(), shopTester);
    await Promise.all([arrived(tests, 1), arrived(without, 1)]);
    const reported = [live, tests, without].map(({ received }) =>
      received.map(({ body }) => JSON.parse(body).data.isTest),
    );
    expect(reported).toEqual([[false], [true], [true]]);
  });

  test('receives the types it asks for, tests only if it asks, and the destinations of its key', async () => {
    const [cancelled, elsewhere, tests, all] = [await receiver(), await receiver(), await receiver(), await receiver()];
    const foreign = await gateway.key({ client: 'elsewhere', scopes: ['manage'], destinations: [2] });
    await hook(cancelled.url, 'types: [CANCELLED]');
    await hook(elsewhere.url, '', foreign);
    await hook(tests.url, 'includeTests: true');
    await hook(all.url);
    const id = await book();
    await arrived(all, 1);
    await gateway.database.prisma.booking.update({ where: { id }, data: { isTest: true } });
    const write = (event: string) =>
      gateway.database.prisma.$executeRawUnsafe(
        `INSERT INTO booking_event (id, booking_id, type, at) VALUES ($1, $2, 'CONFIRMED', current_timestamp)`,
        ...[event, id],
      );
    await write('evt_test');
    await arrived(tests, 2);
    await gateway.database.prisma.booking.update({ where: { id }, data: { isTest: false } });
    await gateway.database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, at) VALUES ('evt_cancelled', $1, 'CANCELLED', current_timestamp)`,
      id,
    );
    await Promise.all([arrived(cancelled, 1), arrived(tests, 3), arrived(all, 2)]);
    expect([cancelled, tests, all].map(({ received }) => received.map(({ body }) => JSON.parse(body).type))).toEqual([
      ['booking.cancelled'],
      ['booking.requested', 'booking.confirmed', 'booking.cancelled'],
      ['booking.requested', 'booking.cancelled'],
    ]);
    expect(elsewhere.received).toEqual([]);
  });

  test('whose secret is rotated signs with both for 24 hours, then with the new one alone', async () => {
    const one = await receiver();
    const { id, secret } = await hook(one.url);
    const rotated = await change(
      'rotateWebhookSecret',
      `input: { id: "${id}" }`,
      '... on WebhookSecretRotated { secret }',
    );
    expect([secret, rotated.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    expect(rotated.secret).not.toBe(secret);
    await book();
    await arrived(one, 1);
    expect([secret, rotated.secret].map((key) => verify(key, one.received[0]!))).toEqual([true, true]);
    await pass(24 * HOUR);
    await book(requestBody({ customer_note: 'later' }));
    await arrived(one, 2);
    expect([secret, rotated.secret].map((key) => verify(key, one.received[1]!))).toEqual([false, true]);
  });

  test('gets at most 10 new secrets within 24 hours', async () => {
    const { id } = await hook('http://127.0.0.1:9/');
    const rotate = () => change('rotateWebhookSecret', `input: { id: "${id}" }`, PROBLEM);
    for (let time = 0; time < 10; time++) expect(await rotate()).toMatchObject({ __typename: 'WebhookSecretRotated' });
    expect(await rotate()).toMatchObject({
      __typename: 'InvalidInput',
      problems: [{ path: 'id', code: 'OUT_OF_RANGE' }],
    });
    await pass(24 * HOUR);
    expect(await rotate()).toMatchObject({ __typename: 'WebhookSecretRotated' });
  });

  test('belongs to its client: nobody else lists, changes, rotates, deletes or redelivers anything of it', async () => {
    const one = await receiver();
    const { id, secret } = await hook(one.url);
    await book();
    await arrived(one, 1);
    const [{ id: delivery }] = (await deliveries()) as [Delivery];
    const other = await gateway.key({ client: 'other', scopes: ['manage'] });
    const limited = await gateway.key({ client: 'hotel system', scopes: ['manage'], destinations: [1] });
    for (const key of [other, limited]) {
      expect(await gateway.ask('{ webhooks { id } }', { key })).toEqual({ webhooks: [] });
      expect(await deliveries('', key)).toEqual([]);
      expect(await deliveries(`, filter: { webhook: "${id}" }`, key)).toEqual([]);
      for (const [field, args] of [
        ['updateWebhook', `input: { id: "${id}", enabled: false }`],
        ['rotateWebhookSecret', `input: { id: "${id}" }`],
        ['deleteWebhook', `input: { id: "${id}" }`],
        ['redeliver', `input: { id: ${delivery} }`],
      ] as const) {
        expect([field, (await change(field, args, PROBLEM_OF[field]!, key)).__typename]).toEqual([field, 'NotFound']);
      }
    }
    const sibling = await gateway.key({ client: 'hotel system', scopes: ['manage'] });
    const listed = await gateway.graphql(
      '{ webhooks { id url types includeTests enabled destinations description createdAt } }',
      { key: sibling },
    );
    expect(JSON.stringify(listed)).toContain(id);
    expect(JSON.stringify(listed)).not.toContain(secret.slice(6));
    expect((await change('deleteWebhook', `input: { id: "${id}" }`, '... on WebhookDeleted { id }', sibling)).id).toBe(
      id,
    );
    expect(await deliveries()).toEqual([]);
    const { errors } = await gateway.graphql('{ webhooks { id } }', { key: shop });
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  test('is one of at most 20 of a client', async () => {
    for (let index = 0; index < 20; index++) await hook(`http://127.0.0.1:9/${index}`);
    const refused = await change('createWebhook', 'input: { url: "http://127.0.0.1:9/x" }', PROBLEM);
    expect(refused).toMatchObject({ __typename: 'InvalidInput', problems: [{ path: 'url', code: 'OUT_OF_RANGE' }] });
  });

  test('leads over https to a public host, unless private addresses are allowed', async () => {
    const strict = await startGateway({ today: TODAY, database: { ...gateway.database, close: async () => {} } });
    const key = await strict.key({ scopes: ['manage'] });
    const create = async (url: string) => {
      const query = `mutation ($url: String!) { createWebhook(input: { url: $url }) { ${PROBLEM} } }`;
      const { createWebhook } = await strict.ask<{ createWebhook: { problems?: { path: string }[] } }>(query, {
        key,
        variables: { url },
      });
      return createWebhook.problems?.map(({ path }) => path) ?? [];
    };
    for (const url of [
      ...['x', 'ftp://8.8.8.8/', 'http://8.8.8.8/', 'https://user:secret@8.8.8.8/', 'https://8.8.8.8/#part'],
      ...[
        'https://127.0.0.1/',
        'https://localhost/',
        'https://[::1]/',
        'https://2130706433/',
        'https://169.254.169.254/latest',
      ],
      ...['https://no-such-host.invalid/', `https://8.8.8.8/${'x'.repeat(2_000)}`],
    ]) {
      expect([url, await create(url)]).toEqual([url, ['url']]);
    }
    expect(await create('https://8.8.8.8/hook')).toEqual([]);
    await strict.stop();
  });
});

const PROBLEM_OF: Readonly<Record<string, string>> = {
  updateWebhook: PROBLEM,
  rotateWebhookSecret: '... on Problem { code }',
  deleteWebhook: '... on Problem { code }',
  redeliver: '... on Problem { code }',
};

test('with DELIVERIES=0 a process tries nothing of what it publishes: it waits for one that delivers', async () => {
  const one = await receiver();
  const { database } = gateway;
  await hook(one.url);
  await gateway.stop();
  const open = { ...database, close: async () => {} };
  const config = { webhooksAllowPrivate: true };
  gateway = await startGateway({ today: TODAY, database: open, config: { ...config, deliveries: false } });
  const booking = await book();
  await gateway.services.events.publish();
  const waiting = () => database.prisma.delivery.findMany({ select: { state: true, attempts: true } });
  expect(await waiting()).toEqual([{ state: 'PENDING', attempts: 0 }]);
  await gateway.stop();
  gateway = await startGateway({ today: TODAY, database, config });
  await arrived(one, 1);
  expect(one.received[0]!.body).toContain(booking);
  await until(waiting, ([delivery]) => delivery?.state === 'DONE' && delivery.attempts === 1);
});

test('the metrics say what waits, how old it is, and what came of the tries', async () => {
  const one = await receiver();
  await hook(one.url);
  await book();
  await arrived(one, 1);
  await stateOf({ state: 'DONE' });
  one.answer = (response) => response.writeHead(500).end();
  await book(requestBody({ customer_note: 'second' }));
  await stateOf({ state: 'PENDING', outcome: '500' });
  now += 60 * SECOND;
  gateway.setClock(new Date(now).toISOString());
  const { body } = await gateway.inject({ url: '/metrics' });
  for (const line of [
    'gateway_deliveries_waiting{kind="webhook"} 1',
    'gateway_deliveries_oldest_seconds{kind="webhook"} 60',
    'gateway_deliveries_total{kind="webhook",outcome="done"} 1',
    'gateway_deliveries_total{kind="webhook",outcome="retry"} 1',
    'gateway_deliveries_total{kind="webhook",outcome="failed"} 0',
  ]) {
    expect(body).toContain(line);
  }
});

test('deliveries are forgotten 30 days after they were done, and kept while they wait or rest', async () => {
  const one = await receiver();
  await hook(one.url);
  await book(bindingBody());
  await stateOf({ state: 'DONE' });
  await deleteOldDeliveries(gateway.database, now + 29 * 24 * HOUR);
  expect(await deliveries()).toHaveLength(1);
  await deleteOldDeliveries(gateway.database, now + 31 * 24 * HOUR);
  expect(await deliveries()).toHaveLength(0);
});
