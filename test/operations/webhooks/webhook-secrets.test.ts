/** S16: each secret that a webhook has replaced signs for 24 hours of its own, on both databases. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { webhookDelivery } from '../../../src/operations/webhooks/deliver-webhook.ts';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/manage-webhooks.ts';
import { REPLACED_MAX } from '../../../src/operations/webhooks/webhook-secrets.ts';
import { type BookingScene, fillScene, NOON, openScene } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';

const HOUR = 3_600_000;
const FIRST = 'whsec_Zmlyc3Qgc2VjcmV0';

/** As the standard says it. */
function hmacOf(signedText: string, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return createHmac('sha256', key).update(signedText).digest('base64');
}

describe.each<[string, () => Promise<Database>]>([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('a webhook on %s', (_, open) => {
  let database: Database;
  let scene: BookingScene;
  let clientId: string;
  let eventSequence: number;
  let webhooks = 0;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
    const bookingId = await scene.made();
    const event = await database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId } });
    eventSequence = Number(event.sequence);
    ({ clientId } = await database.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } }));
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  async function webhook(): Promise<string> {
    const id = String(webhooks++).padStart(24, 'a');
    scene.clock.millis = NOON;
    await database.prisma.webhookEndpoint.create({
      data: {
        ...{ id, clientId, url: 'https://hooks.test', secret: FIRST, createdAt: new Date(NOON), types: [] },
        ...{ includesTests: false, allDestinations: true, destinationNumbers: [] },
      },
    });
    return id;
  }

  const rotate = (id: string) =>
    rotateWebhookSecret(
      { database, clock: scene.clock, allowPrivateWebhooks: false },
      { clientId, destinations: null, hotels: null, isTest: null },
      id,
    );

  async function rotated(id: string): Promise<string> {
    const outcome = await rotate(id);
    if (outcome.kind !== 'webhookSecretRotated') throw new Error(outcome.kind);
    return outcome.secret;
  }

  /** Which secrets a delivery is signed with, and by how many. */
  async function signedBy(id: string, secrets: readonly string[]) {
    let signed: boolean[] = [];
    let signatures = 0;
    const deliver = webhookDelivery({
      ...{ database, clock: scene.clock, allowPrivate: false },
      async post({ headers, body }) {
        const found = headers['webhook-signature']!.split(' ');
        const signedText = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        signed = secrets.map((secret) => found.includes(`v1,${hmacOf(signedText, secret)}`));
        signatures = found.length;
        return { status: 204 };
      },
    });
    const attemptedAt = new Date(scene.clock.millis);
    const claimed = { id: 0, recipient: id, owner: '', eventSequence, attempts: 1, attemptedAt };
    await deliver(claimed, new AbortController().signal, {});
    return { signed, signatures };
  }

  test('signs with each secret until 24 hours after that one was replaced, also when its successor is replaced meanwhile', async () => {
    const id = await webhook();
    const secrets = [FIRST, await rotated(id)];
    scene.clock.millis = NOON + HOUR;
    secrets.push(await rotated(id));
    scene.clock.millis = NOON + 2 * HOUR;
    secrets.push(await rotated(id));
    const until = async (millis: number) => {
      scene.clock.millis = NOON + millis;
      return signedBy(id, secrets);
    };
    expect(await until(24 * HOUR - 1)).toEqual({ signed: [true, true, true, true], signatures: 4 });
    expect(await until(24 * HOUR)).toEqual({ signed: [false, true, true, true], signatures: 3 });
    expect(await until(25 * HOUR)).toEqual({ signed: [false, false, true, true], signatures: 2 });
    expect(await until(26 * HOUR)).toEqual({ signed: [false, false, false, true], signatures: 1 });
  });

  test('gets no new secret while 10 that it has replaced still sign, and then one again', async () => {
    const id = await webhook();
    const secrets = [FIRST];
    for (let time = 0; time < REPLACED_MAX; time++) {
      scene.clock.millis = NOON + time * HOUR;
      secrets.push(await rotated(id));
    }
    expect(await rotate(id)).toMatchObject({
      kind: 'invalidInput',
      problems: [{ path: 'id', reason: 'tooManySecrets', facts: { maximum: REPLACED_MAX } }],
    });
    expect(await signedBy(id, secrets)).toEqual({ signed: secrets.map(() => true), signatures: REPLACED_MAX + 1 });
    scene.clock.millis = NOON + 24 * HOUR;
    secrets.push(await rotated(id));
    expect((await signedBy(id, secrets)).signed).toEqual([false, ...secrets.slice(1).map(() => true)]);
  });

  test('whose secret a process of an earlier release has replaced signs with that one, and with those of before', async () => {
    const id = await webhook();
    const secrets = [FIRST, await rotated(id)];
    scene.clock.millis = NOON + HOUR;
    secrets.push(await rotated(id));
    const previousSecretUntil = new Date(scene.clock.millis + 24 * HOUR);
    const data = { secret: 'whsec_ZWFybGllcg==', previousSecret: secrets[2]!, previousSecretUntil };
    await database.prisma.webhookEndpoint.update({ where: { id }, data });
    // That release forgets the one between them.
    expect((await signedBy(id, [FIRST, secrets[2]!, data.secret])).signed).toEqual([true, true, true]);
  });
});
