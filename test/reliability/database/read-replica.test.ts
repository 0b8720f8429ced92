/**
 * A primary with a streaming standby that may serve the catalogue. Replay is paused in tests about lag. The gateway
 * under test is compared with one that reads everything from the primary.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  askNumbered,
  NUMBERED_QUESTIONS,
  numbersOfPrice,
  priceOf,
  VISIT_TYPES,
} from '../../support/catalogue/numbered-catalogue.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { drawFromSeed, pick } from '../../support/catalogue/random/random-draw.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../support/database/standby.ts';
import { openReplicatedGateways, type ReplicatedGateways } from '../../support/gateway/replicated-gateways.ts';
import { amount, say } from '../../support/gateway/soak.ts';

const SEED = newSeed();
const ROUNDS = amount({ short: 2, long: 30 });
const STEPS = amount({ short: 40, long: 400 });
const IMPORTS = amount({ short: 6, long: 100 });
const NEVER_ON_A_REPLICA =
  /\b(booking|api_key|inventory_night|idempotency_record|booking_event)\b|insert|update|delete|advisory/i;
const CATALOGUE_TABLE = /\b(visit_type|hotel|destination|rate|price_list)\b/;

let servers: ReplicatedPostgres;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
});
afterAll(() => servers?.close());

let spa: ReplicatedGateways;
beforeEach(async () => {
  spa = await openReplicatedGateways(servers);
  await spa.untilCaughtUp();
});
afterEach(async () => {
  await servers.resumeReplay();
  await spa?.close();
});

describe('a replica that has caught up', () => {
  test('serves the whole catalogue, and nothing else', async () => {
    await servers.statementsOf('primary');
    await servers.statementsOf('standby');
    for (const url of NUMBERED_QUESTIONS) expect((await askNumbered(spa.replicated, spa.key, url)).status).toBe(200);
    const onStandby = await servers.statementsOf('standby');
    expect(onStandby.filter((text) => NEVER_ON_A_REPLICA.test(text))).toEqual([]);
    expect(onStandby.filter((text) => CATALOGUE_TABLE.test(text)).length).toBeGreaterThan(5);
    // The key, its revocation, epochs and capacity.
    const onPrimary = await servers.statementsOf('primary');
    expect(onPrimary.filter((text) => NEVER_ON_A_REPLICA.test(text)).length).toBeGreaterThan(1);
    expect(onPrimary.filter((text) => CATALOGUE_TABLE.test(text))).toEqual([]);
    expect(spa.stateOf()).toMatchObject({ index: 1, caughtUp: true, away: false, fallbacks: 0 });
    await spa.expectSameAnswers();
  });

  test('is not touched by a booking, its replay or a look at it', async () => {
    const before = spa.stateOf();
    await servers.statementsOf('standby');
    const booked = await spa.book('booked');
    expect(booked.statusCode).toBe(201);
    expect((await spa.book('booked')).body).toBe(booked.body);
    const { id } = booked.json<{ id: string }>();
    const query = `{ booking(id: "${id}") { id createdAt } }`;
    expect(await spa.replicated.graphql(query, { key: spa.key })).toMatchObject({ data: { booking: { id } } });
    expect(await servers.statementsOf('standby')).toEqual([]);
    expect(spa.stateOf()).toEqual(before);
  });
});

describe('a replica that lags', () => {
  test('serves nothing after an import until it has replayed it, and nothing stale remains', async () => {
    await spa.expectSameAnswers();
    await servers.pauseReplay();
    await spa.importNext();
    await servers.statementsOf('standby');
    await spa.expectSameAnswers();
    const meanwhile = await servers.statementsOf('standby');
    expect(meanwhile.filter((text) => CATALOGUE_TABLE.test(text))).toEqual([]);
    expect(spa.stateOf()).toMatchObject({ caughtUp: false, away: false });
    await servers.resumeReplay();
    await spa.untilCaughtUp();
    await spa.expectSameAnswers();
    // The next import invalidates what was read from it.
    await spa.importNext();
    await spa.untilCaughtUp();
    await spa.expectSameAnswers();
    expect(spa.changes).toEqual([]);
  });

  test('goes on answering when nothing but bookings is behind', async () => {
    await servers.pauseReplay();
    expect((await spa.book('while-replay-stands')).statusCode).toBe(201);
    const { served } = spa.stateOf();
    await spa.expectSameAnswers();
    expect(spa.stateOf().caughtUp).toBe(true);
    expect(spa.stateOf().served).toBeGreaterThan(served);
  });
});

test(`${STEPS} random imports, pauses and questions: every answer is that of the primary`, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const seed = SEED + round;
    const draw = drawFromSeed(seed);
    const counts: Record<string, number> = {};
    for (let step = 0; step < STEPS; step++) {
      const action = pick(draw, ['ask', 'ask', 'ask', 'ask', 'import', 'pause', 'resume', 'replay'] as const);
      counts[action] = (counts[action] ?? 0) + 1;
      if (action === 'import') await spa.importNext();
      if (action === 'pause') await servers.pauseReplay();
      if (action === 'resume' || action === 'replay') await servers.resumeReplay();
      if (action === 'replay') await spa.untilCaughtUp();
      const url = pick(draw, NUMBERED_QUESTIONS);
      const answer = await askNumbered(spa.replicated, spa.key, url);
      expect([seed, step, url, answer]).toEqual([seed, step, url, await askNumbered(spa.plain, spa.key, url)]);
    }
    await servers.resumeReplay();
    await spa.importNext();
    await spa.untilCaughtUp();
    await spa.expectSameAnswers();
    const { served, fallbacks } = spa.stateOf();
    expect(served).toBeGreaterThan(0);
    say('read replica', { seed, steps: STEPS, counts, answered: served, passedOn: fallbacks });
  }
});

test('prices asked while catalogues change are of one catalogue, no older than the last that the process knew', async () => {
  let known = spa.number;
  let isOver = false;
  const ask = async (lane: number): Promise<number> => {
    let asked = 0;
    for (; !isOver || asked === 0; asked++) {
      const before = known;
      // Answers from memory would never let an import run.
      await turn();
      const url = priceOf(VISIT_TYPES[(asked + lane) % VISIT_TYPES.length]!);
      const { status, body } = await askNumbered(spa.replicated, spa.key, url);
      expect(status).toBe(200);
      const [base, promotion] = numbersOfPrice(body);
      expect(promotion).toBe(base);
      expect(base).toBeGreaterThanOrEqual(before);
      expect(base).toBeLessThanOrEqual(spa.number);
    }
    return asked;
  };
  const lanes = [0, 1, 2].map(ask);
  for (let round = 0; round < IMPORTS; round++) {
    if (round % 3 === 0) await servers.pauseReplay();
    known = await spa.importNext();
    if (round % 3 === 1) await servers.resumeReplay();
    if (round % 3 === 2) await spa.untilCaughtUp();
  }
  isOver = true;
  expect(Math.min(...(await Promise.all(lanes)))).toBeGreaterThan(0);
  expect(spa.stateOf().served).toBeGreaterThan(0);
});
