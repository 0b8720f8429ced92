/**
 * The caller of a request, identified by its API key once for all who ask. The key is a bearer credential, the query parameter
 * `access_token`, or both if they are the same (I6). Anything else is no key, and the response does not say why.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import type { Exchange } from '../exchange.ts';

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const OTHER_SCHEME = /^(?!Bearer(?: |$))[\w!#$%&'*+.^`|~-]/i;

/**
 * The key, or null. An empty `access_token` counts as omitted; a repeated one is not a key. Another scheme is meant for another
 * reader of the header, a proxy for example: beside an `access_token` it counts as omitted.
 */
export function presentedKey(authorization: string | undefined, accessToken: unknown): string | null {
  const isInQuery = accessToken !== undefined && accessToken !== '';
  if (authorization === undefined || OTHER_SCHEME.test(authorization)) {
    return isInQuery && typeof accessToken === 'string' ? accessToken : null;
  }
  const key = BEARER.exec(authorization)?.[1] ?? null;
  return isInQuery && accessToken !== key ? null : key;
}

/** The caller of the request's key; null: the key is not accepted. Synchronous while the key is cached. */
export function identify(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  if (exchange.caller === undefined) exchange.caller = findCaller(exchange, apiKeys);
  return exchange.caller;
}

/** The caller as it is now: the key may have been revoked since. */
export function identifyAgain({ headers, address }: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  const key = presentedKey(headers.authorization, address.accessToken);
  return key === null ? null : (apiKeys.authenticateCached(key) ?? apiKeys.authenticate(key));
}

function findCaller(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  return chain(identifyAgain(exchange, apiKeys), (caller) => {
    exchange.keyPrefix = caller?.prefix ?? null;
    return caller;
  });
}
