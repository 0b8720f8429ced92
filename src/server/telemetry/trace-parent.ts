/** What a trace takes from a request's address and headers: the parent trace, and paths without personal data. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Context, defaultTextMapGetter, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The caller's context from its `traceparent` header (W3C Trace Context). `tracestate` is ignored: it may be any text,
 * and is meant for servers that we do not call.
 */
export function parseTraceParent({ traceparent }: IncomingHttpHeaders): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

/** An integer or an ObjectId. */
const IDENTIFIER = /^(?:\d{1,15}|[0-9a-f]{24})$/i;

/** The path, if it consists of literals of its route and identifiers, which name no person; else null. */
export function publicPath(route: string, path: string): string | null {
  const expected = route.split('/');
  const sent = path.split('/');
  const isPlain =
    expected.length === sent.length &&
    expected.every((segment, at) => (segment.startsWith(':') ? IDENTIFIER.test(sent[at] ?? '') : segment === sent[at]));
  return isPlain ? path : null;
}
