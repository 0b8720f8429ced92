/** The metrics of a gateway, and their growth while something runs. */
import { expect } from 'vitest';
import type { TestGateway } from './gateway.ts';
import { type Exposition, readPrometheusText } from './prometheus-text.ts';

export const REQUESTS = 'gateway_http_request_duration_seconds_count';
export const OPERATIONS = 'gateway_graphql_operation_duration_seconds_count';

/** As a program of the same machine reads them. */
export async function readMetrics(gateway: TestGateway): Promise<Exposition> {
  const { statusCode, headers, payload } = await gateway.inject({ url: '/metrics' });
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  return readPrometheusText(payload);
}

/** The growth of each series while something runs; unchanged ones are left out. */
export async function growth(gateway: TestGateway, names: readonly string[], act: () => Promise<unknown>) {
  const reported = async () => {
    const { samples } = await readMetrics(gateway);
    const wanted = samples.filter(({ name, labels }) => names.includes(name) && labels.route !== '/metrics');
    return new Map(wanted.map(({ name, labels, value }) => [JSON.stringify([name, labels]), value]));
  };
  const before = await reported();
  await act();
  const after = await reported();
  return [...after]
    .map(([series, value]) => ({ series, by: value - (before.get(series) ?? 0) }))
    .filter(({ by }) => by !== 0)
    .map(({ series, by }) => {
      const [name, labels] = JSON.parse(series) as [string, Record<string, string>];
      return { name, labels, by };
    });
}
