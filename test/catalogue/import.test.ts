import { existsSync, renameSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { sampleCatalogue } from './sample-catalogue.ts';
import { epochsOf, exportedCatalogue, problemsIn, snapshotOf } from './snapshot.ts';

const format = 'spa-stay-catalogue/1' as const;

describe('an import', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
    expect(await importCatalogue({ database, source: sampleCatalogue() })).toMatchObject({ ok: true, changed: true });
  });
  afterEach(() => database.close());

  const importing = (source: Catalogue) => importCatalogue({ database, source });

  test('into an empty database raises the epoch of the catalogue and of every hotel with capacity', async () => {
    expect(await epochsOf(database)).toEqual({ catalogue: 1, 'inventory:1': 1, 'inventory:2': 1 });
  });

  test('whose machine dies is ended by the server, so that its locks end too', async () => {
    const idle: unknown[] = [];
    const demo = {
      begin: async (tx: { $queryRawUnsafe(text: string): Promise<unknown> }) =>
        void idle.push(await tx.$queryRawUnsafe('SHOW idle_in_transaction_session_timeout')),
      end: async () => false,
    };
    await importCatalogue({ database, source: sampleCatalogue(), demo });
    expect(idle).toEqual([[{ idle_in_transaction_session_timeout: '5min' }]]);
  });

  test('of the same file changes nothing: no row is written, no epoch raised', async () => {
    const before = await snapshotOf(database, { rewritten: true });
    const result = await importing(sampleCatalogue());
    expect(result).toMatchObject({ ok: true, changed: false, counts: { hotels: { unchanged: 2 } } });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  });

  test('of a file that another one replaces meanwhile is refused, because that one is not what was checked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'changed-'));
    const [source, other] = [join(folder, 'catalogue.json'), join(folder, 'other.json')];
    await writeFile(source, JSON.stringify({ ...sampleCatalogue(), tags: [] }));
    const sample = sampleCatalogue();
    sample.visitTypes[0]!.name.de = 'Anders';
    await writeFile(other, JSON.stringify({ ...sample, tags: [] }));
    const before = await snapshotOf(database, { rewritten: true });
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === 'checking capacity' && existsSync(other)) renameSync(other, source);
    };
    const replaced = importCatalogue({ database, source, onProgress });
    await expect(replaced).rejects.toThrow('the catalogue file changed while it was imported');
    expect(existsSync(other)).toBe(false);
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
    await rm(folder, { recursive: true });
  });

  test('of repeated or endless ranges is fine: repetitions count once', async () => {
    const sample = sampleCatalogue();
    const forever = { from: '2027-01-01', to: '9999-12-31' };
    sample.visitTypes[0]!.timeConstraints = [forever, { ...forever }];
    expect(await importing(sample)).toMatchObject({ ok: true, changed: true });
    expect(await importing(sample)).toMatchObject({ ok: true, changed: false });
    const { visitTypes } = await exportedCatalogue(database);
    expect(visitTypes?.[0]?.timeConstraints).toEqual([forever]);
  });

  test('of one changed text writes that one row and counts it', async () => {
    const before = await snapshotOf(database, { rewritten: true });
    const sample = sampleCatalogue();
    sample.visitTypes[0]!.name.de = '';
    const result = await importing(sample);
    expect(result).toMatchObject({ ok: true, changed: true, counts: { visitTypes: { updated: 1, unchanged: 1 } } });
    const { visit_type, epoch, catalogue_change, ...others } = await snapshotOf(database, { rewritten: true });
    expect(visit_type?.filter((row) => !before.visit_type?.includes(row))).toHaveLength(1);
    expect(epoch).not.toEqual(before.epoch);
    const raised = catalogue_change?.filter((row) => !before.catalogue_change?.includes(row));
    expect(raised).toEqual([expect.stringContaining('(visitType,101,2)')]);
    expect({ ...before, ...others }).toEqual(before);
    expect(await epochsOf(database)).toEqual({ catalogue: 2, 'inventory:1': 1, 'inventory:2': 1 });
  });

  test('of changed capacity raises the epoch of that hotel alone', async () => {
    const inventory = [{ roomTypeId: 21, from: '2027-01-02', to: '2027-01-03', units: 9 }];
    const result = await importing({ format, inventory });
    expect(result).toMatchObject({ counts: { inventoryNights: { created: 0, updated: 2, removed: 0, unchanged: 0 } } });
    expect(await epochsOf(database)).toEqual({ catalogue: 1, 'inventory:1': 1, 'inventory:2': 2 });
  });

  test('leaves alone what the file does not name, and the room types of a hotel that it names', async () => {
    const { hotels, visitTypes } = sampleCatalogue();
    const before = await exportedCatalogue(database);
    const part: Catalogue = { format, hotels: [{ ...hotels[0]!, roomTypes: [] }], visitTypes: [visitTypes[1]!] };
    expect(await importing(part)).toMatchObject({ ok: true, changed: false });
    expect(await exportedCatalogue(database)).toEqual(before);
  });

  test('replaces the parts of an entry by those that the file has', async () => {
    const sample = sampleCatalogue();
    const [hotel] = sample.hotels;
    const [visitType] = sample.visitTypes;
    const { accommodationRules: _, ...withoutRules } = hotel!;
    const result = await importing({
      format,
      hotels: [
        {
          ...withoutRules,
          taglines: [],
          mealServices: [],
          amenities: hotel!.amenities.toReversed(),
          images: hotel!.images.slice(1),
          roomTypes: [{ ...hotel!.roomTypes[1]!, images: [] }],
        },
      ],
      visitTypes: [
        {
          ...visitType!,
          tagIds: [],
          timeConstraints: [],
          priceLists: [{ ...visitType!.priceLists[0]!, rates: visitType!.priceLists[0]!.rates.slice(1) }],
          promotions: [{ ...visitType!.promotions[0]!, channels: ['partner'], hotelIds: null }],
        },
      ],
    });
    expect(result).toMatchObject({
      counts: {
        hotels: { created: 0, updated: 1, removed: 0, unchanged: 0 },
        roomTypes: { updated: 1 },
        visitTypes: { updated: 1 },
        priceLists: { updated: 1 },
        promotions: { updated: 1 },
      },
    });
    const { hotels, visitTypes } = await exportedCatalogue(database);
    expect(hotels?.[0]).toMatchObject({ accommodationRules: null, taglines: [], mealServices: [] });
    expect(hotels?.[0]?.amenities?.map(({ code }) => code)).toEqual(['pool', 'sauna']);
    expect(hotels?.[0]?.images?.map(({ url }) => url)).toEqual(['https://images.example.com/2.jpg']);
    expect(hotels?.[0]?.roomTypes?.map(({ images }) => images)).toEqual([[], []]);
    expect(visitTypes?.[0]).toMatchObject({ tagIds: [], timeConstraints: [], categoryIds: [1] });
    expect(visitTypes?.[0]?.priceLists?.map(({ rates }) => rates?.length)).toEqual([2]);
    expect(visitTypes?.[0]?.promotions?.[0]).toMatchObject({ channels: ['partner'], hotelIds: null });
  });

  test('accepts its own export of an older catalogue without boarding: the export states the derived one', async () => {
    await database.prisma.visitType.update({ where: { number: 102 }, data: { boarding: null } });
    const exported = await exportedCatalogue(database);
    expect(exported.visitTypes?.[1]?.boarding).toBeTruthy();
    expect(await importing(exported)).toMatchObject({ ok: true, counts: { visitTypes: { updated: 1 } } });
    expect(await importing(await exportedCatalogue(database))).toMatchObject({ ok: true, changed: false });
  });

  test('generates missing _ids and keeps them; given ones are stored in lower case', async () => {
    const before = await exportedCatalogue(database);
    await importing(sampleCatalogue());
    const after = await exportedCatalogue(database);
    expect(after.visitTypes?.map(({ _id }) => _id)).toEqual(before.visitTypes?.map(({ _id }) => _id));
    expect(after.visitTypes?.[1]?._id).toMatch(/^[0-9a-f]{24}$/);
    await importing({ format, tags: [{ id: 2, _id: 'ABCDEF000000000000000002', color: 'ffffff' }] });
    const { tags } = await exportedCatalogue(database);
    expect(tags?.[1]?._id).toBe('abcdef000000000000000002');
  });

  test('lets two hotels exchange their codes, and room types of a hotel have any, even the same one', async () => {
    const sample = sampleCatalogue();
    const [first, second] = sample.hotels;
    [first!.code, second!.code] = [second!.code, first!.code];
    const [double, single] = first!.roomTypes;
    [double!.code, single!.code] = ['SGL', 'SGL'];
    expect(await importing(sample)).toMatchObject({
      ok: true,
      counts: { hotels: { updated: 2 }, roomTypes: { updated: 1 } },
    });
    const { hotels } = await exportedCatalogue(database);
    expect(hotels?.map(({ code }) => code)).toEqual(['second', 'first']);
    expect(hotels?.[0]?.roomTypes?.map(({ code }) => code)).toEqual(['SGL', 'SGL']);
  });

  test('takes the id 0 as any other: it is exported, has capacity, and no two rates of a night', async () => {
    const sample = sampleCatalogue();
    const renamed = (text: string) => JSON.parse(text) as Catalogue;
    const [hotel] = sample.hotels!;
    const [visitType] = sample.visitTypes!;
    const [roomType] = hotel!.roomTypes;
    const inZero = { id: 0, _id: undefined };
    const source = renamed(
      JSON.stringify({
        ...sample,
        hotels: [{ ...hotel, ...inZero, code: 'zero', roomTypes: [{ ...roomType, ...inZero, images: [] }] }],
        visitTypes: [
          {
            ...{ ...visitType, ...inZero, hotelIds: [0], promotions: [] },
            priceLists: visitType!.priceLists!.slice(0, 1).map((list) => ({
              ...list,
              _id: undefined,
              rates: list.rates!.slice(0, 1).map((rate) => ({ ...rate, roomTypeId: 0 })),
            })),
          },
        ],
        inventory: [{ roomTypeId: 0, from: '2027-01-01', to: '2027-01-31', units: 4 }],
      }),
    );
    expect(problemsIn(await importing(source))).toEqual({});
    const { hotels, visitTypes, inventory } = await exportedCatalogue(database);
    expect([hotels?.[0]?.id, visitTypes?.[0]?.id, inventory?.[0]]).toEqual([0, 0, source.inventory![0]]);
    const { rates } = source.visitTypes![0]!.priceLists![0]!;
    rates!.push({ ...rates![0]! });
    expect(await importing(source)).toMatchObject({ ok: false, problems: [{ code: 'OVERLAP' }] });
  });

  test('takes later capacity entries over earlier ones', async () => {
    const nights = await database.prisma.inventoryNight.findMany({
      where: { roomTypeNumber: 11, night: { gte: new Date('2027-01-09'), lte: new Date('2027-01-13') } },
      orderBy: { night: 'asc' },
    });
    expect(nights.map(({ units }) => units)).toEqual([4, 0, 0, 0, 4]);
  });

  test('puts the dictionary into the order of the file, and a partial one changes nothing else', async () => {
    const { amenityCategories } = sampleCatalogue();
    await importing({ format, amenityCategories: [amenityCategories[1]!] });
    const codes = async () => (await exportedCatalogue(database)).amenityCategories?.map(({ code }) => code);
    expect(await codes()).toEqual(['wellness', 'other']);
    await importing({ format, amenityCategories: [{ code: 'new' }, ...amenityCategories.toReversed()] });
    expect(await codes()).toEqual(['new', 'other', 'wellness']);
  });

  test('as a dry run counts what it would do and does nothing', async () => {
    const before = await snapshotOf(database, { rewritten: true });
    const source: Catalogue = {
      format,
      tags: [{ id: 9, color: '000000' }],
      inventory: [{ roomTypeId: 12, from: '2027-01-01', to: '2027-01-10', units: 1 }],
    };
    expect(await importCatalogue({ database, source, dryRun: true })).toMatchObject({
      ok: true,
      changed: true,
      counts: { tags: { created: 1 }, inventoryNights: { created: 10 } },
    });
    expect(
      await importCatalogue({ database, source: { format, tags: source.tags }, dryRun: true, replace: true }),
    ).toMatchObject({
      ok: true,
      counts: { tags: { removed: 1 }, hotels: { removed: 2 } },
    });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  });

  describe('with problems between file and database', () => {
    const rejected: [string, Catalogue, Record<string, string>][] = [
      [
        'a room type that would move to another hotel',
        { format, hotels: [{ ...bare(2), roomTypes: [{ id: 11, code: 'X', beds: 2 }] }] },
        { '$.hotels[0].roomTypes[0].id': 'IMMUTABLE' },
      ],
      ['a hotel code that another hotel has', { format, hotels: [bare(3, 'first')] }, { '$.hotels[0].code': 'TAKEN' }],
      [
        'another _id for what has one',
        { format, destinations: [{ id: 1, _id: 'a00000000000000000000009' }] },
        { '$.destinations[0]._id': 'IMMUTABLE' },
      ],
      [
        'an _id that something else has',
        { format, destinations: [{ id: 3, _id: 'A00000000000000000000001' }] },
        { '$.destinations[0]._id': 'TAKEN' },
      ],
      [
        'an _id that a price list of another visit type has',
        {
          format,
          visitTypes: [
            {
              id: 103,
              boarding: 'HALF_BOARD',
              nightsMin: 1,
              nightsMax: 2,
              priceLists: [
                { id: 1, _id: 'e00000000000000000000001', kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'CZK' },
              ],
            },
          ],
        },
        { '$.visitTypes[0].priceLists[0]._id': 'TAKEN' },
      ],
      [
        'an amenity, and an option, that its own dictionary leaves out of a stored category',
        {
          format,
          amenityCategories: [{ code: 'wellness', amenities: [{ code: 'sauna', detailKinds: ['options'] }] }],
          hotels: [{ ...bare(3), amenities: [{ code: 'sauna', options: ['steam'] }, { code: 'lift' }] }],
        },
        {
          '$.hotels[0].amenities[0].options[0]': 'NOT_IN_DICTIONARY',
          '$.hotels[0].amenities[1].code': 'UNKNOWN_REFERENCE',
        },
      ],
      [
        'a rate for a stored room type of a hotel in which the visit type is not sold',
        withPriceList([{ roomTypeId: 21, from: '2028-06-30', to: '2028-07-31', amount: 1 }]),
        { '$.visitTypes[0].priceLists[0].rates[0].roomTypeId': 'MISMATCH' },
      ],
    ];

    test.each(rejected)('refuses %s', async (_, source, problems) => {
      const before = await snapshotOf(database, { rewritten: true });
      expect(problemsIn(await importing(source))).toEqual(problems);
      expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
    });

    test('accepts what goes with the things that stay', async () => {
      // The nights are those of a price list that goes.
      expect(
        await importing(withPriceList([{ roomTypeId: 11, from: '2027-06-30', to: '2027-07-31', amount: 1 }])),
      ).toMatchObject({ ok: true, counts: { priceLists: { created: 1, removed: 2 } } });
      expect(
        await importing({ format, hotels: [{ ...bare(3), amenities: [{ code: 'sauna', options: ['steam'] }] }] }),
      ).toMatchObject({ ok: true });
    });
  });
});

function bare(id: number, code = `hotel-${id}`) {
  return { id, code, name: 'Hotel', destinationId: 1, stars: 3 };
}

function withPriceList(rates: { roomTypeId: number; from: string; to: string; amount: number }[]): Catalogue {
  const priceLists = [
    { id: 9, kind: 'PER_NIGHT' as const, quotedPer: 'ROOM' as const, currency: 'CZK' as const, rates },
  ];
  return {
    format,
    visitTypes: [{ id: 101, hotelIds: [1], nightsMin: 1, nightsMax: 2, boarding: 'LUNCH', priceLists }],
  };
}
