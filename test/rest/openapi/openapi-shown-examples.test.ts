/**
 * What the reference shows, against the demo. It is a file of its own because `npm run schema` rewrites the examples while this
 * process still has what it loaded of them.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

test('`npm run schema` runs no test that compares answers with the examples that it has loaded: it would fail the first time', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { schema: string } };
  const files = scripts.schema.match(/\S+\.test\.ts/g) ?? [];
  expect(files).toContain('test/rest/openapi/openapi-examples.test.ts');
  expect(files.filter((file) => /\bROUTES\b/.test(readFileSync(root + file, 'utf8')))).toEqual([]);
});
