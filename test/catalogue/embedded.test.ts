import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '../../src/catalogue/import.ts';
import type { Database } from '../../src/data/database/database.ts';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { freshEmbedded } from '../support/database/embedded-database.ts';
import { sampleCatalogue } from './sample-catalogue.ts';
import { epochsOf, exportedCatalogue, problemsIn, snapshotOf } from './snapshot.ts';

let database: Database;
beforeAll(async () => {
  database = await freshEmbedded();
});
afterAll(() => database.close());

test('the embedded database imports a catalogue, exports it, and imports it again without a change', async () => {
  expect(await importCatalogue({ database, source: sampleCatalogue() })).toMatchObject({ ok: true, changed: true });
  expect(await epochsOf(database)).toEqual({ catalogue: 1, 'inventory:1': 1, 'inventory:2': 1 });
  const before = await snapshotOf(database, { rewritten: true });
  const exported = await exportedCatalogue(database);
  expect(await importCatalogue({ database, source: exported, replace: true })).toMatchObject({ changed: false });
  expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
});

test('the embedded database refuses a catalogue as a whole and is usable afterwards', async () => {
  const sample = sampleCatalogue();
  sample.hotels[0]!.destinationId = 9;
  expect(problemsIn(await importCatalogue({ database, source: sample }))).toEqual({
    '$.hotels[0].destinationId': 'UNKNOWN_REFERENCE',
  });
  const demo = demoCatalogue(parseDay('2026-11-21')!);
  expect(await importCatalogue({ database, source: demo, replace: true, dryRun: true })).toMatchObject({ ok: true });
  expect(await importCatalogue({ database, source: { format: sample.format }, replace: true })).toMatchObject({
    ok: true,
  });
  expect(await importCatalogue({ database, source: demo })).toMatchObject({
    ok: true,
    counts: { hotels: { created: 6 } },
  });
});
