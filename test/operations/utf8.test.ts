import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../src/operations/utf8.ts';

test('the bytes of any text equal those of Buffer, including surrogate halves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 2 }), (text, half) => {
      const given = half === 0 ? text : half === 1 ? `${text}\ud800` : `\udfff${text}`;
      expect(utf8(given)).toEqual(Buffer.from(given));
    }),
  );
});

test('a text of any length is encoded completely, and its bytes survive later encodings', () => {
  const texts = [0, 1, 262_143, 262_144, 262_145, 800_000].map((length) => 'ř'.repeat(length));
  const written = texts.map(utf8);
  utf8('x'.repeat(200_000));
  for (const [index, text] of texts.entries()) expect(written[index]!.equals(Buffer.from(text))).toBe(true);
});
