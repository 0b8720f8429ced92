/** The cache tags that an import raises: what depends on them is stale, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { readRaised } from '../support/database/raised-epochs.ts';
import { type SampleCatalogue, sampleCatalogue } from './sample-catalogue.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  expect(await importCatalogue({ database, source: sampleCatalogue(), replace: true })).toMatchObject({ ok: true });
});

const COUNTERS = ['catalogue', 'change'];

/** The tags that an import of the changed sample raises, besides its own counters. */
async function tagsRaisedBy(change: (sample: SampleCatalogue) => void, replace = false): Promise<string[]> {
  const before = await readRaised(database);
  const sample = sampleCatalogue();
  change(sample);
  expect(await importCatalogue({ database, source: sample, replace })).toMatchObject({ ok: true, changed: true });
  const known = new Map(before.map(({ scope, value }) => [scope, value]));
  const raised = (await readRaised(database)).filter(({ scope, value }) => known.get(scope) !== value);
  return raised
    .map(({ scope }) => scope)
    .filter((tag) => !COUNTERS.includes(tag))
    .sort();
}

describe('an import raises the tags', () => {
  test.each<[string, (sample: SampleCatalogue) => void, string[]]>([
    [
      'only the visit type whose text changes',
      ({ visitTypes }) => (visitTypes[0]!.notice.en = 'New'),
      ['visitType:101'],
    ],
    [
      'only the prices of a visit type of which one changes',
      ({ visitTypes }) => (visitTypes[0]!.priceLists[0]!.rates[0]!.amount = 1),
      ['rates:101'],
    ],
    [
      'only the prices of a visit type whose promotion changes',
      ({ visitTypes }) => (visitTypes[0]!.promotions[0]!.channels = ['public']),
      ['rates:101'],
    ],
    [
      'the prices, too, of a visit type whose rules of stay change',
      ({ visitTypes }) => (visitTypes[0]!.nightsMin = 3),
      ['rates:101', 'structure:0', 'visitType:101'],
    ],
    [
      'the prices, too, of a visit type whose terms of cancellation change (S12)',
      ({ visitTypes }) => (visitTypes[0]!.cancellationTerms[0]!.percentage = 90),
      ['rates:101', 'structure:0', 'visitType:101'],
    ],
    [
      'a visit type and its prices when its time constraints change',
      ({ visitTypes }) => (visitTypes[0]!.timeConstraints = []),
      ['rates:101', 'visitType:101'],
    ],
    ['what is related to what when a link goes', ({ visitTypes }) => (visitTypes[0]!.tagIds = []), ['structure:0']],
    ['only the hotel whose name changes', ({ hotels }) => (hotels[0]!.name = 'New'), ['hotel:1']],
    ['only the hotel whose image changes', ({ hotels }) => (hotels[0]!.images[0]!.alt.en = 'New'), ['hotel:1']],
    [
      'what is related to what when a hotel moves',
      ({ hotels }) => (hotels[0]!.destinationId = 2),
      ['hotel:1', 'structure:0'],
    ],
    [
      'only the room type whose text changes',
      ({ hotels }) => (hotels[0]!.roomTypes[0]!.category.en = 'New'),
      ['roomType:11'],
    ],
    [
      'what prices are made of when a room type gets another bed',
      ({ hotels }) => (hotels[0]!.roomTypes[0]!.beds = 3),
      ['roomType:11', 'structure:0'],
    ],
    ['only the tag whose text changes', ({ tags }) => (tags[0]!.name.en = 'New'), ['tag:1']],
    [
      'only the loyalty programme whose percentage changes',
      ({ loyaltyPrograms }) => (loyaltyPrograms[0]!.percentage = 9),
      ['loyaltyProgram:1'],
    ],
    [
      'only the dictionary when an option gets a text',
      ({ amenityCategories }) => (amenityCategories[0]!.amenities[0]!.options[0]!.label.en = 'New'),
      ['dictionary:0'],
    ],
    [
      'only the capacity of a hotel of which a night changes',
      ({ inventory }) => (inventory[0]!.units = 9),
      ['inventory:1'],
    ],
    [
      'a new hotel, and what exists',
      ({ hotels }) => void hotels.push({ ...structuredClone(hotels[1]!), id: 3, code: 'third', roomTypes: [] }),
      ['hotel:3', 'structure:0'],
    ],
  ])('%s', async (_, change, expected) => {
    expect(await tagsRaisedBy(change)).toEqual(expected);
  });

  test('all hotels, and what exists, when an amenity that some had goes', async () => {
    const raised = await tagsRaisedBy(({ amenityCategories, hotels }) => {
      amenityCategories.pop();
      hotels[0]!.amenities.pop();
    }, true);
    expect(raised).toEqual(['dictionary:0', 'hotel:1']);
  });

  test('the visit type that goes, its prices and what exists', async () => {
    expect(await tagsRaisedBy(({ visitTypes }) => void visitTypes.pop(), true)).toEqual([
      'rates:102',
      'structure:0',
      'visitType:102',
    ]);
  });

  test('the capacity of a hotel that goes with its nights: once it comes back without them, none is known', async () => {
    const raised = await tagsRaisedBy(({ hotels, visitTypes, inventory }) => {
      hotels.pop();
      visitTypes.pop();
      inventory.pop();
    }, true);
    expect(raised).toContain('inventory:2');
  });
});
