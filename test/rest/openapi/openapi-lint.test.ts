/** The document passes a linter with its standard rules. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';

async function problemsOf(document: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(({ severity, ruleId, message, location }) => {
    const [{ pointer = '' } = {}] = location as { pointer?: string }[];
    return `${severity} ${ruleId} ${pointer}: ${message}`;
  });
}

const document = buildOpenApiDocument(parseDay('2026-11-21')!);

test('Redocly finds neither errors nor warnings in the document, by its recommended rules', async () => {
  expect(await problemsOf(document)).toEqual([]);
});

test('and would find them', async () => {
  const problems = await problemsOf({ ...document, security: undefined, tags: undefined, servers: [] });
  expect(problems).toEqual(expect.arrayContaining([expect.stringContaining('security-defined')]));
});
