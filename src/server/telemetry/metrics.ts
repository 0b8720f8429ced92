/**
 * The Prometheus metrics: requests, and what is read from the parts of the gateway. Counting is plain arithmetic;
 * prom-client is loaded at the first scrape.
 */
import type { Counter, Gauge, Metric, Registry } from 'prom-client';
import type { RequestObserver } from '../../http/exchange.ts';
import { VERSION } from '../../http/version.ts';
import { deliveryDefinitions, type MeasuredDeliveries } from './delivery-metrics.ts';
import { type MeasuredParts, type MetricDefinition, metricDefinitions } from './metric-definitions.ts';
import { type Durations, RequestMetrics } from './request-metrics.ts';

export interface Metrics {
  readonly answered: RequestObserver;
  /** All metrics in the text format, with its media type. */
  text(): Promise<{ readonly contentType: string; readonly text: string }>;
}

const BUILD: MetricDefinition = {
  kind: 'gauge',
  name: 'gateway_build_info',
  help: 'Always 1; the labels tell the versions of the gateway and of Node.js.',
  labelNames: ['version', 'node_version'],
  read: () => [[VERSION, process.versions.node, 1]],
};

export function createMetrics(measured: MeasuredParts & MeasuredDeliveries): Metrics {
  const requests = new RequestMetrics();
  let registry: Promise<Registry> | undefined;
  return {
    answered: requests.answered,
    async text() {
      registry ??= buildRegistry(
        [...requests.definitions(), ...metricDefinitions(measured), ...deliveryDefinitions(measured), BUILD],
        requests.durations(),
      );
      const built = await registry;
      return { contentType: built.contentType, text: await built.metrics() };
    },
  };
}

async function buildRegistry(
  definitions: readonly MetricDefinition[],
  durations: readonly Durations[],
): Promise<Registry> {
  const { Counter, collectDefaultMetrics, Gauge, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  for (const one of durations) registry.registerMetric(one as unknown as Metric);
  for (const { kind, name, help, labelNames = [], read } of definitions) {
    const metric: Counter | Gauge = new (kind === 'counter' ? Counter : Gauge)({
      ...{ name, help, labelNames: [...labelNames], registers: [registry] },
      async collect() {
        const rows = await read();
        metric.reset();
        // A metric without labels is 0 after that, which would say what is not known.
        if (labelNames.length === 0) metric.remove();
        for (const row of rows) metric.labels(...(row.slice(0, -1) as string[])).inc(row.at(-1) as number);
      },
    });
  }
  // Memory, CPU, garbage collection and event loop of the process, measured from now on.
  collectDefaultMetrics({ register: registry });
  return registry;
}
