/**
 * Counts and times requests. Labels are routes, methods, statuses and names known to the program, never input, so the
 * number of series is bounded. It runs for every request, so a series is built once and then looked up.
 */
import type { AnsweredRequest } from '../../http/exchange.ts';
import type { ResponseOrigin } from '../../http/response/response.ts';
import { Durations, type Series } from './durations.ts';
import type { MetricDefinition } from './metric-definitions.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);
const RATE_LIMITED = 'RATE_LIMITED';
const OUTCOMES = ['stored', 'computed', 'not_kept', 'refused', 'other'] as const;
const zeroCounts = () => new Map<string, number>(OUTCOMES.map((outcome) => [outcome, 0]));

type Protocol = 'graphql' | 'rest' | 'other';

/** The series of a method and a route. */
interface RouteSeries {
  readonly protocol: Protocol;
  readonly byStatus: Map<number, Series>;
}

export class RequestMetrics {
  readonly #requests = new Durations({
    name: 'gateway_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by route pattern and status.',
  });
  readonly #operations = new Durations({
    name: 'gateway_graphql_operation_duration_seconds',
    help: 'Time of requests with a GraphQL operation, by the field that it asks for (the name of a trusted document) and by how it was answered.',
  });
  readonly #routes = new Map<string, Map<string, RouteSeries>>();
  readonly #byOperation = new Map<string, Series>();
  readonly #answers = { graphql: zeroCounts(), rest: zeroCounts() };
  #limited = 0;

  answered({ method, route, status, durationMs, source, refusal }: AnsweredRequest): void {
    const seconds = durationMs / 1_000;
    const { protocol, byStatus } =
      this.#routes.get(route)?.get(method) ?? this.#routeSeries(route, methodLabel(method));
    const series = byStatus.get(status) ?? this.#seriesOf(byStatus, { protocol, route, method, status });
    series.observe(seconds);
    if (refusal === RATE_LIMITED) this.#limited++;
    if (source !== null && source.operation !== null)
      this.#operationSeries(source.origin, source.operation).observe(seconds);
    if (protocol === 'other') return;
    const outcomes = this.#answers[protocol];
    const outcome = status >= 400 ? 'refused' : (source?.origin ?? 'other');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  durations(): readonly Durations[] {
    return [this.#requests, this.#operations];
  }

  definitions(): readonly MetricDefinition[] {
    const answers = Object.entries(this.#answers);
    return [
      {
        kind: 'counter',
        name: 'gateway_answers_total',
        help: 'Answers of the APIs: stored (kept from before), computed (made, and kept from now on), not_kept, refused (4xx, 5xx), other (GraphiQL).',
        labelNames: ['protocol', 'outcome'],
        *read() {
          for (const [protocol, outcomes] of answers) {
            for (const [outcome, value] of outcomes) yield { labels: { protocol, outcome }, value };
          }
        },
      },
      {
        kind: 'counter',
        name: 'gateway_rate_limit_refusals_total',
        help: 'Requests over the limit of their key or address, answered with 429.',
        read: () => [{ value: this.#limited }],
      },
    ];
  }

  #routeSeries(route: string, method: string): RouteSeries {
    const methods = this.#routes.get(route) ?? new Map<string, RouteSeries>();
    this.#routes.set(route, methods);
    const series = methods.get(method) ?? { protocol: protocolLabel(route), byStatus: new Map() };
    methods.set(method, series);
    return series;
  }

  #seriesOf(
    byStatus: Map<number, Series>,
    { protocol, route, method, status }: { protocol: Protocol } & Pick<AnsweredRequest, 'route' | 'method' | 'status'>,
  ): Series {
    const labels = { protocol, route, method: methodLabel(method), status: String(status) };
    const series = this.#requests.series(labels);
    byStatus.set(status, series);
    return series;
  }

  #operationSeries(origin: ResponseOrigin, operation: string): Series {
    const key = `${origin} ${operation}`;
    const series = this.#byOperation.get(key) ?? this.#operations.series({ operation, outcome: origin });
    this.#byOperation.set(key, series);
    return series;
  }
}

function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'OTHER';
}

function protocolLabel(route: string): Protocol {
  if (route === '/graphql') return 'graphql';
  return route.startsWith('/api/') ? 'rest' : 'other';
}
