/** `Subscription.calendar` (U6): first all days, then those that are different, sent once to all who follow the same. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { DAY_CHECK_MS, UPDATE_REST_MS } from '../../../src/operations/live/feeds.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, type Draw, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { NEVER_MS, startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { openEventStream } from '../../support/subscriptions/event-stream.ts';
import {
  askCalendar,
  type CalendarUpdate,
  type FollowedCalendar,
  followCalendar,
} from '../../support/subscriptions/followed-calendar.ts';
import { type ManualScheduler, manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const SPRING = { filter: { visitType: '101', hotel: '1', roomType: '12' }, from: '2027-04-01', to: '2027-04-30' };
const SEED = newSeed();

let gateway: TestGateway;
let timers: ManualScheduler;
let url: string;
let key: string;
let followed: FollowedCalendar[] = [];
const firstUpdates = new WeakMap<FollowedCalendar, CalendarUpdate>();

beforeEach(async () => {
  timers = manualScheduler();
  const { schedule } = timers;
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, schedule, epochPollMs: NEVER_MS });
  url = await gateway.listen();
  key = await gateway.key();
});
afterEach(async () => {
  for (const { stream } of followed) stream.close();
  followed = [];
  await gateway.close();
});

/** A subscription that has had its first update, and is ready to tell the next change at once. */
async function follow(variables: Record<string, unknown> = SPRING, presented = key): Promise<FollowedCalendar> {
  const one = await followCalendar({ url, key: presented, variables });
  followed.push(one);
  firstUpdates.set(one, await one.update());
  timers.advance(UPDATE_REST_MS);
  return one;
}

test('U6: first all days, then only those that bookings have made different', async () => {
  const calendar = await follow();
  const first = firstUpdates.get(calendar)!;
  expect(first.removed).toEqual([]);
  expect(first.days).toEqual(await ask(SPRING));
  expect(first.days).toHaveLength(30);

  await useUp('2027-04-05', '2027-04-07');
  const { days, removed } = await calendar.update();
  expect([days.map(({ date }) => date), removed]).toEqual([['2027-04-04', '2027-04-05', '2027-04-06'], []]);
  expect(calendar.days()).toEqual(await ask(SPRING));
});

test('U6: the updates of random bookings and imports lead to what a query answers', async () => {
  const draw = drawFromSeed(SEED);
  const calendars = await Promise.all([
    follow(),
    follow({ filter: { hotel: '1' }, from: '2027-03-20', to: '2027-05-10' }),
    follow({ filter: { visitType: '101', hotel: '1' } }),
    follow({ filter: {}, from: '2027-04-01', to: '2027-04-20' }),
  ]);
  const asked = [
    SPRING,
    { filter: { hotel: '1' }, from: '2027-03-20', to: '2027-05-10' },
    { filter: { visitType: '101', hotel: '1' } },
    { filter: {}, from: '2027-04-01', to: '2027-04-20' },
  ];
  for (let step = 0; step < 25; step++) {
    if (oneIn(draw, 2)) await bookRandomly(draw);
    else await importRandomly(draw);
    if (oneIn(draw, 3)) continue;
    for (const [index, calendar] of calendars.entries()) {
      const wanted = await ask(asked[index]!);
      await until(async () => {
        timers.advance(UPDATE_REST_MS);
        while (calendar.stream.waiting() > 0) await calendar.update();
        return JSON.stringify(calendar.days()) === JSON.stringify(wanted);
      }, Boolean);
    }
  }
});

test('U6: a change is sent at once, and the burst that follows it in one update 250 ms later', async () => {
  const calendar = await follow();
  await useUp('2027-04-05', '2027-04-07');
  await calendar.update();
  const before = gateway.services.feeds.stats().computations;
  for (const day of ['10', '14', '18']) await useUp(`2027-04-${day}`, `2027-04-${Number(day) + 2}`);
  timers.advance(UPDATE_REST_MS - 1);
  expect([calendar.stream.waiting(), gateway.services.feeds.stats().computations]).toEqual([0, before]);
  timers.advance(1);
  const { days } = await calendar.update();
  expect(days.map(({ date }) => date.slice(-2))).toEqual(['09', '10', '11', '13', '14', '15', '17', '18', '19']);
  expect(gateway.services.feeds.stats().computations).toBe(before + 1);
});

test('U6: those who follow the same share one computation, however they ask', async () => {
  const byId = {
    ...SPRING,
    filter: { ...SPRING.filter, visitType: OBJECT_IDS.visitType101, roomType: '12' },
  };
  const calendars = [await follow(), await follow(byId), await follow(SPRING, await gateway.key())];
  const short = await openEventStream({
    ...{ url, key, variables: SPRING, method: 'GET' },
    query: `subscription S($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
      c: calendar(filter: $filter, dateFrom: $from, dateTo: $to) { days { date } } }`,
  });
  await short.result();
  expect(gateway.services.feeds.stats()).toEqual({ followed: 1, computations: 1 });
  await useUp('2027-04-05', '2027-04-07');
  for (const calendar of calendars) expect((await calendar.update()).days).toHaveLength(3);
  expect(await short.result()).toMatchObject({ data: { c: { days: [{}, {}, {}] } } });
  // A key that sees less follows something else.
  await follow(SPRING, await gateway.key({ destinations: [1] }));
  expect(gateway.services.feeds.stats().followed).toBe(2);
  short.close();
});

test('U6, F6: each who follows a calendar gets its money in their own language, of one computation', async () => {
  const declared = '($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate)';
  const calendar = 'calendar(filter: $filter, dateFrom: $from, dateTo: $to)';
  const open: { close(): void }[] = [];
  const shown = '{ date fromPrice(currency: CZK) { amountPerNight { formatted } } }';
  for (const language of ['cs', 'en']) {
    const headers = { 'accept-language': language };
    const query = `subscription ${declared} { ${calendar} { days ${shown} } }`;
    const stream = await openEventStream({ url, key, query, variables: SPRING, headers });
    const { data } = await stream.result<{ calendar: { days: unknown } }>();
    open.push(stream);
    const answer = await gateway.inject({
      ...{ method: 'POST', url: '/graphql', headers: { authorization: `Bearer ${key}`, ...headers } },
      payload: { query: `query ${declared} { ${calendar} ${shown} }`, variables: SPRING },
    });
    expect(data.calendar.days).toEqual(answer.json().data.calendar);
  }
  expect(gateway.services.feeds.stats()).toEqual({ followed: 1, computations: 1 });
  for (const stream of open) stream.close();
});

test('U6: what changes nothing that a calendar is made of leads to no query and no computation', async () => {
  const calendar = await follow();
  const before = gateway.services.feeds.stats().computations;
  const statements = await statementsOf(async () => {
    for (let step = 0; step < 40; step++) {
      // Another hotel's rooms, and another visit type's prices, as another process would tell.
      gateway.epochs.observe([
        { scope: 'inventory:2', value: 1_000 + step },
        { scope: 'rates:102', value: 1_000_000 + step },
      ]);
      timers.advance(UPDATE_REST_MS);
      await turn();
    }
  });
  expect([statements, gateway.services.feeds.stats().computations]).toEqual([[], before]);
  expect(calendar.stream.waiting()).toBe(0);
});

test('U6: at midnight of the business day the past leaves the calendar', async () => {
  const variables = { filter: { visitType: '101', hotel: '1' }, to: '2027-03-10' };
  const calendar = await follow(variables);
  gateway.setClock('2027-01-10T22:59:59Z');
  timers.advance(DAY_CHECK_MS);
  gateway.setClock('2027-01-10T23:00:00Z');
  timers.advance(DAY_CHECK_MS);
  expect((await calendar.update()).removed).toEqual(['2027-01-10']);
  expect(calendar.days()).toEqual(await ask(variables));
});

test('U6: days enter with the window: without dates it is two months of which the first begins today', async () => {
  const calendar = await follow({ filter: { hotel: '1' } });
  gateway.setToday('2027-02-01');
  timers.advance(DAY_CHECK_MS);
  const { days, removed } = await calendar.update();
  expect([removed.length, removed[0], removed.at(-1)]).toEqual([22, '2027-01-10', '2027-01-31']);
  expect(days.at(-1)!.date).toBe('2027-03-31');
  expect(calendar.days()).toEqual(await ask({ filter: { hotel: '1' } }));
});

test('U6: another process sends the changes of this one', async () => {
  const other = await startGateway({ database: gateway.database, today: TODAY });
  try {
    const calendar = await followCalendar({ url: await other.listen(), key, variables: SPRING });
    await calendar.update();
    await useUp('2027-04-05', '2027-04-07');
    while (calendar.days()[4]!.availability === 'AVAILABLE') await calendar.update();
    expect(calendar.days()).toEqual(await ask(SPRING));
    calendar.stream.close();
  } finally {
    await other.stop();
  }
});

const ask = (variables: Record<string, unknown>) => askCalendar(gateway, variables, key);

/** Books the only room of room type 12. */
async function useUp(from: string, to: string): Promise<void> {
  const { statusCode, body } = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${key}` },
    payload: bindingBody({ room_type_id: 12, date_from: from, date_to: to }),
  });
  expect([statusCode, body]).toEqual([201, expect.anything()]);
}

async function bookRandomly(draw: Draw): Promise<void> {
  const day = between(draw, 1, 24);
  const nights = between(draw, 2, 5);
  const at = (offset: number) => `2027-04-${String(day + offset).padStart(2, '0')}`;
  await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${key}` },
    payload: bindingBody({ room_type_id: pick(draw, [11, 12]), date_from: at(0), date_to: at(nights) }),
  });
}

/** Other prices, or more rooms. */
async function importRandomly(draw: Draw): Promise<void> {
  const catalogue = structuredClone(SMALL_CATALOGUE);
  const classic = catalogue.visitTypes!.find(({ id }) => id === 101)!;
  for (const rate of classic.priceLists![0]!.rates!) rate.amount = between(draw, 800, 1_600);
  for (const entry of catalogue.inventory!) entry.units = (entry.units ?? 0) + 30 + between(draw, 0, 3);
  const outcome = await importCatalogue({ database: gateway.database, source: catalogue as never });
  expect(outcome).toMatchObject({ ok: true });
}
