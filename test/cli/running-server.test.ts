/** Commands while a server runs on the same data folder: a real process, as is one of the commands. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportThroughServer } from '../../src/cli/running-server.ts';
import { sampleCatalogue } from '../catalogue/sample-catalogue.ts';
import { fillDataFolder } from '../support/database/embedded-database.ts';
import { runCli, type Serving, startServing } from '../support/gateway/run-cli.ts';
import { runHere } from '../support/gateway/run-command.ts';
import { until } from '../support/requests/until.ts';
import { send, startUpload } from '../support/requests/upload.ts';

let folder: string;
let dataDir: string;
let server: Serving | null = null;
const file = (name: string) => join(folder, name);
const run = (...args: string[]) => runHere(args, { DATA_DIR: dataDir, DEMO: '0' });
const serve = async (env: Record<string, string> = {}) => {
  server = await startServing({ DATA_DIR: dataDir, DEMO: '0', ...env });
  return server;
};
const readAccess = () => JSON.parse(readFileSync(join(dataDir, 'server-key'), 'utf8')) as { url: string; key: string };
const unfinished = () => readdirSync(dataDir).filter((name) => name.endsWith('.unfinished'));

/** Leaves out generated ids and the ids of processes. */
const withoutChance = (text: string) => text.replaceAll(/\\"_id\\":\\"6\w{23}\\"|unfinished-\d+/g, '-');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-running-'));
  const sample = sampleCatalogue();
  writeFileSync(file('catalogue.json'), JSON.stringify(sample));
  sample.visitTypes[0]!.priceLists[0]!.rates.pop();
  sample.tags = [];
  for (const visitType of sample.visitTypes) visitType.tagIds = [];
  sample.visitTypes[0]!.timeConstraints = [{ from: '2020-01-01', to: '2020-12-31' }] as never;
  writeFileSync(file('less.json'), JSON.stringify(sample));
  writeFileSync(file('half.json'), JSON.stringify(sample).slice(0, 1_000));
  writeFileSync(file('faulty.json'), '{"format":"spa-stay-catalogue/1","tags":[{"id":-1,"color":"red"}]}');
});
const newDataFolder = async () => {
  const made = mkdtempSync(join(folder, 'data-'));
  await fillDataFolder(made);
  return made;
};
beforeEach(async () => {
  dataDir = await newDataFolder();
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('import and export print, return and write the same through a running server as directly', async () => {
  const steps = (name: string) => [
    ['import', file('catalogue.json'), '--dry-run'],
    ['import', file('catalogue.json')],
    ['import', file('less.json'), '--replace'],
    ['import', file('half.json')],
    ['import', file('faulty.json')],
    ['import', file('missing.json')],
    ['import', folder],
    // It is a plain file, and it cannot be read, by nobody.
    ...(existsSync('/proc/self/mem') ? [['import', '/proc/self/mem']] : []),
    ['export'],
    ['export', file(name)],
    ['import', file(name), '--replace'],
    ['export', join(folder, 'missing', name)],
  ];
  const outcomes = async (name: string, where: string) => {
    const ended = [];
    for (const step of steps(name)) {
      const { code, stdout, stderr } = await runHere(step, { DATA_DIR: where, DEMO: '0' });
      ended.push({ step, code, stdout, stderr });
    }
    const text = JSON.stringify([...ended, readFileSync(file(name), 'utf8')]);
    return JSON.parse(withoutChance(text.replaceAll(name, 'exported'))) as unknown;
  };
  const alone = await newDataFolder();
  await serve();
  const directly = await outcomes('a.json', alone);
  const through = await outcomes('b.json', dataDir);
  expect(through).toEqual(directly);
  expect(JSON.stringify(directly)).toMatch(/dry run: nothing was changed.+imported.+nothing to change/);
  expect(unfinished()).toEqual([]);
});

test('an export that the server breaks off says so', async () => {
  const broken = createServer((_, response) => {
    response.writeHead(200).write('{', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(broken, 'listening');
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const written: string[] = [];
  const exporting = exportThroughServer({ url, key: 'key' }, async (text) => void written.push(text));
  await expect(exporting).rejects.toThrow(/^the running server breaks its answer off: aborted$/);
  expect(written).toEqual(['{']);
  broken.close();
});

test('what a command imports ends the demo and is served at once', async () => {
  const { url, demoKey } = await serve({ DEMO: '1' });
  const status = async () => {
    const answer = await fetch(`${url}/api/v1/destinations`, { headers: { authorization: `Bearer ${demoKey}` } });
    return answer.status;
  };
  expect(await status()).toBe(200);
  writeFileSync(file('tag.json'), '{"format":"spa-stay-catalogue/1","tags":[{"id":99,"color":"2f9e44"}]}');
  const { code, stderr } = await runCli(['import', file('tag.json')], { DATA_DIR: dataDir, DEMO: '0' });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^(?:the demo has ended: its key ssg_\w+ is revoked\n){2}imported\n$/),
  ]);
  expect(await status()).toBe(401);
});

describe('the key of a server for its commands', () => {
  test('is in a file for this user alone while it runs, in no log and in no list, and may only manage', async () => {
    const { url, said } = await serve({ LOG_LEVEL: 'trace' });
    const access = readAccess();
    expect((statSync(join(dataDir, 'server-key')).mode & 0o777).toString(8)).toBe('600');
    expect(access).toMatchObject({ url });
    const headers = { authorization: `Bearer ${access.key}` };
    expect((await fetch(`${url}/api/v1/destinations`, { headers })).status).toBe(403);
    expect((await fetch(`${url}/manage/catalogue`, { headers })).status).toBe(200);
    const ended = await server!.stop('SIGTERM');
    server = null;
    expect(ended.code).toBe(0);
    expect(said.some((line) => line.includes('/manage/catalogue'))).toBe(true);
    expect(said.join('\n')).not.toContain(access.key);
    expect(readdirSync(dataDir)).not.toContain('server-key');
    expect((await run('keys', 'list')).stdout.split('\n')).toHaveLength(2);
  });

  test('of a server that was killed neither works nor confuses: the next server has another', async () => {
    await serve();
    const former = readAccess();
    await server!.stop('SIGKILL');
    expect((await run('import', file('catalogue.json'))).code).toBe(0);
    const { url } = await serve();
    expect(readAccess().key).not.toBe(former.key);
    const answer = await fetch(`${url}/manage/catalogue`, { headers: { authorization: `Bearer ${former.key}` } });
    expect(answer.status).toBe(401);
    expect((await run('export')).stdout).toContain('spa-stay-catalogue/1');
  });

  test('is not sent to another machine, whatever the file says', async () => {
    await serve();
    const written = readFileSync(join(dataDir, 'server-key'), 'utf8');
    writeFileSync(join(dataDir, 'server-key'), written.replace(readAccess().url, 'http://192.0.2.1:4000'));
    const { code, stdout, stderr } = await run('export');
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/is in use by process \d+ .*; stop it first\n$/),
    ]);
  });
});

test('an upload under way refuses a second import; a killed server leaves its file, and the next one removes it', async () => {
  await serve();
  const { url, key } = readAccess();
  const started = startUpload(`${url}/manage/catalogue`, { key });
  await send(started, '{"format":');
  await until(
    async () => unfinished().length,
    (files) => files === 1,
  );
  const { code, stdout, stderr } = await run('import', file('catalogue.json'));
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Another import is running')]);
  await server!.stop('SIGKILL');
  expect(unfinished()).toHaveLength(1);
  await serve();
  expect(unfinished()).toEqual([]);
  expect((await run('import', file('catalogue.json'))).code).toBe(0);
});

test('SIGTERM ends an upload that does not end by itself, and nothing is left', async () => {
  await serve();
  const { url, key } = readAccess();
  const started = startUpload(`${url}/manage/catalogue`, { key });
  await send(started, '{"format":');
  await until(
    async () => unfinished().length,
    (files) => files === 1,
  );
  const ended = await server!.stop('SIGTERM');
  server = null;
  expect(ended.code).toBe(0);
  expect(ended.stdout).not.toContain('ending with something still open');
  await expect(started.answer).rejects.toThrow();
  expect(unfinished()).toEqual([]);
});
