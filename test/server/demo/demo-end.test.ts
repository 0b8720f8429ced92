/** The end of demo mode for callers of a running server, when another process imports a real catalogue. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FreshDatabase } from '../../support/database/fresh-database.ts';
import { freshDemo } from '../../support/database/fresh-demo.ts';
import { runCli, type Serving, startServing } from '../../support/gateway/run-cli.ts';
import { environmentFor, servedCatalogue } from '../../support/gateway/served-gateway.ts';
import { until } from '../../support/requests/until.ts';

const PAGES = ['/', '/graphql', '/docs'];
const FOREIGN = 'https://other.example';

describe('demo mode of a running server', () => {
  let database: FreshDatabase;
  let folder: string;
  let server: Serving;
  let env: Record<string, string>;
  let demoKey: string;
  let ownKey: string;

  beforeAll(async () => {
    ({ database, folder } = await freshDemo());
    writeFileSync(join(folder, 'own.json'), JSON.stringify(servedCatalogue({ units: 1 })));
    env = { ...environmentFor(database.url), LOG_LEVEL: 'info', DATA_DIR: folder, DEMO: '1' };
    server = await startServing(env);
    demoKey = server.demoKey!;
    ownKey = (await runCli(['keys', 'create', '--name', 'own'], env)).stdout.trim();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The pages with the demo key. */
  async function pagesWithKey(headers: Record<string, string> = {}): Promise<string[]> {
    const found = await Promise.all(
      PAGES.map(async (path) => {
        const page = await fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });
        expect([path, page.status, page.headers.get('access-control-allow-origin')]).toEqual([path, 200, null]);
        return (await page.text()).includes(demoKey);
      }),
    );
    return PAGES.filter((_, index) => found[index]);
  }
  /** What a page of another origin may do, on cached and on computed answers, and after a preflight. */
  async function allowedOrigins(): Promise<(string | null)[]> {
    const headers = { authorization: `Bearer ${ownKey}`, origin: FOREIGN, 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify({ query: '{ viewer { today } }' }) };
    const answers = [];
    for (const [path, init] of [
      ['/graphql', post],
      ['/graphql', post],
      ['/api/v1/destinations', { headers }],
      ['/graphql', { method: 'OPTIONS', headers: { origin: FOREIGN, 'access-control-request-method': 'POST' } }],
    ] as const) {
      answers.push((await fetch(server.url + path, init)).headers.get('access-control-allow-origin'));
    }
    return answers;
  }
  const statusWith = async (key: string) =>
    (await fetch(`${server.url}/api/v1/destinations`, { headers: { authorization: `Bearer ${key}` } })).status;

  test('shows its key on its pages to visitors of this machine, and to no foreign page', async () => {
    expect(await pagesWithKey()).toEqual(PAGES);
    expect(await pagesWithKey({ 'sec-fetch-site': 'none' })).toEqual(PAGES);
    expect(await pagesWithKey({ 'sec-fetch-site': 'same-origin', origin: server.url })).toEqual(PAGES);
    expect(await pagesWithKey({ 'sec-fetch-site': 'cross-site' })).toEqual([]);
    expect(await pagesWithKey({ origin: FOREIGN })).toEqual([]);
    expect(await pagesWithKey({ 'x-forwarded-host': 'evil.example' })).toEqual([]);
    expect(await allowedOrigins()).toEqual(['*', '*', '*', '*']);
  });

  test('goes on through a dry run, which says that it would end', async () => {
    const { stderr, code } = await runCli(['import', join(folder, 'own.json'), '--replace', '--dry-run'], env);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^(the demo would end: its key ssg_\w{8} would be revoked\n)+dry run: nothing was changed\n$/,
    );
    expect(stderr).toContain(demoKey.slice(0, 12));
    expect(await pagesWithKey()).toEqual(PAGES);
  });

  test('ends at once for everybody with an import of anything else, which reports it, like the log', async () => {
    const { code, stderr } = await runCli(['import', join(folder, 'own.json'), '--replace'], env);
    expect(code).toBe(0);
    expect(stderr).toContain(`the demo has ended: its key ${demoKey.slice(0, 12)} is revoked\n`);
    // A running server is notified of it.
    await until(
      () => statusWith(demoKey),
      (status) => status === 401,
    );
    expect(await pagesWithKey()).toEqual([]);
    expect(await allowedOrigins()).toEqual([null, null, null, null]);
    expect([await statusWith(demoKey), await statusWith(ownKey)]).toEqual([401, 200]);
    await until(
      async () => server.said,
      (lines) => lines.some((line) => line.includes('demo mode has ended')),
    );
    expect(server.said.filter((line) => line.includes('demo mode has ended'))).toHaveLength(1);
  });

  test('is not entered by a start with DEMO=1, which says why in one line of its log', async () => {
    const another = await startServing(env);
    expect(another.demoKey).toBeUndefined();
    const reported = another.said.filter((line) => line.includes('there is no demo mode'));
    expect(reported).toEqual([expect.stringContaining('the demo key is revoked')]);
    expect((await another.stop()).code).toBe(0);
  });
});
