import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE, type CacheTagText, cacheTag, KEYS, STRUCTURE } from '../../../src/data/cache/cache-tags.ts';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type ObservedDatabase, observe } from '../../support/database/observed-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { until } from '../../support/requests/until.ts';

function raise(database: Database, tags: readonly CacheTagText[]) {
  return database.prisma.$transaction((tx) => raiseEpochs(tx, tags));
}

describe('epochs of two processes on one PostgreSQL', () => {
  let here: FreshDatabase;
  let there: Database;
  let observed: ObservedDatabase;
  let epochs: Epochs;

  beforeAll(async () => {
    here = await freshDatabase();
    there = await openDatabase({ kind: 'postgresql', url: here.url });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });
  beforeEach(async () => {
    await here.prisma.epoch.deleteMany();
    await here.prisma.catalogueChange.deleteMany();
    observed = observe(here);
    epochs = await watchEpochs(observed.database);
  });
  afterEach(() => epochs.close());

  test('what another process raises is known here once its notification arrives', async () => {
    const reported = observed.nextPayload();
    await raise(there, ['structure']);
    expect(await reported).toBe('catalogue=1 change=1 structure:0=1');
    expect(epochs.of(CATALOGUE)).toBe(1);
    expect(epochs.of(KEYS)).toBe(0);
  });

  test('a listener is called once for each transaction that raised something, however that became known', async () => {
    const heard: number[] = [];
    const stop = epochs.onRaise(() => heard.push(epochs.of(KEYS)));
    const reported = observed.nextPayload();
    await raise(there, ['keys', 'structure']);
    await reported;
    await epochs.refresh();
    epochs.observe(await raise(here, ['keys']));
    epochs.observe(await raise(here, ['structure']));
    expect(heard).toEqual([1, 2, 2]);
    stop();
    epochs.observe(await raise(here, ['keys']));
    expect(heard).toHaveLength(3);
  });

  test('one notification says all that a transaction raised', async () => {
    const reported = observed.nextPayload();
    await raise(there, ['rates:7', 'inventory:3', 'visitType:7', 'keys']);
    expect(await reported).toBe('catalogue=1 change=1 inventory:3=1 keys=1 rates:7=1 visitType:7=1');
    const tags = [cacheTag('rates', 7), cacheTag('visitType', 7), cacheTag('inventory', 3)];
    expect([...tags, cacheTag('rates', 8)].map((tag) => epochs.of(tag))).toEqual([1, 1, 1, 0]);
  });

  test('a notification names the room types of a hotel whose capacity changed, unless they are very many', async () => {
    const room = cacheTag('roomTypeInventory', 31);
    const hotel = cacheTag('hotelInventory', 3);
    const named = observed.nextPayload();
    await raise(there, ['inventory:3/31', 'inventory:3/32', 'inventory:4/41']);
    expect(await named).toBe('inventory:3/31,32=1 inventory:4/41=1');
    const before = [epochs.of(room), epochs.of(hotel)];
    const reported = observed.nextPayload();
    await raise(
      there,
      Array.from({ length: 51 }, (_, index) => `inventory:3/${31 + index}` as const),
    );
    expect(await reported).toBe('inventory:3=2');
    expect(epochs.of(room)).toBe(before[0]);
    expect(epochs.of(hotel)).toBeGreaterThan(before[1]!);
  });

  test('a notification names the nights of a hotel whose capacity changed from the first to the last, unless some are not known', async () => {
    const named = observed.nextPayload();
    await raise(there, ['inventory:5:20575..20580/51', 'inventory:5:20570..20571/52', 'inventory:6:20600..20600/61']);
    expect(await named).toBe('inventory:5:20570..20580/51,52=1 inventory:6:20600..20600/61=1');
    const reported = observed.nextPayload();
    await raise(there, ['inventory:5:20575..20580/51', 'inventory:5/52', 'inventory:6:20600..20600/61', 'inventory:6']);
    expect(await reported).toBe('inventory:5/51,52=2 inventory:6=2');
  });

  test('a change of a whole hotel and of one of its room types is one of the whole hotel', async () => {
    const reported = observed.nextPayload();
    await raise(there, ['inventory:3/31', 'inventory:3', 'inventory:3/32']);
    expect(await reported).toBe('inventory:3=1');
  });

  test('a change of more than a notification can say is read before anything is answered from memory', async () => {
    const numbers = Array.from({ length: 400 }, (_, index) => index + 1_000_000);
    const reported = observed.nextPayload();
    await raise(
      there,
      numbers.flatMap((number) => [`hotel:${number}`, `rates:${number}`] as const),
    );
    expect(await reported).toBe('?');
    await epochs.refresh();
    expect(epochs.of(cacheTag('hotel', 1_000_399))).toBe(1);
    expect(epochs.of(cacheTag('hotel', 1))).toBe(0);
    await until(
      async () => epochs.isCurrent(),
      (isCurrent) => isCurrent,
    );
  });

  test('a change of very many entities is one of their kind, and leaves one row', async () => {
    await raise(there, ['hotel:1', 'rates:1']);
    await raise(
      there,
      Array.from({ length: 20_000 }, (_, index) => `hotel:${index}` as const),
    );
    await epochs.refresh();
    epochs.observe(await readRaised(here));
    expect([1, 77_777].map((number) => epochs.of(cacheTag('hotel', number)))).toEqual([2, 2]);
    expect(epochs.of(cacheTag('rates', 1))).toBe(1);
    expect(await here.prisma.catalogueChange.count()).toBe(2);
  });

  test('numbers of changes are in the order of their commits, so that a reader misses none', async () => {
    const readers = [await watchEpochs(here), await watchEpochs(there)];
    await Promise.all(Array.from({ length: 30 }, (_, index) => raise(index % 2 ? here : there, [`rates:${index}`])));
    const raised = await readRaised(here);
    const changes = raised.filter(({ scope }) => scope.startsWith('rates:')).map(({ value }) => value);
    expect(changes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    for (const reader of readers) {
      await until(
        async () => reader.of(CATALOGUE),
        (change) => change === 30,
      );
      for (const { scope, value } of raised) {
        const [kind, number] = scope.split(':');
        if (kind === 'rates') expect(reader.of(cacheTag('rates', Number(number)))).toBe(value);
      }
      await reader.close();
    }
  });

  test('a transaction that is rolled back raises nothing', async () => {
    const refused = there.prisma.$transaction(async (tx) => {
      await raiseEpochs(tx, ['structure']);
      throw new Error('taken back');
    });
    await expect(refused).rejects.toThrow('taken back');
    const reported = observed.nextPayload();
    await raise(there, ['keys']);
    expect(await reported).toBe('keys=1');
    expect(epochs.of(CATALOGUE)).toBe(0);
  });

  test('while the listening connection is lost, a refresh reads the raised epochs', async () => {
    observed.holdReconnect(true);
    const lost = observed.nextConnection(false);
    await terminateListeners(there);
    await lost;
    await raise(there, ['keys', 'inventory:7', 'rates:3']);
    await epochs.refresh();
    expect([3, 4].map((number) => epochs.of(cacheTag('rates', number)))).toEqual([1, 0]);
    expect(epochs.of(KEYS)).toBe(1);
    expect(epochs.of(cacheTag('inventory', 7))).toBe(1);
  });

  test('after a reconnection, notifications arrive again', async () => {
    const back = observed.nextConnection(true);
    await terminateListeners(there);
    await back;
    const reported = observed.nextPayload();
    await raise(there, ['structure']);
    expect(await reported).toBe('catalogue=1 change=1 structure:0=1');
    expect(epochs.of(CATALOGUE)).toBe(1);
  });

  test('a process knows its own commits before their notifications', async () => {
    epochs.observe(await raise(here, ['structure']));
    expect(epochs.of(CATALOGUE)).toBe(1);
  });

  test('a late notification of an older value changes nothing', async () => {
    // No counter of the database: a smaller value than a counter's would tell of a restored database.
    epochs.observe([{ scope: 'hotel:1', value: 5 }]);
    const reported = observed.nextPayload();
    await raise(there, ['hotel:1']);
    await reported;
    expect(epochs.of(cacheTag('hotel', 1))).toBe(5);
  });

  test('a restored database never repeats an epoch, not even after the next raise', async () => {
    const had = new Set<number>();
    for (let time = 0; time < 3; time++) {
      epochs.observe(await raise(there, ['structure', 'inventory:1']));
      for (const tag of [CATALOGUE, cacheTag('inventory', 1)]) had.add(epochs.of(tag));
    }
    await there.prisma.epoch.updateMany({ data: { value: 1 } });
    await until(
      async () => epochs.of(CATALOGUE),
      (number) => !had.has(number),
    );
    expect(had).not.toContain(epochs.of(cacheTag('inventory', 1)));
    for (let time = 0; time < 3; time++) {
      const before = epochs.of(CATALOGUE);
      epochs.observe(await raise(there, ['structure']));
      expect(epochs.of(CATALOGUE)).toBe(before + 1);
      expect(had).not.toContain(before + 1);
    }
  });

  test('a restored database that lacks a counter is noticed, and what counts anew repeats no epoch', async () => {
    epochs.observe(await raise(there, ['structure']));
    epochs.observe(await raise(there, ['inventory:1']));
    const tag = cacheTag('inventory', 1);
    const had = epochs.of(tag);
    await there.prisma.epoch.delete({ where: { scope: 'inventory:1' } });
    await until(
      async () => epochs.of(tag),
      (number) => number !== had,
    );
    const before = epochs.of(tag);
    epochs.observe(await raise(there, ['inventory:1']));
    expect([before, had]).not.toContain(epochs.of(tag));
  });

  test('a database that says what it has said before, and lacks what was committed since, is noticed as restored', async () => {
    const tag = cacheTag('inventory', 2);
    epochs.observe(await raise(there, ['inventory:2']));
    observed.holdReconnect(true);
    const lost = observed.nextConnection(false);
    await terminateListeners(there);
    await lost;
    for (let time = 0; time < 2; time++) await epochs.refresh();
    const had = epochs.of(tag);
    epochs.observe([{ scope: 'inventory:2', value: 2 }]);
    const lacking = epochs.of(tag);
    expect(lacking).not.toBe(had);
    await epochs.refresh();
    expect([had, lacking]).not.toContain(epochs.of(tag));
  });

  test('a counter that only a newer release knows forgets nothing', async () => {
    for (let time = 0; time < 2; time++) epochs.observe(await raise(there, ['structure', 'keys']));
    const known = () => [CATALOGUE, KEYS, STRUCTURE].map((tag) => epochs.of(tag));
    const before = known();
    observed.holdReconnect(true);
    const lost = observed.nextConnection(false);
    await terminateListeners(there);
    await lost;
    await there.prisma.epoch.create({ data: { scope: 'newer', value: 1 } });
    await epochs.refresh();
    expect(known()).toEqual(before);
  });

  test('callers that raise the same tags in different orders never deadlock', async () => {
    const tags: CacheTagText[] = ['inventory:1', 'inventory:2', 'hotel:1', 'rates:2', 'keys'];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => raise(index % 2 ? here : there, index % 3 ? tags : tags.toReversed())),
    );
    const rows = await here.prisma.epoch.findMany({ orderBy: { scope: 'asc' } });
    expect(rows.map(({ value }) => value)).toEqual([20n, 20n, 20n, 20n, 20n]);
  });
});

describe('epochs of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await freshEmbedded();
  });
  afterAll(() => database.close());

  test('raised epochs are notified', async () => {
    const observed = observe(database);
    const epochs = await watchEpochs(observed.database);
    const reported = observed.nextPayload();
    await raise(database, ['inventory:3']);
    expect(await reported).toBe('inventory:3=1');
    expect(epochs.of(cacheTag('inventory', 3))).toBe(1);
    await epochs.close();
  });
});

/** Terminates listening connections, as a failing network or a restarting server would. */
async function terminateListeners({ prisma }: Database): Promise<void> {
  await prisma.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query ~ '^(LISTEN |SELECT ''listening'')'`;
}
