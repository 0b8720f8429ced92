/** Identifies the caller of a request, once for all who ask. */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { ApiKeys, Caller } from '../../data/keys/api-keys.ts';
import type { Exchange } from '../exchange.ts';
import { presentedKey } from './credentials.ts';

/** The caller of the request's key; null: the key is not accepted. Synchronous while the key is cached. */
export function identify(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  if (exchange.caller === undefined) exchange.caller = findCaller(exchange, apiKeys);
  return exchange.caller;
}

function findCaller(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  const { headers, address } = exchange;
  const key = presentedKey(headers.authorization, address.accessToken);
  if (key === null) return null;
  return chain(apiKeys.authenticateCached(key) ?? apiKeys.authenticate(key), (caller) => {
    exchange.keyPrefix = caller?.prefix ?? null;
    return caller;
  });
}
