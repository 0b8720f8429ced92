/** Databases for tests: real PostgreSQL by default, the embedded one where a test is about it. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { TEMPLATE_DATABASE } from './postgres-server.ts';

/** A test's own database, with its address for further connections. */
export interface FreshDatabase extends Database {
  readonly url: string;
}

/**
 * A new, migrated, empty database on the PostgreSQL server of the test run, or on another one with the template. Closing it
 * drops it.
 */
export async function freshDatabase({
  poolSize = 10,
  address = inject('postgresAddress'),
}: {
  poolSize?: number;
  address?: string;
} = {}): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(address, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const url = `${address}${name}`;
  const database = await openDatabase({ kind: 'postgresql', url, poolSize });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await administer(address, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(address: string, statement: string): Promise<void> {
  const admin = await openDatabase({ kind: 'postgresql', url: `${address}postgres`, poolSize: 1 });
  try {
    await admin.prisma.$executeRawUnsafe(statement);
  } finally {
    await admin.close();
  }
}
