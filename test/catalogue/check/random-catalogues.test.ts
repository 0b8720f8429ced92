import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { MEDIUM, randomCatalogue, TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { exportedText, snapshotOf } from '../snapshot.ts';

describe('random valid catalogues', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.close());

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'catalogue %i imports cleanly, again changes nothing, and its export changes nothing',
    async (seed) => {
      const source = randomCatalogue(seed, seed % 5 === 0 ? MEDIUM : TINY, '2027-02-26') as Catalogue;
      const first = await importCatalogue({ database, source });
      expect(first).toMatchObject({ ok: true, changed: true });
      const before = await snapshotOf(database, { rewritten: true });

      expect(await importCatalogue({ database, source })).toMatchObject({ ok: true, changed: false });
      const exported = JSON.parse(await exportedText(database)) as Catalogue;
      expect(await importCatalogue({ database, source: exported })).toMatchObject({ ok: true, changed: false });
      expect(await importCatalogue({ database, source: exported, replace: true })).toMatchObject({ changed: false });
      expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
    },
  );
});
