/** Stays in `Subscription.calendar` (F1, U6): their changes are sent to those who select them, and to nobody else. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UPDATE_REST_MS } from '../../../../src/operations/live/feeds.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type EventStream, openEventStream } from '../../../support/subscriptions/event-stream.ts';
import { type ManualScheduler, manualScheduler } from '../../../support/subscriptions/manual-scheduler.ts';

const subscription = (fields: string) => `subscription ($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) { ...Update } }
  fragment Update on CalendarUpdate { days { date availability ${fields} } }`;
const STAYS = 'stays { nights availability total { amountMinor } }';
const SPRING = { filter: { visitType: '101', hotel: '1', roomType: '12' }, from: '2027-04-01', to: '2027-04-30' };
const UPDATE = 'mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }';

interface Day {
  readonly date: string;
  readonly availability: string;
  readonly stays: readonly { readonly nights: number; readonly availability: string }[];
}

let gateway: TestGateway;
let timers: ManualScheduler;
let key: string;
let hotelKey: string;
let url: string;
const streams: EventStream[] = [];
beforeEach(async () => {
  timers = manualScheduler();
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, schedule: timers.schedule });
  key = await gateway.key();
  hotelKey = await gateway.key({ scopes: ['manage'] });
  url = await gateway.listen();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await gateway.close();
});

async function follow(fields: string): Promise<EventStream> {
  const stream = await openEventStream({
    ...{ url, key, variables: SPRING, query: subscription(fields) },
  });
  streams.push(stream);
  return stream;
}

const daysOf = async (stream: EventStream) => (await stream.result<{ calendar: { days: Day[] } }>()).data.calendar.days;

test('F1: a night that is full takes the longer stays from days whose shortest stay is still free', async () => {
  const withStays = await follow(STAYS);
  const first = await daysOf(withStays);
  expect(first).toHaveLength(30);
  expect(first[0]!.stays.map(({ nights }) => nights)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  timers.advance(UPDATE_REST_MS);

  const changes = [{ roomType: '12', from: '2027-04-10', to: '2027-04-10', units: 0 }];
  await gateway.ask(UPDATE, { key: hotelKey, variables: { input: { changes } } });
  const days = await daysOf(withStays);
  expect(days.map(({ date }) => date.slice(-2))).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10']);
  expect(days[0]).toMatchObject({ availability: 'AVAILABLE' });
  expect(days[0]!.stays.map(({ availability }) => availability)).toEqual([
    ...Array.from({ length: 8 }, () => 'AVAILABLE'),
    ...Array.from({ length: 5 }, () => 'ON_DEMAND'),
  ]);
});

test('F1: who does not select stays receives only days that differ otherwise, from another feed', async () => {
  const without = await follow('');
  const withStays = await follow(STAYS);
  await daysOf(without);
  await daysOf(withStays);
  expect(gateway.services.feeds.stats().followed).toBe(2);
  timers.advance(UPDATE_REST_MS);
  const changes = [{ roomType: '12', from: '2027-04-10', to: '2027-04-10', units: 0 }];
  await gateway.ask(UPDATE, { key: hotelKey, variables: { input: { changes } } });
  expect(await daysOf(withStays)).toHaveLength(10);
  expect((await daysOf(without)).map(({ date }) => date.slice(-2))).toEqual(['09', '10']);
});
