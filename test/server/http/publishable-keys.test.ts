/** Keys that lie in browsers (S7): every visitor has the limit of a key alone, and none lists bookings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const PER_MINUTE = 3;
let gateway: TestGateway;
beforeAll(async () => {
  const config = { rateLimitPerMinute: PER_MINUTE };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config });
});
afterAll(() => gateway?.close());

const ask = async (key: string, remoteAddress: string, more: Record<string, string> = {}) => {
  const headers = { authorization: `Bearer ${key}`, ...more };
  const answer = await gateway.inject({ url: '/api/v1/destinations', headers, remoteAddress });
  return [answer.statusCode, answer.headers['ratelimit-remaining']];
};
const askTimes = async (count: number, ...asked: Parameters<typeof ask>) => {
  const answers = [];
  for (let time = 0; time < count; time++) answers.push(await ask(...asked));
  return answers;
};
const ALL_AND_ONE = [
  [200, '2'],
  [200, '1'],
  [200, '0'],
  [429, '0'],
];

test('each address has the limit of a publishable key alone, and gets 429 beyond it', async () => {
  const key = await gateway.key({ isPublishable: true });
  expect(await askTimes(4, key, '192.0.2.1')).toEqual(ALL_AND_ONE);
  expect(await askTimes(4, key, '192.0.2.2')).toEqual(ALL_AND_ONE);
  expect(await ask(key, '192.0.2.1')).toEqual([429, '0']);
});

test('addresses of one IPv6 network are one', async () => {
  const key = await gateway.key({ isPublishable: true });
  expect(await askTimes(2, key, '2001:db8:1:2::1')).toEqual(ALL_AND_ONE.slice(0, 2));
  expect(await askTimes(2, key, '2001:db8:1:2::2')).toEqual(ALL_AND_ONE.slice(2));
  expect(await ask(key, '2001:db8:1:3::1')).toEqual([200, '2']);
});

test('two publishable keys at one address, and no key at it, are counted apart', async () => {
  const [first, second] = [await gateway.key({ isPublishable: true }), await gateway.key({ isPublishable: true })];
  expect(await askTimes(4, first, '192.0.2.3')).toEqual(ALL_AND_ONE);
  expect(await ask(second, '192.0.2.3')).toEqual([200, '2']);
  expect(await ask('no key', '192.0.2.3')).toEqual([401, '2']);
});

test('the address is that of the connection: no header makes another visitor', async () => {
  const key = await gateway.key({ isPublishable: true });
  const answers = [];
  for (let visitor = 1; visitor <= 4; visitor++) {
    const address = `198.51.100.${visitor}`;
    answers.push(await ask(key, '192.0.2.4', { 'x-forwarded-for': address, forwarded: `for=${address}` }));
  }
  expect(answers).toEqual(ALL_AND_ONE);
});

describe('number 10: behind a trusted proxy each visitor has a limit', () => {
  const PROXY = '10.0.0.1';
  const behind = async (header: 'x-forwarded-for' | 'forwarded') => {
    const trustedProxies = { networks: ['10.0.0.0/8', '192.0.2.200'], header };
    const config = { rateLimitPerMinute: PER_MINUTE, trustedProxies };
    const { database } = gateway;
    const started = await startGateway({ today: TODAY, database, config });
    const key = await started.key({ isPublishable: true });
    const left = async (headers: Record<string, string>, remoteAddress = PROXY, presented = key) => {
      const authorization = `Bearer ${presented}`;
      const url = '/api/v1/destinations';
      const answer = await started.inject({ url, headers: { authorization, ...headers }, remoteAddress });
      return Number(answer.headers['ratelimit-remaining']);
    };
    return { left, stop: () => started.stop() };
  };

  test('by X-Forwarded-For, read from the right', async () => {
    const { left, stop } = await behind('x-forwarded-for');
    expect(await left({ 'x-forwarded-for': '198.51.100.1' })).toBe(2);
    expect(await left({ 'x-forwarded-for': '198.51.100.2' })).toBe(2);
    expect(await left({ 'x-forwarded-for': '198.51.100.9, 198.51.100.1' })).toBe(1);
    expect(await left({ 'x-forwarded-for': '198.51.100.1, 192.0.2.200' })).toBe(0);
    // The networks of IPv6 visitors have 64 bits here, too.
    expect(await left({ 'x-forwarded-for': '2001:db8:1:2::1' })).toBe(2);
    expect(await left({ 'x-forwarded-for': '2001:db8:1:2:ffff::1' })).toBe(1);
    // From anybody else it is not believed, and the other header never.
    expect(await left({ 'x-forwarded-for': '198.51.100.3' }, '203.0.113.1')).toBe(2);
    expect(await left({ 'x-forwarded-for': '198.51.100.4' }, '203.0.113.1')).toBe(1);
    expect(await left({ forwarded: 'for=198.51.100.3' })).toBe(2);
    expect(await left({ forwarded: 'for=198.51.100.4', 'x-forwarded-for': 'unknown' })).toBe(1);
    // Guessed keys count for the visitor, not for the proxy.
    expect(await left({ 'x-forwarded-for': '198.51.100.5' }, PROXY, 'no key')).toBe(2);
    expect(await left({ 'x-forwarded-for': '198.51.100.6' }, PROXY, 'no key')).toBe(2);
    await stop();
  });

  test('by Forwarded with TRUSTED_PROXY_HEADER=forwarded', async () => {
    const { left, stop } = await behind('forwarded');
    expect(await left({ forwarded: 'for=198.51.100.1;proto=https' })).toBe(2);
    expect(await left({ forwarded: 'for=198.51.100.9, for="198.51.100.1:4711"' })).toBe(1);
    expect(await left({ forwarded: 'for="[2001:db8:1:2::1]"' })).toBe(2);
    expect(await left({ 'x-forwarded-for': '198.51.100.1' })).toBe(2);
    expect(await left({ forwarded: 'for="' })).toBe(1);
    await stop();
  });
});

test('a key that is not publishable has one limit, whatever addresses its requests come from', async () => {
  const key = await gateway.key();
  const answers = [];
  for (let address = 5; address <= 8; address++) answers.push(await ask(key, `192.0.2.${address}`));
  expect(answers).toEqual(ALL_AND_ONE);
});
