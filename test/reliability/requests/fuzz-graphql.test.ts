/**
 * For any input to GraphQL, the answer is JSON in the shape of GraphQL over HTTP, without internals, never a 5xx. Half
 * of the requests run in the mode of a development server. Afterwards no room is sold twice.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { disagreementsOf, epochsOf } from '../../support/booking/booking-records.ts';
import { fuzz, startFuzzed } from '../../support/gateway/fuzz-run.ts';
import type { TestGateway } from '../../support/gateway/gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { arbitraryGraphQLRequest } from '../../support/requests/arbitrary/arbitrary-graphql-requests.ts';
import { RIGHT_BOOKING } from '../../support/requests/arbitrary/arbitrary-operations.ts';
import type { ArbitraryRequest } from '../../support/requests/arbitrary/arbitrary-requests.ts';
import { insideShownBy } from '../../support/requests/inside-words.ts';

/** 429: ten made-up references within an hour are all that one asks for (A6). */
const STATUSES = [200, 204, 400, 401, 403, 405, 406, 413, 414, 415, 429];
const BOOK = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';
const KINDS = [
  ...['200', '400', '401', '405', '415', 'data'],
  ...['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'OPERATION_TOO_LARGE'],
];
const COUNT = amount({ short: 1_500, long: 30_000 });

describe.each([
  { environment: 'production', salt: 0 },
  { environment: 'development', salt: 1_000 },
])('in a $environment environment', ({ environment, salt }) => {
  let gateway: TestGateway;
  afterEach(async () => {
    vi.unstubAllEnvs();
    await gateway?.close();
  });

  test('no request to GraphQL is answered with a 5xx, in another shape than GraphQL has, or with a word of the inside', async () => {
    const { keys, ...started } = await startFuzzed(environment);
    ({ gateway } = started);
    const epochsBefore = await epochsOf(gateway.database);
    // A random request may close sales before any other books: one room is sold for certain.
    const booked = await gateway.ask(BOOK, { key: keys[0], variables: { input: RIGHT_BOOKING } });
    expect(booked).toEqual({ createBooking: { __typename: 'BookingCreated' } });
    const seen = new Map<string, number>();
    const areAllSent = await fuzz({
      what: `GraphQL in ${environment}`,
      requests: arbitraryGraphQLRequest(schema, keys),
      count: COUNT,
      salt,
      async check(request) {
        for (const kind of await expectKnown(gateway, request)) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      },
    });
    say(`GraphQL in ${environment}`, Object.fromEntries(seen));
    // All of them are diverse: every kind of answer occurred.
    expect([...seen.keys()]).toEqual(expect.arrayContaining(areAllSent ? KINDS : ['200']));
    expect(await disagreementsOf(gateway.database, epochsBefore)).toEqual([]);
  });
});

/** What `_service` answers (X1) explains the schema in words that are no insides there. */
const SDL = JSON.stringify(readFileSync(new URL('../../../subgraph.graphql', import.meta.url), 'utf8')).slice(1, -1);

/** The kind of an answer: its status, and the codes of its errors; throws for an unacceptable answer. */
async function expectKnown(gateway: TestGateway, request: ArbitraryRequest): Promise<string[]> {
  const { statusCode: status, headers, payload: text } = await gateway.inject(request as never);
  const said = `${status} ${text.slice(0, 300)}`;
  if (!STATUSES.includes(status)) throw new Error(said);
  const shown = insideShownBy(text.replaceAll(SDL, '')) ?? insideShownBy(JSON.stringify(headers));
  if (shown !== null) throw new Error(`${shown} in ${said}`);
  if (status === 204 || request.method === 'HEAD') {
    if (text !== '') throw new Error(said);
    return [String(status)];
  }
  if (!/^application\/(?:graphql-response\+)?json; charset=utf-8$/.test(String(headers['content-type']))) {
    throw new Error(`${headers['content-type']} ${said}`);
  }
  const { data, errors, extensions, ...more } = JSON.parse(text) as Record<string, unknown>;
  if (Object.keys(more).length > 0 || (data === undefined && errors === undefined)) throw new Error(said);
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0 && errors.every(isError)))
    throw new Error(said);
  const codes = ((errors ?? []) as { extensions?: { code?: string } }[]).map(
    (error) => error.extensions?.code ?? 'no code',
  );
  return [String(status), ...new Set(codes), ...(data ? ['data'] : [])];
}

/** Whether it is a GraphQL error with nothing but what is meant for callers. */
function isError(error: unknown): boolean {
  const { message, locations = [], path = [], extensions = {}, ...more } = error as Record<string, unknown>;
  const { code = '', problems = [], ...others } = extensions as Record<string, unknown>;
  return (
    typeof message === 'string' &&
    Array.isArray(locations) &&
    Array.isArray(path) &&
    typeof code === 'string' &&
    Array.isArray(problems) &&
    [...Object.keys(more), ...Object.keys(others)].length === 0
  );
}
