/** What `@spa-stay/client` sends again, and what not, by a gateway that answers as it is told. Issue 31, number 4. */
import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventsOf, type ServerEvent } from '../../clients/typescript/src/events.ts';
import {
  ConnectionError,
  createClient,
  GatewayError,
  openShop,
  type Shop,
  type TypedText,
} from '../../clients/typescript/src/index.ts';
import { backOff } from '../../clients/typescript/src/retries.ts';

const QUERY = 'query Today { viewer { today } }';
const MUTATION = 'mutation Hold($input: HoldStayInput!) { holdStay(input: $input) { __typename } }';
const WITH_KEY = { input: { idempotencyKey: 'order-1' } };

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ errors: [{ message: 'No.', extensions: { code } }] }, { status, headers });
const answer = () => Response.json({ data: { done: true } });
const noConnection = (): never => {
  throw new TypeError('fetch failed');
};

type Answering = (signal: AbortSignal) => Response | Promise<Response>;
const never: Answering = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** The answers in turn; the last one from then on. */
function gatewayOf(...answers: readonly Answering[]) {
  const asked: Request[] = [];
  const send: typeof fetch = async (address, init) => {
    const index = asked.push(new Request(address, init)) - 1;
    return (answers[index] ?? answers.at(-1)!)(init!.signal!);
  };
  return { asked, send, client: createClient({ url: 'http://gateway', key: 'ssg_1', fetch: send }) };
}

// Nobody waits: the clock is moved on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function withoutWaiting<T>(asked: Promise<T>): Promise<T> {
  const settled = asked.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([settled, vi.advanceTimersByTimeAsync(60_000).then(() => false)])));
  return asked;
}

const busy = () => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' });
const limited = (seconds: string) => () => refusal(429, 'RATE_LIMITED', { 'retry-after': seconds });
const proxyPage = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
const proxyNull = () => new Response('null', { status: 502 });
const proxyLimit = () => new Response('', { status: 429, headers: { 'retry-after': '1' } });
const begun = () =>
  Response.json(
    { data: { a: 1, b: null }, errors: [{ message: 'No.', extensions: { code: 'RATE_LIMITED' } }] },
    { status: 429, headers: { 'retry-after': '0' } },
  );
const AFTER_FRAGMENT = `fragment F on Hold { id } ${MUTATION}`;
const DESCRIBED = `"Holds a room." ${MUTATION}`;
const AFTER_QUERY = `query Q { a } ${MUTATION}`;
const OF_TWO_FIELDS = 'mutation Two($input: HoldStayInput!) { a: holdStay(input: $input) b: holdStay(input: $input) }';

test.each([
  ['a query whose answer is lost', QUERY, {}, noConnection, 2],
  ['a mutation with an idempotency key whose answer is lost', MUTATION, WITH_KEY, noConnection, 2],
  ['a mutation without one', MUTATION, { input: {} }, noConnection, 1],
  ['a mutation with an empty one', MUTATION, { input: { idempotencyKey: '' } }, noConnection, 1],
  ['a mutation after a fragment', AFTER_FRAGMENT, { input: {} }, noConnection, 1],
  ['a mutation after a fragment, with a key', AFTER_FRAGMENT, WITH_KEY, noConnection, 2],
  ['a mutation after its description', DESCRIBED, { input: {} }, noConnection, 1],
  ['a mutation after a query', AFTER_QUERY, WITH_KEY, noConnection, 1],
  ['a mutation of two fields, of which one may have no key', OF_TWO_FIELDS, WITH_KEY, noConnection, 1],
  ['a query while the database is away', QUERY, {}, busy, 2],
  ['a mutation without a key while the database is away', MUTATION, { input: {} }, busy, 1],
  ['a query that a proxy has not passed on', QUERY, {}, proxyPage, 2],
  ['a query to which a proxy says null', QUERY, {}, proxyNull, 2],
  ['any request that is over a limit of a proxy', MUTATION, { input: {} }, proxyLimit, 2],
  ['a mutation that was over a limit when a part was done', MUTATION, { input: {} }, begun, 1],
  ['a query that was over a limit when a part was read', QUERY, {}, begun, 2],
  ['any request that is over a limit for a moment', MUTATION, { input: {} }, limited('1'), 2],
  ['a query that is over a limit for long', QUERY, {}, limited('3600'), 1],
  ['a query that is over a limit of which no end is known', QUERY, {}, () => refusal(200, 'RATE_LIMITED'), 1],
  ['a query that is wrong', QUERY, {}, () => refusal(400, 'GRAPHQL_VALIDATION_FAILED'), 1],
] as const)('%s is sent so often: $4', async (_title, query, variables, first, times) => {
  const { client, asked } = gatewayOf(first, answer);
  const answered = withoutWaiting(client.ask(query, variables));
  if (times === 2) expect(await answered).toEqual({ done: true });
  else await expect(answered).rejects.toThrow(first === noConnection ? ConnectionError : GatewayError);
  expect(await Promise.all(asked.map((request) => request.json()))).toEqual(Array(times).fill({ query, variables }));
});

test.each([
  ['7', 7],
  ['0', 0],
  ['Wed, 10 Mar 2027 07:28:30 GMT', 30],
  ['Wed, 10 Mar 2027 07:00:00 GMT', 0],
  ['soon', null],
  ['', null],
])('Retry-After: "%s" is %s seconds', (text, seconds) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T07:28:00Z') });
  const headers = new Headers({ 'retry-after': text });
  expect(new GatewayError({ status: 503, headers }).retryAfterSeconds).toBe(seconds);
});

test.each(['ssg_SECRET\nKEY', 'ssg_SECRET…', 'ssg_SECRET KEY', ''])(
  'a key that no header can carry is refused at once, and not repeated: %j',
  (key) => {
    const options = { url: 'http://gateway', key, locale: 'EN', currency: 'EUR' } as const;
    for (const open of [createClient, openShop])
      expect(() => open(options)).toThrow(
        expect.objectContaining({ name: 'TypeError', message: expect.not.stringContaining('SECRET') }),
      );
  },
);

test('a lost connection is reported without the words of the platform, which may repeat the key', async () => {
  const { client } = gatewayOf(() => {
    throw new TypeError('"Bearer ssg_1" is no header');
  });
  await expect(withoutWaiting(client.ask(QUERY, {}))).rejects.toThrow(
    expect.objectContaining({ name: 'ConnectionError', message: 'no answer (TypeError)' }),
  );
});

describe('while the first request with the key of an order is still running', () => {
  const outcomes = (outcome: object) =>
    Response.json({
      data: { holdStay: outcome, holdStays: outcome, createBooking: outcome, createBookings: outcome },
    });
  const running = () => outcomes({ __typename: 'IdempotencyConflict', code: 'IDEMPOTENCY_IN_PROGRESS' });
  const reused = () => outcomes({ __typename: 'IdempotencyConflict', code: 'IDEMPOTENCY_KEY_REUSED' });
  const done = () => outcomes({ __typename: 'Done' });
  const shopOf = (...answers: readonly Answering[]) => {
    const { asked, send } = gatewayOf(...answers);
    return {
      asked,
      shop: openShop({ url: 'http://gateway', key: 'ssg_1', locale: 'EN', currency: 'EUR', fetch: send }),
    };
  };
  const ORDERS: Record<string, (shop: Shop) => Promise<object>> = {
    hold: (shop) => shop.hold({ offer: 'o1' }),
    holdParty: (shop) => shop.holdParty('o1'),
    book: (shop) => shop.book({} as Parameters<Shop['book']>[0]),
    bookParty: (shop) => shop.bookParty({} as Parameters<Shop['bookParty']>[0]),
  };

  test.each(Object.entries(ORDERS))('%s asks again with the same key until it is done', async (_name, order) => {
    const { asked, shop } = shopOf(noConnection, running, done);
    expect(await withoutWaiting(order(shop))).toEqual({ __typename: 'Done' });
    const bodies = await Promise.all(asked.map((request) => request.json()));
    expect(bodies).toEqual(Array(3).fill(bodies[0]));
    expect(bodies[0].variables.input.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  });

  test('it is asked four times at most, and a key of another order once', async () => {
    const endless = shopOf(running);
    const code = 'IDEMPOTENCY_IN_PROGRESS';
    expect(await withoutWaiting(ORDERS.book!(endless.shop))).toMatchObject({ code });
    expect(endless.asked).toHaveLength(4);
    const refused = shopOf(reused);
    expect(await ORDERS.book!(refused.shop)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(refused.asked).toHaveLength(1);
  });
});

test('four attempts are the most, unless another number is given', async () => {
  const { client, asked, send } = gatewayOf(noConnection);
  await expect(withoutWaiting(client.ask(QUERY, {}))).rejects.toThrow(ConnectionError);
  expect(asked).toHaveLength(4);
  const impatient = createClient({ url: 'http://gateway/', key: 'ssg_1', attempts: 1, fetch: send });
  await expect(impatient.ask(QUERY, {})).rejects.toThrow(ConnectionError);
  expect(asked.map(({ url }) => url)).toEqual(Array(5).fill('http://gateway/graphql'));
});

test.each([
  ['without', undefined],
  ['with', new AbortController().signal],
])('an attempt %s a signal of the caller has 30 seconds, then the request is sent again', async (_, signal) => {
  const { client, asked } = gatewayOf(never, answer);
  const answered = client.ask(QUERY, {}, { signal });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1 + 250);
  expect(asked).toHaveLength(2);
  expect(await answered).toEqual({ done: true });
});

test('whoever aborts gets the reason, before and between attempts', async () => {
  const abort = new AbortController();
  const { client, asked } = gatewayOf(() => {
    queueMicrotask(() => abort.abort(new Error('the page was left')));
    return noConnection();
  });
  await expect(client.ask(QUERY, {}, { signal: abort.signal })).rejects.toThrow('the page was left');
  await expect(client.ask(QUERY, {}, { signal: abort.signal })).rejects.toThrow('the page was left');
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('waits grow, up to ten seconds, and are not the same for all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (failures) => {
      const most = Math.min(250 * 2 ** (failures - 1), 10_000);
      const wait = backOff(failures);
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    }),
  );
});

test('a refusal has its code, its problems and the id of its request', async () => {
  const problems = [{ path: 'input.arrival', code: 'NOT_A_DATE', message: 'No date.' }];
  const { client } = gatewayOf(() =>
    Response.json(
      { errors: [{ message: 'No.', extensions: { code: 'BAD_USER_INPUT', problems } }] },
      { status: 400, headers: { 'x-request-id': 'r1' } },
    ),
  );
  const error = await client.ask(QUERY, {}).catch((thrown) => thrown);
  expect(error).toMatchObject({ message: 'No.', code: 'BAD_USER_INPUT', problems, status: 400, requestId: 'r1' });
});

describe('a subscription', () => {
  /** A stream that stays open, until its request is aborted. */
  const streamOf =
    (text: string): Answering =>
    (signal) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body as unknown as BodyInit, { headers: { 'content-type': 'text/event-stream' } });
    };
  const next = (day: number) => `event: next\ndata: {"data":{"day":${day}}}\n\n`;
  const Days = 'subscription { day }';

  async function heard(follow: AsyncGenerator<unknown>, most = Number.POSITIVE_INFINITY): Promise<unknown[]> {
    const days: unknown[] = [];
    for await (const data of follow) if (days.push(data) === most) break;
    return days;
  }

  test('goes on where another process takes over, and ends where the gateway says no more', async () => {
    // Both stay open, as behind a proxy: what they say ends them.
    const { client, asked } = gatewayOf(
      streamOf(`:\n\n${next(1)}retry: 3000\nevent: complete\ndata:\n\n`),
      streamOf(`${next(2)}event: complete\ndata:\n\n`),
    );
    const following = client.follow(Days, {});
    expect((await following.next()).value).toEqual({ day: 1 });
    const second = following.next();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await second).value).toEqual({ day: 2 });
    expect(await following.next()).toEqual({ done: true, value: undefined });
  });

  test('goes on after what it received last where its variables are a function of that', async () => {
    const Bookings: TypedText<{ bookings: { endCursor: string } }, { after: string | undefined }> =
      'subscription ($after: String) { bookings(after: $after) { endCursor } }';
    const upTo = (cursor: string) => `event: next\ndata: {"data":{"bookings":{"endCursor":"${cursor}"}}}\n\n`;
    const { client, asked } = gatewayOf(
      noConnection,
      streamOf(`${upTo('1')}${upTo('2')}retry: 3000\nevent: complete\ndata:\n\n`),
      streamOf(upTo('3')),
    );
    const following = client.follow(Bookings, (last) => ({ after: last?.bookings.endCursor }));
    const cursors = (await withoutWaiting(heard(following, 3))) as { bookings: { endCursor: string } }[];
    expect(cursors.map(({ bookings }) => bookings.endCursor)).toEqual(['1', '2', '3']);
    const bodies = await Promise.all(asked.map(async (request) => (await request.json()).variables));
    expect(bodies).toEqual([{}, {}, { after: '2' }]);
  });

  test('ends with the error of a function of variables that fails, and asks nothing', async () => {
    const { client, asked } = gatewayOf(streamOf(next(1)));
    const failing = () => {
      throw new TypeError('no variables');
    };
    await expect(heard(client.follow(Days, failing), 1)).rejects.toThrow('no variables');
    expect(asked).toHaveLength(0);
  });

  test('is opened again after silence, a lost connection and a gateway that is away', async () => {
    const { client, asked } = gatewayOf(noConnection, busy, proxyPage, streamOf(next(1)), streamOf(next(2)));
    expect(await withoutWaiting(heard(client.follow(Days, {}), 2))).toEqual([{ day: 1 }, { day: 2 }]);
    expect(asked).toHaveLength(5);
  });

  const YEAR = 366 * 86_400;

  test.each([
    ['as long as a gateway asks for that has no place', limited('60'), 60_000, 60_000],
    ['a moment where it may come back at once', limited('0'), 125, 250],
    ['as long as a timer can where the gateway asks for more', limited(`${YEAR}`), 2 ** 31 - 1, 2 ** 31 - 1],
    ['30 seconds for an answer', never, 30_125, 30_250],
    ['45 seconds in a silent stream', streamOf(''), 45_125, 45_250],
  ])('waits %s before it asks again', async (_title, first, least, most) => {
    const { client, asked } = gatewayOf(first, streamOf(next(1)));
    const heardFirst = client.follow(Days, {}).next();
    await vi.advanceTimersByTimeAsync(least - 1);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(most - least + 1);
    expect(asked).toHaveLength(2);
    expect((await heardFirst).value).toEqual({ day: 1 });
  });

  test('is refused with what the gateway says, before and within the stream', async () => {
    for (const refused of [
      () => refusal(401, 'UNAUTHENTICATED'),
      streamOf('event: next\ndata: {"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}]}\n\n'),
    ]) {
      const { client, asked } = gatewayOf(refused);
      await expect(heard(client.follow(Days, {}))).rejects.toThrow(
        expect.objectContaining({ code: 'UNAUTHENTICATED' }),
      );
      expect(asked).toHaveLength(1);
    }
  });

  test('closes its connection when the loop is left, and when the signal is aborted', async () => {
    const signals: AbortSignal[] = [];
    const { client } = gatewayOf((signal) => {
      signals.push(signal);
      return streamOf(next(1))(signal);
    });
    await heard(client.follow(Days, {}), 1);
    const abort = new AbortController();
    const following = client.follow(Days, {}, { signal: abort.signal });
    expect((await following.next()).value).toEqual({ day: 1 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    abort.abort();
    expect(await following.next()).toEqual({ done: true, value: undefined });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('receives the same events, however lines end and wherever the network cuts the bytes', async () => {
    const events: ServerEvent[] = [
      { event: 'next', data: '{"name":\n"Lázeňský dům 💧"}', retry: null },
      { event: 'complete', data: '', retry: 250 },
    ];
    const data = events[0]!.data.replace('\n', '\ndata: ');
    const text = `event: next\ndata: ${data}\n\n:\n\nretry: 250\nretry: soon\nevent: complete\ndata:\n\n`;
    const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(lineEnds, fc.array(fc.nat()), async (lineEnd, cuts) => {
        const bytes = new TextEncoder().encode(text.replaceAll('\n', lineEnd));
        const inside = cuts.map((cut) => cut % bytes.length);
        const places = [0, ...inside.toSorted((a, b) => a - b), bytes.length];
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (let index = 1; index < places.length; index++)
              controller.enqueue(bytes.slice(places[index - 1], places[index]));
            controller.close();
          },
        });
        const found: ServerEvent[] = [];
        for await (const one of eventsOf(body as never)) if (one.event !== 'message') found.push(one);
        expect(found).toEqual(events);
      }),
    );
  });
});
