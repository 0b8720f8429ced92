/**
 * The feed while it is written (S15): many transactions commit and roll back in random order, several processes publish, and
 * readers follow the cursor all the while.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { systemClock, systemScheduler } from '../../../src/domain/time/clock.ts';
import { EVENT_ORDER } from '../../../src/operations/events/event-cursors.ts';
import { EventPublisher } from '../../../src/operations/events/event-publisher.ts';
import { listEvents } from '../../../src/operations/events/list-events.ts';
import { createCursorSigner, formatCursor } from '../../../src/operations/search/cursors.ts';
import { CALLERS } from '../../support/booking/booking-scene.ts';
import { makeBookings, writeRacingEvents } from '../../support/booking/racing-events.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
const WRITERS = 16;
const READERS = 4;
const EVENTS = amount({ short: 2_500, long: 100_000 });

const cursors = createCursorSigner('a secret of the test');
const caller = { ...CALLERS.everywhere, scopes: new Set(['operate'] as const) };

let database: FreshDatabase;
let failures: unknown[];
let processes: { database: Database; events: EventPublisher; stop: () => Promise<void> }[];
beforeEach(async () => {
  failures = [];
  database = await freshDatabase({ poolSize: WRITERS });
  processes = await Promise.all(
    [1, 2, 3].map(async () => {
      const own = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 4 });
      const events = new EventPublisher({
        ...{ database: own, clock: systemClock, recipients: [], schedule: systemScheduler },
        onFailure: (error) => failures.push(error),
      });
      return { database: own, events, stop: events.start() };
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

test('every reader sees every committed event once and in the same order, whatever commits and rolls back meanwhile', async () => {
  const bookings = await makeBookings(database, WRITERS);
  let isWritten = false;
  const follow = async (reader: number) => {
    const draw = drawFromSeed(SEED + reader);
    const services = { ...processes[reader % processes.length]!, cursors };
    const seen: string[] = [];
    let pages = 0;
    for (let after: string | null = null, isLast = false; ; ) {
      const page = await listEvents(
        { services, caller },
        { first: between(draw, 1, 200), after, types: null, includesTests: false },
      );
      seen.push(...page.events.map(({ id }) => id));
      after = formatCursor([page.seenUpTo, 0], EVENT_ORDER, cursors);
      pages++;
      if (page.events.length > 0) continue;
      if (isLast) return { seen, pages };
      isLast = isWritten;
      const since = services.events.version;
      await services.events.change({ since, milliseconds: 20, signal: new AbortController().signal });
    }
  };
  const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => follow(reader)));
  const written = await Promise.all(
    bookings.map((bookingId, index) =>
      writeRacingEvents(database, { bookingId, count: EVENTS / WRITERS, seed: SEED + index }),
    ),
  );
  isWritten = true;
  const [first, ...others] = await reading;
  say('feed under races', { seed: SEED, events: first!.seen.length, pages: first!.pages });
  for (const { seen } of others) expect(seen).toEqual(first!.seen);
  expect(new Set(first!.seen).size).toBe(first!.seen.length);
  const committed = new Set(written.flat());
  const initial = first!.seen.filter((id) => !committed.has(id)).length;
  expect(initial).toBe(WRITERS);
  expect(first!.seen.length).toBe(committed.size + WRITERS);
  const [gaps] = await database.prisma.$queryRaw<{ count: bigint; last: bigint }[]>`
    SELECT count(*) AS count, max(position) AS last FROM booking_event WHERE position IS NOT NULL`;
  expect(failures).toEqual([]);
  expect(gaps!.last).toBe(gaps!.count);
});
