/** Money as people read it, in four languages: exact, with no-break spaces only (F6). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showMoney, showReduction } from '../../../src/domain/text/shown.ts';

const NBSP = '\u00a0';
const TAGS = ['cs-CZ', 'de', 'en', 'ru'] as const;

describe('an amount is shown', () => {
  test.each([
    ['cs-CZ', 'CZK', 245_050, `2${NBSP}450,50${NBSP}Kč`],
    ['cs-CZ', 'EUR', 245_000, `2${NBSP}450${NBSP}€`],
    ['de', 'EUR', 245_050, `2.450,50${NBSP}€`],
    ['de', 'CZK', 100, `1${NBSP}CZK`],
    ['en', 'EUR', 245_050, '€2,450.50'],
    ['en', 'CZK', 245_050, `CZK${NBSP}2,450.50`],
    ['ru', 'EUR', 123_456_700, `1${NBSP}234${NBSP}567${NBSP}€`],
    ['ru', 'EUR', 5, `0,05${NBSP}€`],
    ['en', 'EUR', 0, '€0'],
  ] as const)('in %s and %s: %i minor units', (tag, currency, amountMinor, text) => {
    expect(showMoney({ amountMinor, currency }, tag)).toBe(text);
  });

  test.each(TAGS)('in %s with a minus sign where it is taken off, not a hyphen', (tag) => {
    for (const text of [showMoney({ amountMinor: -14_000, currency: 'EUR' }, tag), showReduction(10, tag)]) {
      expect(text).toContain('\u2212');
      expect(text).not.toContain('-');
    }
  });

  test('with every digit, however large, and with no other space than U+00A0', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.constantFrom(...TAGS),
        fc.constantFrom('CZK', 'EUR'),
        (amountMinor, tag, currency) => {
          const shown = showMoney({ amountMinor, currency }, tag);
          const digits = shown.replace(/\D/g, '');
          const isWhole = amountMinor % 100 === 0;
          expect(digits).toBe(isWhole ? String(amountMinor / 100) : String(amountMinor).padStart(3, '0'));
          expect(shown.replaceAll(NBSP, '')).not.toMatch(/\s/);
        },
      ),
    );
  });
});
