/**
 * Subscribers while events are written (U6): transactions commit and roll back in random order, three processes publish, and
 * subscribers come and go, some of them with the cursor of an earlier visit. Each receives the feed without gaps, repetitions or
 * another order.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import {
  type EventWindow,
  readEventWindow,
  readLastPosition,
  type StoredEvent,
} from '../../../src/data/events/stored-events.ts';
import { systemClock, systemScheduler } from '../../../src/domain/time/clock.ts';
import { type EventBatch, EventFeeds } from '../../../src/operations/events/event-feeds.ts';
import { EventPublisher } from '../../../src/operations/events/event-publisher.ts';
import type { LiveSource, Step } from '../../../src/operations/live/live-source.ts';
import { makeBookings, writeRacingEvents } from '../../support/booking/racing-events.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
const WRITERS = 8;
const SUBSCRIBERS = 6;
const EVENTS = amount({ short: 1_000, long: 20_000 });
const EVERYTHING = { ownClientId: null, destinations: 'all', hotels: null, types: null, isTest: false } as const;

let database: FreshDatabase;
let failures: unknown[];
let processes: { database: Database; events: EventPublisher; feeds: EventFeeds; stop: () => Promise<void> }[];
beforeEach(async () => {
  failures = [];
  database = await freshDatabase({ poolSize: WRITERS });
  const onFailure = (error: unknown) => failures.push(error);
  processes = await Promise.all(
    [1, 2, 3].map(async () => {
      const own = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 4 });
      const schedule = systemScheduler;
      const events = new EventPublisher({ database: own, clock: systemClock, recipients: [], schedule, onFailure });
      const feeds = new EventFeeds({ database: own, publisher: events, schedule, onFailure });
      return { database: own, events, feeds, stop: events.start() };
    }),
  );
});
afterEach(async () => {
  for (const process of processes) {
    await process.stop();
    await process.database.close();
  }
  await database?.close();
});

/** The batches of a source, step by step. Whoever leaves while it waits for a change stays a follower until there is one. */
async function* batchesOf(source: LiveSource<number, EventBatch>): AsyncGenerator<EventBatch, void, void> {
  let shown: number | null = null;
  while (!source.hasEnded) {
    const { state, changes }: Step<number, EventBatch> = await source.stepFrom(shown);
    shown = state;
    if (changes !== null) yield changes;
    if (shown === source.state && !source.hasEnded) await changeOf(source);
  }
}

function changeOf(source: LiveSource<number, EventBatch>): Promise<void> {
  return new Promise((resolve) => {
    const leave = source.follow(() => {
      leave();
      resolve();
    });
  });
}

interface Visit {
  /** The position after which it began. */
  readonly from: number;
  to: number;
  /** What was received. */
  readonly positions: number[];
}

test('U6: every subscriber receives each event since it came once and in the order of the feed, whatever commits and rolls back', async () => {
  const bookings = await makeBookings(database, WRITERS);
  let isWritten = false;
  const lastPosition = () => readLastPosition(database);

  /** Each visit is to another process; every third begins with what comes, the others where the visit before has ended. */
  async function visit(draw: Draw, cursor: number | null, updates: number): Promise<Visit> {
    const { feeds } = processes[draw(processes.length)]!;
    const source = await feeds.open(EVERYTHING, cursor);
    const received = batchesOf(source);
    let update = (await received.next()).value!;
    const visited: Visit = { from: cursor ?? update.seenUpTo, to: 0, positions: [] };
    for (let left = updates; ; left--) {
      visited.positions.push(...update.events.map(({ position }: StoredEvent) => position));
      visited.to = update.seenUpTo;
      if (left === 0 || (isWritten && update.seenUpTo >= (await lastPosition()))) break;
      update = (await received.next()).value!;
    }
    await received.return();
    return visited;
  }

  async function subscribe(subscriber: number): Promise<Visit[]> {
    const draw = drawFromSeed(SEED + subscriber);
    const visits: Visit[] = [];
    while (!isWritten) {
      const cursor = draw(3) === 0 ? null : (visits.at(-1)?.to ?? null);
      visits.push(await visit(draw, cursor, between(draw, 1, 30)));
    }
    visits.push(await visit(draw, visits.at(-1)?.to ?? null, Number.POSITIVE_INFINITY));
    return visits;
  }

  const subscribing = Promise.all(Array.from({ length: SUBSCRIBERS }, (_, index) => subscribe(index)));
  const write = (bookingId: string, index: number) =>
    writeRacingEvents(database, { bookingId, count: EVENTS / WRITERS, seed: SEED + index });
  await Promise.all(bookings.map(write));
  isWritten = true;
  // Whoever was waiting for more gets it.
  await write(bookings[0]!, WRITERS);
  const visits = (await subscribing).flat();
  const positions: number[] = [];
  for (let window = null as EventWindow<StoredEvent> | null; window?.hasMore !== false; ) {
    window = await readEventWindow<StoredEvent>(database, {
      after: window?.seenUpTo ?? 0,
      limit: 500,
      selection: EVERYTHING,
    });
    positions.push(...window.events.map(({ position }) => position));
  }
  say('subscribers under races', { seed: SEED, events: positions.length, visits: visits.length });
  for (const { from, to, positions: received } of visits) {
    expect(received).toEqual(positions.filter((position) => position > from && position <= to));
  }
  expect(processes.map(({ feeds }) => feeds.stats().followed)).toEqual([0, 0, 0]);
  expect(failures).toEqual([]);
});
