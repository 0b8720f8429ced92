/** Every audit of the GraphQL-over-HTTP test suite, against a listening server, through each path of execution. */
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let address: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  address = await gateway.listen();
});
afterAll(() => gateway.close());

/** The paths of execution, and the kind of request that takes each. */
const ENTRANCES: { name: string; path: string; headers: Record<string, string> }[] = [
  { name: 'an operation in a JSON body', path: '/graphql', headers: {} },
  { name: 'the same with an empty query in the address', path: '/graphql?', headers: {} },
  { name: 'an operation through Yoga', path: '/graphql?by=yoga', headers: {} },
];

test.each(ENTRANCES)(
  '$name passes all 61 audits of GraphQL over HTTP, what SHOULD and MAY be included',
  async ({ path, headers }) => {
    const results = await auditServer({
      url: `${address}${path}`,
      fetchFn: (url: string, init: RequestInit = {}) =>
        fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, ...headers, ...init.headers } }),
    });
    const failed = results.flatMap((result) =>
      result.status === 'ok' ? [] : [`${result.id} ${result.name}: ${result.reason}`],
    );
    expect(failed).toEqual([]);
    expect(results).toHaveLength(61);
  },
);
