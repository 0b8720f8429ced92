/**
 * Rejected keys are indistinguishable (I6): missing, malformed, mistyped, unknown, revoked and expired ones get the
 * same bytes and the same headers on every route and on GraphQL. (Hashes are compared with `timingSafeEqual`.)
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { generateApiKey } from '../../../src/domain/api-key-format.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let refused: Record<string, { authorization?: string; query?: string }>;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { rateLimitPerMinute: 100_000 } });
  const { database } = gateway;
  const clock = { now: () => Date.parse(`${TODAY}T12:00:00Z`) };
  const valid = await gateway.key();
  const revoked = await gateway.key();
  const expired = await gateway.key({ expiresAt: new Date(clock.now() + 1) });
  const neverUsed = await gateway.key({ expiresAt: new Date(clock.now() + 1) });
  for (const key of [revoked, expired]) await gateway.ask('{ viewer { today } }', { key });
  await revokeKey({ database, prefix: revoked, clock });
  gateway.epochs.observe(await readRaised(database));
  gateway.setClock(new Date(clock.now() + 1).toISOString());
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const inQuery = (key: string) => ({ query: `access_token=${encodeURIComponent(key)}` });
  const other = valid.at(9) === 'a' ? 'b' : 'a';
  refused = {
    missing: {},
    'revoked, known before': bearer(revoked),
    'revoked, in the query': inQuery(revoked),
    'expired, known before': bearer(expired),
    'expired, never used': inQuery(neverUsed),
    'well formed and unknown': bearer(generateApiKey(() => 7)),
    'unknown, in the query': inQuery(generateApiKey(() => 7)),
    mistyped: bearer(`${valid.slice(0, 9)}${other}${valid.slice(10)}`),
    'cut off': bearer(valid.slice(0, -1)),
    'too long': bearer(valid.repeat(50)),
    malformed: bearer('x'),
    'malformed, in the query': inQuery('\0 é'),
    'no key after the scheme': { authorization: 'Bearer ' },
    'a valid key of another scheme': { authorization: `Basic ${valid}` },
    'two valid keys that differ': { ...bearer(valid), ...inQuery(await gateway.key()) },
    'a valid key twice': { query: `access_token=${valid}&access_token=${valid}` },
    'the prefix alone': bearer(valid.slice(0, 12)),
  };
});
afterAll(() => gateway?.close());

/** Headers that differ between answers to equal requests. */
const CHANGING = ['date', 'ratelimit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id'];

const QUERY = JSON.stringify({ query: '{ viewer { today } }' });
const PLACES = [
  ...ROUTES.map(({ method, path }) => ({ method, path: `/api${path.replace(/\{\w+\}/, '1')}`, payload: '{}' })),
  { method: 'POST' as const, path: '/graphql', payload: QUERY },
  { method: 'GET' as const, path: '/graphql?query=%7Bviewer%7Btoday%7D%7D', payload: '' },
];

test.each(PLACES)(
  '$method $path refuses every key that is not accepted in the same words and headers',
  async (place) => {
    const { method, path, payload } = place;
    const answers = new Map<string, string[]>();
    for (const [name, { authorization, query }] of Object.entries(refused)) {
      const answer = await gateway.inject({
        method,
        url: query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
        headers: {
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { payload } : {}),
      });
      expect([name, answer.statusCode, answer.headers['www-authenticate']]).toEqual([name, 401, 'Bearer']);
      const headers = Object.entries(answer.headers).filter(([header]) => !CHANGING.includes(header));
      const said = JSON.stringify([headers, answer.payload]);
      answers.set(said, [...(answers.get(said) ?? []), name]);
    }
    expect([...answers.values()]).toEqual([Object.keys(refused)]);
  },
);
