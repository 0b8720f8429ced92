/** One post to a webhook (S16), against receivers that misbehave. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postWebhook } from '../../../src/operations/webhooks/post-webhook.ts';
import { publicLookup } from '../../../src/operations/webhooks/public-address.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { freePort } from '../../support/gateway/free-port.ts';
import { soon, until } from '../../support/requests/until.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const never = new AbortController().signal;
const post = (options: { url?: string; allowPrivate?: boolean; tryMs?: number; signal?: AbortSignal } = {}) => {
  const { url = receiver.url, allowPrivate = true, tryMs = 15_000, signal = never } = options;
  return postWebhook({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"é":1}', allowPrivate, tryMs }, signal);
};

test('the body and the headers arrive, and the status comes back', async () => {
  expect(await post()).toEqual({ status: 204 });
  expect(receiver.received).toEqual([
    {
      url: '/hook',
      body: '{"é":1}',
      headers: expect.objectContaining({ 'webhook-id': 'evt_1', 'content-length': '8' }),
    },
  ]);
});

test('a redirect is an answer like any other: nobody follows it', async () => {
  receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end();
  expect(await post()).toEqual({ status: 307 });
  expect(receiver.received).toHaveLength(1);
});

test('an endless body is cut off', async () => {
  let isClosed = false;
  receiver.answer = (response) => {
    response.writeHead(200);
    response.on('close', () => {
      isClosed = true;
    });
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  expect(await post()).toEqual({ status: 200 });
  await until(
    async () => isClosed,
    (closed) => closed,
  );
});

test('an answer whose body never ends is left when the time of the try is over, whatever garbage was collected', async () => {
  const left = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      response.on('close', resolve);
      response.writeHead(200, { 'content-length': '5' }).flushHeaders();
    };
  });
  expect(await post({ tryMs: 3_000 })).toEqual({ status: 200 });
  await turn();
  collectGarbage();
  await soon('the end of the connection', left);
});

test('an answer that switches to another protocol is one like any other, and its connection ends', async () => {
  const left = new Promise<void>((resolve) => {
    receiver.answer = ({ socket }) => {
      socket!.on('close', () => resolve());
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    };
  });
  expect(await soon('the end', post())).toEqual({ status: 101 });
  await soon('the end of the connection', left);
});

test('a receiver that does not answer in time has failed', async () => {
  receiver.answer = () => {};
  expect(await soon('the end', post({ tryMs: 50 }))).toEqual({ failure: 'TIMEOUT' });
});

test('a post that is interrupted throws', async () => {
  receiver.answer = () => stopping.abort(new Error('the process stops'));
  const stopping = new AbortController();
  await expect(post({ signal: stopping.signal })).rejects.toThrow('the process stops');
});

test('what cannot be reached or breaks off has failed with the code of the system', async () => {
  expect(await post({ url: `http://127.0.0.1:${await freePort()}/` })).toEqual({ failure: 'ECONNREFUSED' });
  receiver.answer = (response) => response.destroy();
  expect(await post()).toEqual({ failure: 'ECONNRESET' });
});

test('without leave for private addresses nothing connects to them, by number or by name, nor without TLS', async () => {
  const { port } = new URL(receiver.url);
  for (const url of [
    receiver.url,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://[::1]:${port}/`,
  ]) {
    expect([url, await post({ url, allowPrivate: false })]).toEqual([url, { failure: 'ADDRESS_NOT_PUBLIC' }]);
  }
  expect(receiver.connections).toBe(0);
});

test('a name that was public when the webhook was made is looked at again when connecting', async () => {
  const { port } = new URL(receiver.url);
  const rebound = async () => ['127.0.0.1'];
  const request = { url: `https://hooks.example:${port}/`, headers: {}, body: '{}', allowPrivate: false };
  expect(await postWebhook({ ...request, lookup: publicLookup(rebound) }, never)).toEqual({
    failure: 'ADDRESS_NOT_PUBLIC',
  });
});
