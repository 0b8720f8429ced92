/** Stays of a visit type that allows long ones (F1, A9): a calendar has so many at most, costs what they do, and gives way while they are computed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagesOf } from '../../../../src/domain/text/locale.ts';
import { formatDay, parseDay } from '../../../../src/domain/time/civil-date.ts';
import { showCalendar } from '../../../../src/operations/search/show-calendar.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { countTurns } from '../../../support/requests/count-turns.ts';
import { openEventStream } from '../../../support/subscriptions/event-stream.ts';

const COST = 1_000_000;
const ROOM = { hotel: '1', roomType: '11' };
const FROM = parseDay(TODAY)!;
const CALENDAR = `query ($filter: CalendarFilter, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) { stays { nights } } }`;
const FOLLOWED = `subscription ($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) { days { stays { nights } } } }`;

let gateway: TestGateway;
let url: string;
beforeAll(async () => {
  const [classic] = SMALL_CATALOGUE.visitTypes!;
  const withNights = (id: number, nightsMax: number, more: object = {}) => ({
    ...{ ...classic!, id, _id: `d${String(id).padStart(23, '0')}`, nightsMin: 1, nightsMax, ...more },
    priceLists: [{ ...classic!.priceLists![0]!, id: 9_000 + id }],
    ...{ promotions: [], timeConstraints: [] },
  });
  const visitTypes = [
    ...SMALL_CATALOGUE.visitTypes!,
    withNights(901, 28),
    withNights(902, 366),
    withNights(903, 9_999),
    withNights(904, 9_999, { startingDays: ['SUN'] }),
    withNights(905, 9_999, { reservationTimeSpan: 'WEEKS' }),
  ];
  gateway = await startGateway({
    catalogue: { ...SMALL_CATALOGUE, visitTypes },
    ...{ today: TODAY, config: { rateLimitCostPerMinute: COST } },
  });
  url = await gateway.listen();
});
afterAll(() => gateway?.close());

const variablesOf = (visitType: number, days: number) => ({
  ...{ filter: { ...ROOM, visitType: String(visitType) }, from: TODAY, to: formatDay(FROM + days - 1) },
});

async function send(query: string, variables: object, key?: string) {
  const answer = await gateway.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query, variables } },
    headers: { authorization: `Bearer ${key ?? (await gateway.key())}` },
  });
  const left = Number(/"cost";r=(\d+)/.exec(String(answer.headers.ratelimit))![1]);
  return { ...answer.json(), charged: COST - left };
}

const problemOf = ({ errors }: { errors?: { extensions: { problems: object[] } }[] }) =>
  errors?.[0]?.extensions.problems[0];
const tooMany = (maximum: number) => ({
  ...{ path: 'dateTo', code: 'TOO_MANY_DAYS' },
  message: expect.stringContaining(`A calendar with stays shows at most ${maximum} days`),
});

describe('a calendar with stays shows', () => {
  test.each([
    ['a year of 28 nights', 901, 366],
    ['two months of 366', 902, 62],
    ['a month of every length', 903, 31],
    ['a year of every length from each Sunday', 904, 200],
    ['a year of whole weeks', 905, 200],
  ])('%s', async (_, visitType, days) => {
    const answer = await send(CALENDAR, variablesOf(visitType, days));
    expect(problemOf(answer)).toBeUndefined();
    expect(answer.data.calendar).toHaveLength(days);
  });

  test.each([
    ['366', 902, 66, 65],
    ['9999', 903, 366, 32],
  ])('no more days than make 24,000 stays of lengths up to %s', async (_, visitType, days, most) => {
    expect(problemOf(await send(CALENDAR, variablesOf(visitType, days)))).toMatchObject(tooMany(most));
    expect(problemOf(await send(CALENDAR, variablesOf(visitType, most)))).toBeUndefined();
  });
});

test('a calendar whose months are looked for is bounded like the longest two, whatever today is', async () => {
  const asked = (visitType: number) => ({ filter: { ...ROOM, visitType: String(visitType) } });
  expect(problemOf(await send(CALENDAR, asked(902)))).toBeUndefined();
  expect(problemOf(await send(CALENDAR, asked(903)))).toMatchObject(tooMany(32));
});

test.each(['2027-01-31', '2027-06-30'])(
  'a followed calendar that begins today is bounded by the longest two months, also on %s with 29 or 32 days to come',
  async (today) => {
    const other = await startGateway({ database: gateway.database, today });
    const { hotel: _, ...room } = ROOM;
    const otherUrl = await other.listen();
    const followed = async (from?: string) => {
      const variables = { filter: { ...room, visitType: '902' }, ...(from && { from }) };
      const stream = await openEventStream({
        url: otherUrl,
        key: await other.key(),
        query: FOLLOWED,
        variables,
      });
      stream.close();
      return problemOf(JSON.parse(stream.body));
    };
    expect(await followed()).toMatchObject(tooMany(32));
    expect(await followed('2026-12-24')).toMatchObject(tooMany(32));
    await other.stop();
  },
);

test('a calendar that is refused as too dear leaves what it would have cost to smaller ones', async () => {
  const calendar = (name: string, days: number) =>
    `${name}: calendar(filter: $filter, dateFrom: "${TODAY}", dateTo: "${formatDay(FROM + days - 1)}") { stays { nights } }`;
  const whole = Array.from({ length: 8 }, (_, index) => calendar(`whole${index}`, 31)).join(' ');
  const query = `query ($filter: CalendarFilter) { ${whole} ${calendar('refused', 32)} ${calendar('small', 1)} }`;
  const { data, errors } = await send(query, { filter: { ...ROOM, visitType: '903' } });
  expect(errors.map(({ path }: { path: unknown[] }) => path)).toContainEqual(['refused']);
  expect(data.small).not.toBeNull();
});

test('an operation of many calendars is refused as soon as their stays cost more than one may, and charged for no more (A9)', async () => {
  const calendars = Array.from(
    { length: 20 },
    (_, index) => `c${index}: calendar(filter: $filter, dateFrom: $from, dateTo: $to) { stays { nights } }`,
  );
  const query = `query ($filter: CalendarFilter, $from: LocalDate, $to: LocalDate) { ${calendars.join(' ')} }`;
  const { data, errors, charged } = await send(query, variablesOf(903, 31));
  const codes = errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  expect(new Set(codes)).toEqual(new Set(['COST_EXCEEDED']));
  const shown = Object.values(data).filter((days) => days !== null);
  expect([shown.length + codes.length, shown.length > 0]).toEqual([20, true]);
  // It is run twice: a result with errors is produced again by the plain executor. Its text, which is new, costs some thousands.
  expect(charged).toBeLessThanOrEqual(200_000 + 10_000);
});

test('of a calendar that is followed there are 12,000 at most, for it stays in memory', async () => {
  const key = await gateway.key();
  const follow = async (visitType: number, days: number) => {
    const stream = await openEventStream({ url, key, query: FOLLOWED, variables: variablesOf(visitType, days) });
    stream.close();
    return stream.status === 200 ? undefined : problemOf(JSON.parse(stream.body));
  };
  expect(await follow(901, 366)).toBeUndefined();
  expect(await follow(902, 32)).toBeUndefined();
  expect(await follow(902, 33)).toMatchObject(tooMany(32));
});

test('what has more stays than the lengths from 2 to 14 nights costs one more for each', async () => {
  const charged = async (visitType: number) => {
    const { extensions, ...answer } = await send(CALENDAR, variablesOf(visitType, 60));
    return answer.charged - extensions.cost.requested;
  };
  expect(await charged(101)).toBe(0);
  expect(await charged(901)).toBe(60 * (28 - 13));
  expect(await charged(902)).toBe(60 * (366 - 13));
});

test('while many are computed, others get their turns', async () => {
  const caller = (await gateway.apiKeys.authenticate(await gateway.key()))!;
  const turnsOf = async (visitType: string) => {
    const detail = { reasons: false, stays: true };
    const search = { filter: { ...ROOM, visitType }, from: FROM, to: FROM + 59, detail };
    const show = async () =>
      showCalendar(await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null }), search);
    await show();
    return (await countTurns(show)).turns;
  };
  expect((await turnsOf('902')) - (await turnsOf('101'))).toBeGreaterThanOrEqual(3);
});
