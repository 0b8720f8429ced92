/**
 * What the reference shows, against the demo. It is a file of its own because `npm run schema` rewrites the examples while this
 * process still has what it loaded of them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../../src/rest/routes.ts';
import { type Examples, openExamples } from './examples.ts';

let examples: Examples;
beforeAll(async () => {
  examples = await openExamples();
});
afterAll(() => examples?.close());

test('every example that the reference shows of a reading route is an answer that was given', async () => {
  for (const { method, path, reference } of ROUTES) {
    if (method === 'GET' && path !== '/v2/events')
      expect(await examples.answerTo(reference.example)).toEqual(reference.example.body);
  }
});
