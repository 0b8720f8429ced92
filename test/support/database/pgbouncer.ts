/** A PgBouncer in transaction mode for tests, from the system's binary (Debian's package `pgbouncer`). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../gateway/free-port.ts';
import { unprivilegedAccount } from './postgres-server.ts';

/** Debian installs it outside the path of ordinary users. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const BINARY = 'pgbouncer';

/** Whether the system has one. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync(BINARY, ['--version'], { stdio: 'ignore', env: { PATH } });
    return true;
  } catch {
    return false;
  }
}

/** A running pooler. */
export interface PgBouncer {
  /** Address of the database through it, without `pgbouncer=true`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one before the database at `url`, with so many server connections for all clients together. */
export async function startPgBouncer({
  url,
  serverConnections,
  settings: further = {},
}: {
  url: string;
  serverConnections: number;
  settings?: Readonly<Record<string, string>>;
}): Promise<PgBouncer> {
  const { hostname, port: serverPort, pathname, username } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
  // It refuses to run as root, and its account must be able to read its settings.
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${serverConnections}`,
      'max_client_conn = 500',
      ...Object.entries(further).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  const pooler = spawn(BINARY, [settings], {
    ...unprivilegedAccount(),
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000);
      if (said.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}: ${said}`)));
  });
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      if (pooler.exitCode === null && pooler.signalCode === null) {
        const ended = once(pooler, 'exit');
        pooler.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
