/**
 * What an update makes a gateway forget, counted: the rows and tariffs that it reads again, and the responses that it no longer
 * has. Everything else is answered from memory.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { CacheTagText } from '../../../src/data/cache/cache-tags.ts';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { objectId } from '../../support/booking/booking-scene.ts';
import { DESTINATIONS, dividedCatalogue, SIDES, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { type SentStatement, sentDuring } from '../../support/database/query-count.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { NEVER_MS, startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  const catalogue = withAnotherRoom(dividedCatalogue(SIDES));
  gateway = await startGateway({ catalogue, today: TODAY, epochPollMs: NEVER_MS });
  key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
});
afterAll(() => gateway.close());

/** Hotel 1 gets a second room type, in which only a visit type of its own is sold. */
function withAnotherRoom(catalogue: Catalogue): Catalogue {
  const [hotel] = catalogue.hotels!;
  hotel!.roomTypes!.push({ ...hotel!.roomTypes![0]!, id: 12, _id: objectId('r', 12), code: 'another-room' });
  const sold = structuredClone(catalogue.visitTypes!.find(({ id }) => id === 101)!);
  const priceLists = sold.priceLists!.map((list, index) => ({
    ...list,
    _id: objectId('p', 1040 + index),
    rates: list.rates!.map((rate) => ({ ...rate, roomTypeId: 12 })),
  }));
  const own = { id: 104, _id: objectId('v', 104), priorityPosition: 104, promotions: [], priceLists };
  catalogue.visitTypes!.push({ ...sold, ...own });
  catalogue.inventory!.push({ ...catalogue.inventory![0]!, roomTypeId: 12 });
  return catalogue;
}

const VISIT_TYPES = [100, 101, 102, 103];
const calendar = (visitType: number) => `/api/v1/calendar/dates?visit_type_id=${visitType}&date_from=2027-03-01`;
const price = (visitType: number) =>
  `/api/v1/price?visit_type_id=${visitType}&room_type_id=${(visitType % 100 || 1) * 10 + 1}&date_from=2027-05-03&date_to=2027-05-06`;
const READS = [
  ...VISIT_TYPES.flatMap((number) => [calendar(number), price(number)]),
  calendar(104),
  '/api/v1/lowest-price',
  '/api/v1/visit-types?max=2',
  '/api/v1/visit-types?max=2&offset=2',
  '/api/v1/destinations',
  '/api/v2/hotels/1',
  '/api/v2/hotels/2',
  '/api/v2/hotels?limit=10',
  '/api/v2/amenity-categories',
  '/api/v2/room-types',
];

/** The reads that are not answered from the response cache, and what all of them sent to the database. */
async function forgotten(asked = READS): Promise<{ reads: string[]; sent: SentStatement[] }> {
  const reads: string[] = [];
  const sent = await sentDuring(async () => {
    for (const url of asked) {
      const opened = vi.spyOn(gateway.services, 'open');
      const { statusCode } = await gateway.inject({ url, headers: { authorization: `Bearer ${key}` } });
      expect([url, statusCode]).toEqual([url, 200]);
      if (opened.mock.calls.length > 0) reads.push(url);
      opened.mockRestore();
    }
  });
  return { reads, sent };
}

/** The numbers for which tariffs, and so rate books, were made. */
const tariffsIn = (sent: readonly SentStatement[]) =>
  sent.filter(({ text }) => text.includes("'priceLists'")).flatMap(({ values }) => values[0] as number[]);
/** The tables that were read. */
const tablesIn = (sent: readonly SentStatement[]) =>
  [...new Set(sent.map(({ text }) => /FROM "?(?:public"\.")?(\w+)\b(?!\()/.exec(text)?.[1]))].sort();

async function mutate(mutation: string, input: unknown): Promise<string> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { result: ${mutation}(input: $input) { __typename } }`;
  const { result } = await gateway.ask<{ result: { __typename: string } }>(query, { key, variables: { input } });
  return result.__typename;
}

async function update(mutation: string, input: unknown): Promise<void> {
  expect(await mutate(mutation, input)).toMatch(/Updated$/);
}

/** Raises an epoch as a transaction does that changes nothing else. */
async function raise(tag: CacheTagText): Promise<void> {
  gateway.epochs.observe(await gateway.database.prisma.$transaction((tx) => raiseEpochs(tx, [tag])));
}

/** Imports one section of the catalogue, changed; the others stay. */
async function importChanged<Section extends 'visitTypes' | 'amenityCategories'>(
  section: Section,
  change: (entries: NonNullable<ReturnType<typeof dividedCatalogue>[Section]>) => void,
): Promise<void> {
  const { format, [section]: entries } = dividedCatalogue(SIDES);
  change(entries!);
  const source = { format, [section]: entries } as never;
  expect(await importCatalogue({ database: gateway.database, source })).toMatchObject({ changed: true });
  gateway.epochs.observe(await readRaised(gateway.database));
}

describe('after everything was read, and read again from memory,', () => {
  async function warm(): Promise<void> {
    await forgotten();
    expect(await forgotten()).toEqual({ reads: [], sent: [] });
  }

  test('prices of one visit type are forgotten: its tariff is read again, and what does not show them is kept', async () => {
    await warm();
    const changes = [{ roomType: 11, from: '2027-05-01', to: '2027-05-09', amountMinor: 98_700 }];
    await update('updateRates', { visitType: 101, priceList: 1, changes });
    const { reads, sent } = await forgotten();
    expect(tariffsIn(sent)).toEqual([101]);
    expect(sent).toHaveLength(1);
    expect(reads).toEqual([
      calendar(101),
      price(101),
      '/api/v1/lowest-price',
      '/api/v1/visit-types?max=2',
      '/api/v2/hotels/1',
      '/api/v2/hotels?limit=10',
    ]);
  });

  test('the same update again forgets nothing', async () => {
    const changes = [{ roomType: 11, from: '2027-05-01', to: '2027-05-09', amountMinor: 98_700 }];
    await update('updateRates', { visitType: 101, priceList: 1, changes });
    expect(await forgotten()).toEqual({ reads: [], sent: [] });
  });

  test('capacity of one room type is forgotten: its nights are read again, and no price is', async () => {
    await warm();
    await update('updateInventory', { changes: [{ roomType: 21, from: '2027-03-05', to: '2027-03-06', units: 2 }] });
    const { reads, sent } = await forgotten();
    expect(reads).toEqual([calendar(100), calendar(102)]);
    expect(tablesIn(sent)).toEqual(['inventory_night']);
    expect(sent.flatMap(({ values }) => values).filter(Array.isArray)).toEqual([[21]]);
  });

  test.each([
    { roomType: 11, sold: [calendar(100), calendar(101)] },
    { roomType: 12, sold: [calendar(104)] },
  ])(
    'capacity of room type $roomType leaves calendars of visit types sold only in others of its hotel',
    async (one) => {
      await warm();
      const { roomType, sold } = one;
      await update('updateInventory', { changes: [{ roomType, from: '2027-03-05', to: '2027-03-06', units: 3 }] });
      const { reads, sent } = await forgotten();
      expect(reads).toEqual(sold);
      expect(sent.flatMap(({ values }) => values).filter(Array.isArray)).toEqual([[roomType]]);
    },
  );

  test('a text of one visit type is forgotten: its row is read again, and no tariff is', async () => {
    await warm();
    await importChanged('visitTypes', (visitTypes) => {
      visitTypes[3]!.notice = { en: 'Closed for repairs' };
      visitTypes.splice(0, 3);
    });
    const { reads, sent } = await forgotten();
    expect(tariffsIn(sent)).toEqual([]);
    expect(reads).toEqual(['/api/v1/visit-types?max=2', '/api/v1/visit-types?max=2&offset=2']);
    expect(tablesIn(sent)).toEqual(['visit_type']);
    expect(sent.flatMap(({ values }) => values)).toContain(103);
  });

  test('the dictionary is forgotten alone, and hotels that show it are made from what is kept', async () => {
    await warm();
    await importChanged('amenityCategories', (amenityCategories) => {
      amenityCategories[0]!.name = { en: 'Wellbeing' };
    });
    const { reads, sent } = await forgotten();
    expect(tariffsIn(sent)).toEqual([]);
    expect(reads).toContain('/api/v2/amenity-categories');
    expect(reads.filter((url) => url.startsWith('/api/v1'))).toEqual([]);
  });

  test('a booking makes nothing be forgotten but the capacity of its room type', async () => {
    await warm();
    expect(DESTINATIONS.north).toContain(1);
    await raise('inventory:1/11');
    const { reads, sent } = await forgotten();
    expect(reads).toEqual([calendar(100), calendar(101)]);
    expect(tablesIn(sent)).toEqual(['inventory_night']);
  });

  test('a booking by release 0.1.0, which does not say of which room type, makes the capacity of its hotel be forgotten', async () => {
    await warm();
    await raise('inventory:1');
    const { reads, sent } = await forgotten();
    expect(reads).toEqual([calendar(100), calendar(101), calendar(104)]);
    expect(tablesIn(sent)).toEqual(['inventory_night']);
  });
});

describe('of the calendars of one room type by months, with stays of two nights at least,', () => {
  const month = (from: string, to: string) =>
    `/api/v1/calendar/dates?visit_type_id=101&hotel_id=1&date_from=${from}&date_to=${to}`;
  const MARCH = month('2027-03-01', '2027-03-31');
  const APRIL = month('2027-04-01', '2027-04-30');
  const MAY = month('2027-05-01', '2027-05-31');
  const JUNE = month('2027-06-01', '2027-06-30');
  const AUGUST = month('2027-08-01', '2027-08-31');
  /** In the first month in which a stay can be had, and in the next. */
  const FIRST = '/api/v1/calendar/dates?visit_type_id=101&hotel_id=1';
  const MONTHS = [MARCH, APRIL, MAY, JUNE, AUGUST, FIRST];

  async function forgottenAfter(change: () => unknown): Promise<string[]> {
    await forgotten(MONTHS);
    expect(await forgotten(MONTHS)).toEqual({ reads: [], sent: [] });
    await change();
    const { reads, sent } = await forgotten(MONTHS);
    // What was kept reads nothing, and the others share what they read.
    expect(sent.flatMap(({ values }) => values).filter(Array.isArray)).toEqual(reads.length === 0 ? [] : [[11]]);
    return reads;
  }
  const rooms = (from: string, to: string, units: number) =>
    update('updateInventory', { changes: [{ roomType: 11, from, to, units }] });
  const STAY = { visitType: 101, roomType: 11, currency: 'CZK' };

  test('a change of May leaves that of August alone, and forgets that of May and of stays that begin in April', async () => {
    expect(await forgottenAfter(() => rooms('2027-05-10', '2027-05-12', 4))).toEqual([APRIL, MAY]);
  });

  test('a change from the end of May into June forgets both, and no other', async () => {
    expect(await forgottenAfter(() => rooms('2027-05-31', '2027-06-01', 8))).toEqual([APRIL, MAY, JUNE]);
  });

  test('two changes of one update forget what lies between them, too', async () => {
    const units = 6;
    const changes = ['2027-04-02', '2027-06-30'].map((day) => ({ roomType: 11, from: day, to: day, units }));
    expect(await forgottenAfter(() => update('updateInventory', { changes }))).toEqual([MARCH, APRIL, MAY, JUNE]);
  });

  test('a change before the first month in which a stay can be had forgets the calendar of that month, and one after it does not', async () => {
    const close = (from: string, to: string, closed: boolean) =>
      update('updateInventory', { changes: [{ roomType: 11, from, to, closed }] });
    await close(TODAY, '2027-03-31', true);
    expect(await forgottenAfter(() => rooms('2027-08-20', '2027-08-21', 7))).toEqual([AUGUST]);
    expect(await forgottenAfter(() => close('2027-02-10', '2027-02-12', false))).toEqual([FIRST]);
    await close(TODAY, '2027-03-31', false);
  });

  test('a booking forgets what shows its nights, and so does its cancellation', async () => {
    let id = '';
    const book = async () => {
      const stay = {
        visit_type_id: 101,
        hotel_id: 1,
        room_type_id: 11,
        date_from: '2027-08-03',
        date_to: '2027-08-06',
      };
      const answer = await gateway.inject({
        ...{ method: 'POST', url: '/api/v1/booking', headers: { authorization: `Bearer ${key}` } },
        payload: bindingBody(stay),
      });
      expect(answer.statusCode).toBe(201);
      ({ id } = answer.json());
    };
    expect(await forgottenAfter(book)).toEqual([AUGUST]);
    expect(await forgottenAfter(() => mutate('cancelBooking', { id }))).toEqual([AUGUST]);
  });

  test('a hold forgets what shows its nights, and so does its end, when nobody writes anything', async () => {
    const hold = (arrival: string, departure: string, minutes: number) =>
      mutate('holdStay', { ...STAY, arrival, departure, minutes });
    expect(await forgottenAfter(() => hold('2027-05-10', '2027-05-12', 5))).toEqual([APRIL, MAY]);
    expect(await forgottenAfter(() => hold('2027-08-10', '2027-08-12', 15))).toEqual([AUGUST]);
    expect(await forgottenAfter(() => gateway.setClock(`${TODAY}T12:06:00Z`))).toEqual([APRIL, MAY]);
    expect(await forgottenAfter(() => gateway.setClock(`${TODAY}T12:16:00Z`))).toEqual([AUGUST]);
    gateway.setToday(TODAY);
  });

  test('a change that names no nights, as those of release 0.2.0, forgets all of its room type', async () => {
    expect(await forgottenAfter(() => raise('inventory:1/11'))).toEqual(MONTHS);
  });
});
