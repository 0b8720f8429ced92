/** What figures count, and which of them are missing where nothing is known. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { fillDataFolder } from '../../support/database/embedded-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { growth } from '../../support/gateway/read-metrics.ts';
import { startServing } from '../../support/gateway/run-cli.ts';

const RATE = 'gateway_rate_limit_refusals_total';
const LIMITS = 'gateway_limit_refusals_total';

/** Eleven pairs of a booking and an e-mail address that are not right: the last is refused (A6). */
async function guess(gateway: TestGateway, key: string): Promise<void> {
  const find = (number: number) =>
    gateway.graphql(`{ booking(reference: "0000-0000", email: "guess${number}@example.com") { id } }`, { key });
  for (let number = 0; number < 10; number++) expect((await find(number)).errors).toBeUndefined();
  expect((await find(10)).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
}

async function list(gateway: TestGateway, key: string, times: number): Promise<void> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) {
    const answer = await gateway.inject({ url: '/api/v1/visit-types', headers: { authorization: `Bearer ${key}` } });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array(times - 1).fill(200), 429]);
}

test.each([
  ['too many requests', { rateLimitPerMinute: 1 }, 'requests', [RATE], (gateway, key) => list(gateway, key, 2)],
  ['what costs too much', { rateLimitCostPerMinute: 1 }, 'cost', [RATE], (gateway, key) => list(gateway, key, 1)],
  ['no wrong guesses of bookings', {}, 'lookups', [], guess],
] satisfies [string, object, string, string[], (gateway: TestGateway, key: string) => Promise<void>][])(
  `${RATE} counts %s`,
  async (_, config, limit, also, act) => {
    const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config });
    const key = await gateway.key({ isPublishable: true });
    const grown = await growth(gateway, [RATE, LIMITS], () => act(gateway, key));
    expect(grown.toSorted((a, b) => b.name.localeCompare(a.name))).toEqual([
      ...also.map((name) => ({ name, labels: {}, by: 1 })),
      { name: LIMITS, labels: { limit }, by: 1 },
    ]);
    await gateway.close();
  },
);

test('on the embedded database what only a server has is missing, and not 0; what is known is there in each answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-metrics-'));
  await fillDataFolder(folder);
  const server = await startServing({ DATA_DIR: folder, DEMO: '0' });
  for (let time = 0; time < 2; time++) {
    const { samples, types } = readPrometheusText(await (await fetch(`${server.url}/metrics`)).text());
    const ofServers = ['gateway_clock_ahead_seconds', 'gateway_database_connections', 'gateway_database_waiting'];
    expect([...types.keys()]).toEqual(expect.arrayContaining(ofServers));
    expect(samples.filter(({ name }) => ofServers.includes(name))).toEqual([]);
    const known = samples.filter(({ name }) => ['gateway_subscriptions_open', RATE].includes(name));
    expect(known.map(({ labels, value }) => [labels, value])).toEqual(Array(2).fill([{}, 0]));
  }
  await server.stop();
  rmSync(folder, { recursive: true });
});
