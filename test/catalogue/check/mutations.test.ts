import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { amount } from '../../support/gateway/soak.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { snapshotOf } from '../snapshot.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await importCatalogue({ database, source: sampleCatalogue() });
});
afterAll(() => database.close());

type Node = Record<string, unknown>;

/** Every place in a value: the object or list that holds it, and its key. */
function placesIn(node: unknown): { holder: Node; key: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.keys(node).flatMap((key) => [{ holder: node as Node, key }, ...placesIn((node as Node)[key])]);
}

const junk = fc.constantFrom<unknown>(
  null,
  undefined,
  0,
  -1,
  1,
  2,
  11,
  1.5,
  2 ** 31,
  1e300,
  '',
  'x',
  '\u0000',
  '\udc00',
  '2027-02-29',
  '2027-01-05',
  'public',
  'DBL',
  true,
  [],
  [null],
  [1, 1],
  {},
  { id: 1 },
);

test('a catalogue with anything put anywhere either imports or is refused with problems, and a refused one changes nothing', async () => {
  const change = fc.record({ where: fc.nat(), value: junk, twice: fc.boolean() });
  let now = await snapshotOf(database);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean(), async (changes, replace) => {
      const sample = sampleCatalogue();
      for (const { where, value, twice } of changes) {
        const places = placesIn(sample);
        const place = places[where % places.length];
        if (!place) continue;
        const { holder, key } = place;
        if (twice && Array.isArray(holder)) holder.push(holder[Number(key)]);
        else holder[key] = structuredClone(value);
      }
      const before = now;
      const source = sample as Catalogue;
      try {
        const result = await importCatalogue({ database, source, replace, dryRun: true });
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0);
          expect(await importCatalogue({ database, source, replace })).toEqual(result);
        }
      } finally {
        now = await snapshotOf(database);
      }
      expect(now).toEqual(before);
    }),
    { numRuns: amount({ short: 200, long: 2_000 }) },
  );
});
