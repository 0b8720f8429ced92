/**
 * A catalogue that changes all the time: after every change, acknowledged or refused, gateways that keep what they have
 * read answer as a process that has just been started and keeps nothing. One of them is notified; another never is, and
 * reads what has changed; the third is notified and reads the catalogue from a replica, whose replay is paused at random.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { parseCacheTag } from '../../../src/data/cache/cache-tags.ts';
import { openDatabase } from '../../../src/data/database/database.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { DESTINATIONS, dividedCatalogue, SIDES, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { changedAtRandom } from '../../support/catalogue/random/random-change.ts';
import { between, type Draw, drawFromSeed, oneIn, pick, shuffled } from '../../support/catalogue/random/random-draw.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { observe } from '../../support/database/observed-database.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../support/database/standby.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { QUESTIONS, type Question } from '../../support/requests/every-question.ts';
import { until } from '../../support/requests/until.ts';

const SEED = newSeed();
const ROUNDS = amount({ short: 1, long: 20 });
const STEPS = amount({ short: 20, long: 50 });
const QUESTIONS_PER_STEP = 10;
/** Any try of these may be refused; the last round goes on until each has happened. */
const TO_HAPPEN = ['updateRates', 'updateInventory', 'imports', 'wholeImports', 'bookings'] as const;

let servers: ReplicatedPostgres;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
});
afterAll(() => servers?.close());

let database: FreshDatabase;
let reported: TestGateway;
let untold: TestGateway;
let replicated: TestGateway;
let keys: string[];
let managing: string;
let original: Awaited<ReturnType<typeof exportedCatalogue>>;
let catalogue: typeof original;
const counts = {
  updateRates: 0,
  updateInventory: 0,
  imports: 0,
  wholeImports: 0,
  refused: 0,
  bookings: 0,
  dryRuns: 0,
  compared: 0,
  readFromReplica: 0,
  replicaBehind: 0,
};

beforeEach(async () => {
  database = await freshDatabase({ address: servers.primary.address });
  reported = await startGateway({
    catalogue: dividedCatalogue(SIDES),
    today: TODAY,
    database: { ...database, close: async () => {} },
  });
  const lost = observe(await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 3 }));
  lost.holdReconnect(true);
  untold = await startGateway({ today: TODAY, database: { ...lost.database, url: database.url } });
  await servers.untilReplayed();
  const replicaUrls = [`${servers.standby.address}${new URL(database.url).pathname.slice(1)}`];
  const reading = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 3, replicaUrls });
  replicated = await startGateway({ today: TODAY, database: { ...reading, url: database.url } });
  keys = [
    await reported.key(),
    ...(await Promise.all(SIDES.map((side) => reported.key({ channel: side, destinations: DESTINATIONS[side] })))),
  ];
  managing = await reported.key({ scopes: ['read', 'manage'] });
  original = await exportedCatalogue(database);
  catalogue = original;
});
afterEach(async () => {
  await servers.resumeReplay();
  await replicated?.close();
  await untold?.close();
  await reported?.close();
  await database?.close();
});

/** A process that has just been started. */
async function freshGateway(): Promise<TestGateway> {
  return startGateway({
    today: TODAY,
    database: { ...database, close: async () => {} },
    config: { responseStoreMb: 0 },
  });
}

interface Asked {
  readonly question: Question;
  readonly key: string;
}

/** An answer that is kept says what it was estimated to cost then, by the size that the catalogue had (F12). */
const ESTIMATE = /"requested":\d+,/;

async function answer(gateway: TestGateway, { question: { name: _, ...request }, key }: Asked) {
  const { statusCode, headers, payload } = await gateway.inject({
    ...request,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  const reported = payload.replace(ESTIMATE, '');
  return [statusCode, reported === payload ? headers.etag : null, reported];
}

/** What changes the catalogue, as often as here in so many steps, in a drawn order: chance leaves none of them out. */
const CHANGES = [
  ...Array.from({ length: 3 }, () => [book, updateRates, updateInventory]).flat(),
  ...[startAgain, dryRun, importRefused],
  ...Array.from({ length: 3 }, () => importChanged),
];

async function dryRun(draw: Draw): Promise<void> {
  await importCatalogue({ database, source: changedAtRandom(catalogue, draw) as never, dryRun: true });
  counts.dryRuns += 1;
}

/** A file that refers to nothing changes nothing. */
async function importRefused(): Promise<void> {
  const [hotel, ...others] = catalogue.hotels ?? [];
  const source = { ...catalogue, hotels: [{ ...hotel, destinationId: 999 }, ...others] };
  const { ok } = await importCatalogue({ database, source: source as never, replace: true });
  expect(ok).toBe(false);
  counts.refused += 1;
}

async function importChanged(draw: Draw): Promise<void> {
  const changed = changedAtRandom(catalogue, draw);
  const { ok } = await importCatalogue({ database, source: changed as never, replace: oneIn(draw, 4) });
  counts[ok ? 'imports' : 'refused'] += 1;
  if (ok) catalogue = changed;
}

/** Imports the whole catalogue as it was in the beginning. */
async function startAgain(): Promise<void> {
  const { ok } = await importCatalogue({ database, source: original as never, replace: true });
  // It may be below what is sold by now.
  if (!ok) return;
  catalogue = original;
  counts.wholeImports += 1;
}

const night = (draw: Draw) => `2027-0${between(draw, 1, 9)}-1${draw(10)}`;
const nights = (draw: Draw) => {
  const [from, to] = [night(draw), night(draw)].sort();
  return { from, to };
};

/** Sends an update to one of the gateways; a refused one changes nothing. */
async function update(draw: Draw, mutation: string, input: unknown): Promise<void> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const { data } = await pick(draw, [reported, untold]).graphql<Record<string, { __typename: string }>>(
    `mutation ($input: ${type}) { result: ${mutation}(input: $input) { __typename } }`,
    { key: managing, variables: { input } },
  );
  if (data.result!.__typename.endsWith('Updated')) counts[mutation as 'updateRates' | 'updateInventory'] += 1;
}

async function updateRates(draw: Draw): Promise<void> {
  const visitType = pick(draw, [100, 101, 102, 103]);
  const roomType = visitType === 100 ? pick(draw, [11, 21, 31]) : (visitType - 100) * 10 + 1;
  const amountMinor = oneIn(draw, 6) ? null : between(draw, 5_000, 200_000);
  await update(draw, 'updateRates', {
    visitType,
    priceList: between(draw, 1, 2),
    changes: [{ roomType, ...nights(draw), amountMinor, confirm: true }],
  });
}

async function updateInventory(draw: Draw): Promise<void> {
  await update(draw, 'updateInventory', {
    changes: [
      { roomType: pick(draw, [11, 21, 31]), ...nights(draw), units: between(draw, 0, 4), closed: oneIn(draw, 3) },
    ],
  });
}

async function book(draw: Draw): Promise<void> {
  const hotel = between(draw, 1, 3);
  const arrival = between(draw, 10, 20);
  const { statusCode } = await reported.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${keys[0]}` },
    payload: bindingBody({
      ...{ visit_type_id: 100, hotel_id: hotel, room_type_id: hotel * 10 + 1 },
      ...{ date_from: `2027-03-${arrival}`, date_to: `2027-03-${arrival + 3}` },
    }),
  });
  if (statusCode === 201) counts.bookings += 1;
}

/** Waits for the notifications of all changes: those of capacity have counters of their own. */
async function untilNotified(): Promise<void> {
  const rows = await database.prisma.epoch.findMany();
  const counters = rows.map(({ scope, value }) => ({ scope, value: Number(value) }));
  for (const { epochs } of [reported, replicated]) {
    await until(
      async () => counters.filter(({ scope, value }) => epochs.of(parseCacheTag(scope)!) < value),
      (unknown) => unknown.length === 0,
    );
  }
}

/** Lets the replica fall behind, catch up, or stay as it is. */
async function disturbReplica(draw: Draw): Promise<void> {
  const action = pick(draw, ['pause', 'resume', 'catchUp', 'nothing'] as const);
  if (action === 'pause') await servers.pauseReplay();
  if (action === 'resume' || action === 'catchUp') await servers.resumeReplay();
  if (action !== 'catchUp') return;
  await until(
    async () => replicated.database.replicas()[0]!,
    ({ caughtUp }) => caughtUp,
  );
}

test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  `${STEPS} random changes (round %i): what is kept answers as a fresh process does`,
  async (round) => {
    const draw = drawFromSeed(SEED + round);
    const drawOfReplica = drawFromSeed(-SEED - round);
    let changes: typeof CHANGES = [];
    const goesOn = (step: number) =>
      round === ROUNDS && step < 10 * STEPS && TO_HAPPEN.some((kind) => counts[kind] === 0);
    for (let step = 0; step < STEPS || goesOn(step); step += 1) {
      const asked = Array.from({ length: QUESTIONS_PER_STEP }, () => ({
        question: pick(draw, QUESTIONS),
        key: pick(draw, keys),
      }));
      for (const gateway of [reported, untold, replicated]) for (const one of asked) await answer(gateway, one);
      await disturbReplica(drawOfReplica);
      if (changes.length === 0) changes = shuffled(draw, CHANGES);
      await changes.pop()!(draw);
      await untilNotified();
      if (!replicated.database.replicas()[0]!.caughtUp) counts.replicaBehind += 1;
      const fresh = await freshGateway();
      for (const one of asked) {
        const expected = await answer(fresh, one);
        for (const gateway of [reported, untold, replicated, reported, replicated]) {
          expect([step, one.question.name, await answer(gateway, one)]).toEqual([step, one.question.name, expected]);
          counts.compared += 1;
        }
      }
      await fresh.stop();
    }
    counts.readFromReplica += replicated.database.replicas()[0]!.served;
  },
);

afterAll(() => {
  say('living catalogue', counts);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
