/**
 * Backups by the commands of docs/operations.md, run as written: a dump of PostgreSQL and a copy of the embedded folder
 * are restored elsewhere with bookings, rooms and idempotency keys. With the pepper the keys work; without it the start
 * refuses and says why. The pepper is rotated by the documented steps.
 */

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { adoptPepper, PepperMismatch } from '../../../src/data/keys/api-key-pepper.ts';
import { listKeys } from '../../../src/data/keys/list-keys.ts';
import { fillDataFolder } from '../../support/database/embedded-database.ts';
import { putInto } from '../../support/database/fresh-database.ts';
import { postgresPrograms } from '../../support/database/postgres-programs.ts';
import { type PostgresServer, startPostgres } from '../../support/database/postgres-server.ts';
import { runCli, type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  environmentFor,
  nightBody,
  PEPPER,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';

const OTHER_PEPPER = 'another pepper, as long as it has to be';
const ANOTHER =
  /the pepper of API keys \(API_KEY_PEPPER, or [^\n]+\) is not the one that the keys of this database are/;
/** The status of a booking that finds no room. */
const NO_ROOM = 422;
const programs = postgresPrograms();
const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The commands under a heading of the guide. */
function commandsUnder(heading: string): string {
  const [, section] = guide.split(`\n### ${heading}\n`);
  const [, block] = /```sh\n(.*?)```/s.exec(section?.split('\n### ')[0] ?? '') ?? [];
  if (!block) throw new Error(`the guide has no commands under ${heading}`);
  return block;
}

let folder: string;
const servers: PostgresServer[] = [];
const running = new Set<Serving>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-backup-'));
});
beforeEach(stopAll);
afterAll(async () => {
  await stopAll();
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stopAll(): Promise<void> {
  for (const one of running) await one.stop('SIGKILL');
  running.clear();
}

async function serve(env: Record<string, string>): Promise<Serving> {
  const serving = await startServing(env);
  running.add(serving);
  return serving;
}

async function type(commands: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, ...env },
  });
}

/** Books the only room of a night; a repetition under the same idempotency key returns the same booking. */
async function book(url: string, key: string, idempotencyKey = 'before-the-backup') {
  const { status, text } = await servedClient({ url, key }).book(nightBody(3), idempotencyKey);
  return { status, text };
}

/** Asserts that a gateway has the state of the backed-up one: the key, the booking, and no other room. */
async function expectRestored(url: string, { key, booked }: { key: string; booked: { text: string } }): Promise<void> {
  expect((await servedClient({ url, key }).get('/api/v1/destinations')).status).toBe(200);
  expect((await book(url, key)).text).toBe(booked.text);
  expect((await book(url, key, 'after-the-restoration')).status).toBe(NO_ROOM);
}

describe.skipIf(programs === null)('a PostgreSQL', () => {
  let url: string;
  let restoredUrl: string;
  let key: string;
  let booked: { status: number; text: string };

  async function emptyDatabase(): Promise<string> {
    const server = await startPostgres({ programs: programs! });
    servers.push(server);
    const admin = await openDatabase({ kind: 'postgresql', url: `${server.address}postgres`, poolSize: 1 });
    await admin.prisma.$executeRawUnsafe('CREATE DATABASE gateway');
    await admin.close();
    return `${server.address}gateway`;
  }

  beforeAll(async () => {
    url = await emptyDatabase();
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 2 });
    await migrate(database);
    await putInto(database, servedCatalogue({ units: 1 }));
    ({ key } = await servedKey(database));
    await database.close();
    const serving = await serve(environmentFor(url));
    booked = await book(serving.url, key);
    expect(booked.status).toBe(201);
    // The gateway keeps serving meanwhile.
    await type(commandsUnder('Backing up a PostgreSQL'), { DATABASE_URL: url });
    restoredUrl = await emptyDatabase();
    await type(commandsUnder('Restoring a PostgreSQL'), { DATABASE_URL: restoredUrl });
  });

  test('restored elsewhere with its pepper has its keys, its bookings and no other rooms', async () => {
    const serving = await serve(environmentFor(restoredUrl));
    await expectRestored(serving.url, { key, booked });
    expect((await serving.stop()).stdout).not.toContain('migrated');
  });

  test('restored without its pepper does not start, and says why; with all keys revoked it accepts another one', async () => {
    const env = { ...environmentFor(restoredUrl), API_KEY_PEPPER: OTHER_PEPPER };
    const { code, stderr } = await runCli(['serve'], { ...env, PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toMatch(ANOTHER);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(OTHER_PEPPER);

    await type(commandsUnder('The pepper is lost').replaceAll('npm run --silent cli --', CLI), env);
    const serving = await serve(env);
    const made = await runCli(['keys', 'create', '--name', 'Web shop'], env);
    expect((await book(serving.url, made.stdout.trim())).status).toBe(NO_ROOM);
    expect((await book(serving.url, key)).status).toBe(401);
  });

  test('changes its pepper in the steps of the guide, with the same keys before, meanwhile and afterwards', async () => {
    const steps = [
      environmentFor(url),
      { ...environmentFor(url), API_KEY_PEPPER_PREVIOUS: OTHER_PEPPER },
      { ...environmentFor(url), API_KEY_PEPPER: OTHER_PEPPER, API_KEY_PEPPER_PREVIOUS: PEPPER },
      { ...environmentFor(url), API_KEY_PEPPER: OTHER_PEPPER },
    ];
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1 });
    const underPresent: unknown[] = [];
    let before: Serving | null = null;
    for (const env of steps) {
      // Processes are replaced one by one, so for a while both serve.
      const serving = await serve(env);
      for (const one of [serving, ...(before && env !== steps[3] ? [before] : []), serving]) {
        expect((await servedClient({ url: one.url, key }).get('/api/v1/destinations')).status).toBe(200);
      }
      await before?.stop();
      before = serving;
      underPresent.push((await listKeys(database))[0]!.hasCurrentPepper);
    }
    expect(underPresent).toEqual([true, true, true, true]);
    await expect(adoptPepper(database, { pepper: PEPPER, previousPepper: null })).rejects.toThrow(PepperMismatch);
    await database.close();
  });
});

/** The command line as users of a checkout type it, without npm. */
const CLI = `"${process.execPath}" "${new URL('../../../src/launch.mjs', import.meta.url).pathname}"`;

describe('an embedded database', () => {
  const env = (dataDir: string) => ({
    DATA_DIR: dataDir,
    DEMO: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_COST_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  });
  let dataDir: string;
  let key: string;
  let booked: { status: number; text: string };

  beforeAll(async () => {
    dataDir = join(folder, '.data');
    await fillDataFolder(dataDir);
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(servedCatalogue({ units: 1 })));
    expect(await runCli(['import', file], env(dataDir))).toMatchObject({ code: 0 });
    key = (await runCli(['keys', 'create', '--name', 'Web shop'], env(dataDir))).stdout.trim();
    const serving = await startServing(env(dataDir));
    booked = await book(serving.url, key);
    expect(booked.status).toBe(201);
    expect((await serving.stop()).code).toBe(0);
  });

  test('copied while stopped, and moved elsewhere, has its keys, its bookings and no other rooms', async () => {
    await type(commandsUnder('Copying the embedded folder'), {});
    const restored = join(folder, 'restored');
    await promisify(execFile)('tar', ['--extract', '--file=gateway-data.tar.gz', `--one-top-level=${restored}`], {
      cwd: folder,
    });
    const serving = await serve(env(join(restored, '.data')));
    await expectRestored(serving.url, { key, booked });
  });

  test('copied while it runs is refused, and the process is named that would have had to be stopped', async () => {
    await serve(env(dataDir));
    const copy = join(folder, 'copy-of-running');
    cpSync(dataDir, copy, { recursive: true });
    await expect(startServing(env(copy))).rejects.toThrow(
      /is in use by process \d+ on .+ \(serve, since .+\); stop it/,
    );
  });

  test('without the file of its pepper does not start, and says why', async () => {
    const copy = join(folder, 'copy-without-pepper');
    cpSync(dataDir, copy, { recursive: true });
    rmSync(join(copy, 'api-key-pepper'));
    await expect(startServing(env(copy))).rejects.toThrow(ANOTHER);
    cpSync(join(dataDir, 'api-key-pepper'), join(copy, 'api-key-pepper'));
    const serving = await serve(env(copy));
    expect((await servedClient({ url: serving.url, key }).get('/api/v1/destinations')).status).toBe(200);
  });
});
