/** Updates that say what they replace (U8): the second of two who have seen the same is refused, with what is there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '../../../catalogue/snapshot.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { problemsOf, UPDATE_RATES, updatesOf } from '../../../support/update/updates.ts';

/** 1,000.00 CZK a person and night in 2027 in room type 11. */
const CROWNS = { visitType: 101, priceList: 1 };
/** A package of three nights in February, in room type 31. */
const PACKAGE = { visitType: 104, priceList: 1 };
const WEEK = { roomType: 11, from: '2027-05-03', to: '2027-05-09' };

let gateway: TestGateway;
let updates: ReturnType<typeof updatesOf>;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  updates = updatesOf(gateway);
});
afterAll(() => gateway.close());

const rows = () => snapshotOf(gateway.database, { rewritten: true });
const now = (stored: object) => ({ amountMinor: null, units: null, closed: null, ...stored });

describe('prices', () => {
  test('that somebody has changed meanwhile are not overwritten: the second of two is refused whole, with what is there', async () => {
    const seen = { expected: { amountMinor: 100_000 } };
    expect(await updates.rates(CROWNS, { ...WEEK, ...seen, amountMinor: 400_000 })).toMatchObject({ nights: 7 });
    const before = await rows();
    const refused = await updates.rates(
      CROWNS,
      { ...WEEK, roomType: 12, amountMinor: 1, expected: { amountMinor: 150_000 } },
      { ...WEEK, from: '2027-05-01', ...seen, amountMinor: 254_100 },
    );
    expect(refused).toEqual({
      __typename: 'Conflict',
      code: 'CONFLICT',
      changes: [{ path: 'changes.1', now: now({ night: '2027-05-03', amountMinor: 400_000 }) }],
    });
    expect(await rows()).toEqual(before);
    const undone = { ...WEEK, expected: { amountMinor: 400_000 }, amountMinor: 100_000 };
    expect(await updates.rates(CROWNS, undone)).toMatchObject({ nights: 7 });
    expect(await updates.rates(CROWNS, undone)).toMatchObject({ __typename: 'Conflict' });
  });

  test('may be expected to be none; a night that has one, or lost it, is reported', async () => {
    const year = { roomType: 11, from: '2027-12-30', to: '2028-01-02' };
    expect(await updates.rates(CROWNS, { ...year, amountMinor: 1, expected: { amountMinor: 100_000 } })).toMatchObject({
      changes: [{ path: 'changes.0', now: now({ night: '2028-01-01' }) }],
    });
    for (const expected of [{ amountMinor: null }, {}]) {
      expect(await updates.rates(CROWNS, { ...year, amountMinor: 1, expected })).toMatchObject({
        changes: [{ path: 'changes.0', now: now({ night: '2027-12-30', amountMinor: 100_000 }) }],
      });
    }
    const free = { ...year, from: '2028-01-01', amountMinor: 5, expected: { amountMinor: null } };
    expect(await updates.rates(CROWNS, free)).toMatchObject({ nights: 2 });
    expect(await updates.rates(CROWNS, { ...free, amountMinor: null, expected: null })).toMatchObject({ nights: 2 });
  });

  test('of a package are compared on the nights of its season, before it is said that seasons overlap', async () => {
    const season = { roomType: 31, from: '2027-02-01', to: '2027-02-28', amountMinor: 26_000 };
    const { changes } = (await updates.rates(PACKAGE, { ...season, expected: { amountMinor: 1 } })) as unknown as {
      changes: { now: { amountMinor: number } }[];
    };
    const { amountMinor } = changes[0]!.now;
    expect(amountMinor).toBeGreaterThan(1);
    expect(await updates.rates(PACKAGE, { ...season, to: '2027-03-05', expected: { amountMinor } })).toMatchObject({
      __typename: 'Conflict',
      changes: [{ now: now({ night: '2027-03-01' }) }],
    });
    expect(await updates.rates(PACKAGE, { ...season, expected: { amountMinor } })).toMatchObject({ nights: 28 });
  });

  test('that all differ are reported 50 at most, in no more than 16 kB under however many names', async () => {
    const changes = Array.from({ length: 60 }, () => ({ ...WEEK, amountMinor: 1, expected: { amountMinor: 7 } }));
    const refused = await updates.rates(CROWNS, ...changes);
    expect(refused.changes).toHaveLength(50);
    const names = Array.from({ length: 40 }, (_, index) => `n${index}: night`).join(' ');
    const query = UPDATE_RATES.replace('{ night amountMinor', `{ ${names} amountMinor`);
    const key = await updates.key();
    const answer = await gateway.graphql(query, { key, variables: { input: { ...CROWNS, changes } } });
    expect(JSON.stringify(answer).length).toBeLessThan(16 * 1024);
  });
});

describe('an amount of 0, or one that leaves the old by more than half', () => {
  const nights = { roomType: 11, from: '2027-08-02', to: '2027-08-03' };

  test('changes nothing unless it is confirmed, and is reported with both amounts (M12)', async () => {
    await updates.rates(CROWNS, { ...nights, to: '2027-08-02', amountMinor: 160_001 });
    const before = await rows();
    const query = UPDATE_RATES.replace(
      'problems { path',
      'problems { reason before after currency roomTypeNumber night path',
    );
    const asked = [
      { ...nights, amountMinor: 50_000 },
      { ...nights, from: '2027-09-01', to: '2027-09-01', amountMinor: 150_000 },
      { ...nights, roomType: 12, amountMinor: 0 },
    ];
    const { updateRates } = await gateway.ask<{ updateRates: object }>(query, {
      ...{ key: await updates.key(), variables: { input: { ...CROWNS, changes: asked } } },
    });
    const problem = { reason: 'UNCONFIRMED', code: 'UNCONFIRMED', currency: 'CZK', night: '2027-08-02' };
    expect(updateRates).toMatchObject({
      __typename: 'InvalidInput',
      problems: [
        { ...problem, path: 'changes.0.amountMinor', before: 160_001, after: 50_000, roomTypeNumber: 11 },
        { ...problem, path: 'changes.2.amountMinor', before: 150_000, after: 0, roomTypeNumber: 12 },
      ],
    });
    expect(JSON.stringify(updateRates)).toContain('The price is 160001 minor units of CZK now');
    expect(await rows()).toEqual(before);
    const confirmed = asked.map((change) => ({ ...change, confirm: true }));
    expect(await updates.rates(CROWNS, ...confirmed)).toMatchObject({ nights: 5 });
    // Nothing is different, so there is nothing to confirm.
    expect(await updates.rates(CROWNS, { ...nights, roomType: 12, amountMinor: 0, confirm: false })).toMatchObject({
      nights: 0,
    });
    expect(await updates.rates(CROWNS, { ...nights, amountMinor: null, confirm: false })).toMatchObject({ nights: 2 });
    expect(await updates.rates(CROWNS, { ...nights, amountMinor: 1, confirm: false })).toMatchObject({ nights: 2 });
  });

  test('of a season of a package counts against that season', async () => {
    const february = { roomType: 31, from: '2027-02-01', to: '2027-02-28' };
    const refused = await updates.rates(PACKAGE, { ...february, amountMinor: 100, confirm: false });
    expect(problemsOf(refused)).toEqual(['changes.0.amountMinor UNCONFIRMED']);
  });
});

describe('capacity', () => {
  const nights = { roomType: 12, from: '2027-06-01', to: '2027-06-03' };

  test('that somebody has changed meanwhile is not overwritten, by units and by closing, each where it is expected', async () => {
    await updates.inventory({ ...nights, units: 5, closed: false });
    await updates.inventory({ ...nights, from: '2027-06-02', units: 6, expected: { units: 5, closed: false } });
    const before = await rows();
    expect(
      await updates.inventory(
        { ...nights, closed: true, expected: { closed: false } },
        { ...nights, units: 4, expected: { units: 5 } },
        { ...nights, units: 4, expected: { units: 5, closed: true } },
      ),
    ).toEqual({
      __typename: 'Conflict',
      code: 'CONFLICT',
      changes: [
        { path: 'changes.1', now: now({ night: '2027-06-02', units: 6, closed: false }) },
        { path: 'changes.2', now: now({ night: '2027-06-01', units: 5, closed: false }) },
      ],
    });
    expect(await rows()).toEqual(before);
    expect(await updates.inventory({ ...nights, closed: true, expected: { closed: false } })).toMatchObject({
      nights: 3,
      unchanged: 0,
    });
    expect(await updates.inventory({ ...nights, closed: false, expected: { closed: false } })).toMatchObject({
      changes: [{ now: { night: '2027-06-01', closed: true } }],
    });
  });

  test('may be expected to have no record, which is open', async () => {
    const bare = { roomType: 12, from: '2030-06-01', to: '2030-06-02' };
    expect(await updates.inventory({ ...bare, units: 1, expected: { units: 0 } })).toMatchObject({
      changes: [{ now: now({ night: '2030-06-01', closed: false }) }],
    });
    const recorded = await updates.inventory({ ...bare, units: 1, expected: { units: null, closed: false } });
    expect(recorded).toMatchObject({ nights: 2, unchanged: 0 });
    expect(await updates.inventory({ ...bare, units: 2, expected: { units: null } })).toMatchObject({
      changes: [{ now: now({ night: '2030-06-01', units: 1, closed: false }) }],
    });
  });

  test('cannot be expected to be nothing at all', async () => {
    const refused = await updates.inventory({ ...nights, units: 1, expected: {} });
    expect(problemsOf(refused)).toEqual(['changes.0.expected REQUIRED']);
  });
});

test.each([
  ['en', 'Somebody has changed this meanwhile'],
  ['cs', 'Mezitím to někdo změnil'],
  ['de', 'Inzwischen hat jemand etwas geändert'],
  ['ru', 'Тем временем кто-то внёс изменения'],
])('a conflict says so in %s', async (language, words) => {
  const input = { ...CROWNS, changes: [{ ...WEEK, amountMinor: 1, expected: { amountMinor: 7 } }] };
  const query = UPDATE_RATES.replace('... on Conflict {', '... on Conflict { message');
  const asked = { key: await updates.key(), variables: { input }, headers: { 'accept-language': language } };
  const { updateRates } = await gateway.ask<{ updateRates: { message: string } }>(query, asked);
  expect(updateRates.message).toContain(words);
});
