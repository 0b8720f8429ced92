/** Who sends a request: looked up once, whoever asks first. */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { ApiKeys, Caller } from '../../data/keys/api-keys.ts';
import type { Exchange } from '../exchange.ts';
import { presentedKey } from './credentials.ts';

/** The caller whom the key of a request stands for; null for any key that is not accepted. At once while the key is known. */
export function identify(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  exchange.caller ??= lookUp(exchange, apiKeys);
  return exchange.caller;
}

function lookUp(exchange: Exchange, apiKeys: ApiKeys): MaybePromise<Caller | null> {
  const { headers, address } = exchange;
  const key = presentedKey({ authorization: headers.authorization, accessToken: address.accessToken });
  if (key === null) return null;
  return chain(apiKeys.authenticateCached(key) ?? apiKeys.authenticate(key), (caller) => {
    exchange.keyPrefix = caller?.prefix ?? null;
    return caller;
  });
}
