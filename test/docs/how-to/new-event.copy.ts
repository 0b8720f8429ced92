/** Runs in a copy of the project to which `docs/how-to/add-an-event.md` has been applied. */
import { expect, test } from 'vitest';
import { migrate } from '../../../src/data/database/migrations.ts';
import { queueMailAgain } from '../../../src/data/deliveries/mails.ts';
import { COMMAND_LINE } from '../../../src/domain/event/actor.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { runHere } from '../../support/gateway/run-command.ts';
import { until } from '../../support/requests/until.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

const OPERATION = new URL('../../../src/operations/booking/changes/mark-paid.ts', import.meta.url);
const caller = {
  ...{ name: COMMAND_LINE, clientId: null, destinations: null, hotels: null, isTest: null },
  scopes: new Set(['operate']),
};

test('the event comes in the feeds, to the webhook that was made for its type, and into the history; the mail stays that of the state', async () => {
  const { markPaid } = (await import(/* @vite-ignore */ OPERATION.href)) as {
    markPaid: (request: object) => Promise<unknown>;
  };
  const database = await freshDatabase();
  await migrate(database);
  const config = { webhooksAllowPrivate: true };
  const gateway = await startGateway({ database, catalogue: SMALL_CATALOGUE, today: TODAY, config });
  const receiver = await startReceiver();
  try {
    const client = 'Hotel system';
    const key = await gateway.key({ client, scopes: ['read', 'book', 'bookings', 'operate'] });
    const env = { DATABASE_URL: database.url, WEBHOOKS_ALLOW_PRIVATE: '1' };
    const hook = ['webhooks', 'create', '--client', client, '--types', 'paid', receiver.url];
    expect(await runHere(hook, env)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_/) });
    const headers = { authorization: `Bearer ${key}` };
    const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
    const { _id: bookingId } = made.json() as { _id: string };
    const { clock, businessTimeZone, epochs } = gateway.services;
    const texts = { note: null, messageToGuest: null, reserved: {} };
    const paid = await markPaid({ database, epochs, clock, businessTimeZone, caller, bookingId, ...texts });
    expect(paid).toEqual({ kind: 'paidMarked', bookingId });

    const { data } = (await gateway.inject({ url: '/api/v2/events', headers })).json() as { data: { type: string }[] };
    expect(data.map(({ type }) => type)).toEqual(['booking.confirmed', 'booking.paid']);
    expect(
      await gateway.ask(
        `{ events(first: 10, types: [PAID]) { nodes { type bookingId status } }
          booking(id: "${bookingId}") { status history { type by } } }`,
        { key },
      ),
    ).toEqual({
      events: { nodes: [{ type: 'PAID', bookingId, status: 'CONFIRMED' }] },
      booking: {
        status: 'CONFIRMED',
        history: [
          { type: 'CONFIRMED', by: 'test' },
          { type: 'PAID', by: COMMAND_LINE },
        ],
      },
    });
    await until(
      async () => receiver.received.length,
      (length) => length > 0,
    );
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toMatchObject([{ type: 'booking.paid', data: { bookingId, status: 'CONFIRMED' } }]);

    await queueMailAgain(database, { bookingId, now: clock.now() });
    const where = { kind: 'mail', recipient: { startsWith: 'customer-' } };
    const mails = await database.prisma.delivery.findMany({ where, select: { event: { select: { type: true } } } });
    expect(mails).toEqual([{ event: { type: 'CONFIRMED' } }]);
  } finally {
    await receiver.close();
    await gateway.close();
  }
});
