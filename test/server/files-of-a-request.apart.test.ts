/**
 * The way of a request is short: so many files of ours does it run through, when everything is warm. A file counts if a function of it
 * ran during each of several requests of one kind, so timers that fire during some of them do not. Nothing else is left out: the event of a
 * booking is numbered once its notification arrives, which is mostly before the answer, and that counts. With SHOW_FILES=1 the files are printed.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseWith, type FreshDatabase } from '../support/database/fresh-database.ts';
import { type Serving, startServing } from '../support/gateway/run-cli.ts';
import { dateFromNow, PEPPER, servedCatalogue, servedKey } from '../support/gateway/served-gateway.ts';
import { until } from '../support/requests/until.ts';
import { type EventStream, openEventStream } from '../support/subscriptions/event-stream.ts';

const REPORTER = pathToFileURL(fileURLToPath(new URL('../support/gateway/report-files.mjs', import.meta.url))).href;
/** Enough for an operation to be compiled. */
const WARM_UP = 30;
const REPEATS = 10;

let database: FreshDatabase;
let server: Serving;
let key: string;
/** The last day that a stay was asked for, counted from today: every one is asked for once. */
let lastDay = 0;

beforeAll(async () => {
  database = await databaseWith(servedCatalogue({ units: 100 }));
  key = (await servedKey(database)).key;
  server = await startServing({
    // What is delivered later, by any process, is not on the way of a booking.
    ...{ DATABASE_URL: database.url, API_KEY_PEPPER: PEPPER, DELIVERIES: '0' },
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${REPORTER}`,
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
});

/** The files that ran in every one of several requests. */
async function filesOf(ask: () => Promise<unknown>): Promise<string[]> {
  for (let warm = 0; warm < WARM_UP; warm++) await ask();
  const runs: string[][] = [];
  while (runs.length < REPEATS) {
    await ask();
    runs.push(await reportedFiles());
  }
  return runs[0]!.filter((file) => runs.every((files) => files.includes(file)));
}

/** The files of the last request. */
async function reportedFiles(): Promise<string[]> {
  const before = server.said.length;
  process.kill(server.pid, 'SIGUSR2');
  const isReport = (line: string) => line.startsWith('{"msg":"files"');
  const lines = await until(
    async () => server.said.slice(before),
    (said) => said.some(isReport),
  );
  return (JSON.parse(lines.find(isReport)!) as { files: string[] }).files;
}

/** @param most files */
function expectAtMost(most: number, files: readonly string[]): void {
  const shown = `${expect.getState().currentTestName}: ${files.length}\n${files.join('\n')}`;
  if (process.env.SHOW_FILES) process.stdout.write(`${shown}\n`);
  expect(files.length, shown).toBeLessThanOrEqual(most);
}

async function get(path: string): Promise<void> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('amount')]);
}

function priceFrom(day: number): string {
  return `/api/v1/price?visit_type_id=101&room_type_id=11&date_from=${dateFromNow(day)}&date_to=${dateFromNow(day + 3)}`;
}

test('a price that nobody has asked for runs through at most 54 files', async () => {
  expectAtMost(54, await filesOf(() => get(priceFrom(++lastDay))));
});

test('a price from the response cache runs through at most 21 files', async () => {
  expectAtMost(21, await filesOf(() => get(priceFrom(1))));
});

const CREATE_BOOKING = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
  ... on BookingCreated { booking { id arrival departure price { total { amount currency } } } } ... on Problem { code message } } }`;

async function book(): Promise<void> {
  const day = ++lastDay;
  const input = {
    ...{ kind: 'BINDING', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
    ...{ arrival: dateFromNow(day), departure: dateFromNow(day + 3) },
    billedTo: {
      ...{ firstName: 'Jana', lastName: 'Nováková', email: 'jana.novakova@example.com' },
      address: { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' },
    },
    guests: [{ firstName: 'Jana', lastName: 'Nováková' }],
  };
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: CREATE_BOOKING, variables: { input } }),
  });
  expect(await response.json()).toMatchObject({ data: { createBooking: { __typename: 'BookingCreated' } } });
}

test('a booking runs through at most 90 files', async () => {
  expectAtMost(90, await filesOf(book));
});

const FOLLOW_CALENDAR = `subscription ($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) { days { date selectable availability } removed } }`;

test('a subscription that nobody else follows begins through at most 76 files', async () => {
  const streams: EventStream[] = [];
  const follow = async () => {
    const from = dateFromNow(++lastDay);
    const variables = { filter: { visitType: 101, hotel: 1 }, from, to: dateFromNow(lastDay + 30) };
    const stream = await openEventStream({ url: server.url, key, query: FOLLOW_CALENDAR, variables });
    streams.push(stream);
    expect(await stream.result()).toMatchObject({ data: { calendar: { days: expect.any(Array) } } });
  };
  try {
    expectAtMost(76, await filesOf(follow));
  } finally {
    for (const stream of streams) stream.close();
  }
});
