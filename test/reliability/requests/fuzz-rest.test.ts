/**
 * For any input to REST, the answer is a documented one in its shape, without internals, never a 5xx (I5, I7). Half of
 * the requests run in the mode of a development server. Afterwards no room is sold twice.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { disagreementsOf, epochsOf } from '../../support/booking/booking-records.ts';
import { fuzz, startFuzzed } from '../../support/gateway/fuzz-run.ts';
import type { TestGateway } from '../../support/gateway/gateway.ts';
import { amount, say } from '../../support/gateway/soak.ts';
import { type ArbitraryRequest, arbitraryRequest } from '../../support/requests/arbitrary/arbitrary-requests.ts';
import { insideShownBy } from '../../support/requests/inside-words.ts';

const STATUSES = [200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429];
const COUNT = amount({ short: 1_500, long: 70_000 });

describe.each([
  { environment: 'production', salt: 0 },
  { environment: 'development', salt: 1_000 },
])('in a $environment environment', ({ environment, salt }) => {
  let gateway: TestGateway;
  afterEach(async () => {
    vi.unstubAllEnvs();
    await gateway?.close();
  });

  test('no request to REST is answered with a 5xx, in another shape than the interface has, or with a word of the inside', async () => {
    const { keys, ...started } = await startFuzzed(environment);
    ({ gateway } = started);
    const epochsBefore = await epochsOf(gateway.database);
    const seen = new Map<number, number>();
    const areAllSent = await fuzz({
      what: `REST in ${environment}`,
      requests: arbitraryRequest(keys),
      count: COUNT,
      salt,
      async check(request) {
        const status = await expectKnown(gateway, request);
        seen.set(status, (seen.get(status) ?? 0) + 1);
      },
    });
    say(`REST in ${environment}`, Object.fromEntries(seen));
    // All of them are diverse: every kind of answer occurred.
    const kinds = areAllSent ? [200, 201, 304, 400, 401, 404, 405, 415, 422] : [200];
    expect([...seen.keys()]).toEqual(expect.arrayContaining(kinds));
    expect(await disagreementsOf(gateway.database, epochsBefore)).toEqual([]);
  });
});

/** The status of a documented answer; throws for any other. */
async function expectKnown(gateway: TestGateway, request: ArbitraryRequest): Promise<number> {
  const { statusCode: status, headers, payload: text } = await gateway.inject(request as never);
  const said = `${status} ${text.slice(0, 300)}`;
  if (!STATUSES.includes(status)) throw new Error(said);
  // An entity tag is a hash, in which any short word may stand.
  const shown = insideShownBy(text) ?? insideShownBy(JSON.stringify({ ...headers, etag: '' }));
  if (shown !== null) throw new Error(`${shown} in ${said}`);
  if (status === 204 || status === 304 || request.method === 'HEAD') {
    if (text !== '') throw new Error(said);
    return status;
  }
  // Where nothing is, outside of REST, a browser gets a page.
  const { pathname } = new URL(request.url, 'http://gateway.example');
  if (status === 404 && !/^\/api\//i.test(pathname)) return status;
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    throw new Error(`${headers['content-type']} ${said}`);
  const body: unknown = JSON.parse(text);
  if (status >= 400 && !isErrorBody(body)) throw new Error(said);
  return status;
}

/** Whether it is an ErrorResponse or a ValidationErrorResponse, and nothing more. */
function isErrorBody(body: unknown): boolean {
  const { success, message, errors = [], ...more } = body as Record<string, unknown>;
  const isProblem = (one: unknown) =>
    JSON.stringify(Object.keys(one as object)) === '["path","code","message"]' &&
    Object.values(one as object).every((value) => typeof value === 'string');
  return (
    success === false &&
    typeof message === 'string' &&
    Array.isArray(errors) &&
    errors.every(isProblem) &&
    Object.keys(more).length === 0
  );
}
