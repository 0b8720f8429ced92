/**
 * Compares a database with `schema.prisma`, for whoever writes migrations and for tests. Prisma's schema engine does it, in its
 * WebAssembly build, which runs on the open database and needs no download.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Database } from './database.ts';
import { PRISMA_FOLDER } from './migrations.ts';

/** What this file uses of a global that Node has and its types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * The SQL that would bring an embedded database to `schema.prisma`; empty when they agree. On an empty database it is the whole schema.
 */
export async function diffFromSchema(database: Database): Promise<string> {
  // biome-ignore lint/style/noNonNullAssertion: an embedded database has one.
  return withSchemaEngine(database.schemaAdapter!, async (engine) => {
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

/** Lends the engine. */
export async function withSchemaEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  engineClass ??= instantiateEngine();
  const Engine = await engineClass;
  const schema = await readSchema();
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
