/**
 * The Prometheus metrics: requests, and what is read from the parts of the gateway. Counting is plain arithmetic;
 * prom-client is loaded at the first scrape.
 */
import type { Metric, Registry } from 'prom-client';
import type { RequestObserver } from '../../http/exchange.ts';
import { VERSION } from '../version.ts';
import type { Durations } from './durations.ts';
import { type MeasuredParts, type MetricDefinition, metricDefinitions } from './metric-definitions.ts';
import { RequestMetrics } from './request-metrics.ts';

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
  read: () => [{ labels: { version: VERSION, node_version: process.versions.node }, value: 1 }],
};

export function createMetrics(measured: MeasuredParts): Metrics {
  const requests = new RequestMetrics();
  let registry: Promise<Registry> | undefined;
  return {
    answered: (request) => requests.answered(request),
    async text() {
      registry ??= buildRegistry(
        [...requests.definitions(), ...metricDefinitions(measured), BUILD],
        requests.durations(),
      );
      const own = await registry;
      const parts = await Promise.all([own.metrics(), processMetrics()]);
      return { contentType: own.contentType, text: parts.join('\n') };
    },
  };
}

async function buildRegistry(
  definitions: readonly MetricDefinition[],
  durations: readonly Durations[],
): Promise<Registry> {
  const { Counter, Gauge, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  for (const one of durations) registry.registerMetric(one as unknown as Metric);
  for (const { kind, name, help, labelNames = [], read } of definitions) {
    const common = { name, help, labelNames: [...labelNames], registers: [registry] };
    if (kind === 'gauge') {
      new Gauge({
        ...common,
        collect() {
          this.reset();
          for (const { labels = {}, value } of read()) this.set(labels, value);
        },
      });
    } else {
      new Counter({
        ...common,
        collect() {
          this.reset();
          for (const { labels = {}, value } of read()) this.inc(labels, value);
        },
      });
    }
  }
  return registry;
}

let processRegistry: Promise<Registry> | undefined;

/** Memory, CPU, garbage collection and event loop: per process, measured from the first call on. */
async function processMetrics(): Promise<string> {
  processRegistry ??= import('prom-client').then(({ default: { collectDefaultMetrics, Registry } }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return registry;
  });
  return (await processRegistry).metrics();
}
