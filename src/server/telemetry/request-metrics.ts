/**
 * Counts and times requests. Labels are routes, methods, statuses and names known to the program, never input, so the
 * number of series is bounded.
 */
import type { RequestObserver } from '../../http/exchange.ts';
import type { MetricDefinition } from './metric-definitions.ts';

/** Upper bounds in seconds: cached responses take fractions of a millisecond, searches and bookings a few. */
const BOUNDS: readonly number[] = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

/** Observations with the same labels. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** How many requests each bucket has; the last one counts everything slower. */
  readonly counts: Float64Array;
  sum: number;
}

/** A tree of label values, one level a label. */
interface Node {
  readonly next: Map<string | number, Node>;
  series: Series | null;
}
const createNode = (): Node => ({ next: new Map(), series: null });

/**
 * Durations in buckets, a Prometheus histogram. An observation is a look-up for each label and a few additions;
 * prom-client's own histogram checks and hashes all labels each time.
 */
export class Durations {
  readonly name: string;
  readonly #help: string;
  readonly #labelNames: readonly string[];
  readonly #root = createNode();
  readonly #series: Series[] = [];

  constructor({ name, help, labelNames }: { name: string; help: string; labelNames: readonly string[] }) {
    this.name = name;
    this.#help = help;
    this.#labelNames = labelNames;
  }

  /** `values` are those of the labels, in their order. */
  observe(seconds: number, ...values: readonly (string | number)[]): void {
    let node = this.#root;
    for (const value of values) {
      let next = node.next.get(value);
      if (!next) {
        next = createNode();
        node.next.set(value, next);
      }
      node = next;
    }
    node.series ??= this.#addSeries(values);
    let bucket = 0;
    // biome-ignore lint/style/noNonNullAssertion: the bucket is one of the bounds.
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
    // biome-ignore lint/style/noNonNullAssertion: there is a bucket more than bounds.
    node.series.counts[bucket]!++;
    node.series.sum += seconds;
  }

  #addSeries(values: readonly (string | number)[]): Series {
    const labels = Object.fromEntries(this.#labelNames.map((name, at) => [name, String(values[at])]));
    const series = { labels, counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
    this.#series.push(series);
    return series;
  }

  /** Called by prom-client to render the metric. */
  async get() {
    const values = this.#series.flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = [...counts].map((inBucket, index) => {
        count += inBucket;
        const le = String(BOUNDS[index] ?? '+Inf');
        return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, labels, value: sum },
        { metricName: `${this.name}_count`, labels, value: count },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', values };
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);
const zeroCounts = () => ({ stored: 0, computed: 0, not_kept: 0, refused: 0, streamed: 0, other: 0 });

export class RequestMetrics {
  readonly #requests = new Durations({
    name: 'gateway_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by route pattern and status.',
    labelNames: ['protocol', 'route', 'method', 'status'],
  });
  readonly #operations = new Durations({
    name: 'gateway_graphql_operation_duration_seconds',
    help: 'Time of requests with a GraphQL operation, by the field that it asks for (the name of a trusted document) and by how it was answered.',
    labelNames: ['operation', 'outcome'],
  });
  readonly #answers = { graphql: zeroCounts(), rest: zeroCounts() };

  readonly answered: RequestObserver = ({ method: sent, route, status, durationMs, source }) => {
    const seconds = durationMs / 1_000;
    const protocol = protocolOf(route);
    const method = METHODS.has(sent) ? sent : 'OTHER';
    // How long a client follows something is not how long it waits.
    const isTimed = source?.origin !== 'streamed';
    if (isTimed) this.#requests.observe(seconds, protocol, route, method, status);
    if (isTimed && source !== null && source.operation !== null)
      this.#operations.observe(seconds, source.operation, source.origin);
    if (protocol !== 'other') this.#answers[protocol][status >= 400 ? 'refused' : (source?.origin ?? 'other')]++;
  };

  durations(): readonly Durations[] {
    return [this.#requests, this.#operations];
  }

  definitions(): readonly MetricDefinition[] {
    return [
      {
        kind: 'counter',
        name: 'gateway_answers_total',
        help: 'Answers of the APIs: stored (kept from before), computed (made, and kept from now on), not_kept, refused (4xx, 5xx), streamed (subscriptions that have ended), other (GraphiQL).',
        labelNames: ['protocol', 'outcome'],
        read: () =>
          Object.entries(this.#answers).flatMap(([protocol, outcomes]) =>
            Object.entries(outcomes).map(([outcome, value]) => [protocol, outcome, value] as const),
          ),
      },
    ];
  }
}

function protocolOf(route: string): 'graphql' | 'rest' | 'other' {
  if (route === '/graphql') return 'graphql';
  return route.startsWith('/api/') ? 'rest' : 'other';
}
