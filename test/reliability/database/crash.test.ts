/**
 * The gateway process is killed during bookings of one room and of several, or during changes of bookings, again and again, while clients
 * repeat each request under its idempotency key until it is answered: everything that was answered is stored once, and sold equals booked.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import {
  type AskedChange,
  type AskedStay,
  bookUntilAnswered,
  changeUntilAnswered,
} from '../../support/booking/booking-client.ts';
import {
  hotelOf,
  openEmbeddedSpa,
  openSpa,
  ROOM_TYPES,
  type Spa,
  type Stock,
} from '../../support/booking/booking-processes.ts';
import { bookingsByNote, changesOf, disagreementsOf } from '../../support/booking/booking-records.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import type { Serving } from '../../support/gateway/run-cli.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
/** Enough for a long run, except for 13, which sells out. */
const STOCK: Stock = { units: { 11: 150, 12: 90, 13: 2, 21: 150 }, nights: 60 };
/** Price of a room a night, in minor units. */
const NIGHT = 100_000;
/** Changes of bookings, at least. */
const CHANGES = amount({ short: 100, long: 2_500 });

interface Plan {
  readonly kills: number;
  readonly clients: number;
  readonly draw: Draw;
  /** The most commits between two kills. */
  readonly longestLife: number;
  /** Whether clients may end when the last kill is over. */
  readonly isEnough: () => boolean;
}

interface Killed {
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
    const draw = drawFromSeed(SEED);
    const plan = { kills, clients, draw, longestLife: 25, isEnough: () => true };
    const outcomes = await askWhileKilling(spa, plan, async ({ index, url }) => {
      const stay = randomStay(draw, index);
      return { stay, answer: await bookUntilAnswered(url, spa!.key, stay) };
    });
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

  test(`killed in the middle of ${CHANGES} changes (times: ${kills}) stores each that it acknowledged once, at the price of its answer`, async () => {
    spa = await open(STOCK);
    const draw = drawFromSeed(SEED);
    const own: string[] = [];
    let made = 0;
    const plan = { kills, clients, draw, longestLife: CHANGES / kills, isEnough: () => made >= CHANGES };
    const outcomes = await askWhileKilling(spa, plan, async ({ index, client, url }) => {
      own[client] ??= await bookFor(client, url);
      const change = randomChange(draw, own[client], index);
      const answer = await changeUntilAnswered(url, spa!.key, change);
      if (answer.status === 200) made++;
      return { change, answer };
    });
    const { changes, disagreements } = await spa.inspect(async (database) => ({
      changes: await changesOf(database),
      disagreements: await disagreementsOf(database, null),
    }));
    say(`crash of a gateway on ${where}, changes`, {
      seed: SEED,
      kills,
      changed: made,
      refused: outcomes.length - made,
      interrupted: outcomes.filter(({ killedAt }) => killedAt !== null).length,
      committedButNotAnswered: outcomes.filter(({ answer }) => answer.replayed).length,
    });
    expect(outcomes.filter(({ answer: { status } }) => status !== 200 && status !== 422)).toEqual([]);
    expect(changes).toEqual(
      outcomes
        .filter(({ answer }) => answer.status === 200)
        .map(({ change: { id, note, ...stay }, answer: { total } }) => ({
          ...{ bookingId: id, key: note, roomType: stay.roomType, total },
          ...{ arrival: formatDay(stay.arrival), departure: formatDay(stay.departure) },
        }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    );
    expect(disagreements).toEqual([]);
  });
});

/** Asks from several clients until the gateway was killed and restarted often enough, and everything is answered. */
async function askWhileKilling<Asked extends object>(
  at: Spa,
  { kills, clients, draw, longestLife, isEnough }: Plan,
  ask: (turn: { index: number; client: number; url: () => Promise<string> }) => Promise<Asked>,
): Promise<(Asked & Killed)[]> {
  let server = await at.serve();
  let next: Promise<Serving> = Promise.resolve(server);
  const killedAt: number[] = [];
  let isDead = false;
  let left = between(draw, 1, longestLife);
  const replace = async () => {
    await server.stop('SIGKILL');
    server = await at.serve();
    left = between(draw, 1, longestLife);
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

  const outcomes: (Asked & Killed)[] = [];
  let turns = 0;
  const url = async () => (await next).url;
  const beClient = async (client: number) => {
    while (killedAt.length < kills || isDead || !isEnough()) {
      const index = turns++;
      await next;
      const life = killedAt.length;
      underWay++;
      const asked = await ask({ index, client, url });
      underWay--;
      outcomes.push({ ...asked, killedAt: killedAt.length > life ? killedAt.at(-1)! : null });
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, (_, client) => beClient(client)));
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

/** The booking of a client, which nobody else changes. */
async function bookFor(client: number, url: () => Promise<string>): Promise<string> {
  const dates = { arrival: spa!.firstNight, departure: spa!.firstNight + 2 };
  const { bookingIds } = await bookUntilAnswered(url, spa!.key, { roomType: 11, ...dates, note: `booking-${client}` });
  return bookingIds[0]!;
}

/** Another stay at the same hotel, and another note: even of the same stay it changes something. */
function randomChange(draw: Draw, id: string, index: number): AskedChange {
  const nights = between(draw, 1, 7);
  const arrival = spa!.firstNight + draw(STOCK.nights - nights);
  const roomType = pick(draw, [11, 12, 13] as const);
  return { id, roomType, arrival, departure: arrival + nights, note: `change-${index}`, total: nights * NIGHT };
}
