/**
 * Migrations: plain SQL in `prisma/migrations`, applied by Prisma's schema engine and recorded in Prisma's table, so `prisma
 * migrate deploy` agrees with it. The engine is the WebAssembly build, which runs on the open database and needs no download.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Database } from './database.ts';

const PRISMA_FOLDER = fileURLToPath(new URL('../../../prisma', import.meta.url));
const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, 'migrations');

/** What this file uses of a global that Node has and its types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Names of the migrations in the folder, oldest first. */
export async function readMigrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Names of the migrations that the database lacks, oldest first. */
export async function findPendingMigrations({ prisma }: Database): Promise<string[]> {
  const names = await readMigrationNames();
  const [table] = await prisma.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`;
  if (!table?.exists) return names;
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const applied = new Set(rows.map((row) => row.name));
  return names.filter((name) => !applied.has(name));
}

/**
 * Brings the database up to date.
 * @returns names of the migrations applied now, oldest first
 */
export async function migrate(database: Database): Promise<string[]> {
  if ((await findPendingMigrations(database)).length === 0) return [];
  try {
    return await withEngine(database, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await buildMigrationList(),
        filters: NO_FILTERS,
      });
      return appliedMigrationNames;
    });
  } catch (error) {
    // Processes that start together wait for each other here; one that timed out may find the work done.
    if ((await findPendingMigrations(database)).length === 0) return [];
    throw error;
  }
}

/**
 * The SQL that would bring the database to `schema.prisma`; empty when they agree. On an empty database it is the whole schema.
 */
export async function diffFromSchema(database: Database): Promise<string> {
  return withEngine(database, async (engine) => {
    const schema = await readSchema();
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', ...schema, configDir: PRISMA_FOLDER },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    const sql = stdout ?? '';
    return /^-- This is an empty migration/m.test(sql) ? '' : sql.trim();
  });
}

async function withEngine<T>(database: Database, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  engineClass ??= instantiateEngine();
  const Engine = await engineClass;
  const schema = await readSchema();
  return database.withMigrationAdapter(async (adapter) => {
    const engine = await Engine.new(
      { datamodels: schema.files.map(({ path, content }) => [path, content]) },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  });
}

let engineClass: Promise<typeof SchemaEngine> | null = null;

/**
 * Node 20 cannot import WebAssembly as a module, so the package's parts are assembled by hand; once, because they share memory.
 */
async function instantiateEngine(): Promise<typeof SchemaEngine> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const glueFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasmFile = glueFile.replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue.SchemaEngine;
}

async function readSchema(): Promise<SchemasContainer> {
  const path = join(PRISMA_FOLDER, 'schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}

async function buildMigrationList(): Promise<MigrationList> {
  const names = await readMigrationNames();
  const read = (...path: string[]) => readFile(join(MIGRATIONS_FOLDER, ...path), 'utf8');
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: 'migration_lock.toml', content: await read('migration_lock.toml') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await read(name, 'migration.sql') },
        },
      })),
    ),
  };
}
