/** Requests that are too large or never end, over real connections: each gets a specific refusal and is cut off. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CHUNKS } from '../../../src/http/request/body.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { connectIdle } from '../../support/requests/idle-client.ts';
import { exchange as exchangeStrictly } from '../../support/requests/strict-http.ts';

const BODY_LIMIT = 256 * 1024;

let gateway: TestGateway;
let key: string;
let port: number;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  port = Number(new URL(await gateway.listen()).port);
});
afterAll(() => gateway.close());

/** The answer on a connection to a head, followed by these parts and nothing more. */
function exchange({ head, parts = [] }: { head: readonly string[]; parts?: readonly string[] }): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (const part of parts) socket.write(part);
    });
    // The server may close its end while this one is still writing.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) reject(error);
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
  });
}

const head = (path: string, ...more: string[]) => [
  `POST ${path} HTTP/1.1`,
  'Host: gateway',
  `Authorization: Bearer ${key}`,
  'Content-Type: application/json',
  'Connection: close',
  ...more,
];
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe('a body may have 256 kB and not a byte more:', () => {
  const padded = (body: object, bytes: number) => {
    const text = JSON.stringify(body);
    return `${text}${' '.repeat(bytes - Buffer.byteLength(text))}`;
  };
  const CHUNK = 16 * 1024;
  const chunked = (text: string) => [
    ...(text.match(new RegExp(`.{1,${CHUNK}}`, 'gs')) ?? []).map((part) => {
      return `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;
    }),
    '0\r\n\r\n',
  ];
  const ways = {
    'with its length stated': (path: string, text: string) =>
      exchange({ head: head(path, `Content-Length: ${Buffer.byteLength(text)}`), parts: [text] }),
    'in chunks': (path: string, text: string) =>
      exchange({ head: head(path, 'Transfer-Encoding: chunked'), parts: chunked(text) }),
  };
  const bodies = [
    ['/graphql', { query: '{ viewer { today } }' }, 200],
    ['/api/v1/booking', { ...requestBody(), customer_note: 'Aš' }, 201],
  ] as const;

  test.each(
    Object.entries(ways).flatMap(([way, send]) =>
      bodies.map(([path, body, status]) => ({ way, path, send, body, status })),
    ),
  )('$path $way', async ({ path, send, body, status }) => {
    expect(statusOf(await send(path, padded(body, BODY_LIMIT)))).toBe(status);
    const refused = await send(path, padded(body, BODY_LIMIT + 1));
    expect([statusOf(refused), refused]).toEqual([
      413,
      expect.stringContaining('The body of the request is too large.'),
    ]);
  });

  test.each(bodies)(
    '%s: a megabyte is taken before it is refused, so that no sender loses the answer',
    async (path) => {
      const headers = [['Authorization', `Bearer ${key}`] as const, ['Content-Type', 'application/json'] as const];
      const large = { method: 'POST', path, headers, body: ' '.repeat(1024 * 1024) };
      // The connection stays open: whatever was sent has been read.
      const [refused, next] = await exchangeStrictly(port, [large, { path: '/health' }]);
      expect([refused?.status, next?.status]).toEqual([413, 200]);
      const [cutOff, ...others] = await exchangeStrictly(port, [
        { ...large, body: `${large.body} ` },
        { path: '/health' },
      ]);
      expect([cutOff?.headers.get('connection'), others]).toEqual(['close', []]);
    },
  );

  test.each(bodies)('%s: a length beyond it is refused before any of the body is there', async (path) => {
    expect(statusOf(await exchange({ head: head(path, 'Content-Length: 1000000000') }))).toBe(413);
  });

  test.each(bodies)('%s: chunks without an end are refused as soon as they are too many', async (path) => {
    const [first] = chunked('x'.repeat(CHUNK));
    const parts = Array.from({ length: BODY_LIMIT / CHUNK + 1 }, () => first!);
    expect(statusOf(await exchange({ head: head(path, 'Transfer-Encoding: chunked'), parts }))).toBe(413);
  });
});

describe('a body in very many chunks costs little more than in one (A2):', () => {
  const chunksOf = (text: string) => [...text].map((character) => `1\r\n${character}\r\n`).join('');
  /** A valid body of so many bytes, each a chunk. */
  const sent = (bytes: number) => {
    const text = JSON.stringify({ query: '{ viewer { today } }' });
    const parts = [chunksOf(text.padEnd(bytes)), '0\r\n\r\n'];
    return exchange({ head: head('/graphql', 'Transfer-Encoding: chunked'), parts });
  };

  test('32,768 chunks are read, and 250,000 of one byte are refused before the rest is looked at', async () => {
    expect(statusOf(await sent(MAX_CHUNKS))).toBe(200);
    const refused = await sent(250_000);
    expect([statusOf(refused), refused]).toEqual([413, expect.stringContaining('32768 chunks at most')]);
  });

  test('a catalogue file without a key is refused after as many, though its end does not come', async () => {
    const file = ['PUT /manage/catalogue HTTP/1.1', 'Host: gateway', 'Transfer-Encoding: chunked'];
    const answer = await exchange({ head: file, parts: [chunksOf('x'.repeat(MAX_CHUNKS + 1))] });
    expect(statusOf(answer)).toBe(401);
  });

  const JSON_TYPE = 'Content-Type: application/json';
  const preflight = ['Origin: https://shop.example', 'Access-Control-Request-Method: POST'];
  test.each<[string, number, string, string[]?]>([
    ['an unknown address', 404, 'POST /nowhere', [JSON_TYPE]],
    ['an unknown address of REST', 404, 'POST /api/v1/nowhere', [JSON_TYPE]],
    ['a wrong method', 405, 'POST /api/v1/destinations', [JSON_TYPE]],
    ['another media type', 415, 'POST /graphql', ['Content-Type: text/plain']],
    ['no key', 401, 'POST /api/v1/booking', [JSON_TYPE]],
    ['an address that cannot be decoded', 400, 'POST /%zz', [JSON_TYPE]],
    ['a request that has no body otherwise', 200, 'GET /health'],
    ['a client that waits for 100 Continue', 404, 'POST /nowhere', ['Expect: 100-continue']],
    ['a preflight request', 204, 'OPTIONS /graphql', preflight],
  ])(
    'where nobody reads it, too many chunks end the connection, and others do not: %s',
    async (_, status, line, more = []) => {
      const lines = [`${line} HTTP/1.1`, 'Host: gateway', 'Transfer-Encoding: chunked', ...more];
      /** The statuses of the answers to this request and to one behind it. */
      const statusesWith = async (chunks: number) => {
        const next = 'GET /health HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n';
        const body = `${chunksOf('x'.repeat(chunks))}0\r\n\r\n`;
        const { read } = await connectIdle(`http://127.0.0.1:${port}`, `${lines.join('\r\n')}\r\n\r\n${body}${next}`);
        const statuses = (await read()).match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
        return statuses.map(Number).filter((one) => one !== 100);
      };
      expect(await statusesWith(1_000)).toEqual([status, 200]);
      // The reset of the connection may overtake the answer.
      expect((await statusesWith(100_000)).slice(1)).toEqual([]);
    },
  );
});

describe('a request that comes in drips is answered 408 and cut off', () => {
  /** Sends a character now and then until an answer arrives. */
  const drip = (start: string, more: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(start)).setEncoding('latin1');
      const timer = setInterval(() => socket.write(more), 250);
      let answer = '';
      socket.on('data', (text: string) => {
        clearInterval(timer);
        answer += text;
      });
      socket.on('close', () => {
        clearInterval(timer);
        resolve(answer);
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) reject(error);
      });
    });

  test('in its headers, in its body and in its chunks', async () => {
    const answers = await Promise.all([
      drip('GET /api/v1/destinations HTTP/1.1\r\nHost: gateway\r\nX-Slow: ', 'x'),
      drip(`${head('/graphql', 'Content-Length: 1000').join('\r\n')}\r\n\r\n{`, ' '),
      drip(`${head('/api/v1/booking', 'Transfer-Encoding: chunked').join('\r\n')}\r\n\r\n`, '1\r\n \r\n'),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"success":false');
    }
  });
});
