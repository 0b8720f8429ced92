/**
 * Heads of requests that Node's parser lets pass, or answers by itself, over real connections: each gets an answer with our error
 * body and the id of the request, and the connection is closed (A1, F11, and number 15 of the attacks on release 0.2.0).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { answersIn, receive } from '../../support/requests/strict-http.ts';
import { until } from '../../support/requests/until.ts';

let gateway: TestGateway;
let port: number;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  port = Number(new URL(await gateway.listen()).port);
});
afterEach(async () => expect(await gateway.database.prisma.booking.count()).toBe(0));
afterAll(() => gateway.close());

/** What comes back for these lines, and a body, until the server closes the connection. */
async function send(lines: readonly string[], body = '') {
  const received = await receive(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const answers = answersIn(received, ['GET']);
  return answers.map(({ status, headers, body }) => ({ status, headers, body: JSON.parse(body.toString()) }))[0]!;
}

const invalid = (path: string, message: string, code = 'MALFORMED') => ({
  success: false,
  message: 'The request is not valid.',
  errors: [{ path, code, message }],
});
const NOT_VALID = { success: false, message: 'The request is not valid.' };
const HOST = 'Host: localhost';
const BOOKING = JSON.stringify(requestBody());
const chunks = `${Buffer.byteLength(BOOKING).toString(16)}\r\n${BOOKING}\r\n0\r\n\r\n`;
const book = (...lines: string[]) => [
  'POST /api/v1/booking HTTP/1.1',
  HOST,
  `Authorization: Bearer ${key}`,
  'Content-Type: application/json',
  ...lines,
];
const asHttp10 = ([line = '', ...lines]: string[]) => [line.replace('1.1', '1.0'), ...lines];
const HTTP_1_1 = invalid('', 'The request must be HTTP/1.1.');
const BAD_HOST = invalid('Host', 'Must be a host name or an address, with or without a port.');
const BAD_CODING = invalid('Transfer-Encoding', 'Must be absent or chunked.');

describe('26.6, 26.15 (A1): refused, and the connection closed:', () => {
  test.each<[string, number, unknown, () => string[], string?]>([
    ['HTTP/2.0', 400, HTTP_1_1, () => ['GET /health HTTP/2.0', HOST]],
    ['a request line without a version', 400, HTTP_1_1, () => ['GET /health', HOST]],
    ['a request line without a version and headers', 400, HTTP_1_1, () => ['GET /health']],
    ['another version', 400, NOT_VALID, () => ['GET /health HTTP/1.2', HOST]],
    ['the preface of HTTP/2', 400, NOT_VALID, () => ['PRI * HTTP/2.0', '', 'SM']],
    ['no Host', 400, invalid('Host', 'Must be given.', 'REQUIRED'), () => ['GET /health HTTP/1.1', 'Accept: */*']],
    ...[
      ...[
        '',
        'a b',
        'a/b',
        'a@b',
        'http://a',
        '[::1',
        '[1]',
        '[::1]x',
        'a:b',
        'a:65536',
        'a:1:2',
        'a,b:80 ,c',
        'a%2',
        'a"',
      ],
      ...['\u00e9.example', 'a\tb', '<a>', 'a\\b', '::1'],
    ].map((host): [string, number, unknown, () => string[]] => [
      `the Host ${JSON.stringify(host)}`,
      400,
      BAD_HOST,
      () => ['GET /health HTTP/1.1', `Host: ${host}`],
    ]),
    ['an invalid Host of HTTP/1.0', 400, BAD_HOST, () => ['GET /health HTTP/1.0', 'Host: a/b']],
    [
      'a Host that is not that of the address',
      400,
      invalid('Host', 'Must be that of the address.'),
      () => ['GET http://evil.example/health HTTP/1.1', HOST],
    ],
    [
      'an expectation',
      417,
      { success: false, message: 'The server meets no expectation but 100-continue.' },
      () => book('Expect: 200-ok', `Content-Length: ${Buffer.byteLength(BOOKING)}`),
      BOOKING,
    ],
    [
      'an expectation beside the one that is met, without a 100 before it',
      417,
      { success: false, message: 'The server meets no expectation but 100-continue.' },
      () => book('Expect: 100-continue, x', `Content-Length: ${Buffer.byteLength(BOOKING)}`),
      BOOKING,
    ],
    ...['gzip, chunked', 'gzip,chunked', 'identity, chunked', ', chunked', ''].map(
      (coding): [string, number, unknown, () => string[], string] => [
        `Transfer-Encoding: ${coding}`,
        400,
        BAD_CODING,
        () => book(`Transfer-Encoding: ${coding}`),
        chunks,
      ],
    ),
    [
      'Transfer-Encoding in two lines',
      400,
      BAD_CODING,
      () => book('Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'),
      chunks,
    ],
    ['Transfer-Encoding that does not end in chunks', 400, BAD_CODING, () => book('Transfer-Encoding: gzip'), chunks],
    [
      'Transfer-Encoding in HTTP/1.0, which a proxy may not know',
      400,
      invalid('Transfer-Encoding', 'Must be absent in HTTP/1.0.'),
      () => asHttp10(book('Connection: keep-alive', 'Transfer-Encoding: chunked')),
      chunks,
    ],
    ['CONNECT', 400, NOT_VALID, () => ['CONNECT localhost:443 HTTP/1.1', HOST]],
    [
      '101 header lines',
      431,
      { success: false, message: 'The headers of the request are too large.' },
      () => ['GET /health HTTP/1.1', HOST, ...Array(100).fill('A:b')],
    ],
    [
      'a second Host behind 2,000 header lines',
      431,
      { success: false, message: 'The headers of the request are too large.' },
      () => ['GET /metrics HTTP/1.1', HOST, ...Array(2_000).fill('A:b'), 'Host: evil.example'],
    ],
    [
      'an X-Forwarded-For behind 2,000 header lines, whatever is asked',
      431,
      { success: false, message: 'The headers of the request are too large.' },
      () => ['OPTIONS /desk HTTP/1.1', HOST, ...Array(2_000).fill('A:b'), 'X-Forwarded-For: 198.51.100.7'],
    ],
    [
      'headers of more than 16 kB',
      431,
      { success: false, message: 'The headers of the request are too large.' },
      () => ['GET /health HTTP/1.1', HOST, ...Array(20).fill(`A: ${'b'.repeat(820)}`)],
    ],
  ])('%s', async (_, status, problem, lines, body) => {
    const answer = await send(lines(), body);
    expect([answer.status, answer.body]).toEqual([status, problem]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      connection: 'close',
      'x-request-id': expect.stringMatching(/^req-/),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });
});

describe('answered as ever:', () => {
  const close = 'Connection: close';
  test.each<[string, () => string[], string?]>([
    ['100 header lines', () => ['GET /health HTTP/1.1', HOST, close, ...Array(98).fill('A:b')]],
    ['HTTP/1.0 without a Host', () => ['GET /health HTTP/1.0']],
    ['an expectation of HTTP/1.0, which has none', () => ['GET /health HTTP/1.0', 'Expect: 200-ok']],
    [
      'the Host of an address in absolute form',
      () => ['GET http://A.example:80/health HTTP/1.1', 'Host: a.example:80', close],
    ],
    ...['a_b.example:', 'xn--bcher-kva.example:8443', '[2001:DB8::1]:80', '192.0.2.1', '~a!b.example', 'a%2Db'].map(
      (host): [string, () => string[]] => [`the Host ${host}`, () => ['GET /health HTTP/1.1', `Host: ${host}`, close]],
    ),
    [
      'chunks, however they are written',
      () => ['GET /health HTTP/1.1', HOST, close, 'Transfer-Encoding: Chunked'],
      '0\r\n\r\n',
    ],
  ])('%s', async (_, lines, body) => {
    const { status, body: answered } = await send(lines(), body);
    expect([status, answered]).toEqual([200, { status: 'alive' }]);
  });
});

test('what is unreadable behind a request is answered after it, not in its place', async () => {
  const query = encodeURIComponent('{ destinations { number } }');
  const get = `GET /graphql?query=${query} HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  for (const next of [
    'nonsense\r\n\r\n',
    `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET / HTTP/2.0\r\n${HOST}\r\n\r\n`,
  ]) {
    const answers = answersIn(await receive(port, `${get}${get}${next}`), ['GET', 'GET', 'GET']);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(answers[1]!.body.toString()).toContain('"destinations"');
  }
});

test('all of them are counted, whether we or the parser found too much', async () => {
  const unreadable = async () => {
    const { payload } = await gateway.inject({ url: '/metrics' });
    return (
      readPrometheusText(payload).value('gateway_http_request_duration_seconds_count', {
        route: 'unreadable',
        status: '431',
      }) ?? 0
    );
  };
  const before = await unreadable();
  await send(['GET /api/v1/destinations HTTP/1.1', HOST, ...Array(2_000).fill('A:b')]);
  await send(['GET /api/v1/destinations HTTP/1.1', HOST, `A: ${'b'.repeat(20_000)}`]);
  expect(await until(unreadable, (count) => count >= before + 2)).toBe(before + 2);
});
