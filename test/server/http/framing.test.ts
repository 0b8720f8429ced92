/**
 * Responses on the wire, read by a strict parser: for any request headers, a response has one framing and one of each
 * header, has its announced length, and is directly followed by the next one.
 */

import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { answersIn, exchange, type RawRequest, type StrictAnswer } from '../../support/requests/strict-http.ts';

const COUNT = 200;
/** Named in the titles of what it draws. */
const SEED = randomInt(2 ** 31);
const NOW = { path: '/health' } satisfies RawRequest;

let gateway: TestGateway;
let limited: TestGateway;
let port: number;
let limitedPort: number;
let key: string;
/** The path of a script of the reference, which depends on its content. */
let script: string;

const listening = async (one: TestGateway) => Number(new URL(await one.listen()).port);

beforeAll(async () => {
  const database = await freshDatabase();
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
  const shared = { ...database, close: async () => {} };
  limited = await startGateway({ today: TODAY, database: shared, config: { rateLimitPerMinute: 1 } });
  key = await gateway.key();
  limited.epochs.observe(await readRaised(limited.database));
  port = await listening(gateway);
  const { body } = await gateway.inject({ method: 'GET', url: '/docs' });
  [script = ''] = /\/assets\/[^"]+\.js/.exec(body) ?? [];
  limitedPort = await listening(limited);
  // The only request of this minute.
  await exchange(limitedPort, [{ path: '/api/v1/destinations', headers: bearer() }]);
});
afterAll(async () => {
  await limited.close();
  await gateway.close();
});

const bearer = (): [string, string][] => [['Authorization', `Bearer ${key}`]];
const json: [string, string] = ['Content-Type', 'application/json'];
const QUERY = '{ visitTypes(first: 5) { nodes { name { cs_CZ: cs de en ru } description { en } } } }';
const post = (query: string, headers: [string, string][] = [...bearer(), json]): RawRequest => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify({ query }),
});

const MEDIA_TYPES = [
  ...['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed', 'text/html'],
  ...['*/*', 'application/*', 'text/*', 'multipart/*', 'image/png', 'APPLICATION/JSON', 'multipart/mixed;boundary="-"'],
  ...['application/json; charset=utf-8', 'application/json;charset=latin1', 'multipart/mixed; deferSpec=20220824'],
];
const range = fc
  .tuple(fc.constantFrom(...MEDIA_TYPES), fc.constantFrom('', '', ';q=0.5', ';q=0', ';q=1.000', '; q=x', ';q=', ';;'))
  .map((parts) => parts.join(''));
const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
const anyAccept = fc.oneof(
  { weight: 6, arbitrary: fc.array(range, { minLength: 1, maxLength: 5 }).map((ranges) => ranges.join(', ')) },
  { weight: 2, arbitrary: visible },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(range, visible), { minLength: 1, maxLength: 6 }).map((all) => all.join(',')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(range, visible), fc.integer({ min: 200, max: 12_000 }))
      .map(([one, length]) => `${one},`.repeat(Math.ceil(length / (one.length + 1))).slice(0, length)),
  },
);
const anyEncoding = fc.constantFrom(
  '',
  'gzip',
  'br',
  'br;q=0.5, gzip',
  'identity;q=0, *',
  'deflate',
  'none',
  '*;q=0',
  ';',
);

/** Requests of every kind, with the status of their response whatever they accept; null: it depends on that. */
const KINDS: [name: string, status: number | null, request: () => RawRequest][] = [
  ['a REST list', 200, () => ({ path: '/api/v1/visit-types', headers: bearer() })],
  ['a REST entity', 200, () => ({ path: '/api/v2/hotels/1', headers: bearer() })],
  ['HEAD', 200, () => ({ method: 'HEAD', path: '/api/v1/visit-types', headers: bearer() })],
  ['304', 304, () => ({ path: '/api/v1/visit-types', headers: [...bearer(), ['If-None-Match', '*']] })],
  [
    '304 to HEAD',
    304,
    () => ({ method: 'HEAD', path: '/api/v1/visit-types', headers: [...bearer(), ['If-None-Match', '*']] }),
  ],
  ['the front page', 200, () => ({ path: '/' })],
  ['the reference', 200, () => ({ path: '/openapi.json' })],
  ['its page', 200, () => ({ path: '/docs' })],
  ['an asset of it', 200, () => ({ path: script })],
  ['/ready', 200, () => ({ path: '/ready' })],
  ['/metrics', 200, () => ({ path: '/metrics', headers: [['Host', 'localhost']] })],
  ['OPTIONS', 204, () => ({ method: 'OPTIONS', path: '/graphql', headers: [['Origin', 'https://shop.example']] })],
  ['REST 400', 400, () => ({ path: '/api/v1/visit-types?max=0', headers: bearer() })],
  ['REST 401', 401, () => ({ path: '/api/v1/visit-types' })],
  ['REST 404', 404, () => ({ path: '/api/v1/nothing', headers: bearer() })],
  ['REST 405', 405, () => ({ method: 'DELETE', path: '/api/v1/booking', headers: bearer() })],
  [
    'REST 413',
    413,
    () => ({ method: 'POST', path: '/api/v1/booking', headers: [...bearer(), json], body: ' '.repeat(300_000) }),
  ],
  [
    'REST 415',
    415,
    () => ({
      method: 'POST',
      path: '/api/v1/booking',
      headers: [...bearer(), ['Content-Type', 'text/plain']],
      body: '{}',
    }),
  ],
  [
    'REST 422',
    422,
    () => ({
      path: '/api/v1/price?visit_type_id=101&room_type_id=11&date_from=2027-03-01&date_to=2028-03-01',
      headers: bearer(),
    }),
  ],
  ['an address that cannot be read', 400, () => ({ path: '/api/%zz', headers: bearer() })],
  ['an address of nothing', 404, () => ({ path: '/nothing' })],
  ['GraphQL 400', null, () => post('{ nothing }')],
  ['GraphQL that cannot be parsed', null, () => post('{')],
  ['GraphQL without JSON', null, () => ({ ...post(''), body: '{' })],
  [
    'GraphQL without a body',
    null,
    () => ({ method: 'POST', path: '/graphql', headers: [...bearer(), ['Content-Length', '0']] }),
  ],
  ['GraphQL 401', 401, () => post(QUERY, [json])],
  ['GraphQL 405', 405, () => ({ method: 'PUT', path: '/graphql', headers: bearer() })],
  ['GraphQL HEAD', 405, () => ({ method: 'HEAD', path: '/graphql', headers: bearer() })],
  ['GraphQL 413', 413, () => post(' '.repeat(300_000))],
  ['GraphQL 415', 415, () => post(QUERY, [...bearer(), ['Content-Type', 'text/plain']])],
  [
    'a mutation by GET',
    null,
    () => ({ path: '/graphql?query=mutation{createBooking(input:{}){__typename}}', headers: bearer() }),
  ],
];

/**
 * Sends the request, followed on the same connection by one for a fixed resource; every byte must belong to one of the
 * responses.
 */
async function ask(request: RawRequest, at = port): Promise<StrictAnswer> {
  const [answer, next] = await exchange(at, [request, NOW]);
  if (next === undefined) expect(answer!.headers.get('connection')).toBe('close');
  else expect([next.status, next.body.toString()]).toEqual([200, '{"status":"alive"}']);
  return answer!;
}

const accepting = (request: RawRequest, accept: string, encoding = ''): RawRequest => ({
  ...request,
  headers: [
    ...(request.headers ?? []),
    ['Accept', accept],
    ...(encoding === '' ? [] : [['Accept-Encoding', encoding] as const]),
  ],
});

const drawn = fc.sample(fc.tuple(anyAccept, anyEncoding), { numRuns: COUNT, seed: SEED });

test(`whatever Accept says (${COUNT} random headers of seed ${SEED}), an answer has one framing and one of each header`, async () => {
  const types = new Set<string>();
  for (const [index, [accept, encoding]] of drawn.entries()) {
    const [name, status, request] = KINDS[index % KINDS.length]!;
    const answer = await ask(accepting(request(), accept, encoding)).catch((error) => {
      throw new Error(`${name} that accepts ${accept.slice(0, 200)}: ${error.message}`);
    });
    if (status !== null) expect([name, accept, answer.status]).toEqual([name, accept, status]);
    for (const graphql of [post(QUERY), { path: `/graphql?query=${encodeURIComponent(QUERY)}`, headers: bearer() }]) {
      const { status: answered, headers } = await ask(accepting(graphql, accept, encoding)).catch((error) => {
        throw new Error(`GraphQL that accepts ${accept.slice(0, 200)}: ${error.message}`);
      });
      expect([200, 406]).toContain(answered);
      types.add(`${answered} ${headers.get('content-type')}`);
    }
  }
  // The headers are diverse: they led to every media type.
  expect([...types].sort()).toEqual([
    '200 application/graphql-response+json; charset=utf-8',
    '200 application/json; charset=utf-8',
    '200 multipart/mixed; boundary="-"',
    '200 text/event-stream',
    '200 text/html; charset=utf-8',
    '406 application/json; charset=utf-8',
  ]);
});

test.each(['application/json', 'text/event-stream', 'multipart/mixed', 'text/plain'])(
  'every kind of answer to a request that accepts %s has one framing and one of each header',
  async (accept) => {
    for (const [name, status, request] of KINDS) {
      const answer = await ask(accepting(request(), accept)).catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      if (status !== null) expect([name, answer.status]).toEqual([name, status]);
    }
    for (const path of ['/api/v1/destinations', '/graphql?query={viewer{today}}']) {
      const refused = await ask(accepting({ path, headers: bearer() }, accept), limitedPort);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    }
  },
);

test.each(['application/json', 'text/event-stream', 'multipart/mixed'])(
  '503 to a request that accepts %s has one framing and one of each header',
  async (accept) => {
    const original = gateway.services.open;
    const unavailable = () => Promise.reject(new ServiceUnavailable('Busy.', { retryAfterSeconds: 3 }));
    Object.assign(gateway.services, { open: unavailable });
    try {
      const answer = await ask(accepting(post('{ hotels { totalCount } viewer { today } }'), accept));
      expect(answer.body.toString()).toContain('SERVICE_UNAVAILABLE');
      const rest = await ask(accepting({ path: '/api/v1/lowest-price?occupancy=2', headers: bearer() }, accept));
      expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    } finally {
      Object.assign(gateway.services, { open: original });
    }
  },
);

describe('a query is answered as well to callers who only take', () => {
  const RESULT = { data: { destinations: [{ number: 1 }, { number: 2 }] } };
  const DESTINATIONS = '{ destinations { number } }';
  const dataOf = (text: string) => {
    const { extensions: _, ...result } = JSON.parse(text);
    return result;
  };

  test('events: one with the result, and one that completes the stream (GraphQL over SSE)', async () => {
    for (const request of [post(DESTINATIONS), { path: '/graphql?query={destinations{number}}', headers: bearer() }]) {
      const { body } = await ask(accepting(request, 'text/event-stream'));
      const [, data] = /^(?::\n\n)?event: next\ndata: (.*)\n\nevent: complete\ndata:\n\n$/.exec(body.toString()) ?? [];
      expect(dataOf(data!)).toEqual(RESULT);
    }
  });

  test('parts: one with the result (RFC 2046)', async () => {
    const { body, headers } = await ask(accepting(post(DESTINATIONS), 'multipart/mixed'));
    const [, boundary] = /^multipart\/mixed; boundary="(.*)"$/.exec(headers.get('content-type') ?? '') ?? [];
    const [preamble, part, end, ...more] = `\r\n${body}`.split(`\r\n--${boundary}`);
    expect([preamble, end, more]).toEqual(['\r\n', '--\r\n', []]);
    const [, length, text] =
      /^\r\nContent-Type: application\/json; charset=utf-8\r\nContent-Length: (\d+)\r\n\r\n(.*)$/s.exec(part!) ?? [];
    expect(Buffer.byteLength(text!)).toBe(Number(length));
    expect(dataOf(text!)).toEqual(RESULT);
  });
});

test('an operation whose answer the caller does not accept is refused before it runs: no booking is made for a 406', async () => {
  const before = await gateway.database.prisma.booking.count();
  const input =
    'kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-01", departure: "2027-03-03", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" }, guests: [{ firstName: "A", lastName: "B" }]';
  const book = post(`mutation { createBooking(input: { ${input} }) { __typename } }`);
  const refused = await ask(accepting(book, 'text/plain'));
  expect([refused.status, JSON.parse(refused.body.toString())]).toEqual([
    406,
    {
      errors: [
        {
          message:
            'Accept: Must allow one of application/json, application/graphql-response+json, multipart/mixed, text/event-stream.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    },
  ]);
  expect(await gateway.database.prisma.booking.count()).toBe(before);
  expect((await ask(accepting(book, 'application/json'))).body.toString()).toContain('BookingCreated');
});

test('requests sent one behind the other on a connection are answered in their order, each with its own answer', async () => {
  const paths = [
    '/api/v2/hotels/1',
    '/health',
    '/graphql?query={viewer{today}}',
    '/api/v1/nothing',
    '/api/v2/hotels/2',
  ];
  const requests = [...paths.map((path) => ({ path, headers: bearer() })), post('{ viewer { today } }')];
  const alone = [];
  for (const request of requests) alone.push((await exchange(port, [request]))[0]!);
  for (let time = 0; time < 5; time++) {
    const together = await exchange(port, requests);
    expect(together.map(({ status, body }) => [status, body.toString()])).toEqual(
      alone.map(({ status, body }) => [status, body.toString()]),
    );
  }
});

describe('the parser of these tests refuses', () => {
  const ok = ['HTTP/1.1 200 OK', 'Content-Length: 2', '', 'ok'];
  test.each<[string, string[]]>([
    [
      'two framings',
      ['HTTP/1.1 200 OK', 'Content-Length: 2', 'Transfer-Encoding: chunked', '', '2\r\nok\r\n0\r\n\r\n'],
    ],
    [
      'two headers of one name',
      ['HTTP/1.1 200 OK', 'Cache-Control: a', 'cache-control: b', 'Content-Length: 0', '', ''],
    ],
    ['a body that is longer', ['HTTP/1.1 200 OK', 'Content-Length: 1', '', 'ok']],
    ['a body that is shorter', ['HTTP/1.1 200 OK', 'Content-Length: 3', '', 'ok']],
    ['a chunk of another size', ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '1\r\nok\r\n0\r\n\r\n']],
    ['no framing', ['HTTP/1.1 200 OK', '', 'ok']],
    ['a coding that there is not', ['HTTP/1.1 200 OK', 'Content-Encoding: none', 'Content-Length: 2', '', 'ok']],
    ['a broken header', ['HTTP/1.1 200 OK', 'Content Length: 2', '', 'ok']],
  ])('%s', (_, lines) => {
    expect(() => answersIn(Buffer.from(lines.join('\r\n')), ['GET'])).toThrow('the answer has');
    expect(answersIn(Buffer.from(ok.join('\r\n')), ['GET'])[0]!.body.toString()).toBe('ok');
  });
});
