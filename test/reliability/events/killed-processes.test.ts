/**
 * Three gateway processes of which one after another is killed, while clients book, change, cancel and answer requests, webhooks and mails go
 * out, and readers follow the feed (S15 to S18): at commits, while a receiver answers a webhook, and when the mail server has a mail.
 */
import { afterEach, expect, test } from 'vitest';
import { EVENT_CHANNEL } from '../../../src/data/events/publish-events.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import type { Scope } from '../../../src/data/keys/scopes.ts';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import {
  hotelOf,
  openSpa,
  PEPPER,
  ROOM_TYPES,
  type RoomTypeNumber,
  type Stock,
} from '../../support/booking/booking-processes.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import { MortalProcesses } from '../../support/booking/mortal-processes.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { readMail, startMailServer } from '../../support/mail/mail-server.ts';
import { until } from '../../support/requests/until.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

const SEED = newSeed();
const KILLS = amount({ short: 2, long: 50 });
const PROCESSES = 3;
const CLIENTS = 4;
const READERS = 2;
/** Enough for a long run, except for 13, which is sold out: what is refused is rolled back. */
const SOLD_OUT = 13;
const STOCK: Stock = { units: { 11: 60, 12: 30, [SOLD_OUT]: 0, 21: 60 }, nights: 60 };
/** Commits, webhooks or mails between two kills, at most. */
const LONGEST_LIFE = 25;
/** Clients wait while so many events were not delivered by webhook, or not mailed to the customer. */
const MOST_BEHIND = 100;
const RESERVATIONS = 'rezervace@hotel.example';
/** Mails that a process sends at the same time: so many may be in the hands of the mail server when it is killed. */
const MAILS_AT_ONCE = 4;

/** Who gets a mail beside the customer, where it is not the hotel alone. */
const RECIPIENTS: Readonly<Record<string, readonly string[]>> = { DECLINED: [], CHANGED: ['hotel', 'former'] };

const MOMENTS = ['commit', 'webhook', 'mail'] as const;

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

test(`${KILLS} kills lose no event, no webhook and no mail, and notify nobody of what was rolled back`, async () => {
  const draw = drawFromSeed(SEED);
  const spa = await openSpa(STOCK);
  opened.push(spa);
  const { database } = spa;
  await database.prisma.hotel.updateMany({ data: { reservationEmail: RESERVATIONS } });
  const keyFor = async (scopes: readonly Scope[]) => {
    const rights = { channelCode: 'public', destinationNumbers: null, expiresAt: null, clock: systemClock };
    return (await createKey({ database, pepper: PEPPER, name: scopes.join(), scopes, ...rights })).key;
  };
  const [operator, manager] = [await keyFor(['operate']), await keyFor(['manage'])];
  const [mails, receiver] = [await startMailServer(), await startReceiver()];
  opened.push(mails, receiver);
  const settings = { WEBHOOKS_ALLOW_PRIVATE: '1', MAIL_URL: mails.url, MAIL_FROM: 'Spa <stays@gateway.example>' };
  const serve = () => spa.serve(settings);
  const processes = await MortalProcesses.start(serve, { count: PROCESSES, draw });
  await processes.graphql(
    'mutation ($url: String!) { createWebhook(input: { url: $url }) { ... on WebhookCreated { secret } } }',
    manager,
    { url: receiver.url },
  );

  const reported = new Set<string>();
  let counted = { mails: 0, toCustomers: 0 };
  const toCustomers = (): number => {
    const arrived = mails.received.slice(counted.mails).filter(({ raw }) => raw.includes('.customer@gateway.example>'));
    counted = { mails: mails.received.length, toCustomers: counted.toCustomers + arrived.length };
    return counted.toCustomers;
  };
  const killing = killAtMoments();
  const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => follow(SEED + reader)));
  let changes = 0;
  let isOver = false;
  const refused = (await Promise.all(Array.from({ length: CLIENTS }, (_, client) => beClient(client)))).flat();
  await killing;
  isOver = true;
  const feeds = await reading;
  // What was claimed by processes that were killed is due again after a while, which passes here.
  expect(await processes.stop()).toEqual(Array(PROCESSES).fill(0));
  await database.prisma.delivery.updateMany({ where: { state: 'PENDING' }, data: { dueAt: new Date() } });
  const last = await serve();
  await until(
    () => database.prisma.delivery.count({ where: { NOT: { state: 'DONE' } } }),
    (count) => count === 0,
  );
  expect((await last.stop()).code).toBe(0);

  const events = await database.prisma.bookingEvent.findMany({ orderBy: { position: 'asc' } });
  const ids = events.map(({ id }) => id);
  // Each change that was answered is stored, once, and nothing else is.
  expect(ids).toHaveLength(changes);
  expect(events.map(({ position }) => Number(position))).toEqual(events.map((_, index) => index + 1));
  for (const seen of feeds) expect(seen).toEqual(ids);
  const delivered = receiver.received.map(({ headers }) => headers['webhook-id'] as string);
  expect([...new Set(delivered)].sort()).toEqual([...ids].sort());
  const typeOf = new Map(events.map(({ id, type }) => [id, type]));
  for (const { headers, body } of receiver.received) {
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    expect([id, type]).toEqual([headers['webhook-id'], `booking.${typeOf.get(id)!.toLowerCase()}`]);
  }
  const mailed = mails.received.map(({ raw }) => readMail(raw).headers.get('message-id')!);
  const expected = events.flatMap(({ id, type }) =>
    ['customer', ...(RECIPIENTS[type] ?? ['hotel'])].map((recipient) => `<${id}.${recipient}@gateway.example>`),
  );
  expect([...new Set(mailed)].sort()).toEqual(expected.sort());
  const repeated = { webhooks: delivered.length - ids.length, mails: mailed.length - expected.length };
  // A stop may interrupt a mail, too.
  expect(repeated.mails).toBeLessThanOrEqual((KILLS + PROCESSES) * MAILS_AT_ONCE);
  expect(refused.length).toBeGreaterThan(0);
  expect(await disagreementsOf(database, null)).toEqual([]);
  say('killed processes', { seed: SEED, kills: KILLS, events: ids.length, refused: refused.length, repeated });

  /** Kills a process at a moment of each kind in turn, and again when another one has taken its place. */
  async function killAtMoments(): Promise<void> {
    let left = { commit: 0, webhook: 0 };
    let arrive = () => {};
    const pass = (kind: 'commit' | 'webhook') => {
      if (left[kind] > 0 && --left[kind] === 0) arrive();
    };
    const stopHearing = await database.listen(EVENT_CHANNEL, {
      onPayload: (payload) => payload === 'written' && pass('commit'),
      onConnected() {},
    });
    receiver.answer = (response) => {
      reported.add(receiver.received.at(-1)!.headers['webhook-id'] as string);
      pass('webhook');
      response.writeHead(204).end();
    };
    while (processes.kills < KILLS) {
      const kind = MOMENTS[processes.kills % MOMENTS.length]!;
      const count = between(draw, 1, LONGEST_LIFE);
      if (kind === 'mail') await mails.until(mails.received.length + count);
      else {
        await new Promise<void>((resolve) => {
          arrive = resolve;
          left = { commit: 0, webhook: 0, [kind]: count };
        });
      }
      await processes.killOne();
    }
    await stopHearing();
  }

  /** Books, and cancels or has answered what it has booked. Returns the statuses of what was refused. */
  async function beClient(client: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; processes.kills < KILLS; turn++) {
      const isBinding = turn === 0 || !oneIn(draw, 3);
      const body = stayOf(`${client}-${turn}`, isBinding, turn === 0 ? SOLD_OUT : pick(draw, ROOM_TYPES));
      const answer = await processes.ask<{ _id: string }>('/api/v1/booking', spa.key, {
        body,
        headers: { 'idempotency-key': `${client}-${turn}` },
      });
      if (answer.status !== 201) {
        statuses.push(answer.status);
        continue;
      }
      changes++;
      const id = answer.body._id;
      if (!isBinding && !oneIn(draw, 3)) await change(pick(draw, ['confirmBooking', 'declineBooking']), operator, id);
      if (!oneIn(draw, 3)) await alter(id, `${client}-${turn}`);
      if (oneIn(draw, 3)) await change('cancelBooking', spa.key, id);
      await until(
        async () => changes - Math.min(reported.size, toCustomers()),
        (behind) => behind < MOST_BEHIND,
      );
    }
    expect(new Set(statuses)).toEqual(new Set(statuses.length === 0 ? [] : [422]));
    return statuses;
  }

  /** Changes the address of a booking, and its stay where there are rooms. */
  async function alter(id: string, name: string): Promise<void> {
    const arrival = spa.firstNight + draw(STOCK.nights - 7);
    const stay = { arrival: formatDay(arrival), departure: formatDay(arrival + between(draw, 1, 7)) };
    const input = { id, billedTo: { email: `changed-${name}@example.com` }, ...(oneIn(draw, 4) ? {} : { stay }) };
    const quoting = `query ($input: ChangeBookingInput!) {
      result: quoteChange(input: $input) { ... on ChangeQuoted { quote { total { amountMinor } } } } }`;
    const { result: quoted } = await processes.graphql<{ result: { quote?: { total: { amountMinor: number } } } }>(
      quoting,
      operator,
      { input },
    );
    const expectedTotal = quoted.quote?.total.amountMinor ?? 0;
    const changing = `mutation ($input: ChangeBookingInput!) { result: changeBooking(input: $input) { __typename } }`;
    const { result } = await processes.graphql<{ result: { __typename: string } }>(changing, operator, {
      input: { ...input, expectedTotal, idempotencyKey: `change-${name}` },
    });
    expect(result.__typename).toMatch(/^BookingChanged$|^NotChangeable$|^NoCapacity$/);
    if (result.__typename === 'BookingChanged') changes++;
  }

  async function change(field: string, key: string, id: string): Promise<void> {
    const query = `mutation ($id: ID!) { result: ${field}(input: { id: $id }) { __typename } }`;
    const { result } = await processes.graphql<{ result: { __typename: string } }>(query, key, { id });
    expect(result.__typename).toMatch(/^Booking|^NotCancellable$|^NoCapacity$/);
    if (result.__typename.startsWith('Booking')) changes++;
  }

  function stayOf(name: string, isBinding: boolean, roomType: RoomTypeNumber) {
    const arrival = spa.firstNight + draw(STOCK.nights - 7);
    const body = bindingBody({
      binding_booking: isBinding,
      room_type_id: roomType,
      hotel_id: hotelOf(roomType),
      date_from: formatDay(arrival),
      date_to: formatDay(arrival + between(draw, 1, 7)),
    });
    return { ...body, billed_to: { ...body.billed_to, email: `guest-${name}@example.com` } };
  }

  /** The ids of the feed, followed from the beginning through any process until everything is over. */
  async function follow(seed: number): Promise<string[]> {
    const own = drawFromSeed(seed);
    const seen: string[] = [];
    let cursor = '';
    for (let isLast = false; ; ) {
      const path = `/api/v2/events?wait=1&limit=${between(own, 1, 200)}${cursor && `&cursor=${cursor}`}`;
      const { status, body } = await processes.ask<{ data: { id: string }[]; nextCursor: string }>(path, operator);
      expect(status).toBe(200);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
      if (body.data.length > 0) continue;
      if (isLast) return seen;
      isLast = isOver;
    }
  }
});
