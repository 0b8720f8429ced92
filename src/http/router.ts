import createRouter, { type HTTPMethod } from 'find-my-way';
import type { Endpoint } from './endpoint.ts';

/** Longest path parameter in characters: as long as all headers together may be. A longer one matches nothing. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

export interface Match {
  readonly endpoint: Endpoint;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Decoded query parameters; a repeated one is a list. */
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * Returns a function that finds the endpoint of an address without a key; null: the address cannot be decoded. A slash at the end of
 * a path changes nothing (I7). There is no redirect: clients may repeat a POST without its body.
 */
export function createEndpointFinder(endpoints: readonly Endpoint[]): (method: string, url: string) => Match | null {
  const unused = () => {};
  const router = createRouter({ maxParamLength: MAX_PARAMETER_LENGTH, onBadUrl: unused, ignoreTrailingSlash: true });
  for (const endpoint of endpoints) {
    if (endpoint.methods === null) router.all(endpoint.path, unused, endpoint);
    else router.on(endpoint.methods as HTTPMethod[], endpoint.path, unused, endpoint);
  }
  return (method, url) => {
    const found = router.find(method as HTTPMethod, url);
    if (!found?.store) return null;
    return { endpoint: found.store as Endpoint, params: found.params, query: found.searchParams };
  };
}
