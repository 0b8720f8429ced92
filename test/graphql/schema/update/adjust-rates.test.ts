/** Prices of a hotel are changed by a percentage or an amount (M13), with a preview. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportedCatalogue, snapshotOf } from '../../../catalogue/snapshot.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type Answer, recordsOf } from '../../../support/update/recorded.ts';
import { updatesOf } from '../../../support/update/updates.ts';

/** A Friday and a Saturday night. */
const WEEKEND = { from: '2027-05-03', to: '2027-05-09', weekdays: ['FRI', 'SAT'] };

let gateway: TestGateway;
let records: ReturnType<typeof recordsOf>;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'manage'] });
  records = recordsOf(gateway, key);
});
afterAll(() => gateway.close());

const rows = () => snapshotOf(gateway.database, { rewritten: true });
/** What the prices of a list were and became: `list/room type from..to before>after`. */
const stepsOf = ({ parts }: Pick<Answer, 'parts'>) =>
  parts.nodes.flatMap(({ visitType, priceList, roomType, ranges }) =>
    ranges.map(
      ({ from, to, before, after }) =>
        `${visitType?.number}.${priceList}/${roomType?.number} ${from}..${to} ${before}>${after}`,
    ),
  );

describe('ten percent more for a weekend', () => {
  const asked = { hotel: 1, ...WEEKEND, percent: 10, roundTo: 1_000 };
  const nights = '2027-05-07..2027-05-08';
  const steps = [
    `101.1/11 ${nights} 100000>110000`,
    `101.1/12 ${nights} 150000>165000`,
    `101.1/13 ${nights} 110000>121000`,
    `101.2/11 ${nights} 10000>11000`,
    `102.1/11 ${nights} 200000>220000`,
    `103.1/11 ${nights} 12000>13000`,
    `105.1/11 ${nights} 1000>1000`,
  ].filter((step) => !step.endsWith(' 1000>1000'));

  test('are those of all lists, currencies and stays of the hotel; the preview lists the same and changes nothing', async () => {
    const before = await rows();
    const { visitTypes } = await exportedCatalogue(gateway.database);
    const preview = await records.adjust({ ...asked, dryRun: true });
    expect(stepsOf(preview)).toEqual(steps);
    expect(preview).toMatchObject({
      __typename: 'RatesAdjusted',
      nights: 12,
      seasonsLeft: 0,
      left: [],
      recordedAs: [],
    });
    expect(await rows()).toEqual(before);
    expect(await records.list('prices')).toMatchObject({ nodes: [] });

    const made = await records.adjust(asked);
    expect(stepsOf(made)).toEqual(steps);
    expect(made.recordedAs).toHaveLength(1);
    const { rates } = await gateway.ask<{ rates: { priceList: number; rates: object[] }[] }>(
      '{ rates(visitType: "101", hotel: "1", from: "2027-05-06", to: "2027-05-09") { priceList rates { from to amountMinor } } }',
      { key },
    );
    expect(rates[1]!.rates).toEqual([
      { from: '2027-01-01', to: '2027-05-06', amountMinor: 10_000 },
      { from: '2027-05-07', to: '2027-05-08', amountMinor: 11_000 },
      { from: '2027-05-09', to: '2027-06-30', amountMinor: 10_000 },
    ]);
    const { nodes } = await records.list('prices');
    expect(nodes).toMatchObject([{ id: made.recordedAs[0], operation: 'ADJUST', nights: 12, hotel: { number: 1 } }]);
    expect(stepsOf(nodes[0] as unknown as Answer)).toEqual(steps);
    expect(await records.undo(made.recordedAs[0]!)).toMatchObject({ __typename: 'ChangeUndone', nights: 12 });
    expect((await exportedCatalogue(gateway.database)).visitTypes).toEqual(visitTypes);
  });

  test('are listed in pages that lead on from each other', async () => {
    const found: string[] = [];
    let after: string | null = null;
    for (const length of [2, 2, 2]) {
      const { parts } = await records.adjust({ ...asked, dryRun: true }, { first: 2, after });
      expect(parts.nodes).toHaveLength(length);
      found.push(...stepsOf({ parts }));
      expect(parts.pageInfo.hasNextPage).toBe(found.length < steps.length);
      after = parts.pageInfo.endCursor;
    }
    expect(found).toEqual(steps);
  });
});

test('an amount needs its currency, and changes only lists of that', async () => {
  const asked = { hotel: '1', ...WEEKEND, amountMinor: -500, dryRun: true };
  expect((await records.adjust(asked)).problems).toMatchObject([{ path: 'currency', code: 'REQUIRED' }]);
  expect(stepsOf(await records.adjust({ ...asked, currency: 'EUR' }))).toEqual([
    '101.2/11 2027-05-07..2027-05-08 10000>9500',
    '103.1/11 2027-05-07..2027-05-08 12000>11500',
  ]);
});

test('visit types, price lists and room types narrow what is changed; what the hotel does not have is refused', async () => {
  const asked = { hotel: 1, ...WEEKEND, percent: 1, dryRun: true };
  const narrowed = await records.adjust({ ...asked, visitTypes: [101, 102], priceLists: [1], roomTypes: [11] });
  expect(stepsOf(narrowed).map((step) => step.split(' ')[0])).toEqual(['101.1/11', '102.1/11']);
  expect(await records.adjust({ ...asked, visitTypes: [104] })).toMatchObject({ subject: 'VISIT_TYPE' });
  expect(await records.adjust({ ...asked, roomTypes: [21] })).toMatchObject({ subject: 'ROOM_TYPE' });
  const elsewhere = recordsOf(gateway, await gateway.key({ scopes: ['manage'], destinations: [2] }));
  expect(await elsewhere.adjust(asked)).toMatchObject({ __typename: 'NotFound', subject: 'HOTEL' });
});

test('the season of a package changes whole, or stays and is reported', async () => {
  const february = { hotel: 3, visitTypes: [104], percent: 5 };
  const partly = await records.adjust({ ...february, from: '2027-02-02', to: '2027-03-05' });
  const season = { visitTypeNumber: 104, priceList: 1, currency: 'EUR', roomType: { number: 31 } };
  expect(partly).toMatchObject({
    ...{ nights: 0, seasonsLeft: 1, recordedAs: [] },
    left: [{ ...season, from: '2027-02-01', to: '2027-02-28', amountMinor: 24_000 }],
  });
  const whole = await records.adjust({ ...february, from: '2027-01-15', to: '2027-03-05' });
  expect(stepsOf(whole)).toEqual(['104.1/31 2027-02-01..2027-02-28 24000>25200']);
  expect(await records.undo(whole.recordedAs[0]!)).toMatchObject({ nights: 28 });
});

test('prices that would be 0, or leave those before by more than half, are confirmed (M12); none is below 0', async () => {
  const asked = { hotel: 1, visitTypes: [102], ...WEEKEND, dryRun: true };
  expect((await records.adjust({ ...asked, percent: -50.01 })).problems).toEqual([
    expect.objectContaining({
      path: 'percent',
      code: 'UNCONFIRMED',
      before: 200_000,
      after: 99_980,
      night: '2027-05-07',
    }),
  ]);
  expect(await records.adjust({ ...asked, percent: -50.01, confirm: true })).toMatchObject({ nights: 2 });
  const crowns = { ...asked, currency: 'CZK', amountMinor: -200_001, confirm: true };
  expect((await records.adjust(crowns)).problems).toMatchObject([{ path: 'amountMinor', code: 'OUT_OF_RANGE' }]);
  expect(await records.adjust({ ...crowns, amountMinor: -200_000 })).toMatchObject({ nights: 2 });
});

test.each([
  [{}, ['percent REQUIRED']],
  [{ percent: 1, amountMinor: 1, currency: 'CZK' }, ['amountMinor INVALID_VALUE']],
  [{ percent: -100.01 }, ['percent OUT_OF_RANGE']],
  [{ percent: 1.001 }, ['percent INVALID_VALUE']],
  [{ percent: 1, roundTo: 0 }, ['roundTo OUT_OF_RANGE']],
  [{ percent: 1, weekdays: [], visitTypes: [] }, ['visitTypes OUT_OF_RANGE', 'weekdays OUT_OF_RANGE']],
  [{ percent: 1, from: '2027-05-10', to: '2027-05-09' }, ['to DATES_REVERSED']],
  [{ percent: 1, to: '2037-01-11' }, ['to OUT_OF_RANGE']],
  [{ percent: 1, from: '2027-02-30' }, ['from NOT_A_DATE']],
])('%j is refused: %j', async (input, problems) => {
  const answer = await records.adjust({ hotel: 1, ...WEEKEND, ...input });
  expect(answer.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
});

test('more than 100,000 ranges of nights are refused as what they are', async () => {
  const { priceList, rate } = gateway.database.prisma;
  const numbers = Array.from({ length: 70 }, (_, index) => 1_000 + index);
  await priceList.createMany({
    data: numbers.map((number) => ({
      ...{ number, id: String(number).padStart(24, 'f'), visitTypeNumber: 102 },
      ...{ kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'CZK' },
    })),
  });
  await rate.createMany({
    data: numbers.map((priceListNumber) => ({
      ...{ visitTypeNumber: 102, priceListNumber, roomTypeNumber: 11, amountMinor: 100_000 },
      ...{ from: new Date('2026-06-01'), to: new Date('2036-12-31') },
    })),
  });
  const nights = { from: '2026-06-01', to: '2036-12-31', weekdays: ['MON', 'WED', 'FRI'] };
  const answer = await records.adjust({ hotel: 1, visitTypes: [102], ...nights, percent: 1, dryRun: true });
  await priceList.deleteMany({ where: { number: { in: numbers } } });
  expect(answer.problems).toMatchObject([{ path: 'to', code: 'OUT_OF_RANGE', reason: 'TOO_MANY_RANGES' }]);
});

test('an update of the same stay is seen by the next adjustment', async () => {
  const updates = updatesOf(gateway, { key });
  await updates.rates(
    { visitType: 102, priceList: 1 },
    { roomType: 11, from: '2027-06-01', to: '2027-06-02', amountMinor: 300_000 },
  );
  const answer = await records.adjust({
    hotel: 1,
    visitTypes: [102],
    from: '2027-05-31',
    to: '2027-06-03',
    percent: 1,
  });
  expect(stepsOf(answer)).toEqual([
    '102.1/11 2027-05-31..2027-05-31 200000>202000',
    '102.1/11 2027-06-01..2027-06-02 300000>303000',
    '102.1/11 2027-06-03..2027-06-03 200000>202000',
  ]);
});
