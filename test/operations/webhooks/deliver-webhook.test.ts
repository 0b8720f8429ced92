/** S16: one try of a webhook, while others change it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { claimDeliveries } from '../../../src/data/deliveries/deliveries.ts';
import { WEBHOOKS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { webhookDelivery } from '../../../src/operations/webhooks/deliver-webhook.ts';
import { type BookingScene, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';

const id = 'a'.repeat(24);
const now = Date.parse('2026-05-01T12:00:00Z');

let database: Database;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshEmbedded();
  await fillScene(database);
  scene = await openScene(database);
});
afterAll(async () => {
  await scene?.close();
  await database?.close();
});

test('an address that answers 410 switches the webhook off, but not once the webhook has another address: that one gets the event', async () => {
  const { clientId } = await database.prisma.booking.findUniqueOrThrow({ where: { id: await scene.made() } });
  await database.prisma.webhookEndpoint.create({
    data: {
      ...{ id, clientId, url: 'https://former.test', secret: 'whsec_c2VjcmV0', createdAt: new Date(now), types: [] },
      ...{ includesTests: false, allDestinations: true, destinationNumbers: [] },
    },
  });
  await publishEvents(database, { recipients: [WEBHOOKS], now });
  const [delivery] = await claimDeliveries(database, {
    ...{ recipients: WEBHOOKS, now, leaseUntil: now + 60_000, underWay: [] },
    shares: { most: 100, mostOfOwner: 100, mostOfOne: 100 },
  });
  const asked: string[] = [];
  const deliver = webhookDelivery({
    ...{ database, clock: { now: () => now }, allowPrivate: false },
    async post({ url }) {
      asked.push(url);
      const changed = { where: { id }, data: { url: 'https://new.test' } };
      if (asked.length === 1) await database.prisma.webhookEndpoint.update(changed);
      return { status: 410 };
    },
  });
  const attempt = () => deliver(delivery!, new AbortController().signal, {});
  const isOn = async () => (await database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } })).isEnabled;
  expect([await attempt(), await isOn()]).toEqual([{ result: 'retry', outcome: '410' }, true]);
  expect([await attempt(), await isOn()]).toEqual([{ result: 'failed', outcome: '410' }, false]);
  expect(asked).toEqual(['https://former.test', 'https://new.test']);
});
