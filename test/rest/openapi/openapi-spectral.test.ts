/**
 * The document passes Spectral's OpenAPI rules, which validate the examples as validators do that read patterns without
 * the flag `u`.
 */
import stoplight, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';

async function problemsOf(document: object): Promise<string[]> {
  const spectral = new stoplight.Spectral();
  spectral.setRuleset(oas as unknown as RulesetDefinition);
  const problems = await spectral.run(JSON.stringify(document));
  return problems.map(({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`);
}

const document = buildOpenApiDocument(parseDay('2026-11-21')!);

test('Spectral finds neither errors nor warnings in the document, by its rules for OpenAPI', async () => {
  expect(await problemsOf(document)).toEqual([]);
});

test('and would find them, in an example that does not fit its schema too', async () => {
  const draft = JSON.parse(JSON.stringify({ ...document, tags: undefined }));
  draft.paths = { '/v1/booking': draft.paths['/v1/booking'] };
  draft.components.schemas.Guest.properties.first_name.pattern = '^\\P{Surrogate}*$';
  expect(await problemsOf(draft)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('operation-tag-defined'),
      expect.stringContaining('oas3-valid-media-example'),
    ]),
  );
});
