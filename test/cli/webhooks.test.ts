/** S16, S20: webhooks on the command line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhook } from '../../src/operations/webhooks/manage-webhooks.ts';
import { CALLERS, fillScene, NOON } from '../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { runHere } from '../support/gateway/run-command.ts';

describe('webhooks on the command line', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await freshDatabase();
    env = { DATABASE_URL: database.url, WEBHOOKS_ALLOW_PRIVATE: '1' };
    await fillScene(database);
  });
  afterAll(() => database.close());

  const webhooks = (command: string, ...args: string[]) =>
    runHere(['webhooks', command, '--client', CALLERS.everywhere.prefix, ...args], env);
  const listed = async () =>
    (await webhooks('list', '--json')).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('one is made, listed without its secret, changed and changed back, given a new secret and removed, as GraphQL does', async () => {
    const made = await webhooks('create', 'http://127.0.0.1:9/events', '--types', 'confirmed,CANCELLED', '--tests');
    expect(made.stdout).toMatch(/^whsec_[\w+/=]+\n$/);
    const [webhook] = await listed();
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url: 'http://127.0.0.1:9/events',
      description: null,
      types: ['CONFIRMED', 'CANCELLED'],
      includeTests: true,
      enabled: true,
      ...{ isTest: false, destinations: null, hotels: null, createdAt: expect.any(String) },
    });
    const id = String(webhook!.id);
    expect((await webhooks('update', id, '--off', '--description', 'the desk')).stderr).toBe('changed\n');
    expect(await listed()).toEqual([{ ...webhook, enabled: false, description: 'the desk' }]);
    expect((await webhooks('update', id, '--no-tests', '--types', 'all')).stderr).toBe('changed\n');
    expect(await listed()).toMatchObject([{ types: [], includeTests: false, description: 'the desk' }]);
    await webhooks('update', id, '--tests', '--types', 'DECLINED');
    await webhooks('update', id, '--on');
    expect(await listed()).toMatchObject([{ types: ['DECLINED'], includeTests: true, enabled: true }]);
    const { stdout } = await webhooks('list');
    expect(stdout).toMatch(/^ID +URL +EVENTS +TESTS +FOR +STATE +CREATED\n/);
    expect(stdout).not.toContain('whsec_');
    const rotated = (await webhooks('rotate', id)).stdout;
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(made.stdout);
    expect((await webhooks('delete', id)).stderr).toBe('removed\n');
    expect(await listed()).toEqual([]);
  });

  test('the list says which a test key has made, and which are of some destinations or hotels alone, as GraphQL does', async () => {
    const services = { database, clock: { now: () => NOON }, allowPrivateWebhooks: true };
    const { everywhere, firstDestination } = CALLERS;
    const { destinations } = firstDestination;
    const callers = [
      { ...everywhere, isTest: true },
      { ...everywhere, destinations },
      { ...everywhere, destinations, hotels: new Set([1, 3]) },
    ];
    for (const caller of callers) await createWebhook(services, caller, { url: 'http://127.0.0.1:9/events' });
    const all = await listed();
    const said = all.map(({ isTest, destinations: some, hotels }) => [isTest, some, hotels]);
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        [true, null, null],
        [false, [1], null],
        [false, null, [1, 3]],
      ]),
    );
    const { stdout } = await webhooks('list');
    for (const row of [/ only +all +on /, / no +destinations 1 +on /, / no +hotels 1,3 +on /]) {
      expect(stdout).toMatch(row);
    }
    for (const { id } of all) await webhooks('delete', String(id));
  });

  test('deliveries are shown, and made again', async () => {
    await webhooks('create', 'http://127.0.0.1:9/events');
    const [{ id } = { id: '' }] = await listed();
    const { clientId, apiKeyId } = CALLERS.everywhere;
    await database.prisma.booking.create({
      data: {
        ...{ id: '2'.repeat(24), reference: '00000000', clientId, apiKeyId, kind: 'REQUEST', status: 'REQUESTED' },
        ...{ hasRooms: false, channelCode: 'public', visitTypeNumber: 100, hotelNumber: 1, roomTypeNumber: 11 },
        ...{ arrival: new Date('2027-01-02'), departure: new Date('2027-01-04'), currency: 'CZK', language: 'en' },
        ...{ priceListKind: 'PER_NIGHT', baseMinor: 1, amountMinor: 1 },
        events: { create: { id: 'evt_1', type: 'REQUESTED', at: new Date(), position: 1 } },
      },
    });
    const { sequence } = await database.prisma.bookingEvent.findFirstOrThrow({ where: { id: 'evt_1' } });
    const now = new Date();
    const delivery = await database.prisma.delivery.create({
      data: {
        ...{ kind: 'webhook', recipient: String(id), endpointId: String(id), eventSequence: sequence, attempts: 10 },
        ...{ state: 'FAILED', outcome: '503', dueAt: now, finishedAt: now, createdAt: now },
      },
    });
    const failed = await webhooks('deliveries', '--state', 'FAILED');
    expect(failed.stdout).toMatch(
      /^ID +EVENT +URL +STATE +TRIES +OUTCOME +DUE\n\d+ +evt_1 +http\S+ +FAILED +10 +503 *\n$/,
    );
    expect((await webhooks('redeliver', String(delivery.id))).stderr).toBe('a server will deliver it\n');
    const { stdout } = await webhooks('deliveries', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'evt_1',
      state: 'PENDING',
      attempts: 0,
      dueAt: expect.any(String),
    });
  });

  test.each([
    [['create', 'nowhere'], /^error: url: /m],
    [['create', 'http://127.0.0.1:9/', '--types', 'gone'], /^error: .* It must be some of CONFIRMED, /m],
    [['update', '1'.repeat(24), '--on'], /^error: There is no webhook 1{24}\.$/m],
    [['update', '1'.repeat(24), '--on', '--off'], /^error: a webhook is switched on or off, not both$/m],
    [['redeliver', '99'], /^error: There is no delivery 99\.$/m],
    [['list', '--client', 'nobody'], /^error: there is no client "nobody"; see keys list$/m],
  ])('webhooks %j exits with 1 and one line with the reason', async ([command, ...args], line) => {
    const { code, stderr } = await webhooks(command!, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.match(/^error:/gm)).toHaveLength(1);
  });
});
