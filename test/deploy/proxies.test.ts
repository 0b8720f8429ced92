/**
 * The gateway behind the proxies of `deploy/` (A1, number 10 of the attacks on release 0.2.0): the real programs with the real
 * files, in front of the real server in demo mode. Without nginx or caddy on the machine its tests are left out.
 */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import type { FreshDatabase } from '../support/database/fresh-database.ts';
import { freshDemo } from '../support/database/fresh-demo.ts';
import { ask, send } from '../support/gateway/ask-proxy.ts';
import { hasProxy, type ProxyName, type ReverseProxy, startReverseProxy } from '../support/gateway/reverse-proxy.ts';
import { type Serving, startServing } from '../support/gateway/run-cli.ts';
import { environmentFor, PEPPER } from '../support/gateway/served-gateway.ts';
import { ROOT } from './dockerfile.ts';

const PER_MINUTE = 20;
const NAMES: readonly ProxyName[] = ['nginx', 'caddy'];

describe.skipIf(!NAMES.some(hasProxy))('behind a proxy of deploy/', () => {
  let database: FreshDatabase;
  let folder: string;
  let trusting: Serving;
  let trustingNobody: Serving;
  let deskKey: string;
  const keys: Partial<Record<ProxyName, [key: string, another: string]>> = {};
  const publishableKey = async () => {
    const rights = { channelCode: 'public', destinationNumbers: null, expiresAt: null, clock: systemClock };
    const scopes = ['read', 'book'] as const;
    return (await createKey({ database, pepper: PEPPER, name: 'proxies', scopes, isPublishable: true, ...rights })).key;
  };
  beforeAll(async () => {
    ({ database, folder } = await freshDemo());
    const environment = { ...environmentFor(database.url), DATA_DIR: folder, DEMO: '1' };
    const limited = { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) };
    trustingNobody = await startServing({ ...environment, ...limited });
    // A process knows the keys that were there when it started.
    for (const name of NAMES) keys[name] = [await publishableKey(), await publishableKey()];
    trusting = await startServing({ ...environment, ...limited, TRUSTED_PROXIES: '127.0.0.1' });
    deskKey = readFileSync(join(folder, 'demo-desk-key'), 'utf8').trim();
  });
  afterAll(async () => {
    await Promise.all([trusting?.stop(), trustingNobody?.stop()]);
    await database?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  for (const name of NAMES)
    describe.skipIf(!hasProxy(name))(name, () => {
      let proxy: ReverseProxy;
      let beforeTrustingNobody: ReverseProxy;
      beforeAll(async () => {
        proxy = await startReverseProxy(name, Number(new URL(trusting.url).port));
        beforeTrustingNobody = await startReverseProxy(name, Number(new URL(trustingNobody.url).port));
      });
      afterAll(async () => {
        await proxy?.stop();
        await beforeTrustingNobody?.stop();
      });

      test('26.10 (A1): two visitors have separate limits, and no header of theirs makes them another visitor', async () => {
        const bearer = ['Authorization', `Bearer ${keys[name]![0]}`];
        const path = '/api/v1/destinations';
        const left = async (from: string, headers: readonly string[] = []) => {
          const answer = await ask(proxy, { path, from, headers: [...bearer, ...headers] });
          return [answer.status, answer.headers['ratelimit-remaining']];
        };
        for (let time = 1; time <= PER_MINUTE; time++) {
          const address = `198.51.100.${time}`;
          const spoofed = ['X-Forwarded-For', address, 'Forwarded', `for=${address}`, 'X-Real-IP', address];
          expect(await left('127.0.0.2', spoofed)).toEqual([200, String(PER_MINUTE - time)]);
        }
        expect(await left('127.0.0.2')).toEqual([429, '0']);
        expect(await left('127.0.0.2', ['X-Forwarded-For', '127.0.0.3'])).toEqual([429, '0']);
        expect(await left('127.0.0.3')).toEqual([200, String(PER_MINUTE - 1)]);
        // Whom nobody trusts is one visitor, whatever it says.
        const one = await ask(beforeTrustingNobody, { path, from: '127.0.0.2', headers: bearer });
        const other = await ask(beforeTrustingNobody, { path, from: '127.0.0.3', headers: bearer });
        expect(Number(other.headers['ratelimit-remaining'])).toBe(Number(one.headers['ratelimit-remaining']) - 1);
      });

      test('26.6 (A1): nobody gets the key of the desk or the metrics, as localhost and behind 2,000 header lines neither', async () => {
        const own = await (await fetch(`${trustingNobody.url}/desk`)).text();
        expect(own).toContain(deskKey);
        expect((await fetch(`${trustingNobody.url}/metrics`)).status).toBe(200);
        const lines = (count: number) => Array(count).fill(['A', 'b']).flat();
        for (const front of [proxy, beforeTrustingNobody]) {
          for (const from of ['127.0.0.1', '127.0.0.2']) {
            const page = await ask(front, { path: '/desk', from });
            expect([page.status, page.body.includes(deskKey), page.body.includes('</html>')]).toEqual([
              200,
              false,
              true,
            ]);
            expect((await ask(front, { path: '/metrics', from })).status).toBe(404);
            for (const path of ['/desk', '/metrics', '/health']) {
              const { status, body } = await ask(front, { path, from, headers: lines(900) });
              expect([path, status, JSON.parse(body)]).toEqual([
                path,
                431,
                { success: false, message: 'The headers of the request are too large.' },
              ]);
              // Some releases of nginx refuse more than 1,000 themselves.
              expect([400, 431]).toContain((await ask(front, { path, from, headers: lines(2_000) })).status);
            }
          }
        }
        // A gateway that trusts proxies cannot know who is on its machine.
        expect(await (await fetch(`${trusting.url}/desk`)).text()).not.toContain(deskKey);
        expect((await fetch(`${trusting.url}/metrics`)).status).toBe(404);
      });

      test('events pass when they happen, not when the stream ends', async () => {
        const bearer = ['Authorization', `Bearer ${keys[name]![1]}`, 'Accept', 'text/event-stream'];
        const query = 'subscription { calendar(filter: {}) { days { date } } }';
        const answer = await send(proxy, { path: `/graphql?query=${encodeURIComponent(query)}`, headers: bearer });
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
        let received = '';
        for await (const chunk of answer) {
          received += chunk;
          if (received.includes('event: next\n')) break;
        }
        expect(received).not.toContain('event: complete');
        answer.destroy();
      });

      test('what is too large is refused by the gateway, and catalogue files of any size reach it', async () => {
        const json = ['Authorization', `Bearer ${keys[name]![1]}`, 'Content-Type', 'application/json'];
        const query = JSON.stringify({ query: '{ viewer { today } }' });
        const post = (body: string) => ask(proxy, { method: 'POST', path: '/graphql', headers: json, body });
        expect((await post(query.padEnd(256 * 1024))).status).toBe(200);
        const refused = await post(query.padEnd(256 * 1024 + 1));
        expect([refused.status, refused.body]).toEqual([
          413,
          expect.stringContaining('The body of the request is too large.'),
        ]);
        const file = { method: 'PUT', path: '/manage/catalogue', headers: json, body: ' '.repeat(3_000_000) };
        const { status, body } = await ask(proxy, file);
        expect([status, JSON.parse(body).success]).toEqual([403, false]);
        // As long as an address may be.
        const long = encodeURIComponent(`{ viewer { today } } # ${'-'.repeat(12_000)}`);
        expect((await ask(proxy, { path: `/graphql?query=${long}`, headers: json.slice(0, 2) })).status).toBe(200);
      });
    });
});

test.skipIf(!hasProxy('nginx'))(
  'while two releases serve, nginx finds the scripts of the pages of both, whichever it asks first',
  async () => {
    const releases = await Promise.all(
      ['former', 'present'].map(async (release) => {
        const server = createServer(({ url }, response) => {
          response.writeHead(url === `/assets/${release}.js` ? 200 : 404).end();
        });
        await once(server.listen(0, '127.0.0.1'), 'listening');
        return server;
      }),
    );
    const proxy = await startReverseProxy('nginx', ...releases.map((server) => (server.address() as AddressInfo).port));
    const statuses = async (path: string) => {
      const answers = [];
      for (let time = 0; time < 4; time++) answers.push((await ask(proxy, { path })).status);
      return answers;
    };
    for (const release of ['former', 'present'])
      expect(await statuses(`/assets/${release}.js`)).toEqual([200, 200, 200, 200]);
    expect(await statuses('/assets/unknown.js')).toEqual([404, 404, 404, 404]);
    await proxy.stop();
    for (const server of releases) server.close();
  },
);

test('the proxies wait longer than answers are held and streams are silent, and drop idle connections before the gateway does', () => {
  const [nginx, caddy] = ['nginx.conf', 'Caddyfile'].map((file) => readFileSync(join(ROOT, 'deploy', file), 'utf8'));
  const seconds = (config: string, name: RegExp) => Number(new RegExp(`${name.source} (\\d+)s`).exec(config)?.[1]);
  const kept = Number(
    /KEEP_ALIVE_MS = (\d+)_000/.exec(readFileSync(join(ROOT, 'src/server/http-server.ts'), 'utf8'))?.[1],
  );
  expect(seconds(nginx!, /upstream gateway \{[^}]*keepalive_timeout/)).toBeLessThan(kept);
  expect(seconds(caddy!, /\tkeepalive/)).toBeLessThan(kept);
  // The feed of events is held for 30 s, heartbeats come every 15 s. Caddy waits for as long as it takes.
  expect(seconds(nginx!, /proxy_read_timeout/)).toBeGreaterThan(30);
  expect(caddy).not.toMatch(/read_timeout|response_header_timeout|\twrite /);
});
