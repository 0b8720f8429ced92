import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Catalogue, catalogueSchema } from '../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../src/catalogue/import.ts';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { LOCALES } from '../../src/domain/text/locale.ts';
import { addMonths, type Day, formatDay, parseDay } from '../../src/domain/time/civil-date.ts';
import { exportedText } from '../catalogue/snapshot.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';

const day = (text: string): Day => parseDay(text)!;
const today = day('2026-11-21');
const demo = catalogueSchema.parse(demoCatalogue(today));
const visitTypes = demo.visitTypes ?? [];
const priceLists = visitTypes.flatMap((visitType) => visitType.priceLists);
const promotions = visitTypes.flatMap((visitType) => visitType.promotions);

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** The paths of all fields that a schema describes. */
function fieldsOf(schema: JsonSchema, path: string, definitions = schema.$defs ?? {}): string[] {
  const { $ref, items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const inner = [items, ...anyOf, ...oneOf, $ref && definitions[$ref.replace('#/$defs/', '')]].filter(Boolean);
  return [
    ...inner.flatMap((one) => fieldsOf(one as JsonSchema, path, definitions)),
    ...Object.entries(properties).flatMap(([field, value]) => [
      `${path}.${field}`,
      ...fieldsOf(value, `${path}.${field}`, definitions),
    ]),
  ];
}

describe('the demo catalogue', () => {
  test('has three destinations, six hotels and about twenty visit types', () => {
    expect(demo.destinations).toHaveLength(3);
    expect(demo.hotels).toHaveLength(6);
    expect(visitTypes.length).toBeGreaterThanOrEqual(20);
  });

  test('has prices by night and of packages, for the room and for one person, in both currencies', () => {
    const kinds = new Set(priceLists.map(({ kind, quotedPer, currency }) => `${kind} ${quotedPer} ${currency}`));
    expect([...kinds].sort()).toEqual([
      'PER_NIGHT PERSON CZK',
      'PER_NIGHT PERSON EUR',
      'PER_NIGHT ROOM CZK',
      'PER_NIGHT ROOM EUR',
      'PER_VISIT PERSON CZK',
      'PER_VISIT PERSON EUR',
      'PER_VISIT ROOM CZK',
      'PER_VISIT ROOM EUR',
    ]);
  });

  test('has visit types of every category, on demand, by weeks, with starting days, selling periods and constraints', () => {
    expect(new Set(visitTypes.map(({ stayCategory }) => stayCategory))).toEqual(new Set(['health', 'wellness', null]));
    const withAll = {
      onDemand: visitTypes.filter(({ onDemand }) => onDemand),
      weekly: visitTypes.filter((one) => one.reservationTimeSpan === 'WEEKS' && one.startingDays.length > 0),
      ended: visitTypes.filter(({ sellingTo }) => sellingTo && sellingTo < formatDay(today)),
      notBegun: visitTypes.filter(({ sellingFrom }) => sellingFrom && sellingFrom > formatDay(today)),
      constrained: visitTypes.filter(({ timeConstraints }) => timeConstraints.length > 0),
      unpriced: visitTypes.filter((one) => one.priceLists.length === 0),
      loyal: visitTypes.filter(({ loyaltyProgramIds }) => loyaltyProgramIds.length > 1),
    };
    expect(Object.entries(withAll).filter(([, found]) => found.length === 0)).toEqual([]);
  });

  test('has stretches priced in one currency only', () => {
    const currencies = (visitType: (typeof visitTypes)[number], night: string) =>
      new Set(
        visitType.priceLists
          .filter(({ rates }) => rates.some(({ from, to }) => from <= night && night <= to))
          .map(({ currency }) => currency),
      );
    const mixed = visitTypes.find(({ id }) => id === 110)!;
    expect([...currencies(mixed, formatDay(today))]).toEqual(['EUR']);
    expect([...currencies(mixed, formatDay(addMonths(today, 10)))]).toEqual(['CZK']);
    expect([...currencies(mixed, formatDay(addMonths(today, 3)))].sort()).toEqual(['CZK', 'EUR']);
  });

  test('has promotions running, to come, expired, unlimited, for partners only and for listed hotels', () => {
    const now = formatDay(today);
    const found = {
      running: promotions.some(({ validFrom, validTo }) => validFrom <= now && validTo && validTo > now),
      future: promotions.some(({ validFrom }) => validFrom > now),
      expired: promotions.some(({ validTo }) => validTo && validTo <= now),
      unlimited: promotions.some(({ validTo }) => validTo === null),
      partnerOnly: promotions.some(({ channels }) => channels.join() === 'partner'),
      forListedHotels: promotions.some(({ hotelIds }) => hotelIds !== null),
    };
    expect(Object.values(found)).not.toContain(false);
  });

  test('has texts with missing, null and empty translations', () => {
    const text = JSON.stringify(demo);
    expect(text).toContain('"de":null');
    expect(text).toContain('"de":""');
    expect(
      visitTypes.some(({ commercialSlogan }) => commercialSlogan?.cs_CZ && commercialSlogan.ru === undefined),
    ).toBe(true);
  });

  test('has the names of everything that guests choose in all four languages', () => {
    const { destinations = [], tags = [], loyaltyPrograms = [], visitTypeCategories = [], hotels = [] } = demo;
    const amenities = (demo.amenityCategories ?? []).flatMap((category) => [
      category.name,
      ...category.amenities.flatMap(({ label, options }) => [label, ...options.map((option) => option.label)]),
    ]);
    const names = [
      ...[destinations, tags, loyaltyPrograms, visitTypeCategories, visitTypes, promotions].flatMap((list) =>
        list.map(({ name }) => name),
      ),
      ...hotels.flatMap(({ roomTypes }) => roomTypes.map(({ category }) => category)),
      ...amenities,
    ];
    expect(names.filter((name) => LOCALES.some((locale) => !name[locale]))).toEqual([]);
  });

  test('has a dictionary that uses every kind of detail and an entry without any', () => {
    const amenities = (demo.amenityCategories ?? []).flatMap((category) => category.amenities);
    expect(new Set(amenities.flatMap(({ detailKinds }) => detailKinds)).size).toBe(9);
    expect(amenities.some(({ detailKinds }) => detailKinds.length === 0)).toBe(true);
  });

  test('states every field that a catalogue file may have, except for ObjectIds', () => {
    const stated = new Set<string>();
    function collect(value: unknown, path: string): void {
      if (Array.isArray(value)) for (const element of value) collect(element, path);
      else if (typeof value === 'object' && value !== null) {
        for (const [field, inner] of Object.entries(value)) collect(inner, `${path}.${field}`);
      }
      if (value !== null) stated.add(path);
    }
    collect(demoCatalogue(today), '');
    const unstated = fieldsOf(z.toJSONSchema(catalogueSchema, { io: 'input' }) as JsonSchema, '').filter(
      (path) => !stated.has(path) && !path.endsWith('._id'),
    );
    expect([...new Set(unstated)].sort()).toEqual(['.$schema', '.inventory.closed']);
  });

  test('has nights that are sold out and nights without a record', () => {
    const inventory = demo.inventory ?? [];
    expect(inventory.some(({ units }) => units === 0)).toBe(true);
    const recorded = new Set(inventory.map(({ roomTypeId }) => roomTypeId));
    expect(demo.hotels?.flatMap(({ roomTypes }) => roomTypes).some(({ id }) => !recorded.has(id))).toBe(true);
  });

  test('sells visit type 101 in room type 11 of hotel 1 on any night of a year, with both currencies and rooms left', () => {
    for (let night = today; night < addMonths(today, 12); night++) {
      const date = formatDay(night);
      const covers = (range: { from: string; to: string; roomTypeId: number }) =>
        range.roomTypeId === 11 && range.from <= date && date <= range.to;
      const lists = visitTypes.find(({ id }) => id === 101)?.priceLists.filter(({ rates }) => rates.some(covers));
      expect(lists?.map(({ currency }) => currency)).toEqual(['CZK', 'EUR']);
      expect(demo.inventory?.filter(covers).map(({ units }) => units)).toEqual([12]);
    }
  });

  test.each(['2026-02-28', '2028-02-29', '2026-12-31', '2027-01-01', '2027-03-28', '2030-07-15'])(
    'is valid and has prices and capacity a year ahead on %s',
    (date) => {
      const there = catalogueSchema.parse(demoCatalogue(day(date)));
      const inAYear = formatDay(addMonths(day(date), 12));
      const covers = ({ from, to }: { from: string; to: string }) => from <= inAYear && inAYear <= to;
      expect(there.inventory?.some(covers)).toBe(true);
      expect(there.visitTypes?.flatMap((one) => one.priceLists).some(({ rates }) => rates.some(covers))).toBe(true);
    },
  );

  test('describes a night the same on any day that it is generated', () => {
    const unitsAsOf = (asOf: Day) => {
      const units = new Map<string, number>();
      for (const { roomTypeId, from, to, units: count } of demoCatalogue(asOf).inventory ?? []) {
        for (let night = day(from); night <= day(to); night++) units.set(`${roomTypeId} ${night}`, count);
      }
      return units;
    };
    const now = unitsAsOf(today);
    const differing = [...unitsAsOf(addMonths(today, 5))].filter(
      ([night, units]) => (now.get(night) ?? units) !== units,
    );
    expect(differing).toEqual([]);
  });
});

describe('the demo catalogue in the database', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.close());

  test('imports, and keeps its ids and rooms when a later day moves it forward', async () => {
    expect(await importCatalogue({ database, source: demoCatalogue(today) })).toMatchObject({
      ok: true,
      changed: true,
    });
    await database.prisma.inventoryNight.updateMany({ where: { units: { gt: 0 } }, data: { sold: 1 } });
    const before = JSON.parse(await exportedText(database)) as Catalogue;
    const later = await importCatalogue({ database, source: demoCatalogue(addMonths(today, 3) + 9) });
    expect(later).toMatchObject({ ok: true, changed: true, counts: { inventoryNights: { updated: 0, removed: 0 } } });
    const after = JSON.parse(await exportedText(database)) as Catalogue;
    const ids = ({ hotels, visitTypes: types }: Catalogue) =>
      [hotels, types].map((list) => list?.map(({ _id }) => _id));
    expect(ids(after)).toEqual(ids(before));
  });

  test('imported twice on the same day changes nothing the second time', async () => {
    await importCatalogue({ database, source: demoCatalogue(today) });
    expect(await importCatalogue({ database, source: demoCatalogue(today) })).toMatchObject({ changed: false });
  });
});
