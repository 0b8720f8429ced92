/** Databases for tests: real PostgreSQL by default, the embedded one where a test is about it. */
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { TEMPLATE_DATABASE } from './postgres-server.ts';

/** A test's own database, with its address for further connections. */
export interface FreshDatabase extends Database {
  readonly url: string;
}

/**
 * A new, migrated, empty database on the PostgreSQL server of the test run, or on another one with the template; or a copy
 * of `template`. Closing it drops it.
 */
export async function freshDatabase({
  poolSize = 10,
  address = inject('postgresAddress'),
  template = TEMPLATE_DATABASE,
}: {
  poolSize?: number;
  address?: string;
  template?: string;
} = {}): Promise<FreshDatabase> {
  const name = nameFor('test');
  await createDatabase(name, { address, template });
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

/** Creates a migrated, empty database on the PostgreSQL server of the test run, or on another one; or a copy of `template`. */
export async function createDatabase(
  name: string,
  { address = inject('postgresAddress'), template = TEMPLATE_DATABASE }: { address?: string; template?: string } = {},
): Promise<void> {
  await administer(address, `CREATE DATABASE ${name} TEMPLATE ${template}`);
}

/** What was imported before, by a digest of the catalogue: null once, then the database that has it. */
const templates = new Map<string, Promise<string> | null>();

/** A new database with a catalogue. One that is asked for again is imported into a template once, and copied from then on. */
export async function databaseWith(catalogue: unknown): Promise<FreshDatabase> {
  const digest = createHash('sha1').update(JSON.stringify(catalogue)).digest('hex');
  const known = templates.get(digest);
  if (known === undefined) {
    templates.set(digest, null);
    const database = await freshDatabase();
    await putInto(database, catalogue);
    return database;
  }
  const made = known ?? makeTemplate(catalogue);
  templates.set(digest, made);
  return freshDatabase({ template: await made });
}

/** It stays until the server ends. A template may have no connections while it is copied. */
async function makeTemplate(catalogue: unknown): Promise<string> {
  const name = nameFor('template');
  await createDatabase(name);
  const database = await openDatabase({ kind: 'postgresql', url: `${inject('postgresAddress')}${name}`, poolSize: 1 });
  try {
    await putInto(database, catalogue);
  } finally {
    await database.close();
  }
  return name;
}

/** Imports a catalogue, which has to be valid. */
export async function putInto(database: Database, catalogue: unknown): Promise<void> {
  const outcome = await importCatalogue({ database, source: catalogue as never });
  if (!outcome.ok)
    throw new Error(`the catalogue of the test is not valid: ${JSON.stringify(outcome.problems.slice(0, 5))}`);
}

const nameFor = (purpose: string): string => `${purpose}_${randomUUID().replaceAll('-', '')}`;

/** Connections by address, which are kept: to open one takes longer than to drop a database. */
const administrators = new Map<string, pg.Pool>();

async function administer(address: string, statement: string): Promise<void> {
  const known = administrators.get(address);
  const admin = known ?? new pg.Pool({ connectionString: `${address}postgres`, allowExitOnIdle: true });
  // A server may be crashed while nobody asks it; the next statement opens a connection anew.
  if (!known)
    administrators.set(
      address,
      admin.on('error', () => {}),
    );
  await admin.query(statement);
}
