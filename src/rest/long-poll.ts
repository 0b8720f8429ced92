/** Long polls (S15): an empty answer waits until there is something in it. Meanwhile the request uses no connection to the database. */
import type { Caller } from '../data/keys/api-keys.ts';
import type { ApiKeys } from '../data/keys/key-lookup.ts';
import type { Exchange } from '../http/exchange.ts';
import { identifyAgain } from '../http/request/caller.ts';
import type { RequestContext } from '../operations/access/request-context.ts';
import type { RestResponse } from './rest-response.ts';
import type { RestRoute } from './route.ts';
import type { RestRuntime } from './runtime.ts';

const MS_PER_SECOND = 1_000;

interface Answered {
  readonly response: RestResponse;
  readonly context: RequestContext | null;
}

/**
 * The answer of `run`; while it is empty, and for as long as the request allows, that of another run whenever events were
 * published. A process that stops answers at once. Null: the key was revoked meanwhile.
 */
export async function pollWhileEmpty(
  exchange: Exchange,
  { route, runtime, caller }: { route: RestRoute; runtime: Pick<RestRuntime, 'services' | 'apiKeys'>; caller: Caller },
  run: (caller: Caller) => Promise<Answered>,
): Promise<Answered | null> {
  const { events } = runtime.services;
  let since = events.version;
  let answered = await run(caller);
  if (!answered.response.isEmpty) return answered;
  const endsAt = performance.now() + (route.pollSeconds?.(exchange) ?? 0) * MS_PER_SECOND;
  const gone = new AbortController();
  exchange.response.once('close', () => gone.abort());
  while (answered.response.isEmpty && !events.isDraining) {
    const waitsFrom = performance.now();
    const milliseconds = endsAt - waitsFrom;
    if (milliseconds <= 0) break;
    await events.change({ since, milliseconds, signal: gone.signal });
    exchange.waitedMs += performance.now() - waitsFrom;
    if (gone.signal.aborted) return answered;
    since = events.version;
    const asking = await stillAccepted(exchange, runtime.apiKeys, route);
    if (asking === null) return null;
    answered = await run(asking);
  }
  return answered;
}

async function stillAccepted(exchange: Exchange, apiKeys: ApiKeys, { scopes }: RestRoute): Promise<Caller | null> {
  const caller = await identifyAgain(exchange, apiKeys);
  return caller && scopes.some((scope) => caller.scopes.has(scope)) ? caller : null;
}
