/**
 * The answers in the reference are real: those of the demo catalogue as of one day, with numbered ObjectIds, because
 * each import creates its own. After a change of the demo or of an answer, `--update` rewrites them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteExample } from '../../../src/rest/route.ts';
import { type Examples, openExamples } from './examples.ts';

const REST = fileURLToPath(new URL('../../../src/rest', import.meta.url));
/** Bookings have random ids, so the examples of theirs and of their events are written by hand. */
const BY_HAND = /(?:booking|events)\.example\.json$/;
const FILES = readdirSync(REST, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.example.json') && !BY_HAND.test(file),
);

let examples: Examples;
beforeAll(async () => {
  examples = await openExamples();
});
afterAll(() => examples?.close());

test.each(FILES)('%s is an answer that was given', async (file) => {
  const example: RouteExample = JSON.parse(readFileSync(join(REST, file), 'utf8'));
  const text = `${JSON.stringify({ ...example, body: await examples.answerTo(example) }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(REST, file));
});
