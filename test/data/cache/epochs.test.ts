import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EpochScope, type Epochs, raiseEpochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type ObservedDatabase, observe } from '../../support/database/observed-database.ts';
import { until } from '../../support/requests/until.ts';

function raise(database: Database, scopes: readonly EpochScope[]) {
  return database.prisma.$transaction((tx) => raiseEpochs(tx, scopes));
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
    observed = observe(here);
    epochs = await watchEpochs(observed.database);
  });
  afterEach(() => epochs.close());

  test('what another process raises is known here once its notification arrives', async () => {
    const told = observed.nextPayload();
    await raise(there, ['catalogue']);
    expect(await told).toBe('catalogue=1');
    expect(epochs.of('catalogue')).toBe(1n);
    expect(epochs.of('keys')).toBe(0n);
  });

  test('a listener of a scope is called once for each raise of it, however that became known, and for no other', async () => {
    const heard: bigint[] = [];
    epochs.onRaise('keys', () => heard.push(epochs.of('keys')));
    const told = observed.nextPayload();
    await raise(there, ['keys', 'catalogue']);
    await told;
    await epochs.refresh();
    epochs.observe(await raise(here, ['keys']));
    epochs.observe(await raise(here, ['catalogue']));
    expect(heard).toEqual([1n, 2n]);
  });

  test('a transaction that is rolled back raises nothing', async () => {
    const refused = there.prisma.$transaction(async (tx) => {
      await raiseEpochs(tx, ['catalogue']);
      throw new Error('taken back');
    });
    await expect(refused).rejects.toThrow('taken back');
    const told = observed.nextPayload();
    await raise(there, ['keys']);
    expect(await told).toBe('keys=1');
    expect(epochs.of('catalogue')).toBe(0n);
  });

  test('while the listening connection is lost, a refresh reads the raised epochs', async () => {
    observed.holdReconnect(true);
    const lost = observed.nextConnection(false);
    await terminateListeners(there);
    await lost;
    await raise(there, ['keys', 'inventory:7']);
    await epochs.refresh();
    expect(epochs.of('keys')).toBe(1n);
    expect(epochs.of('inventory:7')).toBe(1n);
  });

  test('after a reconnection, notifications arrive again', async () => {
    const back = observed.nextConnection(true);
    await terminateListeners(there);
    await back;
    const told = observed.nextPayload();
    await raise(there, ['catalogue']);
    expect(await told).toBe('catalogue=1');
    expect(epochs.of('catalogue')).toBe(1n);
  });

  test('a process knows its own commits before their notifications', async () => {
    epochs.observe(await raise(here, ['catalogue']));
    expect(epochs.of('catalogue')).toBe(1n);
  });

  test('a late notification of an older value changes nothing', async () => {
    epochs.observe([{ scope: 'catalogue', value: 5n }]);
    const told = observed.nextPayload();
    await raise(there, ['catalogue']);
    await told;
    expect(epochs.of('catalogue')).toBe(5n);
  });

  test('a restored database never repeats an epoch, not even after the next raise', async () => {
    const had = new Set<bigint>();
    for (let time = 0; time < 3; time++) {
      epochs.observe(await raise(there, ['catalogue', 'inventory:1']));
      for (const scope of ['catalogue', 'inventory:1'] as const) had.add(epochs.of(scope));
    }
    await there.prisma.epoch.updateMany({ data: { value: 1 } });
    await until(
      async () => epochs.of('catalogue'),
      (number) => !had.has(number),
    );
    expect(had).not.toContain(epochs.of('inventory:1'));
    for (let time = 0; time < 3; time++) {
      const before = epochs.of('catalogue');
      epochs.observe(await raise(there, ['catalogue']));
      expect(epochs.of('catalogue')).toBe(before + 1n);
      expect(had).not.toContain(before + 1n);
    }
  });

  test('callers that raise the same scopes in different orders never deadlock', async () => {
    const scopes: EpochScope[] = ['inventory:1', 'inventory:2', 'catalogue', 'keys'];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        raise(index % 2 ? here : there, index % 3 ? scopes : scopes.toReversed()),
      ),
    );
    const rows = await here.prisma.epoch.findMany({ orderBy: { scope: 'asc' } });
    expect(rows.map(({ value }) => value)).toEqual([20n, 20n, 20n, 20n]);
  });
});

describe('epochs of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    const { migrate } = await import('../../../src/data/database/migrations.ts');
    database = await openDatabase({ kind: 'memory' });
    await migrate(database);
  });
  afterAll(() => database.close());

  test('raised epochs are notified', async () => {
    const observed = observe(database);
    const epochs = await watchEpochs(observed.database);
    const told = observed.nextPayload();
    await raise(database, ['inventory:3']);
    expect(await told).toBe('inventory:3=1');
    expect(epochs.of('inventory:3')).toBe(1n);
    await epochs.close();
  });
});

/** Terminates listening connections, as a failing network or a restarting server would. */
async function terminateListeners({ prisma }: Database): Promise<void> {
  await prisma.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %'`;
}
