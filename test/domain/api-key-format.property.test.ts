import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiKeyPrefix, generateApiKey, isWellFormedApiKey } from '../../src/domain/api-key-format.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Keys from arbitrary draws. */
const keys = fc
  .array(fc.integer({ min: 0, max: 61 }), { minLength: 30, maxLength: 30 })
  .map((draws) => generateApiKey(() => draws.shift() ?? 0));
const character = fc.constantFrom(...CHARACTERS);

describe('the format of API keys', () => {
  test('a key is `ssg_` and 36 letters and digits, and is well formed', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(key).toMatch(/^ssg_[0-9A-Za-z]{36}$/);
        expect(isWellFormedApiKey(key)).toBe(true);
        expect(apiKeyPrefix(key)).toBe(key.slice(0, 12));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any single mistyped character is noticed', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 4, max: 39 }), character, (key, place, typed) => {
        fc.pre(key[place] !== typed);
        expect(isWellFormedApiKey(key.slice(0, place) + typed + key.slice(place + 1))).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });

  test('two neighbours swapped are noticed', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 4, max: 38 }), (key, place) => {
        fc.pre(key[place] !== key[place + 1]);
        const swapped = key.slice(0, place) + key[place + 1]! + key[place]! + key.slice(place + 2);
        expect(isWellFormedApiKey(swapped)).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });

  test('a character lost or doubled is noticed', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 39 }), (key, place) => {
        expect(isWellFormedApiKey(key.slice(0, place) + key.slice(place + 1))).toBe(false);
        expect(isWellFormedApiKey(key.slice(0, place) + key[place]! + key.slice(place))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the checksum is the CRC-32 that zip and PNG use', () => {
    const key = generateApiKey(() => 0);
    expect(key.slice(0, 34)).toBe(`ssg_${'0'.repeat(30)}`);
    const value = [...key.slice(34)].reduce((sum, digit) => sum * 62 + CHARACTERS.indexOf(digit), 0);
    expect(value).toBe(3_511_523_944);
  });
});
