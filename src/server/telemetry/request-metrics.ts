/**
 * Counts and times requests. Labels are routes, methods, statuses and names known to the program, never input, so the
 * number of series is bounded.
 */
import type { RequestObserver } from '../../http/exchange.ts';
import { Durations } from './durations.ts';
import type { MetricDefinition } from './metric-definitions.ts';

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
