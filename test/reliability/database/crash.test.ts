/**
 * The gateway process is killed during bookings of one room and of several, again and again, while clients repeat each request under its
 * idempotency key until it is answered: every answered booking exists once, and sold equals booked.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { type AskedStay, type BookingAnswer, bookUntilAnswered } from '../../support/booking/booking-client.ts';
import {
  hotelOf,
  openEmbeddedSpa,
  openSpa,
  ROOM_TYPES,
  type Spa,
  type Stock,
} from '../../support/booking/booking-processes.ts';
import { bookingsByNote, disagreementsOf } from '../../support/booking/booking-records.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import type { Serving } from '../../support/gateway/run-cli.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
/** Enough for a long run, except for 13, which sells out. */
const STOCK: Stock = { units: { 11: 150, 12: 90, 13: 2, 21: 150 }, nights: 60 };
/** The most commits between two kills. */
const LONGEST_LIFE = 25;

interface Outcome {
  readonly stay: AskedStay;
  readonly answer: BookingAnswer;
  /** The last kill during this request, in milliseconds since 1970; null: none. */
  readonly killedAt: number | null;
}

let spa: Spa | null = null;
afterEach(async () => {
  await spa?.close();
  spa = null;
});

describe.each([
  { where: 'a PostgreSQL server', open: openSpa, kills: amount({ short: 2, long: 50 }), clients: 8 },
  { where: 'the embedded database', open: openEmbeddedSpa, kills: amount({ short: 1, long: 50 }), clients: 4 },
])('a gateway on $where', ({ where, open, kills, clients }) => {
  test(`killed in the middle of bookings (times: ${kills}) loses none that it acknowledged and makes none twice`, async () => {
    spa = await open(STOCK);
    const outcomes = await bookWhileKilling(spa, { kills, clients });
    const interrupted = outcomes.filter(({ killedAt }) => killedAt !== null);
    const { bookings, disagreements } = await spa.inspect(async (database) => ({
      bookings: await bookingsByNote(database),
      disagreements: await disagreementsOf(database, spa!.epochsBefore),
    }));
    const made = outcomes.filter(({ answer }) => answer.status === 201);
    say(`crash of a gateway on ${where}`, {
      seed: SEED,
      kills,
      booked: made.length,
      refused: outcomes.length - made.length,
      interrupted: interrupted.length,
      committedButNotAnswered: interrupted.filter(({ stay, killedAt }) =>
        bookings.get(stay.note)?.some(({ createdAt }) => createdAt.getTime() < killedAt!),
      ).length,
    });
    expect(outcomes.filter(({ answer: { status } }) => status !== 201 && status !== 422)).toEqual([]);
    expect(outcomes.map(({ stay }) => (bookings.get(stay.note) ?? []).map(({ id }) => id))).toEqual(
      outcomes.map(({ answer: { bookingIds } }) => bookingIds),
    );
    expect(bookings.size).toBe(made.length);
    expect(disagreements).toEqual([]);
  });
});

/**
 * Books from several clients until the gateway was killed and restarted the given number of times, and everything is
 * answered.
 */
async function bookWhileKilling(at: Spa, { kills, clients }: { kills: number; clients: number }): Promise<Outcome[]> {
  const draw = drawFromSeed(SEED);
  let server = await at.serve();
  let next: Promise<Serving> = Promise.resolve(server);
  const killedAt: number[] = [];
  let isDead = false;
  let left = between(draw, 1, LONGEST_LIFE);
  const replace = async () => {
    await server.stop('SIGKILL');
    server = await at.serve();
    left = between(draw, 1, LONGEST_LIFE);
    isDead = false;
    return server;
  };
  let underWay = 0;
  const unsubscribe = await at.onCommit(() => {
    if (isDead || underWay === 0 || killedAt.length === kills || --left > 0) return;
    isDead = true;
    killedAt.push(Date.now());
    next = replace();
  });

  const outcomes: Outcome[] = [];
  let asked = 0;
  const addressOfNext = async () => (await next).url;
  const client = async () => {
    while (killedAt.length < kills || isDead) {
      const stay = randomStay(draw, asked++);
      await next;
      const life = killedAt.length;
      underWay++;
      const answer = await bookUntilAnswered(addressOfNext, at.key, stay);
      underWay--;
      outcomes.push({ stay, answer, killedAt: killedAt.length > life ? killedAt.at(-1)! : null });
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    await unsubscribe();
  }
  expect((await server.stop()).code).toBe(0);
  return outcomes;
}

function randomStay(draw: Draw, index: number): AskedStay {
  const arrival = spa!.firstNight + draw(STOCK.nights - 7);
  const departure = arrival + between(draw, 1, 7);
  const roomType = pick(draw, ROOM_TYPES);
  // Every third is a party, whose rooms are booked together or not at all.
  const others = ROOM_TYPES.filter((other) => hotelOf(other) === hotelOf(roomType));
  const otherRooms = index % 3 === 0 ? Array.from({ length: between(draw, 1, 2) }, () => pick(draw, others)) : [];
  return { roomType, arrival, departure, note: `stay-${index}`, otherRooms };
}
