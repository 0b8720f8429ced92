/** A COMMIT, or its answer, that a network has swallowed without a word, while the database answers all others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { classifyDatabaseFailure } from '../../../src/data/database/database-failures.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { until } from '../../support/requests/until.ts';

const TIMEOUTS = { lockMs: 60_000, statementMs: 60_000, connectionMs: undefined };

let stored: FreshDatabase;
let proxy: PostgresProxy;
let database: Database;
beforeEach(async () => {
  stored = await freshDatabase();
  proxy = await openPostgresProxy(stored.url);
  // One that hangs is more than a quarter of such a pool: nothing is written then.
  database = await openDatabase({ kind: 'postgresql', url: proxy.url, poolSize: 3 });
});
afterEach(async () => {
  await proxy.close();
  await database.close();
  await stored.close();
});

const add = (code: string, transactionMs = 500) =>
  database.transact((sql) => sql.finish(raw(`INSERT INTO channel (code, name) VALUES ($1, '')`, [code])), {
    ...TIMEOUTS,
    transactionMs,
  });

test.each(['request', 'reply'] as const)(
  'a commit whose %s was swallowed gives its connection up, and others are written',
  async (what) => {
    const swallowed = proxy.swallowNextCommit(what, /INSERT INTO channel/);
    const failure = await add('swallowed').then(() => null, classifyDatabaseFailure);
    await swallowed;
    expect(failure).toBe('unavailable');
    await until(
      () => database.writeRefusal(async () => {}),
      (refusal) => refusal === null,
    );
    await add('next', 60_000);
    const { total, idle } = database.pool!();
    expect(total - idle).toBe(0);
  },
);
