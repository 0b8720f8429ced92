import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { validateEntry } from '../../../src/catalogue/check/validate-entry.ts';
import { sectionSchemas } from '../../../src/catalogue/file/file-schema.ts';
import { createProblemList } from '../../../src/catalogue/file/problems.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type SampleCatalogue, sampleCatalogue } from '../sample-catalogue.ts';
import { snapshotOf } from '../snapshot.ts';
import { DUPLICATES, REFERENCES, RULES } from './wrong-relations.ts';
import { SHAPES } from './wrong-values.ts';

describe('a file with any problem changes nothing, and every problem is named with its place:', () => {
  let database: FreshDatabase;
  let before: Record<string, string[]>;
  beforeAll(async () => {
    database = await freshDatabase();
    before = await snapshotOf(database);
  });
  afterAll(async () => {
    await database.close();
  });

  async function problemsOf(sample: SampleCatalogue): Promise<Record<string, string>> {
    const result = await importCatalogue({ database, source: sample });
    if (result.ok) return {};
    expect(await snapshotOf(database)).toEqual(before);
    expect(result.problems.filter(({ message }) => message.length < 10)).toEqual([]);
    return Object.fromEntries(result.problems.map(({ path, code }) => [path, code]));
  }

  test.each(
    [...SHAPES, ...RULES, ...DUPLICATES, ...REFERENCES].filter(([, , problems]) => Object.keys(problems).length > 0),
  )('%s', async (_, change, problems) => {
    const sample = sampleCatalogue();
    change(sample);
    expect(await problemsOf(sample)).toMatchObject(problems);
  });

  test('an unknown section is a problem, `$schema` is not', async () => {
    const sample = { ...sampleCatalogue(), hotel: [{ id: 1 }, { id: 2 }] };
    expect(await problemsOf(sample)).toEqual({ '$.hotel': 'UNKNOWN_FIELD' });
  });

  test('a message names the value and the rule', async () => {
    const sample = sampleCatalogue();
    sample.hotels[0]!.stars = 6;
    const result = await importCatalogue({ database, source: sample });
    expect(result).toEqual({
      ok: false,
      problems: [{ path: '$.hotels[0].stars', code: 'OUT_OF_RANGE', message: '6 must be at most 5' }],
    });
  });

  test('of very many problems the first 50 are listed, and that checking stopped', async () => {
    const sample = sampleCatalogue();
    sample.inventory = Array.from({ length: 1_500 }, () => ({ ...sample.inventory[0]!, units: -1 }));
    const result = await importCatalogue({ database, source: sample });
    expect(result.ok || result.problems.length).toBe(51);
    expect(result.ok || result.problems.at(-1)).toMatchObject({
      code: 'MORE_PROBLEMS',
      message: expect.stringMatching(/^checking stopped at 50 problems/),
    });
  });

  test('the sample itself has no problem', async () => {
    expect(await importCatalogue({ database, source: sampleCatalogue(), dryRun: true })).toMatchObject({ ok: true });
    expect(await snapshotOf(database)).toEqual(before);
  });
});

describe('of the long lists of one element that is full of errors only the beginning is looked at (26-2, A2):', () => {
  test.each(['hotels', 'visitTypes'] as const)('%s', (section) => {
    const field = section === 'hotels' ? 'roomTypes' : 'priceLists';
    let looked = 0;
    const get = (target: object, name: PropertyKey) => {
      looked += 1;
      return Reflect.get(target, name);
    };
    const faulty = () => new Proxy({}, { get });
    const lookedAt = (length: number) => {
      looked = 0;
      const problems = createProblemList();
      const raw = { id: 1, [field]: Array.from({ length }, faulty) };
      const { ok, entry } = validateEntry(sectionSchemas[section] as z.ZodType, raw, { place: [section, 0], problems });
      expect([ok, entry, problems.isFull]).toEqual([false, undefined, true]);
      return looked;
    };
    expect(lookedAt(20_000)).toBe(lookedAt(1_000));
  });
});
