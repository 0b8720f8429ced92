/** Mail through the whole gateway to a real SMTP server (S17, S18). */
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type Behaviour, type MailServer, readMail, startMailServer } from '../../support/mail/mail-server.ts';
import { until } from '../../support/requests/until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FROM = { name: 'Spa Stays', email: 'stays@gateway.example' };
const RESERVATIONS = 'rezervace@hotel.example';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

interface Scene {
  readonly gateway: TestGateway;
  readonly mails: MailServer;
  book(body?: object): Promise<string>;
  /** Books another stay, whose mail is tried: what was due before has been tried by then. */
  bookAnother(): Promise<void>;
  /** Lets so much time pass; what is due is tried. */
  pass(milliseconds: number): Promise<void>;
  /** The deliveries of mails, when they are all as wanted. */
  deliveries(isWanted: (delivery: Delivery) => boolean): Promise<Delivery[]>;
}

interface Delivery {
  readonly recipient: string;
  readonly state: string;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly dueAt: Date;
}

const START = Date.parse(`${TODAY}T12:00:00Z`);

async function scene({
  behave,
  hotel = {},
  lines = [],
}: {
  behave?: (connection: number) => Behaviour;
  hotel?: object;
  lines?: string[];
} = {}): Promise<Scene> {
  const mails = await startMailServer(behave);
  opened.push(mails);
  const log = await createLog({ level: 'trace', terminal: false, destination: { write: (line) => lines.push(line) } });
  const config = { mail: { url: mails.url, from: FROM, templates: null } };
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config, log });
  opened.push(gateway);
  await gateway.database.prisma.hotel.update({ where: { number: 1 }, data: hotel });
  const key = await gateway.key();
  let now = START;
  const mailsToSend = () =>
    gateway.database.prisma.delivery.findMany({ where: { kind: 'mail' }, orderBy: { id: 'asc' } });
  const book = async (payload = bindingBody()) => {
    const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' };
    const response = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload });
    expect(response.statusCode).toBe(201);
    return (response.json() as { id: string }).id;
  };
  return {
    gateway,
    mails,
    book,
    async bookAnother() {
      await book();
      await until(mailsToSend, ([, other]) => other !== undefined && (isDone(other) || other.outcome !== null));
    },
    async pass(milliseconds) {
      now += milliseconds;
      gateway.setClock(new Date(now).toISOString());
      await gateway.database.prisma.$queryRawUnsafe(`SELECT pg_notify('booking_events', 'published')::text AS told`);
    },
    deliveries: (isWanted) => until(mailsToSend, (all) => all.length > 0 && all.every(isWanted)),
  };
}

const isDone = ({ state }: Delivery): boolean => state === 'DONE';
const idsOf = ({ received }: MailServer) => received.map(({ raw }) => readMail(raw).headers.get('message-id')!);

describe('mail', () => {
  test('of a booking goes to the customer and the hotel, each once', async () => {
    const { gateway, mails, book, deliveries } = await scene({ hotel: { reservationEmail: RESERVATIONS } });
    const bookingId = await book();
    await mails.until(2);
    await deliveries(isDone);
    expect(mails.received.flatMap(({ to }) => to).sort()).toEqual(['anna@example.com', RESERVATIONS]);
    const { id } = await gateway.database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId } });
    expect(idsOf(mails).sort()).toEqual([`<${id}.customer@gateway.example>`, `<${id}.hotel@gateway.example>`]);
    expect(mails.connections()).toBe(2);
  });

  test('of a request goes to a hotel with an address only', async () => {
    const { mails, book, deliveries } = await scene();
    await book(requestBody());
    expect((await deliveries(isDone)).map(({ recipient }) => recipient)).toEqual(['customer']);
    expect(mails.received).toHaveLength(1);
  });

  test('that is refused for now is tried again after 30 s, 2 min, 10 min, then hourly for 24 h, and then rests', async () => {
    const { mails, book, bookAnother, pass, deliveries } = await scene({
      behave: () => ({ at: 'recipient', code: 450 }),
    });
    await book();
    const waits = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, ...Array<number>(24).fill(HOUR)];
    let now = START;
    for (const [index, wait] of waits.entries()) {
      const [waiting] = await deliveries(({ attempts, outcome, dueAt }) => {
        return attempts === index + 1 && outcome === '450' && dueAt.getTime() === now + wait;
      });
      expect(waiting).toMatchObject({ state: 'PENDING', recipient: 'customer' });
      await pass(wait);
      now += wait;
    }
    const [given] = await deliveries(({ state }) => state === 'FAILED');
    expect(given).toMatchObject({ attempts: waits.length + 1, outcome: '450' });
    expect(mails.connections()).toBe(waits.length + 1);
    await pass(48 * HOUR);
    await bookAnother();
    expect(mails.connections()).toBe(waits.length + 2);
  });

  test('that is refused for good rests at once', async () => {
    const { mails, book, bookAnother, pass, deliveries } = await scene({
      behave: () => ({ at: 'recipient', code: 550 }),
    });
    await book();
    expect(await deliveries(({ state }) => state === 'FAILED')).toMatchObject([{ attempts: 1, outcome: '550' }]);
    expect(mails.connections()).toBe(1);
    await pass(48 * HOUR);
    await bookAnother();
    expect(mails.connections()).toBe(2);
  });

  test('that notifies a former address of its change and is refused for good leaves nothing of the address (M7)', async () => {
    const { gateway, book, deliveries } = await scene({ behave: () => ({ at: 'recipient', code: 550 }) });
    const id = await book();
    const key = await gateway.key({ scopes: ['operate'] });
    const query = `mutation ($id: ID!) { changeBooking(input: { id: $id, billedTo: { email: "right@example.com" } }) { __typename } }`;
    expect(await gateway.ask(query, { key, variables: { id } })).toEqual({
      changeBooking: { __typename: 'BookingChanged' },
    });
    await until(
      () => gateway.database.prisma.delivery.findFirst({ where: { recipient: 'former', state: 'FAILED' } }),
      (found) => found !== null,
    );
    await deliveries(({ state }) => state === 'FAILED');
    expect(await gateway.database.prisma.bookingEvent.count({ where: { formerEmail: { not: null } } })).toBe(0);
  });

  test('whose arrival nobody learned of is sent once more, with the same Message-ID, and no third time', async () => {
    const { mails, book, bookAnother, pass, deliveries } = await scene({
      behave: (connection) => (connection === 1 ? 'dropAfterData' : 'take'),
    });
    await book();
    await deliveries(({ state, attempts, outcome }) => state === 'PENDING' && attempts === 1 && outcome !== null);
    await pass(30 * SECOND);
    await deliveries(isDone);
    await pass(HOUR);
    await bookAnother();
    const [first, again, ...others] = idsOf(mails);
    expect([again, others.length, others.includes(first!)]).toEqual([first, 1, false]);
  });

  test('asked for again is a mail of its own about the present state, once while it waits', async () => {
    const { gateway, mails, book, pass, deliveries } = await scene({
      behave: (connection) => (connection === 2 ? { at: 'data', code: 451 } : 'take'),
    });
    const id = await book();
    await deliveries(isDone);
    const key = await gateway.key({ scopes: ['operate'] });
    const query = 'mutation ($id: ID!) { resendConfirmation(input: { id: $id }) { __typename } }';
    const resend = () => gateway.ask(query, { key, variables: { id } });
    expect(await resend()).toEqual({ resendConfirmation: { __typename: 'ResendRequested' } });
    await deliveries(({ outcome }) => outcome !== null);
    await Promise.all([resend(), resend()]);
    expect(await gateway.database.prisma.delivery.count()).toBe(2);
    await pass(30 * SECOND);
    await deliveries(isDone);
    expect(new Set(idsOf(mails)).size).toBe(2);
    const [first, again] = mails.received.map(({ raw }) => readMail(raw).headers.get('subject'));
    expect(again).toBe(first);
    await resend();
    await mails.until(3);
    expect(new Set(idsOf(mails)).size).toBe(3);
  });

  test('leaves nobody and nothing of it in the log, whatever the server says', async () => {
    const lines: string[] = [];
    const { mails, book, pass, deliveries } = await scene({
      lines,
      behave: (connection) => (connection === 1 ? { at: 'data', code: 451 } : 'take'),
    });
    const id = await book();
    await deliveries(({ attempts, outcome }) => attempts === 1 && outcome !== null);
    await pass(30 * SECOND);
    await deliveries(isDone);
    const reference = /\(([0-9A-Z]{4}-[0-9A-Z]{4})\)/.exec(
      readMail(mails.received[0]!.raw).headers.get('subject')!,
    )![1]!;
    const log = lines.join('');
    expect(log).toContain('mail goes out over 127.0.0.1');
    for (const secret of ['sesame', 'anna@', 'Nová', 'jana@', id, reference]) expect(log).not.toContain(secret);
  });
});

test('with DELIVERIES=0 a process sends no mail of what it publishes: it waits for one that delivers', async () => {
  const mails = await startMailServer();
  const database = await freshDatabase();
  opened.push(database, mails);
  const config = { mail: { url: mails.url, from: FROM, templates: null } };
  const open = { ...database, close: async () => {} };
  const silent = await startGateway({
    ...{ catalogue: SMALL_CATALOGUE, today: TODAY, database: open },
    config: { ...config, deliveries: false },
  });
  const headers = { authorization: `Bearer ${await silent.key()}`, 'accept-language': 'en' };
  // By the second one the first would have been tried.
  for (const _ of [1, 2]) {
    await silent.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
    await silent.services.events.publish();
  }
  const waiting = () => database.prisma.delivery.findMany({ select: { kind: true, state: true, attempts: true } });
  expect(await waiting()).toEqual(Array(2).fill({ kind: 'mail', state: 'PENDING', attempts: 0 }));
  await silent.stop();
  expect(mails.connections()).toBe(0);
  const delivering = await startGateway({ today: TODAY, database: open, config });
  await mails.until(2);
  expect(mails.received.flatMap(({ to }) => to)).toEqual(Array(2).fill('anna@example.com'));
  await delivering.stop();
});

describe('without a mail server', () => {
  test('nothing waits and nothing is kept outside of demo mode, and the start says so', async () => {
    const lines: string[] = [];
    const log = await createLog({ level: 'info', terminal: false, destination: { write: (line) => lines.push(line) } });
    const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, log });
    opened.push(gateway);
    expect(lines.join('')).toContain('no mail goes out: MAIL_URL is not set');
    const headers = { authorization: `Bearer ${await gateway.key()}` };
    await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
    await until(
      () => gateway.database.prisma.bookingEvent.count({ where: { position: { not: null } } }),
      (count) => count === 1,
    );
    expect(await gateway.database.prisma.delivery.count()).toBe(0);
    expect(await gateway.database.prisma.keptMail.count()).toBe(0);
  });

  test('any process of a demo shows what another one has kept', async () => {
    const database: FreshDatabase = await freshDatabase();
    opened.push(database);
    const [one, other] = [
      await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, demo: true, database }),
      await startGateway({ today: TODAY, demo: true, database }),
    ];
    const headers = { authorization: `Bearer ${await one.key()}`, 'accept-language': 'de' };
    await one.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
    const list = () => other.inject({ url: '/mail', headers: { host: 'localhost' } });
    const { body } = await until(list, (page) => page.body.includes('anna@example.com'));
    expect(body).toContain('Ihr Aufenthalt ist gebucht');
    await Promise.all([one.stop(), other.stop()]);
  });
});
