/**
 * Events and deliveries behind PgBouncer in transaction mode (S15 to S18, U6), with two server connections for three gateways: what
 * publishing and claiming lock ends with their transactions, and notifications come over the direct address.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { importNumbered, NUMBERED_TODAY } from '../../support/catalogue/numbered-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../support/database/pgbouncer.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type MailServer, readMail, startMailServer } from '../../support/mail/mail-server.ts';
import { until } from '../../support/requests/until.ts';
import { followBookings } from '../../support/subscriptions/followed-bookings.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const BOOKINGS = 60;
const FROM = { name: 'Spa Stays', email: 'stays@gateway.example' };

describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  let direct: FreshDatabase;
  let pooler: PgBouncer;
  let gateways: TestGateway[];
  let mails: MailServer;
  let receiver: Receiver;
  beforeEach(async () => {
    direct = await freshDatabase();
    pooler = await startPgBouncer({ url: direct.url, serverConnections: 2 });
    [mails, receiver] = [await startMailServer(), await startReceiver()];
    await importNumbered(direct, 1);
    const config = { webhooksAllowPrivate: true, mail: { url: mails.url, from: FROM, templates: null } };
    gateways = [];
    for (let place = 0; place < 3; place++) {
      const url = `${pooler.url}?pgbouncer=true`;
      const pooled: Database = await openDatabase({ kind: 'postgresql', url, directUrl: direct.url });
      gateways.push(await startGateway({ today: NUMBERED_TODAY, database: { ...pooled, url: pooler.url }, config }));
    }
  });
  afterEach(async () => {
    for (const gateway of gateways) await gateway.close();
    await Promise.all([mails.close(), receiver.close()]);
    await pooler?.stop();
    await direct?.close();
  });

  test(`${BOOKINGS} bookings are published once and in one order by feed and subscription, delivered by webhook and by mail`, async () => {
    const [first, second, third] = gateways as [TestGateway, TestGateway, TestGateway];
    const [shop, operator, manager] = await Promise.all([
      first.key({ scopes: ['book'] }),
      first.key({ scopes: ['operate'] }),
      first.key({ scopes: ['manage'] }),
    ]);
    const create = `mutation { createWebhook(input: { url: "${receiver.url}" }) { __typename } }`;
    expect(await second.ask(create, { key: manager })).toEqual({ createWebhook: { __typename: 'WebhookCreated' } });
    const followed = await followBookings({ url: await third.listen(), key: operator });

    const statuses = await Promise.all(
      Array.from({ length: BOOKINGS }, async (_, index) => {
        const { billed_to, ...body } = bindingBody({ date_from: '2027-03-01', date_to: '2027-03-02' });
        const response = await gateways[index % 3]!.inject({
          method: 'POST',
          url: '/api/v1/booking',
          headers: { authorization: `Bearer ${shop}` },
          payload: { ...body, binding_booking: false, billed_to: { ...billed_to, email: `guest${index}@example.com` } },
        });
        return response.statusCode;
      }),
    );
    expect(statuses).toEqual(statuses.map(() => 201));

    const reported = (await followed.events(BOOKINGS)).map(({ id }) => id);
    followed.stream.close();
    for (const gateway of gateways) {
      const query = `{ events(first: 500) { nodes { id } } }`;
      const { events } = await gateway.ask<{ events: { nodes: { id: string }[] } }>(query, { key: operator });
      expect(events.nodes.map(({ id }) => id)).toEqual(reported);
    }
    await until(
      () => direct.prisma.delivery.groupBy({ by: ['kind', 'state'], _count: true, orderBy: { kind: 'asc' } }),
      (groups) => groups.every(({ state }) => state === 'DONE'),
    );
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...reported].sort());
    const messageIds = mails.received.map(({ raw }) => readMail(raw).headers.get('message-id'));
    expect(messageIds.sort()).toEqual(reported.map((id) => `<${id}.customer@gateway.example>`).sort());
    const [locks] = await direct.prisma.$queryRaw<{ left: number }[]>`
      SELECT count(*)::int AS left FROM pg_locks JOIN pg_database AS d ON d.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`;
    expect(locks!.left).toBe(0);
  });
});
