/** Which addresses are public (S16). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOfHost, isPublicAddress, publicLookup } from '../../../src/operations/webhooks/public-address.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00::1',
];
const NOT_PUBLIC = [
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...[
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
    '::127.0.0.1',
    '',
    'example.org',
    '1.2.3',
  ],
];

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(NOT_PUBLIC)('"%s" is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('of IPv4, exactly the registered special blocks are not public', () => {
  // Written as numbers here, as texts with prefixes there.
  const special = (a: number, b: number, c: number) =>
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113);
  const part = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0, 10, 16, 18, 31, 51, 64, 88, 100, 113, 127, 168, 169, 172, 192, 198, 203, 254),
  );
  fc.assert(
    fc.property(part, part, part, fc.nat(255), (a, b, c, d) => {
      expect(isPublicAddress(`${a}.${b}.${c}.${d}`)).toBe(!special(a, b, c));
    }),
    { numRuns: 5_000 },
  );
});

test('every way to write an IPv4 address in a URL is read as that address', () => {
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const address = addressOfHost(new URL(`https://${host}/`).hostname)!;
    expect([host, address === null, isPublicAddress(address)]).toEqual([host, false, false]);
  }
  expect(addressOfHost('hooks.example')).toBeNull();
});

describe('a lookup', () => {
  const resolving = (...addresses: string[]) => publicLookup(async () => addresses);
  const ask = (lookup: ReturnType<typeof publicLookup>, all: boolean) =>
    new Promise((resolve) => lookup('hooks.example', { all }, (error, address) => resolve(error?.name ?? address)));

  test('passes public addresses on, one or all of them', async () => {
    expect(await ask(resolving('8.8.8.8', '2a00::1'), false)).toBe('8.8.8.8');
    expect(await ask(resolving('8.8.8.8', '2a00::1'), true)).toHaveLength(2);
  });

  test('refuses a name of which any address is not public, or that has none', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2a00::1', '::1'], []]) {
      expect(await ask(resolving(...addresses), true)).toBe('AddressNotPublic');
    }
  });
});
