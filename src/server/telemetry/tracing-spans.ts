/**
 * OpenTelemetry traces, sent over OTLP/HTTP as the environment says (`OTEL_...`), in the background, in batches from a
 * bounded queue. A collector that is away or slow costs spans, nothing else, and is reported once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { PrismaInstrumentation } from '@prisma/instrumentation';
import type { SqlTransaction, Transact } from '../../data/database/sql-transactions.ts';
import { type AnsweredRequest, UNREADABLE } from '../../http/exchange.ts';
import { parseAddress, splitAddress } from '../../http/request/head.ts';
import { VERSION } from '../../http/version.ts';
import { deadlineIn, withDeadline } from '../../operations/deadline.ts';
import { parseTraceParent, publicPath } from './trace-parent.ts';
import type { Tracing } from './tracing.ts';

const SERVICE = 'spa-stay-gateway';
/** Shutdown must not spend the rest of its ten seconds on a collector that does not answer. */
const FLUSH_TIMEOUT_MS = 1_500;
/** A longer name is of no use to anybody who searches for it. */
const MAX_SPAN_NAME_LENGTH = 100;

/** A request in flight: its span and its path. */
interface RequestSpan {
  readonly span: Span;
  readonly path: string;
}
const REQUEST_SPAN = createContextKey('the request that is being answered');

/** `onReach` is called when the collector becomes unreachable, and when it is reachable again. */
export function startTracing({ onReach }: { onReach: (isReached: boolean) => void }): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: SERVICE, [ATTR_SERVICE_VERSION]: VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(createExporter(onReach))],
  });
  provider.register();
  const prisma = new PrismaInstrumentation();
  prisma.setTracerProvider(onlyWithinRequests(provider));
  prisma.enable();
  const tracer = provider.getTracer(SERVICE, VERSION);

  function serve(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const method = request.method ?? '';
    const caller = parseTraceParent(request.headers);
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'url.scheme': 'http' } };
    const span = tracer.startSpan(method, options, caller);
    const { path } = splitAddress(parseAddress(request.url ?? '').url);
    const active = trace.setSpan(caller, span).setValue(REQUEST_SPAN, { span, path } satisfies RequestSpan);
    // Events of the body and of the sent response belong to the request too.
    context.bind(active, request);
    context.bind(active, response);
    response.on('close', () => {
      // After all other observers. A response that was never reported still has a status.
      process.nextTick(() => {
        if (span.isRecording()) end(span, { 'http.response.status_code': response.statusCode }, response.statusCode);
      });
    });
    context.with(active, handle);
  }

  function answered({ method, route, status, source, booking }: AnsweredRequest): void {
    const exchange = context.active().getValue(REQUEST_SPAN) as RequestSpan | undefined;
    // The other fields of an unreadable request may hold anything.
    if (route === UNREADABLE || !exchange?.span.isRecording()) return;
    const path = publicPath(route, exchange.path);
    exchange.span.updateName(`${method} ${route}`);
    const attributes = {
      'http.route': route,
      'http.response.status_code': status,
      ...(path === null ? {} : { 'url.path': path }),
      ...(source ? { 'gateway.answer.outcome': source.origin } : {}),
      ...(source && source.operation !== null ? { 'gateway.answer.operation': source.operation } : {}),
      ...(booking === null ? {} : { 'gateway.booking.outcome': booking.outcome }),
    };
    end(exchange.span, attributes, status);
  }

  /** Runs a function, and the promise it may return, under a span. */
  function under<T>(name: string, attributes: Attributes, run: () => T, kind = SpanKind.INTERNAL): T {
    return tracer.startActiveSpan(name, { kind, attributes }, (span) => {
      const failed = (error: unknown): never => {
        // Its message may quote input.
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        throw error;
      };
      const ended = <R>(result: R): R => {
        if ((result as { errors?: unknown } | null)?.errors) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        return result;
      };
      try {
        const result = run();
        return result instanceof Promise ? (result.then(ended, failed) as T) : ended(result);
      } catch (error) {
        return failed(error);
      }
    });
  }

  const operation: Tracing['operation'] = ({ node: { operation: type }, name: sent }, run) => {
    const name = sent === undefined ? null : publicName(sent);
    const attributes = { 'graphql.operation.type': type, ...(name ? { 'graphql.operation.name': name } : {}) };
    return under(name ? `${type} ${name}` : type, attributes, run);
  };

  /** The answer of a receiver says nothing of the caller whose change it receives, so nothing around it is its parent. */
  const delivery: Tracing['delivery'] = (kind, attempt) =>
    context.with(ROOT_CONTEXT, () =>
      under(
        `deliver ${kind}`,
        {},
        async () => {
          const headers: Record<string, string> = {};
          propagation.inject(context.active(), headers);
          const attempted = await attempt(headers);
          const { result } = attempted;
          const span = trace.getActiveSpan();
          span?.setAttributes({
            'gateway.delivery.result': result,
            ...('outcome' in attempted && { 'gateway.delivery.outcome': attempted.outcome }),
          });
          if (result === 'retry' || result === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR });
          return attempted;
        },
        SpanKind.CLIENT,
      ),
    );

  const transact =
    (begin: Transact): Transact =>
    (work, timeouts) => {
      // What the process does in the background is left out, as everywhere.
      if (trace.getActiveSpan() === undefined) return begin(work, timeouts);
      const system = { 'db.system.name': 'postgresql' };
      const statement = <T>(text: string, run: () => Promise<T>) => {
        const query = text.replaceAll(/\s+/g, ' ').trim();
        const summary = summarize(query);
        const attributes = { ...system, 'db.query.text': query, 'db.query.summary': summary };
        return under(summary, attributes, run, SpanKind.CLIENT);
      };
      const traced = (sql: SqlTransaction): SqlTransaction => ({
        query: (...sent) => statement(sent[0].text, () => sql.query(...sent)),
        finish: (...sent) => statement(sent[0].text, () => sql.finish(...sent)),
      });
      return under('transaction', system, () => begin((sql) => work(traced(sql)), timeouts));
    };

  return {
    serve,
    answered,
    operation,
    delivery,
    transact,
    traceId: () => trace.getSpanContext(context.active())?.traceId,
    async stop() {
      prisma.disable();
      // The last spans may be lost; there is nobody left to notify.
      await withDeadline(deadlineIn(FLUSH_TIMEOUT_MS), provider.shutdown()).catch(() => {});
      context.disable();
      trace.disable();
    },
  };
}

/** Tracers for work within requests: what the process polls in the background, twice a second, is left out. */
function onlyWithinRequests(provider: TracerProvider): TracerProvider {
  const none = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  return {
    getTracer(...named) {
      const tracer = provider.getTracer(...named);
      const isWithin = (given = context.active()) => trace.getSpan(given) !== undefined;
      return {
        startSpan: (name, options, given) => (isWithin(given) ? tracer.startSpan(name, options, given) : none),
        startActiveSpan: (name: string, ...rest: unknown[]) => {
          const run = rest.at(-1) as (span: Span) => unknown;
          if (!isWithin()) return run(none);
          return (tracer.startActiveSpan as (...all: unknown[]) => unknown)(name, ...rest);
        },
      } as Tracer;
    },
  };
}

function end(span: Span, attributes: Attributes, status: number): void {
  span.setAttributes(attributes);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Names come from the client; one that looks like a key is dropped. */
function publicName(name: string): string | null {
  return name.length > MAX_SPAN_NAME_LENGTH || /ssg_/i.test(name) ? null : name;
}

/** The verb of a statement and its first table. Values are not part of its text. */
function summarize(text: string): string {
  const [, verb = 'query', table = ''] = /\b(INSERT INTO|UPDATE|DELETE FROM|FROM)\s+"?(\w+)\b(?!\()/.exec(text) ?? [];
  return `${verb === 'FROM' ? 'SELECT' : verb.split(' ', 1)[0]} ${table}`.trim();
}

/** An exporter that reports when it begins to fail and when it recovers. */
function createExporter(onReach: (isReached: boolean) => void): OTLPTraceExporter {
  const exporter = new OTLPTraceExporter();
  let isReached = true;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const succeeded = result.code === 0;
      if (succeeded !== isReached) onReach(succeeded);
      isReached = succeeded;
      done(result);
    });
  return exporter;
}
