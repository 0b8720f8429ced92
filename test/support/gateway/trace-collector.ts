/** A collector of traces (OTLP over HTTP, as JSON): it stores what it receives, or stays silent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it was sent. */
export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Null: none. */
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Record<string, unknown> }[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: { key: string; value: Record<string, unknown> }[];
        status: { code: number };
      }[];
    }[];
  }[];
}

/** A running collector. */
export interface TraceCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Everything received, headers included, as text. */
  received(): string;
  /** Requests so far. */
  requests(): number;
  spans(): CollectedSpan[];
  /** The resource of the first sender. */
  resource(): Record<string, unknown>;
  close(): Promise<void>;
}

/** Starts a collector; a `silent` one accepts requests and never answers. */
export async function startCollector({ silent = false } = {}): Promise<TraceCollector> {
  const bodies: Sent[] = [];
  const texts: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests++;
    const body = await text(request);
    texts.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
    if (silent) return;
    bodies.push(JSON.parse(body) as Sent);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => texts.join('\n'),
    requests: () => requests,
    resource: () => valuesOf(bodies[0]?.resourceSpans[0]?.resource.attributes ?? []),
    spans: () =>
      bodies
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map(({ name, kind, traceId, spanId, parentSpanId, attributes, status }) => ({
          ...{ name, kind, traceId, spanId, attributes: valuesOf(attributes) },
          parentSpanId: parentSpanId || null,
          isError: status.code === 2,
        })),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function valuesOf(attributes: { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** The spans of a trace as indented lines, children below their parents; siblings by name. */
export function treeOf(spans: readonly CollectedSpan[], traceId: string): string[] {
  const own = spans.filter((span) => span.traceId === traceId);
  const ids = new Set(own.map(({ spanId }) => spanId));
  const below = (parent: string | null, depth: number): string[] =>
    own
      .filter(({ parentSpanId }) => (parentSpanId !== null && ids.has(parentSpanId) ? parentSpanId : null) === parent)
      .sort((one, other) => one.name.localeCompare(other.name))
      .flatMap(({ name, spanId }) => [`${'  '.repeat(depth)}${name}`, ...below(spanId, depth + 1)]);
  return below(null, 0);
}
