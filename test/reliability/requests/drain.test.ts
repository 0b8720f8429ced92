/**
 * A busy gateway process gets a stop signal: every accepted request is answered completely, later connections are
 * refused, the process exits by itself with 0, and its records agree.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import type { AskedStay } from '../../support/booking/booking-client.ts';
import { openSpa, type Spa } from '../../support/booking/booking-processes.ts';
import { bookingsByNote, disagreementsOf } from '../../support/booking/booking-records.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import { latch } from '../../support/database/rival-transactions.ts';
import { bookOnce, bookUntilRefused, type Drained } from '../../support/gateway/draining-client.ts';
import type { Ended } from '../../support/gateway/run-cli.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { until } from '../../support/requests/until.ts';

const SEED = newSeed();
const ROUNDS = amount({ short: 1, long: 20 });
/** Half of them reuse their connections. */
const CLIENTS = 12;
/** Bookings that the database blocks until the gateway accepts no more connections. */
const HELD = 3;
const NIGHTS = 60;
/** After this time in milliseconds the test gives up; the process itself gives up requests after seven seconds, and says so. */
const END_MS = 120_000;

let spa: Spa & { readonly database: Database };
beforeAll(async () => {
  spa = await openSpa({ units: { 11: 10_000, 12: 10_000, 13: 10_000, 21: 10 }, nights: NIGHTS });
});
afterAll(() => spa?.close());

test.each(Array.from({ length: ROUNDS }, (_, round) => ({ round: round + 1 })))(
  'stopped under load, a gateway answers all accepted requests and exits by itself with 0 (time $round)',
  async ({ round }) => {
    const { outcomes, held, ended } = await stopUnderLoad(round);
    const all = [...outcomes, ...held];
    const booked = all.flatMap((one) => (one.kind === 'answered' && one.status === 201 ? [one] : []));
    say('drain', {
      seed: SEED,
      round,
      booked: booked.length,
      refused: all.filter(({ kind }) => kind === 'refused').length,
      cut: all.filter(({ kind }) => kind === 'cut').length,
    });
    expect(all.filter((one) => one.kind === 'cut' || (one.kind === 'answered' && one.status !== 201))).toEqual([]);
    expect(held.map(({ kind }) => kind)).toEqual(Array(HELD).fill('answered'));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    // The announcement and no warnings: no connection closed by force, nothing left open.
    expect(ended?.stdout.split('\n')).toEqual([expect.stringContaining('"msg":"listening"')]);
    const bookings = await bookingsByNote(spa.database);
    const ofThisRound = [...bookings].filter(([note]) => note.startsWith(`round-${round}-`));
    expect(new Map(ofThisRound.map(([note, made]) => [note, made.map(({ id }) => id)]))).toEqual(
      new Map(booked.map(({ stay, bookingId }) => [stay.note, [bookingId]])),
    );
    expect(await disagreementsOf(spa.database, spa.epochsBefore)).toEqual([]);
  },
);

/** The outcome of every request, and how the process ended; null: not in time. */
async function stopUnderLoad(round: number): Promise<{ outcomes: Drained[]; held: Drained[]; ended: Ended | null }> {
  const server = await spa.serve();
  let isSignalled = false;
  const gateway = { url: server.url, key: spa.key, isSignalled: () => isSignalled };
  const busy = latch();
  let answers = 0;
  const onAnswer = () => {
    answers++;
    if (answers === CLIENTS * 3) busy.open();
  };
  const stays = staysOf(round);
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      bookUntilRefused(gateway, stays, { keepsConnection: client % 2 === 0, onAnswer }),
    ),
  );
  await Promise.race([busy.opened, clients]);

  let held: Promise<Drained[]> = Promise.resolve([]);
  let ending: Promise<Ended | null> = Promise.resolve(null);
  await spa.database.prisma.$transaction(
    async (holder) => {
      const nights = Array.from({ length: HELD }, (_, place) => spa.firstNight + ((round * HELD + place) % NIGHTS));
      for (const night of nights) {
        await holder.$executeRaw`
          SELECT 1 FROM inventory_night WHERE room_type_number = 21 AND night = ${columnOfDay(night)}::date FOR UPDATE`;
      }
      const heldSince = performance.now();
      held = Promise.all(
        nights.map((arrival, place) =>
          bookOnce(gateway, { roomType: 21, arrival, departure: arrival + 1, note: `round-${round}-held-${place}` }),
        ),
      );
      await untilHeldUp(holder);
      isSignalled = true;
      ending = Promise.race([server.stop(), delay(END_MS, null, { ref: false })]);
      // The bookings that wait give up after 4 s.
      const longest = Math.max(0, 2_500 - (performance.now() - heldSince));
      await Promise.race([clients, delay(longest, null, { ref: false })]);
    },
    { timeout: 60_000 },
  );
  return { outcomes: (await clients).flat(), held: await held, ended: await ending };
}

/** Resolves when as many sessions wait for the transaction of `holder` as bookings are to be blocked. */
async function untilHeldUp(holder: Pick<Database['prisma'], '$queryRaw'>): Promise<void> {
  await until(
    () => holder.$queryRaw<{ waiting: number }[]>`
      SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
      WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
    ([row]) => row!.waiting >= HELD,
  );
}

/** Endless stays at hotel 1. */
function* staysOf(round: number): Generator<AskedStay, never> {
  const draw = drawFromSeed(SEED + round);
  for (let index = 0; ; index++) {
    const arrival = spa.firstNight + draw(NIGHTS - 7);
    const departure = arrival + between(draw, 1, 7);
    yield { roomType: pick(draw, [11, 12, 13]), arrival, departure, note: `round-${round}-stay-${index}` };
  }
}
