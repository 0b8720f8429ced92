/** What `@spa-stay/client` sends again, and what not, by a gateway that answers as it is told. Issue 31, number 4. */
import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventsOf, type ServerEvent } from '../../clients/typescript/src/events.ts';
import { ConnectionError, createClient, GatewayError } from '../../clients/typescript/src/index.ts';
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

type Answering = (signal: AbortSignal) => Response;

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

test.each([
  ['a query whose answer is lost', QUERY, {}, noConnection, 2],
  ['a mutation with an idempotency key whose answer is lost', MUTATION, WITH_KEY, noConnection, 2],
  ['a mutation without one', MUTATION, { input: {} }, noConnection, 1],
  ['a query while the database is away', QUERY, {}, busy, 2],
  ['a mutation without a key while the database is away', MUTATION, { input: {} }, busy, 1],
  ['a query that a proxy has not passed on', QUERY, {}, proxyPage, 2],
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

test('four attempts are the most, unless another number is given', async () => {
  const { client, asked, send } = gatewayOf(noConnection);
  await expect(withoutWaiting(client.ask(QUERY, {}))).rejects.toThrow(ConnectionError);
  expect(asked).toHaveLength(4);
  const impatient = createClient({ url: 'http://gateway/', key: 'ssg_1', attempts: 1, fetch: send });
  await expect(impatient.ask(QUERY, {})).rejects.toThrow(ConnectionError);
  expect(asked.map(({ url }) => url)).toEqual(Array(5).fill('http://gateway/graphql'));
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

  test('is opened again after silence, a lost connection and a gateway that is away', async () => {
    const { client, asked } = gatewayOf(noConnection, busy, proxyPage, streamOf(next(1)), streamOf(next(2)));
    expect(await withoutWaiting(heard(client.follow(Days, {}), 2))).toEqual([{ day: 1 }, { day: 2 }]);
    expect(asked).toHaveLength(5);
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

  test('hears the same events, wherever the network cuts the bytes', async () => {
    const events: ServerEvent[] = [
      { event: 'next', data: '{"name":"Lázeňský dům 💧"}', retry: null },
      { event: 'complete', data: '', retry: 250 },
    ];
    const bytes = new TextEncoder().encode(
      `event: next\ndata: ${events[0]!.data}\n\n:\n\nretry: 250\nevent: complete\ndata:\n\n`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
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
