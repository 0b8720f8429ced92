/** Which API key a request presents (I6). */
import { describe, expect, test } from 'vitest';
import { presentedKey } from '../../../src/http/request/caller.ts';

describe('a key is presented', () => {
  test.each([
    ['as a bearer credential', 'Bearer k1', undefined],
    ['whatever the case of the scheme', 'bEARER k1', undefined],
    ['as the query parameter access_token', undefined, 'k1'],
    ['as both, when they are equal', 'Bearer k1', 'k1'],
    ['as access_token beside a header of another scheme, which is for a proxy', 'Basic dXNlcjpwYXNz', 'k1'],
    ['as access_token beside a scheme that only begins like ours', 'BearerX k2', 'k1'],
    ['as a bearer credential beside an empty access_token, which counts as omitted', 'Bearer k1', ''],
  ])('%s', (_, authorization, accessToken) => {
    expect(presentedKey(authorization, accessToken)).toBe('k1');
  });
});

describe('no key is presented', () => {
  test.each([
    ['by nothing', undefined, undefined],
    ['by an empty access_token', undefined, ''],
    ['by a repeated access_token, even with equal values', undefined, ['k1', 'k1']],
    ['by a bearer credential and a repeated access_token', 'Bearer k1', ['k1', 'k1']],
    ['by two different keys', 'Bearer k1', 'k2'],
    ['by another scheme', 'Basic k1', undefined],
    ['by another scheme beside an empty access_token', 'Basic k1', ''],
    ['by another scheme beside a repeated access_token', 'Basic k1', ['k1', 'k1']],
    ['by a bearer scheme without a key beside an access_token', 'Bearer', 'k1'],
    ['by a malformed bearer credential beside an access_token', 'Bearer k1 k2', 'k1'],
    ['by a bare key in the header', 'k1', undefined],
    ['by a scheme without a key', 'Bearer', undefined],
    ['by an empty header beside an access_token', '', 'k1'],
    ['by a bearer credential with more behind it', 'Bearer k1 k2', undefined],
  ])('%s', (_, authorization, accessToken) => {
    expect(presentedKey(authorization, accessToken)).toBeNull();
  });
});
