/** Real gateway processes that are killed while they deliver (S18): what they were about to tell, the next one tells. */
import { afterEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { bookUntilAnswered } from '../../support/booking/booking-client.ts';
import { openEmbeddedSpa, openSpa, PEPPER, type Spa, type Stock } from '../../support/booking/booking-processes.ts';
import { servedClient } from '../../support/gateway/served-gateway.ts';
import { until } from '../../support/requests/until.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const STOCK: Stock = { units: { 11: 5, 12: 5, 13: 5, 21: 5 }, nights: 10 };
const SETTINGS = { WEBHOOKS_ALLOW_PRIVATE: '1' };

let spa: Spa | null = null;
let receiver: Receiver;
afterEach(async () => {
  await spa?.close();
  await receiver?.close();
  spa = null;
});

const create = () => `mutation { createWebhook(input: { url: "${receiver.url}" }) { __typename } }`;
const STATES = '{ webhookDeliveries(first: 10) { nodes { state attempts } } }';

describe.each([
  { where: 'a PostgreSQL server', open: openSpa },
  { where: 'the embedded database', open: openEmbeddedSpa },
])('a gateway on $where', ({ open }) => {
  test('killed while it delivers has lost nothing: the next process delivers it under the same id', async () => {
    receiver = await startReceiver();
    receiver.answer = () => {};
    spa = await open(STOCK);
    const { key } = await spa.inspect((database) =>
      createKey({
        ...{ database, pepper: PEPPER, name: 'hotel system', channelCode: 'public', destinationNumbers: null },
        ...{ scopes: ['manage'], expiresAt: null, clock: systemClock },
      }),
    );
    const killed = await spa.serve(SETTINGS);
    const created = await servedClient({ url: killed.url, key }).graphql(create());
    expect(created.json()).toMatchObject({ data: { createWebhook: { __typename: 'WebhookCreated' } } });
    const stay = { roomType: 11, arrival: spa.firstNight, departure: spa.firstNight + 2, note: 'stay' } as const;
    expect((await bookUntilAnswered(() => killed.url, spa.key, stay)).status).toBe(201);
    await until(
      async () => receiver.received.length,
      (length) => length === 1,
    );
    await killed.stop('SIGKILL');
    receiver.answer = (response) => response.writeHead(204).end();
    // The other process could still be trying for 25 seconds.
    await spa.inspect(({ prisma }) => prisma.delivery.updateMany({ data: { dueAt: new Date() } }));
    const next = await spa.serve(SETTINGS);
    await until(
      async () => receiver.received.length,
      (length) => length === 2,
    );
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[1]).toBe(ids[0]);
    // It has still to record the answer: a stop before would give the delivery back.
    const client = servedClient({ url: next.url, key });
    const recorded = await until(
      async () => (await client.graphql(STATES)).text,
      (text) => text.includes('DONE'),
    );
    const nodes = [{ state: 'DONE', attempts: 2 }];
    expect(JSON.parse(recorded)).toMatchObject({ data: { webhookDeliveries: { nodes } } });
    expect((await next.stop()).code).toBe(0);
  });
});
