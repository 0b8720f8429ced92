/** What an index keeps in memory. */
import { expect, test } from 'vitest';
import { WordFolder, WordIndex } from '../../../src/domain/wish/word-index.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const TEXTS = 100;
const CHARACTERS = 50_000;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['in capitals', 'BALNEOTHERAPY'],
  ['in small letters', 'balneotherapy'],
  ['with accents', 'balneoterapeutický'],
])('an index keeps long words %s, and not the texts that they stand in', (_, word) => {
  const folder = new WordFolder();
  const before = heapUsed();
  const indexes = Array.from({ length: TEXTS }, (_, index) => {
    const text = Buffer.from(`${'spa '.repeat(CHARACTERS / 4)}${word}${index}`).toString();
    return new WordIndex([{ number: 1, place: 'DESCRIPTION', text }], folder);
  });
  const kept = heapUsed() - before;
  expect(indexes).toHaveLength(TEXTS);
  expect(kept).toBeLessThan((TEXTS * CHARACTERS) / 4);
});
