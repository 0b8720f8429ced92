import { Durations } from './durations.js';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);
const TOO_MANY_REQUESTS = 429;
/** The requests of an application. */
export class RequestMetrics {
    #requests = new Durations({
        name: 'gateway_http_request_duration_seconds',
        help: 'Time from the arrival of a request to the end of its answer, by route pattern and status.',
    });
    #operations = new Durations({
        name: 'gateway_graphql_operation_duration_seconds',
        help: 'Time of requests with a GraphQL operation, by the field that it asks for (the name of a trusted document) and by how it was answered.',
    });
    #routes = new Map();
    #byAbout = new Map();
    #answers = { graphql: new Map(), rest: new Map() };
    #limited = 0;
    answered({ method, route, status, durationMs, about }) {
        const seconds = durationMs / 1_000;
        const { protocol, byStatus } = this.#routes.get(route)?.get(method) ?? this.#routeSeries(route, methodOf(method));
        const series = byStatus.get(status) ?? this.#seriesOf(byStatus, { protocol, route, method, status });
        series.observe(seconds);
        if (status === TOO_MANY_REQUESTS)
            this.#limited++;
        if (about !== null && about.operation !== null)
            this.#operationSeries(about, about.operation).observe(seconds);
        if (protocol === 'other')
            return;
        const outcomes = this.#answers[protocol];
        const outcome = status >= 400 ? 'refused' : (about?.origin ?? 'other');
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    durations() {
        return [this.#requests, this.#operations];
    }
    figures() {
        const answers = Object.entries(this.#answers);
        return [
            {
                kind: 'counter',
                name: 'gateway_answers_total',
                help: 'Answers of the APIs: stored (kept from before), computed (made, and kept from now on), not_kept, refused (4xx, 5xx), other (GraphiQL).',
                labelNames: ['protocol', 'outcome'],
                *read() {
                    for (const [protocol, outcomes] of answers) {
                        for (const [outcome, value] of outcomes)
                            yield { labels: { protocol, outcome }, value };
                    }
                },
            },
            {
                kind: 'counter',
                name: 'gateway_rate_limit_refusals_total',
                help: 'Requests that were answered with 429.',
                read: () => [{ value: this.#limited }],
            },
        ];
    }
    #routeSeries(route, method) {
        const methods = this.#routes.get(route) ?? new Map();
        this.#routes.set(route, methods);
        const series = methods.get(method) ?? { protocol: protocolOf(route), byStatus: new Map() };
        methods.set(method, series);
        return series;
    }
    #seriesOf(byStatus, { protocol, route, method, status }) {
        const labels = { protocol, route, method: methodOf(method), status: String(status) };
        const series = this.#requests.series(labels);
        byStatus.set(status, series);
        return series;
    }
    #operationSeries(about, operation) {
        const known = this.#byAbout.get(about);
        if (known)
            return known;
        const series = this.#operations.series({ operation, outcome: about.origin });
        this.#byAbout.set(about, series);
        return series;
    }
}
function methodOf(method) {
    return METHODS.has(method) ? method : 'OTHER';
}
function protocolOf(route) {
    if (route === '/graphql')
        return 'graphql';
    return route.startsWith('/api/') ? 'rest' : 'other';
}
//# sourceMappingURL=request-metrics.js.map