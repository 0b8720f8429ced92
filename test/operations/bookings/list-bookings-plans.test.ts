/** S9: a page is read by an index and reads little beyond itself, whatever is asked for, in a database of many bookings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookingReach } from '../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../src/operations/bookings/booking-filter.ts';
import { BOOKING_ORDERS, type BookingSort } from '../../../src/operations/bookings/booking-order.ts';
import { pageStatement } from '../../../src/operations/bookings/booking-page-sql.ts';
import { listBookings } from '../../../src/operations/bookings/list-bookings.ts';
import { day } from '../../support/booking/booking-scene.ts';
import { CLIENTS, fillManyBookings, HOTELS, MANY_TODAY } from '../../support/booking/many-bookings.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

const BOOKINGS = 200_000;
const SORTS = Object.keys(BOOKING_ORDERS) as BookingSort[];

const REACHES: Readonly<Record<string, BookingReach>> = {
  'a client with most bookings': { clientId: CLIENTS[0]!, destinations: [] },
  'a client with few bookings': { clientId: CLIENTS[2]!, destinations: [] },
  everything: { clientId: null, destinations: null },
  'a destination of most hotels': { clientId: null, destinations: [1] },
  'small and empty destinations': { clientId: null, destinations: [2, 3] },
  'a client and a destination': { clientId: CLIENTS[1]!, destinations: [2] },
};

const month = { arrivalFrom: day('2025-06-01'), arrivalTo: day('2025-06-30') };
const year = { arrivalFrom: day('2024-06-01'), arrivalTo: day('2025-05-31') };
const FILTERS: Readonly<Record<string, BookingFilter>> = {
  nothing: {},
  'a rare state': { status: 'DECLINED' },
  'expired requests': { status: 'EXPIRED' },
  'open requests': { status: 'REQUESTED' },
  'a hotel': { hotel: 5 },
  'a hotel without bookings': { hotel: HOTELS },
  'a rare visit type': { visitType: 104 },
  'a rare visit type in a hotel': { visitType: 104, hotel: 7 },
  tests: { isTest: true },
  'no tests': { isTest: false },
  'a day of arrival': { arrivalFrom: day('2025-06-01'), arrivalTo: day('2025-06-01') },
  'a month of arrivals': month,
  'a year of arrivals': year,
  'a rare state in a year of arrivals': { status: 'DECLINED', ...year },
  'arrivals to come': { arrivalFrom: day(MANY_TODAY) },
  'arrivals of long ago': { arrivalTo: day('2024-01-01') },
  'a day of booking': { createdFrom: new Date('2025-06-01'), createdTo: new Date('2025-06-02') },
  'a year of booking': { createdFrom: new Date('2024-06-01'), createdTo: new Date('2025-05-31') },
  'booked since': { createdFrom: new Date('2025-01-01') },
  'booked long ago': { createdTo: new Date('2024-01-01') },
  'an e-mail address': { email: 'regular@example.com' },
  'a reference': { reference: '0000-0000' },
};

/** Rows of bookings that a page may read, of 200,000: those of a year of arrivals are sorted when the earliest booked are asked for. */
const ROWS_READ = 10_000;
/** A page of each hotel is read, in each state. */
const ROWS_READ_OF_HOTELS = 50_000;
const ROWS_READ_TO_SORT_A_YEAR = 70_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await fillManyBookings(database, BOOKINGS);
}, 240_000);
afterAll(() => database.close());

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How bookings and contacts are read, and how many rows of them. */
async function readsOf(text: string, values: readonly unknown[]): Promise<{ kinds: Set<string>; rows: number }> {
  const [row] = await database.prisma.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    ...values,
  );
  const reads = nodesOf(row!['QUERY PLAN'][0]!.Plan).filter((node) => /^booking/.test(node['Relation Name'] ?? ''));
  const rowsOf = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  return {
    kinds: new Set(reads.map((node) => node['Node Type'])),
    rows: reads.reduce((sum, node) => sum + rowsOf(node), 0),
  };
}

describe.each(Object.entries(REACHES))('the bookings of %s', (_, reach) => {
  const isOfHotels = reach.destinations?.includes(1) === true;
  test.each(Object.entries(FILTERS))('with %s: a page and the one after it, in each order', async (name, filter) => {
    for (const sort of SORTS) {
      const isSorted = sort === 'OLDEST' && name === 'a year of arrivals';
      const listed = { reach, filter, sort, first: 100, after: null, today: day(MANY_TODAY) };
      const { keys } = await listBookings(database, listed);
      for (const after of [null, keys.at(-1) ?? null]) {
        const { text, values } = pageStatement({ ...listed, after });
        const { kinds, rows } = await readsOf(text, values);
        expect([sort, ...kinds]).not.toContain('Seq Scan');
        const most = isSorted ? ROWS_READ_TO_SORT_A_YEAR : isOfHotels ? ROWS_READ_OF_HOTELS : ROWS_READ;
        expect([sort, rows < most ? 'few' : rows]).toEqual([sort, 'few']);
      }
    }
  });
});
