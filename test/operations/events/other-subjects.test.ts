/** An event need not be about a booking (S14): one that is not goes the way of all events, to those of its destination. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { claimDeliveries } from '../../../src/data/deliveries/deliveries.ts';
import { MAILS, WEBHOOKS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { type EventSelection, readEventWindow, type StoredEvent } from '../../../src/data/events/stored-events.ts';
import { selectEvents } from '../../../src/operations/events/list-events.ts';
import { webhookDelivery } from '../../../src/operations/webhooks/deliver-webhook.ts';
import type { WebhookPost } from '../../../src/operations/webhooks/post-webhook.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { type BookingScene, CALLERS, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

let database: Database;
let scene: BookingScene;
let bookingId: string;
const now = Date.parse('2026-05-01T12:00:00Z');
const [HERE, ELSEWHERE] = [1, 999];
const TOLD = { hotel: 1, reason: 'flood' };

beforeAll(async () => {
  database = await freshEmbedded();
  await fillScene(database);
  scene = await openScene(database);
  bookingId = await scene.made();
  await database.prisma.$executeRawUnsafe(`ALTER TYPE "BookingEventType" ADD VALUE 'HOTEL_CLOSED'`);
  const { clientId } = await database.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  const endpoint = (id: string, its: object) => ({
    ...{ id, clientId, url: `https://${id}.test`, secret: 'whsec_c2VjcmV0', createdAt: new Date(now), types: [] },
    ...{ includesTests: false, allDestinations: false, destinationNumbers: [] as number[], ...its },
  });
  await database.prisma.webhookEndpoint.createMany({
    data: [
      endpoint('a'.repeat(24), { allDestinations: true }),
      endpoint('b'.repeat(24), { destinationNumbers: [HERE] }),
      endpoint('c'.repeat(24), { destinationNumbers: [ELSEWHERE] }),
      endpoint('d'.repeat(24), { allDestinations: true, isTest: true, includesTests: true }),
      endpoint('e'.repeat(24), { allDestinations: true, types: ['CANCELLED'] }),
    ],
  });
  await database.prisma.$executeRawUnsafe(
    `INSERT INTO booking_event (id, type, at, destination_number, data) VALUES ('evt_closed', 'HOTEL_CLOSED', $1, ${HERE}, $2::jsonb)`,
    new Date(now),
    JSON.stringify(TOLD),
  );
  expect(await publishEvents(database, { recipients: [WEBHOOKS, MAILS], now })).toBe(2);
});
afterAll(async () => {
  await scene?.close();
  await database?.close();
});

test('it is delivered to the webhooks of its destination that want its type and are not of tests, with its own data, and mailed to nobody', async () => {
  const shares = { most: 100, mostOfOwner: 100, mostOfOne: 100 };
  const claim = { now, leaseUntil: now + 60_000, shares, underWay: [] };
  const posts: WebhookPost[] = [];
  const deliver = webhookDelivery({
    ...{ database, clock: { now: () => now }, allowPrivate: false },
    post: async (post) => {
      posts.push(post);
      return { status: 204 };
    },
  });
  for (const delivery of await claimDeliveries(database, { recipients: WEBHOOKS, ...claim })) {
    expect(await deliver(delivery, new AbortController().signal, {})).toMatchObject({ result: 'done' });
  }
  const closed = posts.filter(({ headers }) => headers['webhook-id'] === 'evt_closed');
  expect(closed.map(({ url }) => url).sort()).toEqual([
    `https://${'a'.repeat(24)}.test`,
    `https://${'b'.repeat(24)}.test`,
  ]);
  expect(JSON.parse(closed[0]!.body)).toEqual({
    ...{ id: 'evt_closed', type: 'hotel.closed', timestamp: new Date(now).toISOString(), data: TOLD },
  });
  const mails = await claimDeliveries(database, { recipients: MAILS, ...claim });
  const { sequence } = await database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId } });
  expect(new Set(mails.map(({ eventSequence }) => eventSequence))).toEqual(new Set([Number(sequence)]));
});

test('the feed sends it to those of its destination, in its place, and the feed of bookings goes past it', async () => {
  const read = async (selection: Partial<EventSelection>) => {
    const all = { ownClientId: null, destinations: 'all', hotels: null, types: null, isTest: null } as const;
    const { events } = await readEventWindow<StoredEvent<object, string>>(database, {
      ...{ after: 0, limit: 100, selection: { ...all, ...selection } },
    });
    return events.map(({ type }) => type);
  };
  expect(await read({ destinations: [HERE] })).toEqual(['CONFIRMED', 'HOTEL_CLOSED']);
  expect(await read({})).toEqual(['CONFIRMED', 'HOTEL_CLOSED']);
  expect(await read({ destinations: [ELSEWHERE] })).toEqual([]);
  const { clientId } = await database.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  expect(await read({ destinations: [], ownClientId: clientId })).toEqual(['CONFIRMED']);
  expect(await read({ isTest: true })).toEqual([]);
  const bookings = selectEvents(CALLERS.everywhere, { types: null, includesTests: false });
  const window = await readEventWindow(database, { after: 0, limit: 100, selection: bookings });
  expect(window).toMatchObject({ seenUpTo: 2, hasMore: false });
  expect(window.events.every((event) => event.bookingId === bookingId)).toBe(true);
});

test('an event is about a booking, with its state, or has facts and a destination of its own', async () => {
  const write = (columns: string, values: string) =>
    database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, type, at, ${columns}) VALUES ('evt_' || random(), 'HOTEL_CLOSED', current_timestamp, ${values})`,
    );
  await expect(write('data', `'{}'`)).rejects.toThrow(/booking_event_subject_check/);
  await expect(write('destination_number', '1')).rejects.toThrow(/booking_event_subject_check/);
  const both = `'${bookingId}', '{}', 'CONFIRMED', 1`;
  await expect(write('booking_id, data, status, destination_number', both)).rejects.toThrow(/subject_check/);
});

test('events that a process of the version before writes get the state of their type, and of the event before where the type says none', async () => {
  await database.prisma.$executeRawUnsafe(
    `INSERT INTO booking_event (id, booking_id, type, at) VALUES ('evt_c', $1, 'CANCELLED', current_timestamp), ('evt_e', $1, 'ERASED', current_timestamp)`,
    bookingId,
  );
  const rows = await database.prisma.bookingEvent.findMany({
    where: { id: { in: ['evt_c', 'evt_e'] } },
    ...{ select: { type: true, status: true }, orderBy: { id: 'asc' } },
  });
  expect(rows).toEqual([
    { type: 'CANCELLED', status: 'CANCELLED' },
    { type: 'ERASED', status: 'CANCELLED' },
  ]);
});

test('GraphQL lists the deliveries and the history whose types it knows; those of a newer release on the same database fail no page', async () => {
  const gateway = await startGateway({
    ...{ catalogue: SMALL_CATALOGUE, today: TODAY, config: { webhooksAllowPrivate: true } },
  });
  try {
    const key = await gateway.key({ scopes: ['read', 'book', 'bookings', 'manage'] });
    const { prisma } = gateway.database;
    await gateway.ask('mutation { createWebhook(input: { url: "https://own.example" }) { __typename } }', { key });
    const headers = { authorization: `Bearer ${key}` };
    const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
    const { _id: id } = made.json() as { _id: string };
    for (const type of ['HOTEL_CLOSED', 'UPGRADED']) {
      await prisma.$executeRawUnsafe(`ALTER TYPE "BookingEventType" ADD VALUE '${type}'`);
    }
    await prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, type, at, destination_number, data) VALUES ('evt_closed', 'HOTEL_CLOSED', current_timestamp, 1, '{}')`,
    );
    await prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, type, at, booking_id, status) VALUES ('evt_upgraded', 'UPGRADED', current_timestamp, $1, 'CONFIRMED')`,
      id,
    );
    await publishEvents(gateway.database, { recipients: [WEBHOOKS], now });
    const stored = await prisma.delivery.findMany({
      select: { id: true, eventSequence: true },
      orderBy: { id: 'asc' },
    });
    expect(stored).toHaveLength(3);
    const { webhookDeliveries, booking } = await gateway.ask<Record<string, unknown>>(
      `{ webhookDeliveries { nodes { id eventType bookingId } } booking(id: "${id}") { history { type } } }`,
      { key },
    );
    expect(webhookDeliveries).toEqual({
      nodes: [{ id: String(stored[0]!.id), eventType: 'CONFIRMED', bookingId: id }],
    });
    expect(booking).toEqual({ history: [{ type: 'CONFIRMED' }] });
    const again = `mutation { redeliver(input: { id: "${stored[1]!.id}" }) { __typename } }`;
    expect(await gateway.ask(again, { key })).toEqual({ redeliver: { __typename: 'NotFound' } });
  } finally {
    await gateway.close();
  }
});
