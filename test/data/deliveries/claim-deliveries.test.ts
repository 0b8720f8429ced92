/** Claiming what is due is fair to clients (A9), however much one of them has waiting. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  claimDeliveries,
  type DeliveryShares,
  finishDelivery,
  giveBackDelivery,
} from '../../../src/data/deliveries/deliveries.ts';
import { MAILS, WEBHOOKS } from '../../../src/data/deliveries/recipients.ts';
import { groupBy } from '../../../src/domain/group-by.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

let gateway: TestGateway;
/** An event of a booking of each client, under the client's name. */
const events = new Map<string, bigint>();
beforeAll(async () => {
  // It claims nothing by itself.
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { deliveries: false } });
  for (const client of ['loud', 'quiet']) {
    const authorization = `Bearer ${await gateway.key({ client, scopes: ['book', 'manage'] })}`;
    const payload = requestBody();
    const answer = await gateway.inject({
      method: 'POST',
      url: '/api/v1/booking',
      headers: { authorization },
      payload,
    });
    const bookingId = (answer.json() as { _id: string })._id;
    const event = await gateway.database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId } });
    events.set(client, event.sequence);
  }
  // The publisher has taken all positions that it is going to.
  await until(
    () => gateway.database.prisma.bookingEvent.count({ where: { position: null } }),
    (waiting) => waiting === 0,
  );
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  await gateway.database.prisma.delivery.deleteMany();
  await gateway.database.prisma.webhookEndpoint.deleteMany();
});

const now = Date.parse(`${TODAY}T12:00:00Z`);

/** Deliveries that are due, the earlier the longer ago they were written. */
async function queue(client: string, count: number, row: { kind: string; recipient: string; endpointId?: string }) {
  const { bookingId } = await gateway.database.prisma.bookingEvent.findUniqueOrThrow({
    where: { sequence: events.get(client)! },
  });
  const sequences = await gateway.database.prisma.$queryRawUnsafe<{ sequence: bigint }[]>(
    `INSERT INTO booking_event (id, booking_id, type, at, position)
     SELECT 'evt_' || $1 || n || random(), $1, 'CONFIRMED', current_timestamp, (SELECT coalesce(max(position), 0) FROM booking_event) + n
     FROM generate_series(1, $2::int) AS n RETURNING sequence`,
    bookingId,
    count,
  );
  const at = (index: number) => new Date(now - 60_000 + index);
  await gateway.database.prisma.delivery.createMany({
    data: sequences.map(({ sequence }, index) => ({
      ...row,
      ...{ eventSequence: sequence, dueAt: at(index), createdAt: at(index) },
    })),
  });
}

async function makeWebhook(client: string, id: string): Promise<string> {
  const { prisma } = gateway.database;
  const owner = await prisma.client.findUniqueOrThrow({ where: { name: client } });
  const endpointId = id.padStart(24, '0');
  await prisma.webhookEndpoint.create({
    data: {
      ...{ id: endpointId, clientId: owner.id, url: 'https://hooks.example', includesTests: false },
      // It receives nothing but what a test queues.
      ...{ allDestinations: false, destinationNumbers: [], secret: 'whsec_x', createdAt: new Date(now) },
    },
  });
  return endpointId;
}

type Claimed = Awaited<ReturnType<typeof claimDeliveries>>;

const claim = (recipients: typeof MAILS, shares: DeliveryShares, underWay: Claimed = [], at = now) =>
  claimDeliveries(gateway.database, { recipients, now: at, leaseUntil: at + 60_000, shares, underWay });

/** How many of them have each value, ascending. */
function countBy(claimed: Claimed, name: 'owner' | 'recipient'): number[] {
  return [...groupBy(claimed, (one) => one[name]).values()].map((same) => same.length).sort((x, y) => x - y);
}

test('a hundred webhooks of one client that are due do not fill the batch: another client has its turn', async () => {
  for (let made = 0; made < 20; made++) {
    const endpointId = await makeWebhook('loud', `a${made}`);
    await queue('loud', 5, { kind: 'webhook', recipient: endpointId, endpointId });
  }
  const endpointId = await makeWebhook('quiet', 'b');
  await queue('quiet', 2, { kind: 'webhook', recipient: endpointId, endpointId });
  const shares = { most: 4, mostOfOwner: 4, mostOfOne: 4 };
  expect(countBy(await claim(WEBHOOKS, shares), 'owner')).toEqual([2, 2]);
});

test('a client has no more than its share under way, nor has a webhook, over one claim after another', async () => {
  for (let made = 0; made < 3; made++) {
    const endpointId = await makeWebhook('loud', `a${made}`);
    await queue('loud', 9, { kind: 'webhook', recipient: endpointId, endpointId });
  }
  const shares = { most: 64, mostOfOwner: 8, mostOfOne: 4 };
  const first = await claim(WEBHOOKS, shares);
  expect(first).toHaveLength(8);
  expect(await claim(WEBHOOKS, shares, first)).toEqual([]);
  const next = await claim(WEBHOOKS, shares, first.slice(1));
  expect(next).toHaveLength(1);
  expect(countBy([...first.slice(1), ...next], 'recipient').at(-1)).toBeLessThanOrEqual(4);
});

test('a hundred mails about bookings of one client do not go before the first of another', async () => {
  await queue('loud', 100, { kind: 'mail', recipient: 'customer' });
  await queue('quiet', 1, { kind: 'mail', recipient: 'customer' });
  const shares = { most: 4, mostOfOwner: 4, mostOfOne: 500 };
  expect(countBy(await claim(MAILS, shares), 'owner')).toEqual([1, 3]);
});

test('claims at the same time share what is due, and nothing is claimed twice', async () => {
  await queue('loud', 30, { kind: 'mail', recipient: 'customer' });
  const shares = { most: 4, mostOfOwner: 4, mostOfOne: 500 };
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(MAILS, shares)));
  expect(claims.map((claimed) => claimed.length)).toEqual([4, 4, 4, 4, 4]);
  expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(20);
});

test('what is asked for again while it is tried gets all its tries: the former one neither ends it nor lets it be claimed twice (S16)', async () => {
  const { database } = gateway;
  const endpointId = await makeWebhook('quiet', 'b');
  await queue('quiet', 1, { kind: 'webhook', recipient: endpointId, endpointId });
  const shares = { most: 4, mostOfOwner: 4, mostOfOne: 4 };
  const [former] = await claim(WEBHOOKS, shares);
  const { id } = former!;
  const key = await gateway.key({ client: 'quiet', scopes: ['manage'] });
  const redeliver = `mutation { redeliver(input: { id: ${id} }) { __typename } }`;
  expect(await gateway.ask(redeliver, { key })).toEqual({ redeliver: { __typename: 'Redelivered' } });
  const later = now + 1_000;
  const [current] = await claim(WEBHOOKS, shares, [], later);
  expect(current).toMatchObject({ id, attempts: 1 });
  await giveBackDelivery(database, former!, later);
  expect(await claim(WEBHOOKS, shares, [], later)).toEqual([]);
  await finishDelivery(database, former!, { state: 'DONE', outcome: '200', at: later });
  const stored = () => database.prisma.delivery.findUniqueOrThrow({ where: { id } });
  expect(await stored()).toMatchObject({ state: 'PENDING', outcome: null, attempts: 1 });
  await finishDelivery(database, current!, { state: 'PENDING', outcome: '503', dueAt: later + 5_000 });
  expect(await stored()).toMatchObject({ state: 'PENDING', outcome: '503', dueAt: new Date(later + 5_000) });
});
