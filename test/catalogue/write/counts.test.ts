import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTED_KINDS } from '../../../src/catalogue/counted.ts';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { type ImportResult, importCatalogue } from '../../../src/catalogue/import.ts';
import { stored } from '../../../src/catalogue/stored/stored.ts';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { amount } from '../../support/gateway/soak.ts';
import { addBooking } from '../sample-booking.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { copyCatalogue, differences, findLists } from './counts-oracle.ts';

const format = 'spa-stay-catalogue/1' as const;
const tableNames = Object.values(stored).map(({ table }) => table);

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Resets the catalogue to its initial content. */
async function startFrom(source: Catalogue): Promise<void> {
  expect(await importCatalogue({ database, source: { format }, replace: true })).toMatchObject({ ok: true });
  expect(await importCatalogue({ database, source })).toMatchObject({ ok: true });
}

function countsOf(result: ImportResult) {
  expect(result).toMatchObject({ ok: true });
  return result.ok ? result.counts : ({} as never);
}

/**
 * Imports, first as a dry run, and compares all counts with the tables.
 * @returns whether the catalogue was accepted
 */
async function importAndCompare(source: Catalogue, replace: boolean): Promise<boolean> {
  const dry = await importCatalogue({ database, source, replace, dryRun: true });
  if (!dry.ok) return false;
  await copyCatalogue(database);
  const result = await importCatalogue({ database, source, replace });
  const counts = countsOf(result);
  expect(countsOf(dry)).toEqual(counts);
  const found = await differences(database);
  expect(Object.keys(found).toSorted()).toEqual([...COUNTED_KINDS].toSorted());
  const reported = Object.entries(counts).map(([kind, { created, updated, removed }]) => [
    kind,
    { created, updated, removed },
  ]);
  const right = COUNTED_KINDS.map((kind) => {
    const { created, updated, removed } = found[kind]!;
    // An entry that is not named but stays may lose parts that refer to what goes; the file did not change it.
    const stays = result.ok && (kind in result.kept || (kind === 'hotels' && counts.amenities.removed > 0));
    const unnamed = stays ? counts[kind].updated : updated;
    return [kind, { created, updated: unnamed, removed }];
  });
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(right));
  // The rest is unchanged: exactly so if the file names everything.
  const namesAll = replace && result.ok && Object.keys(result.kept).length === 0;
  for (const kind of COUNTED_KINDS) {
    const rest = found[kind]!.total - found[kind]!.created - found[kind]!.updated;
    if (namesAll) expect([kind, counts[kind].unchanged]).toEqual([kind, rest]);
    else expect(counts[kind].unchanged).toBeLessThanOrEqual(rest);
  }
  const again = countsOf(await importCatalogue({ database, source, replace }));
  for (const kind of COUNTED_KINDS) {
    const { created, updated, removed } = counts[kind];
    expect([kind, again[kind]]).toEqual([
      kind,
      { created: 0, updated: 0, removed: 0, unchanged: counts[kind].unchanged + created + updated },
    ]);
    expect(removed).toBeGreaterThanOrEqual(0);
  }
  return true;
}

test('every list and text of a catalogue table is compared, so that one which is added is counted', async () => {
  const { all, compared } = await findLists(database);
  expect(all).toEqual(compared);
});

test('what a removal takes along by a cascade of the database is removed, and counted, by itself', async () => {
  const cascades = await database.prisma.$queryRaw<{ name: string }[]>`
    SELECT concat(conrelid::regclass, '.', attname) AS name FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype = 'c' AND confrelid::regclass::text = ANY(${tableNames})
      AND NOT EXISTS (SELECT FROM pg_index WHERE indisprimary AND indrelid = conrelid AND attnum = ANY(indkey))`;
  // The keys' destinations have a count of their own, holds and records of changes are no part of the catalogue, and amenities are removed before their category.
  expect(cascades.map(({ name }) => name).sort()).toEqual([
    'amenity.category_code',
    'hotel_change.hotel_number',
    'stay_hold.room_type_number',
    'stay_hold.visit_type_number',
  ]);
});

type Node = Record<string, unknown>;

/** Every place in a value: the object or list that holds it, and its key. */
function placesIn(node: unknown): { holder: Node; key: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.keys(node).flatMap((key) => [{ holder: node as Node, key }, ...placesIn((node as Node)[key])]);
}

const TEXT_OF_LOCALE = /^(cs_CZ|de|en|ru)$/;

/** Removes something from a catalogue, or changes a text. */
function change(sample: unknown, { where, how }: { where: number; how: number }): void {
  const places = placesIn(sample).filter(({ key }) => key !== 'format');
  const { holder, key } = places[where % places.length]!;
  if (TEXT_OF_LOCALE.test(key) && how > 0) holder[key] = ['another', '', null][how % 3];
  else if (Array.isArray(holder) && how === 2) holder.reverse();
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

describe('what an import counts is what a comparison of the tables finds, as a dry run and in truth, and again it is nothing:', () => {
  test('after anything was taken out of a catalogue, with and without --replace', async () => {
    const changes = fc.array(fc.record({ where: fc.nat(), how: fc.nat(3) }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (all, replace) => {
        await startFrom(sampleCatalogue());
        const sample = sampleCatalogue();
        for (const one of all) change(sample, one);
        // Only runs whose catalogue the import accepts count.
        fc.pre(await importAndCompare(sample as Catalogue, replace));
      }),
      { numRuns: amount({ short: 3, long: 100 }) },
    );
  });

  test.each([0, 1])('random catalogue %i in the place of another one', async (seed) => {
    const catalogueOf = (number: number) => randomCatalogue(number, MEDIUM, '2027-02-26') as Catalogue;
    expect(await importAndCompare(catalogueOf(seed), true)).toBe(true);
    expect(await importAndCompare(catalogueOf(seed + 1_000), true)).toBe(true);
  });

  test('the demo replaces the sample, then a later demo, then an empty catalogue', async () => {
    await startFrom({ format });
    expect(await importAndCompare(sampleCatalogue(), true)).toBe(true);
    expect(await importAndCompare(demoCatalogue(parseDay('2026-11-21')!), true)).toBe(true);
    expect(await importAndCompare(demoCatalogue(parseDay('2027-03-03')!), true)).toBe(true);
    expect(await importAndCompare({ format }, true)).toBe(true);
  });

  test('nothing in the place of what bookings and keys refer to', async () => {
    const own = await freshDatabase();
    const shared = database;
    try {
      database = own;
      await importCatalogue({ database, source: sampleCatalogue() });
      await addBooking(database);
      expect(await importAndCompare({ format }, true)).toBe(true);
    } finally {
      database = shared;
      await own.close();
    }
  });
});

describe('an import reports removals, in a real run and in a dry run:', () => {
  const cases: [string, Catalogue, Record<string, number>][] = [
    [
      'a price list that is named with one of its rates loses the others',
      {
        format,
        visitTypes: [
          {
            ...sampleCatalogue().visitTypes[0]!,
            priceLists: [
              {
                ...sampleCatalogue().visitTypes[0]!.priceLists[0]!,
                rates: [sampleCatalogue().visitTypes[0]!.priceLists[0]!.rates[0]!],
              },
              sampleCatalogue().visitTypes[0]!.priceLists[1]!,
            ],
          },
        ],
      },
      { rates: 2 },
    ],
    [
      'a hotel that is named with its required fields loses texts, images, amenities and all else that has no id',
      { format, hotels: [{ id: 1, code: 'first', name: 'First', destinationId: 1, stars: 4 }] },
      {
        accommodationRules: 1,
        taglines: 1,
        mealServices: 1,
        indicationCodes: 2,
        staffLanguages: 2,
        hotelImages: 2,
        hotelAmenities: 2,
        chosenOptions: 1,
        openingHours: 1,
        imageVariants: 1,
        texts: 1,
        details: 14,
      },
    ],
    [
      'a visit type that is named with its required fields loses texts, links, days, dates, price lists and promotions',
      { format, visitTypes: [{ id: 101, hotelIds: [1], nightsMin: 2, nightsMax: 14, boarding: 'HALF_BOARD' }] },
      {
        inclusions: 2,
        texts: 5,
        visitTypeTags: 1,
        visitTypeCategoryLinks: 1,
        visitTypeLoyaltyPrograms: 1,
        startingDays: 1,
        cancellationTerms: 2,
        timeConstraints: 1,
        availableBoardings: 1,
        priceLists: 2,
        rates: 4,
        promotions: 1,
        promotionChannels: 2,
        promotionHotels: 1,
        details: 6,
      },
    ],
    [
      'a category of amenities that is named alone loses its texts and its amenities, which hotels lose with it',
      { format, amenityCategories: [{ code: 'wellness' }] },
      {
        amenities: 2,
        amenityOptions: 2,
        detailKinds: 2,
        hotelAmenities: 1,
        chosenOptions: 1,
        texts: 1,
        details: 1,
      },
    ],
  ];

  test.each(cases)('%s', async (_, source, removed) => {
    await startFrom(sampleCatalogue());
    for (const dryRun of [true, false]) {
      const counts = countsOf(await importCatalogue({ database, source, dryRun }));
      const gone = Object.entries(counts).filter(([, count]) => count.removed > 0);
      expect(Object.fromEntries(gone.map(([kind, count]) => [kind, count.removed]))).toEqual(removed);
    }
  });
});
