/** How names of webhooks are resolved (S16): by questions to name servers of their own, which hold up nobody else's. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postWebhook } from '../../../src/operations/webhooks/post-webhook.ts';
import { publicLookup, resolveByDns } from '../../../src/operations/webhooks/public-address.ts';
import { webhookProblems } from '../../../src/operations/webhooks/webhook-input.ts';

let nameServer: Socket;
let questions: [Buffer, RemoteInfo][];
let servers: string[];
beforeEach(async () => {
  questions = [];
  nameServer = createSocket('udp4').on('message', (...question) => questions.push(question));
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
  servers = [`127.0.0.1:${nameServer.address().port}`];
});
afterEach(() => nameServer.close());

const HEADER_BYTES = 12;
const TYPES = { ipv4: 1, ipv6: 28 } as const;
const PUBLIC_IPV4 = [8, 8, 8, 8];
const PUBLIC_IPV6 = [0x2a, 0, ...Array(13).fill(0), 1];
const LOOPBACK_IPV6 = [...Array(15).fill(0), 1];

/** Lets the name server answer every question for an address of a type: with the bytes of one, or that there is none. */
function answer(addresses: { readonly [type in keyof typeof TYPES]?: readonly number[] }): void {
  nameServer.on('message', (question, { port, address: asker }) => {
    const end = question.indexOf(0, HEADER_BYTES) + 5;
    const type = question.readUInt16BE(end - 4);
    const [, found] = Object.entries(addresses).find(([name]) => TYPES[name as keyof typeof TYPES] === type) ?? [];
    const flags = [0x81, 0x80];
    const counts = [0, 1, 0, found ? 1 : 0, 0, 0, 0, 0];
    const record = found ? [0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, found.length, ...found] : [];
    const parts = [question.subarray(0, 2), flags, counts, question.subarray(HEADER_BYTES, end), record];
    nameServer.send(Buffer.concat(parts.map((part) => Uint8Array.from(part))), port, asker);
  });
}

test('names whose server is silent take none of the threads that resolve all other names', async () => {
  const silent = Array.from({ length: 16 }, (_, number) => resolveByDns(`hooks-${number}.example`, servers));
  const ends = Promise.allSettled(silent);
  while (questions.length < 2 * silent.length) await once(nameServer, 'message');
  // It would wait for one of these threads: there are 2 for it as a rule.
  expect(await dns.promises.lookup('localhost')).toMatchObject({ address: expect.any(String) });
  answer({});
  for (const question of [...questions]) nameServer.emit('message', ...question);
  expect((await ends).map((end) => end.status === 'rejected' && end.reason.code)).toEqual(
    silent.map(() => 'ENOTFOUND'),
  );
});

test('the look-up of the system is asked for no name of a webhook that must be public', async () => {
  const lookups = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns.promises, 'lookup')];
  syncBuiltinESMExports();
  try {
    const url = 'https://localhost/';
    expect(await webhookProblems({ url }, { allowPrivate: false })).toMatchObject([{ reason: 'privateHost' }]);
    const post = postWebhook({ url, headers: {}, body: '{}', allowPrivate: false }, new AbortController().signal);
    expect(await post).toEqual({ failure: 'ADDRESS_NOT_PUBLIC' });
    for (const lookup of lookups) expect(lookup).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

test('a name has its addresses of both versions, so one that is not public beside a public one refuses it', async () => {
  answer({ ipv4: PUBLIC_IPV4, ipv6: LOOPBACK_IPV6 });
  expect(await resolveByDns('hooks.example', servers)).toEqual(['8.8.8.8', '::1']);
  const lookup = publicLookup((hostname) => resolveByDns(hostname, servers));
  const refused = new Promise((resolve) => lookup('hooks.example', { all: true }, resolve));
  expect(await refused).toMatchObject({ name: 'AddressNotPublic' });
});

test('a name with addresses of one version has these, and one without any is not found', async () => {
  answer({ ipv6: PUBLIC_IPV6 });
  expect(await resolveByDns('hooks.example', servers)).toEqual(['2a00::1']);
  nameServer.removeAllListeners('message');
  answer({});
  await expect(resolveByDns('nobody.example', servers)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
