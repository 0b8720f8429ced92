import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatReference, generateReference, parseReference } from '../../../src/domain/booking/reference.ts';

const reference = () => generateReference(randomInt);

/** Crockford's check written as he describes it, over a big integer. */
function hasRightCheck(text: string): boolean {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
  const number = [...text.slice(0, -1)].reduce((sum, symbol) => sum * 32n + BigInt(alphabet.indexOf(symbol)), 0n);
  return alphabet[Number(number % 37n)] === text.at(-1);
}

test('a reference is eight digits and letters with the check symbol of Crockford’s base 32, and reads back as itself (S2)', () => {
  for (let time = 0; time < 2_000; time++) {
    const drawn = reference();
    expect(drawn).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(hasRightCheck(drawn)).toBe(true);
    expect(parseReference(drawn)).toBe(drawn);
    expect(parseReference(formatReference(drawn))).toBe(drawn);
  }
});

test('a reference is read in any letter case, with and without the dash, O as 0, I and L as 1 (S2)', () => {
  expect(formatReference('00000011')).toBe('0000-0011');
  for (const text of ['0000-0011', '00000011', 'oooo-ooil', 'OOOO OOLI', ' 0000-001l ', '0-0-0-0-0-0-1-1']) {
    expect(parseReference(text)).toBe('00000011');
  }
});

test('of a long text nothing is read: a reference has at most 100 characters, dashes and spaces included (A2)', () => {
  expect(parseReference('0000-0011'.padStart(100))).toBe('00000011');
  expect(parseReference('0000-0011'.padStart(101))).toBeNull();
});

test('one mistyped symbol, or two neighbours swapped, is no reference (S2)', () => {
  const place = fc.integer({ min: 0, max: 7 });
  const symbol = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  fc.assert(
    fc.property(place, symbol, (at, other) => {
      const drawn = reference();
      const mistyped = drawn.slice(0, at) + other + drawn.slice(at + 1);
      expect(parseReference(mistyped)).toBe(mistyped === drawn ? drawn : null);
      const swapped = drawn.slice(0, at) + [...drawn.slice(at, at + 2)].reverse().join('') + drawn.slice(at + 2);
      expect(parseReference(swapped)).toBe(swapped === drawn ? drawn : null);
    }),
  );
});

test('texts of other lengths or symbols are no references, and none is slow or throws (S2)', () => {
  for (const text of ['', '-', '0000-001', '0000-00111', '0000-001*', '0000-001U', '0'.repeat(100_000), 'ééééé-éé']) {
    expect(parseReference(text)).toBeNull();
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parsed = parseReference(text);
      expect(parsed === null || hasRightCheck(parsed)).toBe(true);
    }),
  );
});
