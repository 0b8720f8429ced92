/** The headers of every response, by the origin that asks and by who may read responses now. */
import { describe, expect, test } from 'vitest';
import { type AllowedOrigins, BaseHeadersByOrigin } from '../../../src/http/response/base-headers.ts';

const OURS = 'https://shop.example';
const FOREIGN = 'https://other.example';

/** A header among names and values in turn. */
function headerIn(fields: readonly string[], name: string): string | undefined {
  const index = fields.findIndex((field, position) => position % 2 === 0 && field.toLowerCase() === name);
  return index === -1 ? undefined : fields[index + 1];
}

describe('responses to an origin', () => {
  test.each<[string, AllowedOrigins, string, string | undefined, string[]]>([
    ['every origin is allowed', '*', FOREIGN, '*', []],
    ['it is in the list', [OURS], OURS, OURS, ['Origin']],
    ['it is not in the list', [OURS], FOREIGN, undefined, ['Origin']],
    ['none is allowed', null, OURS, undefined, []],
    ['the list is empty', [], OURS, undefined, []],
  ])('say who may read them when %s', async (_, allowed, origin, expected, vary) => {
    const headers = await new BaseHeadersByOrigin(allowed).of(origin);
    expect(headerIn(headers.fields, 'access-control-allow-origin')).toBe(expected);
    expect(headers.vary).toEqual(vary);
  });

  test('let no other origin read a page, and keep the security headers of every response', async () => {
    const { fields, pageFields } = await new BaseHeadersByOrigin('*').of(FOREIGN);
    expect(headerIn(pageFields, 'access-control-allow-origin')).toBeUndefined();
    expect(headerIn(pageFields, 'access-control-expose-headers')).toBeUndefined();
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy']) {
      expect([name, headerIn(pageFields, name)]).toEqual([name, headerIn(fields, name)]);
      expect([name, headerIn(fields, name)]).toEqual([name, expect.any(String)]);
    }
  });

  test('follow a change of who is allowed', async () => {
    let allowed: AllowedOrigins = '*';
    const headers = new BaseHeadersByOrigin(() => allowed);
    const open = await headers.of(OURS);
    expect(headerIn(open.fields, 'access-control-allow-origin')).toBe('*');
    allowed = null;
    const closed = await headers.of(OURS);
    expect(headerIn(closed.fields, 'access-control-allow-origin')).toBeUndefined();
    expect([open.vary, closed.vary]).toEqual([['Origin'], ['Origin']]);
  });
});

describe('a preflight request', () => {
  test('gets the methods and headers of the API', async () => {
    const fields = (await new BaseHeadersByOrigin([OURS]).preflight(OURS))!;
    expect(headerIn(fields, 'access-control-allow-origin')).toBe(OURS);
    expect(headerIn(fields, 'access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(headerIn(fields, 'access-control-allow-headers')).toContain('Idempotency-Key');
    expect(headerIn(fields, 'access-control-allow-headers')).toContain('Gateway-Simulate');
  });

  test('has no answer where nobody may read responses', async () => {
    expect(await new BaseHeadersByOrigin(null).preflight(OURS)).toBeNull();
  });
});
