/** What a file leaves out of an entry that it names goes, with or without `--replace`. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { exportedCatalogue } from '../snapshot.ts';

const format = 'spa-stay-catalogue/1' as const;

describe('an import that merges', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
    await importCatalogue({ database, source: sampleCatalogue() });
  });
  afterEach(() => database.close());

  const importing = (source: Catalogue) => importCatalogue({ database, source });

  test('removes the price lists and promotions that a visit type of the file leaves out, and no others', async () => {
    const [visitType] = sampleCatalogue().visitTypes;
    const [, packages] = visitType!.priceLists;
    const source: Catalogue = { format, visitTypes: [{ ...visitType!, priceLists: [packages!], promotions: [] }] };
    expect(await importing(source)).toMatchObject({
      ok: true,
      counts: { priceLists: { removed: 1, unchanged: 1 }, rates: { removed: 3 }, promotions: { removed: 1 } },
    });
    const { visitTypes } = await exportedCatalogue(database);
    expect(
      visitTypes?.map(({ priceLists, promotions }) => [priceLists?.map(({ id }) => id), promotions?.length]),
    ).toEqual([
      [[2], 0],
      [[1], 1],
    ]);
  });

  test('removes the amenities and options that a category of the file leaves out, from hotels that it does not name, too', async () => {
    const [wellness] = sampleCatalogue().amenityCategories;
    const [sauna] = wellness!.amenities;
    const without: Catalogue = {
      format,
      amenityCategories: [
        { ...wellness!, amenities: [{ ...sauna!, options: [{ code: 'steam' }] }] },
        { code: 'other' },
      ],
    };
    expect(await importing(without)).toMatchObject({
      ok: true,
      counts: { amenities: { removed: 2, updated: 1 }, amenityOptions: { removed: 1 }, hotelAmenities: { removed: 1 } },
    });
    const { amenityCategories, hotels } = await exportedCatalogue(database);
    expect(amenityCategories?.map(({ amenities }) => amenities?.map(({ code }) => code))).toEqual([['sauna'], []]);
    expect(hotels?.[0]?.amenities?.map(({ code, options }) => [code, options])).toEqual([['sauna', []]]);
    // The hotel has no longer chosen what is gone, so the export is a catalogue.
    expect(await importing(await exportedCatalogue(database))).toMatchObject({ ok: true });
  });
});
