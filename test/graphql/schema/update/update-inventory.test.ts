/** Capacity that a hotel's own system changes while the gateway serves (U1). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { epochsOf, snapshotOf } from '../../../catalogue/snapshot.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { problemsOf, UPDATE_INVENTORY, updatesOf } from '../../../support/update/updates.ts';

let gateway: TestGateway;
let updates: ReturnType<typeof updatesOf>;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  updates = updatesOf(gateway);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.prisma.inventoryNight.updateMany({ data: { sold: 0 } });
});

interface Night {
  units: number;
  sold: number;
  closed: boolean;
}

async function nightsOf(roomType: number, from: string, to: string): Promise<Record<string, Night>> {
  const rows = await gateway.database.prisma.inventoryNight.findMany({
    where: { roomTypeNumber: roomType, night: { gte: new Date(from), lte: new Date(to) } },
    orderBy: { night: 'asc' },
  });
  return Object.fromEntries(
    rows.map(({ night, units, sold, closed }) => [night.toISOString().slice(0, 10), { units, sold, closed }]),
  );
}

async function sell(roomType: number, night: string, sold: number): Promise<void> {
  await gateway.database.prisma.inventoryNight.updateMany({
    where: { roomTypeNumber: roomType, night: new Date(night) },
    data: { sold },
  });
}

const CALENDAR = `query ($dateFrom: LocalDate!, $dateTo: LocalDate!) {
  calendar(filter: { visitType: 101, hotel: 1, roomType: 11 }, dateFrom: $dateFrom, dateTo: $dateTo) { date availability } }`;

/** What a calendar of visit type 101 in room type 11 shows; stays have at least two nights. */
async function shown(dateFrom: string, dateTo: string): Promise<string> {
  const { calendar } = await gateway.ask<{ calendar: { availability: string }[] }>(CALENDAR, {
    variables: { dateFrom, dateTo },
  });
  return calendar.map(({ availability }) => availability[0]).join('');
}

describe('units', () => {
  test('are those of the nights from the first to the last, which the calendar shows in the very next answer', async () => {
    expect(await shown('2027-02-08', '2027-02-13')).toBe('AOOOOA');
    const answer = await updates.inventory({ roomType: 11, from: '2027-02-10', to: '2027-02-11', units: 3 });
    expect(answer).toEqual({ __typename: 'InventoryUpdated', nights: 2, unchanged: 0 });
    expect(await nightsOf(11, '2027-02-09', '2027-02-12')).toEqual({
      '2027-02-09': { units: 2, sold: 0, closed: false },
      '2027-02-10': { units: 3, sold: 0, closed: false },
      '2027-02-11': { units: 3, sold: 0, closed: false },
      '2027-02-12': { units: 0, sold: 0, closed: false },
    });
    expect(await shown('2027-02-08', '2027-02-13')).toBe('AAAOOA');
    await updates.inventory({ roomType: OBJECT_IDS.roomType11, from: '2027-02-10', to: '2027-02-11', units: 0 });
    expect(await shown('2027-02-08', '2027-02-13')).toBe('AOOOOA');
  });

  test('make a record of a night that has none', async () => {
    expect(await updates.inventory({ roomType: 13, from: '2027-03-01', to: '2027-03-02', units: 0 })).toMatchObject({
      nights: 2,
      unchanged: 0,
    });
    expect(Object.values(await nightsOf(13, '2027-03-01', '2027-03-02'))).toEqual(
      Array.from({ length: 2 }, () => ({ units: 0, sold: 0, closed: false })),
    );
  });

  test('never go below what is sold; the problem names the change, the first night and how many are sold', async () => {
    await sell(11, '2027-04-03', 1);
    await sell(11, '2027-04-04', 2);
    await sell(12, '2027-04-05', 1);
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.inventory(
      { roomType: 11, from: '2027-04-01', to: '2027-04-10', units: 5 },
      { roomType: 11, from: '2027-04-03', to: '2027-04-06', units: 0 },
      { roomType: 13, from: '2027-04-01', to: '2027-04-10', units: 9 },
      { roomType: 12, from: '2027-04-05', to: '2027-04-05', units: 0 },
    );
    expect(refused.problems).toEqual([
      {
        path: 'changes.1.units',
        code: 'BELOW_SOLD',
        message: '0 is below what is sold: up to 2 on 2 nights from 2027-04-03 on.',
      },
      {
        path: 'changes.3.units',
        code: 'BELOW_SOLD',
        message: '0 is below what is sold: 1 on 2027-04-05.',
      },
    ]);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
    const down = await updates.inventory({ roomType: 11, from: '2027-04-03', to: '2027-04-03', units: 1 });
    expect(down).toMatchObject({ nights: 1, unchanged: 0 });
  });

  test('that a later change states again may be below what is sold in the earlier one', async () => {
    await sell(11, '2027-04-20', 2);
    const range = { roomType: 11, from: '2027-04-20', to: '2027-04-20' };
    expect(await updates.inventory({ ...range, units: 0 }, { ...range, units: 4 })).toMatchObject({ nights: 1 });
  });
});

describe('a closed night', () => {
  const range = { roomType: 11, from: '2027-05-10', to: '2027-05-12' };
  const booking = `mutation { createBooking(input: { kind: BINDING, currency: CZK, visitType: 101, hotel: 1, roomType: 11,
    arrival: "2027-05-11", departure: "2027-05-13", guests: [{ firstName: "Eva", lastName: "Nová" }],
    billedTo: { firstName: "Eva", lastName: "Nová", email: "eva@example.com", address: { street: "Dlouhá",
      houseNumber: "1", city: "Praha", zipCode: "110 00", country: "CZE" } } }) {
    __typename ... on NoCapacity { firstNight } } }`;

  test('sells nothing more and keeps what is sold; open again it sells what is left', async () => {
    await sell(11, '2027-05-11', 1);
    expect(await shown('2027-05-08', '2027-05-13')).toBe('AAAAAA');
    expect(await updates.inventory({ ...range, closed: true })).toMatchObject({ nights: 3, unchanged: 0 });
    expect((await nightsOf(11, '2027-05-11', '2027-05-11'))['2027-05-11']).toEqual({ units: 2, sold: 1, closed: true });
    expect(await shown('2027-05-08', '2027-05-13')).toBe('AOOOOA');
    expect(await gateway.ask(booking)).toEqual({
      createBooking: { __typename: 'NoCapacity', firstNight: '2027-05-11' },
    });
    expect(await updates.inventory({ ...range, closed: false })).toMatchObject({ nights: 3, unchanged: 0 });
    expect(await shown('2027-05-08', '2027-05-13')).toBe('AAAAAA');
    expect(await gateway.ask(booking)).toEqual({ createBooking: { __typename: 'BookingCreated' } });
    expect((await nightsOf(11, '2027-05-11', '2027-05-11'))['2027-05-11']).toEqual({
      units: 2,
      sold: 2,
      closed: false,
    });
  });

  test('without a record gets one of 0 units; opening a night without a record makes none', async () => {
    const bare = { roomType: 13, from: '2027-06-01', to: '2027-06-02' };
    expect(await updates.inventory({ ...bare, closed: false })).toMatchObject({ nights: 2, unchanged: 2 });
    expect(await nightsOf(13, bare.from, bare.to)).toEqual({});
    expect(await updates.inventory({ ...bare, to: bare.from, closed: true })).toMatchObject({
      nights: 1,
      unchanged: 0,
    });
    expect(await nightsOf(13, bare.from, bare.to)).toEqual({ [bare.from]: { units: 0, sold: 0, closed: true } });
  });

  test('may have other units, even none, if none is sold, and stays closed', async () => {
    const night = { roomType: 12, from: '2027-06-01', to: '2027-06-01' };
    await updates.inventory({ ...night, closed: true });
    expect(await updates.inventory({ ...night, units: 7 })).toMatchObject({ nights: 1, unchanged: 0 });
    expect(Object.values(await nightsOf(12, night.from, night.to))).toEqual([{ units: 7, sold: 0, closed: true }]);
  });
});

test('later changes win, units and closing apart, and each night counts once', async () => {
  const answer = await updates.inventory(
    { roomType: 12, from: '2027-07-01', to: '2027-07-05', units: 4, closed: true },
    { roomType: 12, from: '2027-07-03', to: '2027-07-07', units: 6 },
    { roomType: 12, from: '2027-07-05', to: '2027-07-05', closed: false },
  );
  expect(answer).toMatchObject({ nights: 7, unchanged: 0 });
  const nights = Object.values(await nightsOf(12, '2027-07-01', '2027-07-07'));
  expect(nights.map(({ units, closed }) => `${units}${closed ? 'c' : ''}`)).toEqual([
    '4c',
    '4c',
    '6c',
    '6c',
    '6',
    '6',
    '6',
  ]);
});

test('the same update again changes nothing: no row is written, no epoch is raised, all nights are unchanged', async () => {
  const changes = [
    { roomType: 11, from: '2027-08-01', to: '2027-08-10', units: 9 },
    { roomType: 31, from: '2027-08-05', to: '2027-08-15', closed: true },
  ];
  const [before, first] = [await epochsOf(gateway.database), await updates.inventory(...changes)];
  expect(first).toEqual({ __typename: 'InventoryUpdated', nights: 21, unchanged: 0 });
  const raised = await epochsOf(gateway.database);
  expect({ ...raised, 'inventory:1': 0, 'inventory:3': 0 }).toEqual({ ...before, 'inventory:1': 0, 'inventory:3': 0 });
  expect(raised['inventory:1']).toBe(before['inventory:1']! + 1);
  expect(raised['inventory:3']).toBe(before['inventory:3']! + 1);
  const written = await snapshotOf(gateway.database, { rewritten: true });
  expect(await updates.inventory(...changes)).toEqual({ __typename: 'InventoryUpdated', nights: 21, unchanged: 21 });
  expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(written);
});

test('only nights that are different are written, and only their hotels raised', async () => {
  const before = await epochsOf(gateway.database);
  const answer = await updates.inventory(
    { roomType: 11, from: '2027-09-01', to: '2027-09-30', units: 2 },
    { roomType: 31, from: '2027-02-01', to: '2027-02-01', units: 5 },
  );
  expect(answer).toMatchObject({ nights: 31, unchanged: 30 });
  const after = await epochsOf(gateway.database);
  expect(after).toEqual({ ...before, 'inventory:3': before['inventory:3']! + 1 });
});

describe('is refused whole', () => {
  const good = { roomType: 11, from: '2027-10-01', to: '2027-10-02', units: 1 };

  test.each<[string, object[], string[]]>([
    ['without a change', [], ['changes OUT_OF_RANGE']],
    ['with more than 1,000', Array.from({ length: 1_001 }, () => good), ['changes OUT_OF_RANGE']],
    ['dates the wrong way round', [good, { ...good, from: '2027-10-03' }], ['changes.1.to DATES_REVERSED']],
    ['more than a year back', [{ ...good, from: '2026-01-09' }], ['changes.0.from OUT_OF_RANGE']],
    ['more than ten years ahead', [{ ...good, from: '2037-01-10', to: '2037-01-11' }], ['changes.0.to OUT_OF_RANGE']],
    ['a change that says nothing', [good, { ...good, units: null, closed: null }], ['changes.1 REQUIRED']],
    ['negative units', [{ ...good, units: -1 }], ['changes.0.units OUT_OF_RANGE']],
    ['too many units', [{ ...good, units: 1_000_001 }], ['changes.0.units OUT_OF_RANGE']],
    [
      'more than 100,000 nights, counted once for each change',
      Array.from({ length: 28 }, () => ({ ...good, from: '2027-01-10', to: '2036-12-31' })),
      ['changes TOO_MANY_DAYS'],
    ],
    [
      'several problems at once',
      [
        { ...good, units: -1, from: '1990-01-01' },
        { roomType: 11, from: good.from, to: '2027-09-30' },
      ],
      [
        'changes.0.from OUT_OF_RANGE',
        'changes.0.units OUT_OF_RANGE',
        'changes.1 REQUIRED',
        'changes.1.to DATES_REVERSED',
      ],
    ],
  ])('%s', async (_, changes, expected) => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.inventory(...(changes as (typeof good)[]));
    expect(refused.__typename).toBe('InvalidInput');
    expect(problemsOf(refused)).toEqual(expected);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
  });

  test.each(['999', 'x', 'b00000000000000000000099', '99999999999', '-1'])(
    'an unknown room type: %s',
    async (roomType) => {
      const before = await snapshotOf(gateway.database, { rewritten: true });
      expect(await updates.inventory(good, { ...good, roomType })).toMatchObject({
        __typename: 'NotFound',
        subject: 'ROOM_TYPE',
        reference: roomType,
      });
      expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
    },
  );

  test('room types of hidden destinations, by number and by ObjectId, exactly like unknown ones', async () => {
    const key = await gateway.key({ scopes: ['manage'], destinations: [2] });
    const hidden = updatesOf(gateway, { key });
    for (const roomType of [11, OBJECT_IDS.roomType11]) {
      const refused = await hidden.inventory({ ...good, roomType });
      const unknown = await hidden.inventory({ ...good, roomType: 999 });
      expect(refused).toEqual(JSON.parse(JSON.stringify(unknown).replaceAll('999', String(roomType))));
    }
    expect(await hidden.inventory({ ...good, roomType: 21 })).toMatchObject({ __typename: 'InventoryUpdated' });
  });

  test.each([[['read']], [['book']], [['read', 'book']]] as const)(
    'with a key of the scopes %j: 403',
    async (scopes) => {
      const before = await snapshotOf(gateway.database, { rewritten: true });
      const key = await gateway.key({ scopes });
      const response = await gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${key}` },
        payload: { query: UPDATE_INVENTORY, variables: { input: { changes: [good] } } },
      });
      expect(response.statusCode).toBe(403);
      expect(response.json().errors[0]).toMatchObject({
        message: 'The API key lacks the scope `inventory`.',
        extensions: { code: 'FORBIDDEN' },
      });
      const keys = { ...before, epoch: [] };
      expect({ ...(await snapshotOf(gateway.database, { rewritten: true })), epoch: [] }).toEqual(keys);
    },
  );
});

test('1,000 changes of 100,000 nights are made at once', async () => {
  const changes = Array.from({ length: 1_000 }, (_, index) => {
    const first = Date.UTC(2027, 0, 10 + (index % 30) * 100);
    const [from, to] = [first, first + 99 * 864e5].map((ms) => new Date(ms).toISOString().slice(0, 10));
    return { roomType: 41 + (index % 6), from: from!, to: to!, units: index };
  });
  const answer = await updates.inventory(...changes);
  expect(answer).toMatchObject({ __typename: 'InventoryUpdated', unchanged: 0 });
  const recorded = await gateway.database.prisma.inventoryNight.count({
    where: { roomTypeNumber: { gte: 41, lte: 46 }, units: { gt: 900 } },
  });
  expect(recorded).toBe(answer.nights);
});

test('a key that may only manage neither reads nor books', async () => {
  const key = await gateway.key({ scopes: ['manage'] });
  for (const query of [
    '{ hotels(first: 1) { nodes { id } } }',
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }',
  ]) {
    const { errors } = await gateway.graphql(query, { key });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  }
});
