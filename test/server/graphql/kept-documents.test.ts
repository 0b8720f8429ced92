/** Automatic persisted queries in memory: bounded for all, and for each holder of a key (F10). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeptDocuments } from '../../../src/server/graphql/kept-documents.ts';

const BOUNDS = { documents: 6, bytes: 1_000_000, documentsOfHolder: 3, bytesOfHolder: 1_000_000 };
const found = (kept: KeptDocuments, hashes: string) => [...hashes].filter((hash) => kept.get(hash) !== null).join('');

describe('the documents of a holder', () => {
  test("drive out its own that were not used for longest, and nobody else's", () => {
    const kept = new KeptDocuments(BOUNDS);
    kept.keep('z', '{z}', 'other');
    for (const hash of 'abc') kept.keep(hash, `{${hash}}`, 'one');
    expect(kept.get('a')).toBe('{a}');
    for (const hash of 'de') kept.keep(hash, `{${hash}}`, 'one');
    expect(found(kept, 'abcdez')).toBe('adez');
  });

  test('are bounded in bytes as well', () => {
    const kept = new KeptDocuments({ ...BOUNDS, bytesOfHolder: 10_000 });
    kept.keep('a', ' '.repeat(3_000), 'one');
    kept.keep('b', ' '.repeat(3_000), 'one');
    expect(found(kept, 'ab')).toBe('b');
    kept.keep('c', ' '.repeat(6_000), 'one');
    expect(found(kept, 'abc')).toBe('b');
  });

  test('are found by everybody, and belong to whoever sent them first', () => {
    const kept = new KeptDocuments(BOUNDS);
    kept.keep('a', '{a}', 'one');
    kept.keep('a', '{a}', 'other');
    for (const hash of 'bcd') kept.keep(hash, `{${hash}}`, 'other');
    expect(found(kept, 'abcd')).toBe('abcd');
  });
});

test('all together never exceed the bounds, and what is found is what was sent', () => {
  const step = fc.record({
    hash: fc.constantFrom(...'abcdefghijkl'),
    holder: fc.constantFrom('one', 'two', 'three', 'four'),
    isKept: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const kept = new KeptDocuments(BOUNDS);
      const sent = new Map<string, string>();
      for (const { hash, holder, isKept } of steps) {
        if (isKept) {
          if (kept.get(hash) === null) sent.set(hash, holder);
          kept.keep(hash, `{${hash}}`, holder);
          expect(kept.get(hash)).toBe(`{${hash}}`);
        } else {
          expect([null, `{${hash}}`]).toContain(kept.get(hash));
        }
        const left = [...sent].filter(([one]) => kept.get(one) !== null);
        expect(kept.stats().entries).toBe(left.length);
        expect(left.length).toBeLessThanOrEqual(BOUNDS.documents);
        for (const one of ['one', 'two', 'three', 'four']) {
          expect(left.filter(([, by]) => by === one).length).toBeLessThanOrEqual(BOUNDS.documentsOfHolder);
        }
      }
    }),
  );
});
