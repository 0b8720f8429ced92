/**
 * Issue 29, number 1. Bookings that change at random against each other, bookings, cancellations, no-shows, reinstatements, holds and new
 * prices, over few nights with few rooms, on both databases (M1, M4, M6): no night is oversold, what is sold is what the bookings say, every
 * accepted change has one event, and each booking is what the last of them answered.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import type { BookingChanged } from '../../../src/operations/booking/changes/alter-booking.ts';
import { updateRates } from '../../../src/operations/update/update-rates.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import { BOOKING, type BookingScene, CALLERS, day, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const SEED = newSeed();
const ACTS = amount({ short: 250, long: 20_000 });
const LANES = 8;
const FIRST = day('2026-05-04');
const NIGHTS = 10;
/** On the first of the nights, guests who have not come are no-shows. */
const EVENING = Date.parse('2026-05-04T17:00:00Z');
const MINUTE_MS = 60_000;
const GUESTS = BOOKING.guests.slice(0, 1);
const OPERATOR = CALLERS.operator;
/** What comes of acts, however few there are. */
const USUAL = ['booking: created', 'bookingCancelled', 'noShowMarked', 'bookingReinstated', 'change: bookingChanged'];

interface Opened {
  readonly database: Database;
  readonly scenes: readonly BookingScene[];
  close(): Promise<void>;
}

/** Two pools of one PostgreSQL. */
async function openServer(): Promise<Opened> {
  const database = await freshDatabase();
  await fillScene(database);
  const rivals = [openRivalPool(database.url, 6), openRivalPool(database.url, 6)];
  const pools = await Promise.all(rivals);
  const scenes = await Promise.all(pools.map((one) => openScene(one)));
  const close = async () => {
    for (const one of [...scenes, ...pools]) await one.close();
    expect(await deadlocksOf(database)).toBe(0);
    await database.close();
  };
  return { database, scenes, close };
}

async function openEmbedded(): Promise<Opened> {
  const database = await freshEmbedded();
  await fillScene(database);
  const scene = await openScene(database);
  const close = async () => {
    await scene.close();
    await database.close();
  };
  return { database, scenes: [scene], close };
}

let opened: Opened | undefined;
afterEach(() => opened?.close());

describe.each([
  ['a real PostgreSQL', openServer, ACTS],
  ['the embedded database', openEmbedded, ACTS / 5],
] as const)('on %s', (_, open, acts) => {
  test(`${acts} random acts on changing bookings and no-shows oversell nothing and lose nothing`, async () => {
    opened = await open();
    const { database, scenes } = opened;
    await database.prisma.inventoryNight.updateMany({
      where: { roomTypeNumber: { in: [11, 12] } },
      data: { units: 4 },
    });
    const draw = drawFromSeed(SEED);
    for (const { clock } of scenes) clock.millis = EVENING;
    const bookings: string[] = [];
    /** Bookings that nobody has cancelled: of all, few could be changed in the end. */
    let current: string[] = [];
    /** Bookings that arrive today, whatever became of them. */
    const arriving: string[] = [];
    const answers = new Map<string, BookingChanged>();
    const counts: Record<string, number> = {};

    const stayOf = (arrival = FIRST + draw(NIGHTS - 1)) => {
      return { roomType: pick(draw, ['11', '12']), arrival, departure: arrival + between(draw, 1, 5) };
    };
    const act = async (index: number): Promise<string> => {
      const scene = pick(draw, scenes);
      // Holds end, or they would have every room in the end.
      if (oneIn(draw, 10)) for (const { clock } of scenes) clock.millis += MINUTE_MS;
      const some = arriving.length > 0 && oneIn(draw, 3) ? arriving : current;
      const id = some.length === 0 ? null : pick(draw, some);
      const kind = draw(14);
      if (kind < 3 || id === null) {
        const asked = { ...stayOf(oneIn(draw, 3) ? FIRST : undefined), guests: GUESTS };
        const outcome = await retryRequest(() => scene.book({ input: asked }));
        if (outcome.kind === 'created') {
          bookings.push(outcome.bookingId);
          current.push(outcome.bookingId);
          if (asked.arrival === FIRST) arriving.push(outcome.bookingId);
        }
        return `booking: ${outcome.kind}`;
      }
      if (kind === 3) {
        // Some are asked for again.
        if (!oneIn(draw, 4)) current = current.filter((one) => one !== id);
        return (await retryRequest(() => scene.cancel(id, { caller: OPERATOR }))).kind;
      }
      if (kind === 4)
        return `hold: ${(await retryRequest(() => scene.hold({ input: { ...stayOf(), minutes: 1 } }))).kind}`;
      if (kind === 5) {
        const from = FIRST + draw(NIGHTS);
        const changes = ['11', '12'].map((roomType) => {
          return { roomType, from, to: from + draw(4), amountMinor: 100_000 + draw(10_000) };
        });
        const asked = {
          database: scene.database,
          epochs: scene.epochs,
          caller: CALLERS.everywhere,
          today: FIRST,
          now: EVENING,
        };
        return (await retryRequest(() => updateRates({ ...asked, visitType: '100', priceList: 1, changes }))).kind;
      }
      const ofToday = arriving.length === 0 ? id : pick(draw, arriving);
      if (kind === 6) {
        const outcome = await retryRequest(() => scene.markNoShow(ofToday));
        return outcome.kind === 'noShowMarked' && outcome.alreadyMarked ? 'marked before' : outcome.kind;
      }
      if (kind === 7 || kind === 8) {
        const ended = oneIn(draw, 2) ? ofToday : pick(draw, bookings);
        const outcome = await retryRequest(() => scene.reinstate(ended));
        if (outcome.kind !== 'bookingReinstated') return outcome.kind;
        if (outcome.alreadyReinstated) return 'reinstated before';
        if (!current.includes(ended)) current.push(ended);
        return outcome.kind;
      }
      const { departure, ...moved } = stayOf();
      const stay = oneIn(draw, 3) ? { departure } : { ...moved, departure };
      const input = oneIn(draw, 4) ? { customerNote: `note ${index}` } : { stay: stay as never };
      const quoted = await retryRequest(() => scene.quoteChange(id, input, { caller: OPERATOR }));
      if (quoted.kind !== 'changeQuoted') return `quote: ${quoted.kind}`;
      const idempotencyKey = `key-${index}`;
      const expectedTotal = quoted.after.amountMinor;
      const outcome = await retryRequest(() =>
        scene.alter(id, { ...input, expectedTotal, idempotencyKey }, { caller: OPERATOR }),
      );
      if (outcome.kind === 'bookingChanged') answers.set(idempotencyKey, outcome);
      return `change: ${outcome.kind}`;
    };

    // What is rare may not have happened yet.
    const isEnough = () => answers.size > acts / 20 && USUAL.every((kind) => counts[kind] !== undefined);
    let begun = 0;
    const lanes = Array.from({ length: LANES }, async () => {
      while (begun < acts || (begun < 5 * acts && !isEnough())) {
        const outcome = await act(begun++);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    });
    await Promise.all(lanes);
    say('altered bookings', { seed: SEED, acts, bookings: bookings.length, counts });
    expect(await disagreementsOf(database, null)).toEqual([]);
    expect(counts['change: bookingChanged']).toBeGreaterThan(acts / 20);
    expect(USUAL.filter((kind) => counts[kind] === undefined)).toEqual([]);
    const written = async (type: 'NO_SHOW' | 'REINSTATED') => database.prisma.bookingEvent.count({ where: { type } });
    expect([await written('NO_SHOW'), await written('REINSTATED')]).toEqual([
      counts.noShowMarked,
      counts.bookingReinstated,
    ]);

    // What changed nothing keeps its key, and has no event.
    const records = await database.prisma.idempotencyRecord.findMany({ where: { eventId: { not: null } } });
    const keyOfEvent = new Map(records.map(({ eventId, key }) => [eventId, key]));
    const events = await database.prisma.bookingEvent.findMany({
      where: { type: 'CHANGED' },
      orderBy: { sequence: 'asc' },
    });
    expect(events.map(({ id }) => keyOfEvent.get(id)).filter((key) => key !== undefined)).toHaveLength(events.length);
    expect(new Set(events.map(({ id }) => id)).size).toBe(records.length);
    for (const id of bookings) {
      const changes = events
        .filter(({ bookingId }) => bookingId === id)
        .map((event) => answers.get(keyOfEvent.get(event.id)!)!);
      for (const [index, { before }] of changes.entries()) {
        if (index > 0) expect(before).toEqual(changes[index - 1]!.after);
      }
      const last = changes.at(-1);
      if (last === undefined) continue;
      const { amountMinor, arrival, departure, roomTypeNumber } = await database.prisma.booking.findUniqueOrThrow({
        where: { id },
      });
      expect({
        ...{ amountMinor: Number(amountMinor), roomTypeNumber },
        ...{ arrival: arrival.toISOString().slice(0, 10), departure: departure.toISOString().slice(0, 10) },
      }).toEqual({
        ...{ amountMinor: last.after.amountMinor, roomTypeNumber: last.after.roomTypeNumber },
        ...{ arrival: last.after.arrival, departure: last.after.departure },
      });
    }
  });
});
