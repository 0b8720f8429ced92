/** Which address counts behind a proxy (A1). */
import { describe, expect, test } from 'vitest';
import { createTrustedProxies, isNetwork, type ProxyHeader } from '../../../src/http/request/trusted-proxies.ts';

const NETWORKS = ['10.0.0.0/8', '192.168.1.1', '2001:db8:0:1::/64'];

/** The client's address for a header that arrives from `peer`. */
function clientOf(sent: string | undefined, { header = 'x-forwarded-for' as ProxyHeader, peer = '10.0.0.1' } = {}) {
  const proxies = createTrustedProxies({ networks: NETWORKS, header })!;
  const headers = sent === undefined ? {} : { [header]: sent };
  return proxies.clientAddressOf({ headers, socket: { remoteAddress: peer } } as never);
}

describe('the client of a trusted proxy is the nearest address that is no trusted proxy', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['203.0.113.9,198.51.100.7 , 10.2.3.4,192.168.1.1', '198.51.100.7'],
    ['127.0.0.1, 198.51.100.7, 2001:db8:0:1::5', '198.51.100.7'],
    ['198.51.100.7, ::ffff:10.2.3.4', '198.51.100.7'],
    ['2a00:1::9', '2a00:1::9'],
    ['198.51.100.7:49152', '198.51.100.7'],
    ['[2a00:1::9]:49152', '2a00:1::9'],
    // Proxies only: the one that is farthest away asked.
    ['10.1.1.1, 10.2.2.2', '10.1.1.1'],
  ])('X-Forwarded-For: %s', (sent, client) => {
    expect(clientOf(sent)).toBe(client);
    expect(clientOf(sent, { peer: '::ffff:192.168.1.1' })).toBe(client);
    // A proxy passes on the header that it does not set: it is the visitor's.
    expect(clientOf(sent, { header: 'forwarded' })).toBe('10.0.0.1');
  });

  test.each([
    ['for=198.51.100.7', '198.51.100.7'],
    ['for=203.0.113.9, For="198.51.100.7:4711";proto=https;by=203.0.113.43', '198.51.100.7'],
    ['for=203.0.113.9, for="[2a00:1::9]:4711", for=10.2.3.4', '2a00:1::9'],
    ['for="[2001:db8:0:2::9]"', '2001:db8:0:2::9'],
  ])('Forwarded: %s', (sent, client) => {
    expect(clientOf(sent, { header: 'forwarded' })).toBe(client);
    expect(clientOf(sent)).toBe('10.0.0.1');
  });
});

describe('what is no address ends the search at the last proxy before it', () => {
  test.each([
    [undefined, '10.0.0.1'],
    ['', '10.0.0.1'],
    [',,', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['198.51.100.7, unknown', '10.0.0.1'],
    ['198.51.100.7, , 10.2.3.4', '10.2.3.4'],
    ['198.51.100.7; 10.2.3.4', '10.0.0.1'],
    ['198.51.100.256', '10.0.0.1'],
    // Not every parser of addresses reads these in the same way.
    ['2130706433', '10.0.0.1'],
    ['127.1', '10.0.0.1'],
    ['010.0.0.1', '10.0.0.1'],
    ['0x7f.0.0.1', '10.0.0.1'],
    ['[198.51.100.7', '10.0.0.1'],
  ])('X-Forwarded-For: %j', (sent, client) => {
    expect(clientOf(sent)).toBe(client);
  });

  test.each([
    ['for=unknown', '10.0.0.1'],
    ['for=198.51.100.7, for=_hidden, for=10.2.3.4', '10.2.3.4'],
    ['for=198.51.100.7, proto=https', '10.0.0.1'],
    ['198.51.100.7', '10.0.0.1'],
    // A visitor's quotation mark cannot take the proxy's part into the visitor's own.
    ['for=203.0.113.9;x=", for=198.51.100.7', '10.0.0.1'],
    ['for=203.0.113.9;x=", for="[2a00:1::9]"', '10.0.0.1'],
    ['for="203.0.113.9, for=198.51.100.7"', '10.0.0.1'],
  ])('Forwarded: %j', (sent, client) => {
    expect(clientOf(sent, { header: 'forwarded' })).toBe(client);
  });
});

test('from anybody else no such header is believed, and nothing is a proxy where none is configured', () => {
  for (const peer of ['198.51.100.1', '11.0.0.1', '192.168.1.2', '::1', '2001:db8:0:2::1', '']) {
    expect(clientOf('203.0.113.9', { peer })).toBe(peer);
    expect(clientOf('for=203.0.113.9', { peer, header: 'forwarded' })).toBe(peer);
  }
  expect(createTrustedProxies({ networks: [], header: 'forwarded' })).toBeNull();
});

test('a header of 16 kB is read in time that grows with its length', () => {
  for (const header of ['x-forwarded-for', 'forwarded'] as const) {
    for (const hop of header === 'forwarded' ? ['for=10.0.0.1,', 'for="a', 'a=";,'] : ['10.0.0.1,', ',', '1', ' ']) {
      const timeOf = (length: number) => {
        const sent = hop.repeat(length / hop.length);
        const { user } = process.cpuUsage();
        for (let time = 0; time < 20; time++) clientOf(sent, { header });
        return process.cpuUsage().user - user;
      };
      timeOf(16_000);
      // Beyond doubt: a quadratic reader would take 256 times as long.
      expect([header, hop, timeOf(64_000) < 64 * (timeOf(4_000) + 5_000)]).toEqual([header, hop, true]);
    }
  }
});

test('a network is an address, or one with the bits that it fixes', () => {
  for (const text of ['10.0.0.0/8', '10.0.0.1', '::1', '2001:db8::/32', '::ffff:10.0.0.0/104', 'fd00::/7']) {
    expect([text, isNetwork(text)]).toEqual([text, true]);
    expect(createTrustedProxies({ networks: [text], header: 'forwarded' })).not.toBeNull();
  }
  for (const text of [
    '',
    'proxy',
    'loopback',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '::1/129',
    '10.0.0.0/8/8',
    '10/8',
  ]) {
    expect([text, isNetwork(text)]).toEqual([text, false]);
  }
  for (const text of ['10.0.0.0/255.0.0.0', '10.0.0.0/', 'fe80::1%eth0', '10.0.0.0/-1', '1e1.0.0.0']) {
    expect([text, isNetwork(text)]).toEqual([text, false]);
  }
});
