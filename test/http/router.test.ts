/** Which endpoint an address has: a slash at the end of a path changes nothing (I7). */
import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { createEndpointFinder } from '../../src/http/listener.ts';

const endpoint = (methods: string[] | null, path: string) => ({ methods, path }) as Endpoint;
const find = createEndpointFinder([
  endpoint(['GET'], '/'),
  endpoint(['GET', 'POST'], '/graphql'),
  endpoint(['GET'], '/api/v2/hotels'),
  endpoint(['GET'], '/api/v2/hotels/:hotelId'),
  endpoint(null, '/api/*'),
]);
const found = (method: string, url: string) => {
  const match = find(method, url);
  return match && { path: match.endpoint.path, params: match.params, query: match.query };
};

test.each([
  ['GET', '/graphql', '/graphql/'],
  ['POST', '/graphql?a=/', '/graphql/?a=/'],
  ['GET', '/api/v2/hotels?limit=1', '/api/v2/hotels/?limit=1'],
  ['GET', '/api/v2/hotels/7', '/api/v2/hotels/7/'],
  ['GET', '/api/v2/hotels/7?expand=x', '/api/v2/hotels/7/?expand=x'],
  ['DELETE', '/api/nothing', '/api/nothing/'],
])('%s %s is found with a slash at its end', (method, without, withSlash) => {
  expect(found(method, without)).not.toBeNull();
  expect(found(method, withSlash)).toEqual({ ...found(method, without), params: expect.anything() });
});

test('the root is found as it is', () => {
  expect(found('GET', '/')?.path).toBe('/');
});
