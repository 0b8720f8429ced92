/**
 * A4: an e-mail address gets 6 mails an hour that publishable keys caused, from all processes; later ones wait, none is lost, and they
 * arrive in order. What others cause does not wait. Issue 26, number 4.
 */
import { afterEach, expect, test } from 'vitest';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type Behaviour, type MailServer, readMail, startMailServer } from '../../support/mail/mail-server.ts';
import { until } from '../../support/requests/until.ts';

const HOUR = 3_600_000;
const START = Date.parse(`${TODAY}T12:00:00Z`);
const VICTIM = 'victim@example.org';
const CANCEL = `mutation ($id: ID!) { cancelBooking(input: { id: $id, email: "${VICTIM}", reason: "Pay 2 EUR at https://evil.example" }) { __typename } }`;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function scene(behave?: (connection: number) => Behaviour) {
  const mails = await startMailServer(behave);
  const config = {
    mail: { url: mails.url, from: { name: 'Spa Stays', email: 'stays@gateway.example' }, templates: null },
    publicLimits: { bookingsPerHour: 0, roomNightsPerDay: 0 },
  };
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config });
  const neighbour = await startGateway({ today: TODAY, config, database: gateway.database });
  opened.push(mails, gateway, { close: () => neighbour.stop() });
  await gateway.database.prisma.hotel.update({ where: { number: 1 }, data: { reservationEmail: 'hotel@example.net' } });
  return { mails, gateway, neighbour, key: await gateway.key({ isPublishable: true }) };
}

async function book(gateway: TestGateway, key: string, email: string, index = 0): Promise<string> {
  const day = (offset: number) => new Date(Date.UTC(2027, 3, 1 + index + offset)).toISOString().slice(0, 10);
  const payload = bindingBody({
    ...{ date_from: day(0), date_to: day(2) },
    billed_to: { ...bindingBody().billed_to, email },
  });
  const headers = { authorization: `Bearer ${key}` };
  const response = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload });
  expect(response.statusCode).toBe(201);
  return response.json().id as string;
}

const sentTo = (mails: MailServer, address: string) => mails.received.filter(({ to }) => to.includes(address));
const pending = (gateway: TestGateway) =>
  gateway.database.prisma.delivery.findMany({ where: { kind: 'mail', state: 'PENDING' }, orderBy: { id: 'asc' } });

/** Lets the time pass to an instant in both processes, and waits until every event is published and nothing more is due. */
async function passTo(now: number, gateways: readonly TestGateway[]): Promise<void> {
  for (const gateway of gateways) gateway.setClock(new Date(now).toISOString());
  const [{ database }] = gateways as [TestGateway];
  await database.prisma.$queryRawUnsafe(`SELECT pg_notify('booking_events', 'published')::text AS told`);
  await until(
    async () => ({
      unpublished: await database.prisma.bookingEvent.count({ where: { position: null } }),
      all: await pending(gateways[0]!),
    }),
    ({ unpublished, all }) =>
      unpublished === 0 &&
      all.every(({ dueAt, attempts, outcome }) => dueAt.getTime() > now && (attempts === 0 || outcome !== null)),
  );
}

test('20 bookings and cancellations mail a third person 6 times an hour, in order, and the hotel at once', async () => {
  const { mails, gateway, neighbour, key } = await scene();
  const both = [gateway, neighbour];
  for (let index = 0; index < 20; index++) {
    const id = await book(both[index % 2]!, key, index % 2 === 0 ? VICTIM : VICTIM.toUpperCase(), index);
    expect(await gateway.ask(CANCEL, { key, variables: { id } })).toEqual({
      cancelBooking: { __typename: 'BookingCancelled' },
    });
  }
  const toVictim = () => mails.received.filter(({ to }) => to.some((one) => one.toLowerCase() === VICTIM));
  const events = await gateway.database.prisma.bookingEvent.findMany({ orderBy: { position: 'asc' } });
  await until(
    async () => (await gateway.database.prisma.delivery.count({ where: { kind: 'mail' } })) === 80,
    (isQueued) => isQueued,
  );
  for (let hour = 0; hour < 7; hour++) {
    await passTo(START + hour * HOUR, both);
    expect(toVictim()).toHaveLength(Math.min(40, 6 * (hour + 1)));
    if (hour === 0) expect(sentTo(mails, 'hotel@example.net')).toHaveLength(40);
    await passTo(START + (hour + 1) * HOUR - 1_000, both);
    expect(toVictim()).toHaveLength(Math.min(40, 6 * (hour + 1)));
  }
  expect(toVictim()).toHaveLength(40);
  expect(await pending(gateway)).toEqual([]);
  const order = toVictim().map(({ raw }) =>
    events.findIndex(({ id }) => readMail(raw).headers.get('message-id')!.includes(id)),
  );
  expect(new Set(order).size).toBe(40);
  // Those of one hour are sent side by side.
  expect(order.map((place) => Math.floor(place / 6))).toEqual(order.map((_, index) => Math.floor(index / 6)));
  expect(order.map((place) => events[place]?.type)).toContain('CANCELLED');
  for (const { raw } of mails.received) {
    expect(readMail(raw).parts.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('evil.example'));
  }
  const waited = Object.fromEntries([...gateway.services.limits.entries(), ...[]]);
  expect(waited.mails! + Object.fromEntries(neighbour.services.limits.entries()).mails!).toBeGreaterThanOrEqual(34);
});

test('what other keys and the hotel cause does not wait, nor does another address', async () => {
  const { mails, gateway, neighbour, key } = await scene();
  for (let index = 0; index < 8; index++) await book(gateway, key, VICTIM, index);
  await passTo(START, [gateway, neighbour]);
  expect(sentTo(mails, VICTIM)).toHaveLength(6);
  const partner = await gateway.key();
  await book(gateway, partner, VICTIM, 20);
  await book(gateway, key, 'berta@example.org', 22);
  const operator = await gateway.key({ scopes: ['operate'] });
  const id = (await gateway.database.prisma.booking.findFirstOrThrow()).id;
  await gateway.ask(
    'mutation ($id: ID!) { cancelBooking(input: { id: $id, messageToGuest: "Fire" }) { __typename } }',
    {
      ...{ key: operator, variables: { id } },
    },
  );
  await passTo(START, [gateway, neighbour]);
  await until(
    async () => [sentTo(mails, VICTIM).length, sentTo(mails, 'berta@example.org').length],
    ([victim, berta]) => victim === 8 && berta === 1,
  );
  expect(sentTo(mails, VICTIM).some(({ raw }) => raw.includes('Fire'))).toBe(true);
});

test('a try that fails takes a turn, too, and its mail is not lost', async () => {
  const { mails, gateway, neighbour, key } = await scene((connection) =>
    connection <= 6 ? { at: 'recipient', code: 451 } : 'take',
  );
  await gateway.database.prisma.hotel.update({ where: { number: 1 }, data: { reservationEmail: null } });
  const both = [gateway, neighbour];
  /** Until so many tries were made in all and have ended, and the mails are due at these seconds. */
  const settle = (tries: number, due: readonly number[]) =>
    until(
      async () => ({ all: await pending(gateway), tries: mails.connections() }),
      (now) =>
        now.tries === tries &&
        now.all.every(({ admittedAt, outcome }) => admittedAt === null && outcome === '451') &&
        String(now.all.map(({ dueAt }) => (dueAt.getTime() - START) / 1_000).sort((one, other) => one - other)) ===
          String(due),
    );
  for (let index = 0; index < 4; index++) await book(gateway, key, VICTIM, index);
  await settle(4, [30, 30, 30, 30]);
  await passTo(START + 30_000, both);
  await settle(6, [150, 150, 3_600, 3_600]);
  await passTo(START + 150_000, both);
  await settle(6, [3_600, 3_600, 3_600, 3_600]);
  expect(mails.received).toHaveLength(0);
  await passTo(START + HOUR, both);
  await until(
    () => pending(gateway),
    (all) => all.length === 0,
  );
  expect(sentTo(mails, VICTIM)).toHaveLength(4);
});
