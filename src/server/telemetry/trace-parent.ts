/** What a trace takes of a request's address and headers: whose trace it belongs to, and paths that say nothing of anybody. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Context, defaultTextMapGetter, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The context of the caller, by its header `traceparent` (W3C Trace Context). What else it says of its trace, `tracestate`, may
 * be any text, and is for servers that we do not call.
 */
export function parseTraceParent({ traceparent }: IncomingHttpHeaders): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

/** An integer or an ObjectId. */
const IDENTIFIER = /^(?:\d{1,15}|[0-9a-f]{24})$/i;

/** The path of an address, if nothing stands in it but what its route says and identifiers; else null. */
export function namesOfIds(route: string, path: string): string | null {
  const expected = route.split('/');
  const told = path.split('/');
  const isPlain =
    expected.length === told.length &&
    expected.every((segment, at) => (segment.startsWith(':') ? IDENTIFIER.test(told[at]!) : segment === told[at]));
  return isPlain ? path : null;
}
