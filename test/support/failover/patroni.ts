/**
 * A cluster of three PostgreSQL servers under Patroni, with etcd and the HAProxy that leads to the leader: the programs of the system (Debian's
 * packages `patroni`, `etcd-server`, `haproxy`) over the files of `deploy/database`, with ports, folders and times of the test in
 * place of the real ones. Each member has a folder instead of a machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms } from '../database/postgres-programs.ts';
import { unprivilegedAccount } from '../database/postgres-server.ts';
import { freePort } from '../gateway/free-port.ts';
import { until } from '../requests/until.ts';
import { DEPLOYED, endNow, startHaproxy, substitute } from './haproxy.ts';

/** Debian installs some outside the path of ordinary users. */
const PATH = `${process.env.PATH}:/usr/bin:/usr/sbin`;
/** In the test a leader that died is replaced sooner than in `patroni.yml`, and its system need not survive a crash. */
const TIMES = { ttl: 5, loopWait: 1, retryTimeout: 2 };

/** Whether the system has all of them. */
export function hasPatroni(): boolean {
  const has = (name: string) => PATH.split(':').some((folder) => existsSync(join(folder, name)));
  return postgresPrograms() !== null && ['patroni', 'patronictl', 'etcd', 'haproxy'].every(has);
}

/** A running cluster. */
export interface PatroniCluster {
  /** Address of the leader, whoever it is, without a database name, ending in a slash. */
  readonly address: string;
  /** Addresses of the members, the same way. */
  readonly members: readonly string[];
  /** The position of the leader; null: there is none. */
  leader(): Promise<number | null>;
  /** Resolves to the leader when there is one and a standby that commits wait for. */
  untilSynchronous(): Promise<number>;
  /** Kills everything that runs on a member, as when its machine dies. */
  kill(place: number): Promise<void>;
  /** Starts a member again. */
  revive(place: number): Promise<void>;
  /** Resolves when all members run, and follow the leader. */
  untilWhole(): Promise<void>;
  /** Runs `patronictl`. */
  control(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

interface Member {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly restPort: number;
  process: ChildProcess | null;
}

/** What a member says of itself. */
interface Said {
  readonly role?: string;
  readonly state?: string;
  readonly sync_standby?: boolean;
  readonly replication?: readonly { readonly sync_state: string; readonly state: string }[];
}

/** Starts it all; on failure, closes everything again. */
export async function startPatroni(): Promise<PatroniCluster> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) await one();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-patroni-'));
    opened.push(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    const etcdPort = await startEtcd(folder, opened);
    const members: Member[] = [];
    for (const name of ['db1', 'db2', 'db3']) {
      const member = {
        name,
        folder: join(folder, name),
        port: await freePort(),
        restPort: await freePort(),
        process: null,
      };
      await configure(member, etcdPort);
      members.push(member);
      opened.push(() => killMember(member));
    }
    const port = await freePort();
    const haproxy = await startHaproxy(join(folder, 'haproxy.cfg'), await routeToLeader(members, port), port);
    opened.push(() => haproxy.stop());
    for (const member of members) startMember(member);
    const cluster = openCluster({ members, port, close });
    await cluster.untilWhole();
    return cluster;
  } catch (error) {
    await close();
    throw error;
  }
}

function openCluster({
  members,
  port,
  close,
}: {
  members: readonly Member[];
  port: number;
  close: () => Promise<void>;
}): PatroniCluster {
  const states = () => Promise.all(members.map(ask));
  const leader = async () => {
    const answers = await Promise.all(
      members.map(async ({ restPort }) => (await get(restPort, '/primary'))?.ok === true),
    );
    const place = answers.indexOf(true);
    return place === -1 ? null : place;
  };
  const hasSynchronous = (said: Said | null) =>
    said?.replication?.some(({ sync_state, state }) => sync_state === 'sync' && state === 'streaming') === true;
  return {
    address: `postgresql://postgres@127.0.0.1:${port}/`,
    members: members.map((member) => `postgresql://postgres@127.0.0.1:${member.port}/`),
    leader,
    async untilSynchronous() {
      const place = await until(
        async () => {
          const [present, all] = [await leader(), await states()];
          return present !== null && hasSynchronous(all[present] ?? null) && all.some((said) => said?.sync_standby)
            ? present
            : null;
        },
        (found) => found !== null,
      );
      return place!;
    },
    kill: (place) => killMember(members[place]!),
    async revive(place) {
      startMember(members[place]!);
    },
    async untilWhole() {
      await until(states, (all) => {
        const led = all.find((said) => said?.role === 'master' || said?.role === 'primary');
        const streaming = led?.replication?.filter(({ state }) => state === 'streaming') ?? [];
        return (
          all.every((said) => said?.state === 'running') &&
          hasSynchronous(led ?? null) &&
          streaming.length === members.length - 1
        );
      });
    },
    async control(...args) {
      const child = spawn('patronictl', ['-c', join(members[0]!.folder, 'patroni.yml'), ...args], {
        env: { PATH, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`patronictl ${args.join(' ')} ended with ${code}: ${said}`);
      return said;
    },
    close,
  };
}

async function get(port: number, path: string): Promise<Response | null> {
  try {
    return await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
  } catch {
    return null;
  }
}

async function ask({ restPort }: Member): Promise<Said | null> {
  const answer = await get(restPort, '/patroni');
  return answer === null ? null : ((await answer.json()) as Said);
}

async function startEtcd(folder: string, opened: (() => Promise<unknown>)[]): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const etcd = spawn(
    'etcd',
    [
      ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
    ],
    { cwd: folder, env: { PATH }, stdio: 'ignore' },
  );
  opened.push(() => endNow(etcd));
  await until(
    async () => (await get(port, '/health'))?.ok,
    (isHealthy) => isHealthy === true,
  );
  return port;
}

/** Its settings: those of `patroni.yml`, but for the place. */
async function configure({ name, folder, port, restPort }: Member, etcdPort: number): Promise<void> {
  const { uid, gid } = unprivilegedAccount();
  await mkdir(folder);
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  const programs = postgresPrograms();
  if (programs === null) throw new Error("there are no PostgreSQL programs: install Debian's package postgresql");
  const config = substitute(await readFile(join(DEPLOYED, 'patroni.yml'), 'utf8'), [
    ['name: db1', `name: ${name}`],
    ['10.0.0.1:8008', `127.0.0.1:${restPort}`],
    ['hosts: 10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `hosts: 127.0.0.1:${etcdPort}`],
    ['ttl: 20', `ttl: ${TIMES.ttl}`],
    ['loop_wait: 5', `loop_wait: ${TIMES.loopWait}`],
    ['retry_timeout: 5', `retry_timeout: ${TIMES.retryTimeout}`],
    ['10.0.0.1:5432', `127.0.0.1:${port}`],
    ['/var/lib/postgresql/15/gateway', join(folder, 'data')],
    ['/usr/lib/postgresql/15/bin', programs],
    ['/var/lib/postgresql/pgpass', join(folder, 'pgpass')],
    ['wal_keep_size: 4GB', 'wal_keep_size: 256MB'],
    ['/var/run/postgresql', `${folder}\n    fsync: "off"\n    shared_buffers: 32MB`],
    ['local all all peer', 'local all all trust'],
    ['10.0.0.0/24 scram-sha-256', '127.0.0.1/32 trust'],
  ]);
  await writeFile(join(folder, 'patroni.yml'), config);
}

/** The settings of the proxy: those of `haproxy.cfg`, but for the places. */
async function routeToLeader(members: readonly Member[], port: number): Promise<string> {
  return substitute(await readFile(join(DEPLOYED, 'haproxy.cfg'), 'utf8'), [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    [' check port 8008', ' check'],
    ...members.map(({ name, port: own, restPort }, place) => {
      const there = `server ${name} 10.0.0.${place + 1}:5432`;
      return [there, `server ${name} 127.0.0.1:${own} port ${restPort}`] as const;
    }),
  ]);
}

function startMember(member: Member): void {
  const log = `exec patroni patroni.yml >> patroni.log 2>&1`;
  member.process = spawn('sh', ['-c', log], {
    ...unprivilegedAccount(),
    cwd: member.folder,
    env: { PATH, HOME: member.folder, LC_ALL: 'C.UTF-8' },
    stdio: 'ignore',
  });
}

/** Kills Patroni, which would restart the server, and the server; its other processes end with it. */
async function killMember({ folder, process: patroni }: Member): Promise<void> {
  const ended = patroni ? endNow(patroni) : Promise.resolve();
  const written = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(written.split('\n')[0]);
  if (pid > 0) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  await ended;
}
