/** The command `figures` (M15). Issue 29, number 6. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLERS, day, fillScene, openScene } from '../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { runHere } from '../support/gateway/run-command.ts';

let database: FreshDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  env = { DATABASE_URL: database.url, API_KEY_PEPPER: 'the pepper of the tests, long enough for all' };
  await fillScene(database);
  const scene = await openScene(database);
  await scene.made({ input: { arrival: day('2026-05-30'), departure: day('2026-06-02') } });
  const other = await scene.made({
    caller: CALLERS.partner,
    input: { currency: 'EUR', visitType: '101', kind: 'REQUEST' },
  });
  await scene.confirm(other);
  const gone = await scene.made();
  await scene.cancel(gone, { caller: CALLERS.operator, fee: 12_345 });
  await scene.close();
});
afterAll(() => database?.close());

const figures = (...args: string[]) => runHere(['figures', ...args], env);
const SPAN = ['--hotel', '1', '--from', '2026-05-01', '--to', '2026-06-30'];

test('shows months with a total, then channels and visit types (M15)', async () => {
  const { code, stdout } = await figures(...SPAN);
  expect(code).toBe(0);
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['PERIOD', 'ROOMS', 'SOLD', 'BLOCKED', 'OCCUPANCY', 'REVENUE', 'CANCELLED', 'FEES', 'NO-SHOWS', 'FEES'],
    ['2026-05', '248', '5', '0', '2.02 %', '2000.00 CZK + 120.00 EUR', '1', '123.45 CZK', '0', '-'],
    ['2026-06', '240', '1', '0', '0.42 %', '1000.00 CZK', '0', '-', '0', '-'],
    ['total', '488', '6', '0', '1.23 %', '3000.00 CZK + 120.00 EUR', '1', '123.45 CZK', '0', '-'],
    [''],
    ['CHANNEL', 'SOLD', 'REVENUE'],
    ['partner', '3', '120.00 EUR'],
    ['public', '3', '3000.00 CZK'],
    [''],
    ['VISIT TYPE', 'SOLD', 'REVENUE'],
    ['100', '3', '3000.00 CZK'],
    ['101', '3', '120.00 EUR'],
    [''],
  ]);
});

test('by day it has a row for each, and --json has everything in minor units (M15)', async () => {
  const { stdout } = await figures(...SPAN, '--by', 'day');
  expect(stdout.split('\n\n')[0]!.trimEnd().split('\n')).toHaveLength(1 + 61 + 1);
  const { periods, total } = JSON.parse((await figures(...SPAN, '--by', 'day', '--json')).stdout);
  expect(periods).toHaveLength(61);
  expect(periods.at(30)).toMatchObject({ from: '2026-05-31', to: '2026-05-31', sold: 1, revenue: { CZK: 100_000 } });
  expect(total).toMatchObject({
    sold: 6,
    occupancyBasisPoints: 123,
    cancelled: { bookings: 1, fees: { CZK: 12_345 } },
  });
});

test.each([
  [['--hotel', '9', '--from', '2026-05-01', '--to', '2026-05-02'], /^error: there is no such hotel$/m],
  [['--hotel', '1', '--from', '2026-05-02', '--to', '2026-05-01'], /^error: to: 2026-05-01 must not be before/m],
  [['--hotel', '1', '--from', '2026-05-01', '--to', '2028-05-01', '--by', 'day'], /^error: to: .*400/m],
  [['--hotel', '1', '--from', '2026-05-01'], /--to/],
])('figures %j exits with 1 and the reason', async (args, line) => {
  const { code, stdout, stderr } = await figures(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(line);
});
