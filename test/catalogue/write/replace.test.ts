import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { addBooking, addHold } from '../sample-booking.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { epochsOf, exportedCatalogue, problemsIn, snapshotOf } from '../snapshot.ts';

const format = 'spa-stay-catalogue/1' as const;

describe('an import that replaces', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
    await importCatalogue({ database, source: sampleCatalogue() });
  });
  afterEach(() => database.close());

  const replacing = (source: Catalogue) => importCatalogue({ database, source, replace: true });

  test('with the same file changes nothing', async () => {
    const before = await snapshotOf(database, { rewritten: true });
    expect(await replacing(sampleCatalogue())).toMatchObject({ ok: true, changed: false, kept: {} });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  });

  test('with sales terms that say nothing has none, so that its own export changes nothing', async () => {
    const { salesTerms } = database.prisma;
    expect(
      await importCatalogue({
        database,
        source: { format, paymentTerms: {}, termsUrl: {}, privacyUrl: {}, seller: null },
      }),
    ).toMatchObject({
      ...{ ok: true, changed: true, counts: { salesTerms: { removed: 1 }, sellers: { removed: 1 } } },
    });
    expect(await salesTerms.count()).toBe(0);
    expect(await importCatalogue({ database, source: { format, paymentTerms: {} } })).toMatchObject({ changed: false });
    expect(await salesTerms.count()).toBe(0);
    expect(await replacing(await exportedCatalogue(database))).toMatchObject({ ok: true, changed: false });
  });

  test('with an empty file removes everything', async () => {
    const result = await replacing({ format });
    expect(result).toMatchObject({
      ok: true,
      changed: true,
      kept: {},
      counts: {
        channels: { removed: 2 },
        destinations: { removed: 2 },
        amenities: { removed: 3 },
        hotels: { removed: 2 },
        roomTypes: { removed: 3 },
        visitTypes: { removed: 2 },
        priceLists: { removed: 3 },
        promotions: { removed: 2 },
      },
    });
    const { epoch, catalogue_change, ...tables } = await snapshotOf(database);
    expect(epoch).toHaveLength(4);
    expect(catalogue_change).not.toHaveLength(0);
    expect(Object.values(tables).flat()).toEqual([]);
  });

  test('removes room types, price lists, promotions, amenities, options and nights that the file leaves out', async () => {
    const sample = sampleCatalogue();
    const { hotels, visitTypes, amenityCategories } = sample;
    hotels[0]!.roomTypes.pop();
    hotels[0]!.amenities.pop();
    visitTypes[0]!.priceLists[0]!.rates.splice(1);
    visitTypes[0]!.priceLists.pop();
    visitTypes[0]!.promotions.pop();
    amenityCategories.pop();
    amenityCategories[0]!.amenities[0]!.options.pop();
    sample.inventory.pop();
    expect(await replacing(sample)).toMatchObject({
      ok: true,
      counts: {
        roomTypes: { removed: 1 },
        priceLists: { updated: 1, removed: 1 },
        promotions: { removed: 1 },
        amenityCategories: { removed: 1 },
        amenities: { updated: 1, removed: 1 },
        inventoryNights: { removed: 5 },
      },
    });
    const after = await exportedCatalogue(database);
    expect(after.amenityCategories?.flatMap((category) => category.amenities?.map(({ code }) => code))).toEqual([
      'sauna',
      'lift',
    ]);
    expect(after.inventory?.some(({ roomTypeId }) => roomTypeId === 21)).toBe(false);
    expect(await epochsOf(database)).toEqual({ catalogue: 2, 'inventory:1': 1, 'inventory:2': 2 });
  });

  test('frees the code of a hotel that goes for one that comes', async () => {
    const sample = sampleCatalogue();
    sample.hotels[1] = { ...sample.hotels[1]!, id: 3, roomTypes: [{ ...sample.hotels[1]!.roomTypes[0]!, id: 31 }] };
    sample.visitTypes.pop();
    sample.inventory.pop();
    expect(await replacing(sample)).toMatchObject({ ok: true, counts: { hotels: { created: 1, removed: 1 } } });
  });

  test('refuses a reference to what it would remove', async () => {
    const sample = sampleCatalogue();
    sample.destinations.pop();
    sample.hotels[0]!.roomTypes.pop();
    expect(problemsIn(await replacing(sample))).toEqual({
      '$.hotels[1].destinationId': 'UNKNOWN_REFERENCE',
      '$.visitTypes[0].priceLists[0].rates[2].roomTypeId': 'UNKNOWN_REFERENCE',
    });
  });

  test('keeps entries that bookings refer to, and reports them, but sells them no longer', async () => {
    await addBooking(database);
    const result = await replacing({ format });
    expect(result).toMatchObject({
      ok: true,
      changed: true,
      kept: {
        visitTypes: [101],
        roomTypes: [11],
        hotels: [1],
        destinations: [1],
        loyaltyPrograms: [1],
        channels: ['partner'],
        inventoryNights: ['2 nights of room type 11'],
      },
    });
    const { hotels, visitTypes, inventory, amenityCategories } = await exportedCatalogue(database);
    expect(hotels?.map(({ id, roomTypes }) => [id, roomTypes?.map((room) => room.id)])).toEqual([[1, [11]]]);
    expect(visitTypes?.map(({ id, priceLists, promotions }) => [id, priceLists, promotions])).toEqual([[101, [], []]]);
    expect(inventory).toEqual([{ roomTypeId: 11, from: '2027-01-02', to: '2027-01-03', units: 4 }]);
    expect(amenityCategories).toEqual([]);
    expect(await database.prisma.booking.count()).toBe(1);
  });

  test('keeps entries that are held, and reports them; those of holds that were given back or are over go', async () => {
    await addHold(database);
    const kept = { visitTypes: [101], roomTypes: [11], hotels: [1], destinations: [1] };
    expect(await replacing({ format })).toMatchObject({ ok: true, kept });
    expect(await database.prisma.stayHold.count()).toBe(1);
    await database.prisma.stayHold.updateMany({ data: { releasedAt: new Date() } });
    expect(await replacing({ format })).toMatchObject({ ok: true, kept: {} });
    await importCatalogue({ database, source: sampleCatalogue() });
    await addHold(database, new Date(0));
    expect(await replacing({ format })).toMatchObject({ ok: true, kept: {} });
  });

  test('takes a removed destination from the keys that were limited to it, and raises the epoch of keys', async () => {
    await addBooking(database);
    await replacing({ format });
    expect(await database.prisma.apiKeyDestination.count()).toBe(0);
    expect(await epochsOf(database)).toMatchObject({ keys: 1 });
  });

  test('refuses a code that is still used by an entry kept for its bookings', async () => {
    await addBooking(database);
    const hotel = { code: 'first', name: 'New', destinationId: 5, stars: 3 };
    const source: Catalogue = { format, destinations: [{ id: 5 }], hotels: [{ id: 9, ...hotel }] };
    expect(problemsIn(await replacing(source))).toEqual({ '$.hotels[0].code': 'TAKEN' });
  });

  test('refuses the code of a hotel that is kept only for an open hold, and takes it once the hold is over', async () => {
    await addHold(database);
    const hotel = { code: 'first', name: 'New', destinationId: 5, stars: 3 };
    const source: Catalogue = { format, destinations: [{ id: 5 }], hotels: [{ id: 9, ...hotel }] };
    expect(problemsIn(await replacing(source))).toEqual({ '$.hotels[0].code': 'TAKEN' });
    await database.prisma.stayHold.updateMany({ data: { releasedAt: new Date() } });
    expect(await replacing(source)).toMatchObject({ ok: true });
  });
});
