/** Automatic persisted queries in memory: bounded for all, and for each holder of a key (F10). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RegisteredDocuments } from '../../../src/server/graphql/registered-documents.ts';

const BOUNDS = { documents: 6, bytes: 1_000_000, documentsOfHolder: 3, bytesOfHolder: 1_000_000 };
const found = (registered: RegisteredDocuments, hashes: string) =>
  [...hashes].filter((hash) => registered.get(hash) !== null).join('');

describe('the documents of a holder', () => {
  test("drive out its own that were not used for longest, and nobody else's", () => {
    const registered = new RegisteredDocuments(BOUNDS);
    registered.register('z', '{z}', 'other');
    for (const hash of 'abc') registered.register(hash, `{${hash}}`, 'one');
    expect(registered.get('a')).toBe('{a}');
    for (const hash of 'de') registered.register(hash, `{${hash}}`, 'one');
    expect(found(registered, 'abcdez')).toBe('adez');
  });

  test('are bounded in bytes as well', () => {
    const registered = new RegisteredDocuments({ ...BOUNDS, bytesOfHolder: 10_000 });
    registered.register('a', ' '.repeat(3_000), 'one');
    registered.register('b', ' '.repeat(3_000), 'one');
    expect(found(registered, 'ab')).toBe('b');
    registered.register('c', ' '.repeat(6_000), 'one');
    expect(found(registered, 'abc')).toBe('b');
  });

  test('are found by everybody, and belong to whoever sent them first', () => {
    const registered = new RegisteredDocuments(BOUNDS);
    registered.register('a', '{a}', 'one');
    registered.register('a', '{a}', 'other');
    for (const hash of 'bcd') registered.register(hash, `{${hash}}`, 'other');
    expect(found(registered, 'abcd')).toBe('abcd');
  });

  test('are forgotten with it when 10,000 others have registered since', () => {
    const registered = new RegisteredDocuments({ ...BOUNDS, documents: 20_000, bytes: 100_000_000 });
    for (let holder = 0; holder <= 10_000; holder++) registered.register(`${holder}`, '{a}', `holder ${holder}`);
    expect([registered.get('0'), registered.get('1')]).toEqual([null, '{a}']);
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
      const registered = new RegisteredDocuments(BOUNDS);
      const sent = new Map<string, string>();
      for (const { hash, holder, isKept } of steps) {
        if (isKept) {
          if (registered.get(hash) === null) sent.set(hash, holder);
          registered.register(hash, `{${hash}}`, holder);
          expect(registered.get(hash)).toBe(`{${hash}}`);
        } else {
          expect([null, `{${hash}}`]).toContain(registered.get(hash));
        }
        const left = [...sent].filter(([one]) => registered.get(one) !== null);
        expect(registered.stats().entries).toBe(left.length);
        expect(left.length).toBeLessThanOrEqual(BOUNDS.documents);
        for (const one of ['one', 'two', 'three', 'four']) {
          expect(left.filter(([, by]) => by === one).length).toBeLessThanOrEqual(BOUNDS.documentsOfHolder);
        }
      }
    }),
  );
});
