/**
 * Migrations: plain SQL in `prisma/migrations`, applied by Prisma's own schema engine (its WebAssembly build, which runs on
 * the open database and needs no download) and recorded in Prisma's own table, so `prisma migrate deploy` agrees with it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
const PRISMA_FOLDER = fileURLToPath(new URL('../../prisma', import.meta.url));
const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, 'migrations');
const NO_FILTERS = { externalTables: [], externalEnums: [] };
/** Names of the migrations in the folder, oldest first. */
export async function migrationNames() {
    const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
    return entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort();
}
/** Names of the migrations that the database lacks, oldest first. */
export async function pendingMigrations({ prisma }) {
    const names = await migrationNames();
    const [table] = await prisma.$queryRaw `
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`;
    if (!table?.exists)
        return names;
    const rows = await prisma.$queryRaw `
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
    const applied = new Set(rows.map((row) => row.name));
    return names.filter((name) => !applied.has(name));
}
/**
 * Brings the database up to date.
 * @returns names of the migrations applied now, oldest first; none when there was nothing to do
 */
export async function migrate(database) {
    if ((await pendingMigrations(database)).length === 0)
        return [];
    try {
        return await withEngine(database, async (engine) => {
            const { appliedMigrationNames } = await engine.applyMigrations({
                migrationsList: await migrationsList(),
                filters: NO_FILTERS,
            });
            return appliedMigrationNames;
        });
    }
    catch (error) {
        // Several processes that start at once wait for each other here; who waited too long may find the work done.
        if ((await pendingMigrations(database)).length === 0)
            return [];
        throw error;
    }
}
/**
 * What separates the database from `schema.prisma`, as SQL; empty when they agree. On an empty database it is the whole
 * schema, which is how a migration is begun.
 */
export async function driftFromSchema(database) {
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
async function withEngine(database, use) {
    engineClass ??= instantiateEngine();
    const Engine = await engineClass;
    const schema = await readSchema();
    return database.withMigrationAdapter(async (adapter) => {
        const engine = await Engine.new({ datamodels: schema.files.map(({ path, content }) => [path, content]) }, () => { }, bindMigrationAwareSqlAdapterFactory(adapter));
        try {
            return await use(engine);
        }
        finally {
            engine.free();
        }
    });
}
let engineClass = null;
/** Node 20 cannot import WebAssembly as a module, so the package's parts are put together by hand: once, as they share memory. */
async function instantiateEngine() {
    const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
    const glueFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const wasmFile = glueFile.replace(/\.js$/, '.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), { './schema_engine_bg.js': glue });
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return glue.SchemaEngine;
}
async function readSchema() {
    const path = join(PRISMA_FOLDER, 'schema.prisma');
    return { files: [{ path, content: await readFile(path, 'utf8') }] };
}
async function migrationsList() {
    const names = await migrationNames();
    const read = (...path) => readFile(join(MIGRATIONS_FOLDER, ...path), 'utf8');
    return {
        baseDir: MIGRATIONS_FOLDER,
        lockfile: { path: 'migration_lock.toml', content: await read('migration_lock.toml') },
        shadowDbInitScript: '',
        migrationDirectories: await Promise.all(names.map(async (name) => ({
            path: name,
            migrationFile: {
                path: 'migration.sql',
                content: { tag: 'ok', value: await read(name, 'migration.sql') },
            },
        }))),
    };
}
//# sourceMappingURL=migrations.js.map