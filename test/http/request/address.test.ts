/** Parsed addresses: the rest of one has no key in it, and is otherwise unchanged. */
import fc from 'fast-check';
import { parse } from 'fast-querystring';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/http/request/head.ts';

describe('the key is removed from an address', () => {
  test.each<[sent: string, url: string, accessToken: unknown]>([
    ['/a', '/a', undefined],
    ['/a?x=1', '/a?x=1', undefined],
    ['/a?access_token=k', '/a', 'k'],
    ['/a?x=1&access_token=k&y=2', '/a?x=1&y=2', 'k'],
    ['/a?access_token=k&x=%31', '/a?x=%31', 'k'],
    ['/a?access%5Ftoken=k', '/a', 'k'],
    ['/a?%61ccess_toke%6e=%6b', '/a', 'k'],
    ['/a?access_token', '/a', ''],
    ['/a?access_token=', '/a', ''],
    ['/a?access_token=k&access%5ftoken=k', '/a', ['k', 'k']],
    ['/a?access_token=k=l', '/a', 'k=l'],
    ['/a#access_token=k', '/a', 'k'],
    ['http://host/a?access_token=k', '/a', 'k'],
    ['HTTP://user:password@host?access_token=k', '/', 'k'],
  ])('%s', (sent, url, accessToken) => {
    expect(parseAddress(sent)).toEqual({ url, accessToken });
  });
});

describe('other text stays', () => {
  test.each([
    ...['/a&access_token=k', '/a;access_token=k', '/a?x=access_token=k', '/a?x;access_token=k', '/access_token=k'],
    ...['/a?ACCESS_TOKEN=k', '/a?access_token[]=k', '/a?access+token=k', '/a?access%255Ftoken=k', '/a??access_token=k'],
    ...['/a?access%5Ftoken%=k', '/a?access_token%3Dk', '/a?access_token%00=k', '/a?#access_token=k', '*'],
  ])('%s', (sent) => {
    expect(parseAddress(sent)).toEqual({ url: sent, accessToken: undefined });
  });
});

test('for any address, the parameters are those that the query parser finds, and no key is left', () => {
  const piece = fc.constantFrom(
    ...['access_token', 'access%5Ftoken', '%61ccess_token', 'ACCESS_TOKEN', 'x', 'y%20', '%', '%00', '%ff', '%zz', '+'],
    ...['=', '=', '&', '&', '?', '#', ';', '/', '%3D', '%26', '%3F', '1', 'k', ''],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const query = pieces.join('');
      const { access_token: accessToken, ...others } = { ...parse(query) };
      const parsed = parseAddress(`/a?${query}`);
      expect(parsed.accessToken).toEqual(accessToken);
      expect({ ...parse(parsed.url.slice('/a?'.length)) }).toEqual(others);
      expect(parseAddress(parsed.url)).toEqual({ url: parsed.url, accessToken: undefined });
    }),
    { numRuns: 5_000 },
  );
});
