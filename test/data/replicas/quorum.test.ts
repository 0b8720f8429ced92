/** Servers of a cluster that are asked together while its leader may be away. Here all are one server, behind proxies that cut connections. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CacheTagText, cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { isDoubtful } from '../../../src/data/cache/epoch-table.ts';
import { watchEpochs } from '../../../src/data/cache/epochs.ts';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { int4 } from '../../../src/data/sql/column-types.ts';
import { composed } from '../../../src/data/sql/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { until } from '../../support/requests/until.ts';

const EVERYTHING = /^/;
const ONE = composed({ one: int4 }, () => 'SELECT 1 AS one');

let here: FreshDatabase;
let other: FreshDatabase;
let leader: PostgresProxy;
let second: PostgresProxy;
beforeAll(async () => {
  [here, other] = [await freshDatabase(), await freshDatabase()];
  [leader, second] = [await openPostgresProxy(here.url), await openPostgresProxy(here.url)];
});
afterAll(async () => {
  for (const one of [leader, second, here, other]) await one?.close();
});

let cluster: Database;
beforeEach(async () => {
  cluster = await openCluster([leader.url, second.url, here.url]);
});
afterEach(async () => {
  for (const proxy of [leader, second]) proxy.cutStatements(null);
  await cluster.close();
});

/** Opens a database that is reached through the leader's proxy, once it knows what its servers have in common. */
async function openCluster(replicaUrls: readonly string[]): Promise<Database> {
  const database = await openDatabase({ kind: 'postgresql', url: leader.url, replicaUrls, isSynchronous: true });
  const stop = database.enableReplicas(() => 0);
  await until(
    async () => database.askAllButOne!(ONE).catch(() => null),
    (rows) => rows !== null,
  );
  stop();
  return database;
}

const raise = (...tags: CacheTagText[]) => here.prisma.$transaction((tx) => raiseEpochs(tx, tags));

test('one may be away, whichever it is, and not a second one', async () => {
  expect(await cluster.askAllButOne!(ONE)).toHaveLength(2);
  leader.cutStatements(EVERYTHING);
  expect(await cluster.askAllButOne!(ONE)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  second.cutStatements(EVERYTHING);
  await expect(cluster.askAllButOne!(ONE)).rejects.toThrow();
  leader.cutStatements(null);
  expect(await cluster.askAllButOne!(ONE)).toHaveLength(2);
});

test('a server of another database does not count', async () => {
  const mixed = await openCluster([leader.url, here.url, other.url]);
  leader.cutStatements(EVERYTHING);
  await expect(mixed.askAllButOne!(ONE)).rejects.toThrow();
  await mixed.close();
});

test('a database without the promise that commits wait is never read around its leader', async () => {
  const replicaUrls = [leader.url, second.url, here.url];
  const plain = await openDatabase({ kind: 'postgresql', url: leader.url, replicaUrls });
  expect(plain.askAllButOne).toBe(undefined);
  leader.cutStatements(EVERYTHING);
  await expect(plain.checkReads()).rejects.toThrow();
  await expect(cluster.checkReads()).resolves.toHaveLength(2);
  await plain.close();
});

test('the catalogue is read from another server while the leader is away, and from none that lacks a change', async () => {
  let known = 0;
  const stop = cluster.enableReplicas(() => known);
  leader.cutStatements(EVERYTHING);
  expect(await cluster.catalogue.destination.findMany()).toEqual([]);
  known = 1_000_000;
  await expect(cluster.catalogue.destination.findMany()).rejects.toThrow();
  stop();
});

test('a leader that is silent is not waited for', async () => {
  const stop = cluster.enableReplicas(() => 0);
  leader.pause();
  const ofLeader = cluster.prisma.$queryRaw`SELECT 1`.then(
    () => 'the leader',
    () => 'the leader',
  );
  const ofOthers = cluster.catalogue.destination.findMany().then(() => 'the others');
  expect(await Promise.race([ofLeader, ofOthers])).toBe('the others');
  leader.resume();
  await ofLeader;
  stop();
});

test('while the leader is away, what changed is known and not kept, and what did not change is valid as before', async () => {
  const [changed, same] = [cacheTag('hotel', 71), cacheTag('hotel', 72)];
  const epochs = await watchEpochs(cluster);
  await raise('hotel:71', 'hotel:72');
  await until(
    async () => [epochs.of(changed), epochs.isCurrent()],
    ([epoch, isCurrent]) => epoch === 1 && isCurrent === true,
  );
  leader.cutStatements(EVERYTHING);
  leader.cutListening();
  await until(
    async () => epochs.isCurrent(),
    (isCurrent) => !isCurrent,
  );
  await epochs.refresh();
  expect([epochs.of(changed), epochs.of(same)]).toEqual([1, 1]);
  await raise('hotel:71');
  await epochs.refresh();
  expect([isDoubtful(epochs.of(changed)), epochs.of(same)]).toEqual([true, 1]);
  second.cutStatements(EVERYTHING);
  await expect(epochs.refresh()).rejects.toThrow();
  for (const proxy of [leader, second]) proxy.cutStatements(null);
  await until(
    async () => epochs.isCurrent(),
    (isCurrent) => isCurrent,
  );
  expect([epochs.of(changed), epochs.of(same)]).toEqual([2, 1]);
  await epochs.close();
});
