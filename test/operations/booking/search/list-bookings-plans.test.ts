/** S9, M9: a page is read by an index and reads little beyond itself, whatever is asked for, in a database of many bookings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../src/data/database/database.ts';
import { type BookingReach, EVERY_BOOKING } from '../../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../../src/operations/booking/search/booking-filter.ts';
import {
  BOOKING_ORDERS,
  type BookingSort,
  type ListedBookings,
} from '../../../../src/operations/booking/search/booking-order.ts';
import {
  FEW_FOUND,
  foundPageStatement,
  pageStatement,
} from '../../../../src/operations/booking/search/booking-page-sql.ts';
import { listBookings } from '../../../../src/operations/booking/search/list-bookings.ts';
import { day } from '../../../support/booking/booking-scene.ts';
import { CLIENTS, fillManyBookings, HOTELS, MANY_TODAY, NAMES, SAID } from '../../../support/booking/many-bookings.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { amount, isSoak, say } from '../../../support/gateway/soak.ts';

const BOOKINGS = amount({ short: 100_000, long: 1_000_000 });
/** Pages before the one that is read after the first. */
const PAGES = amount({ short: 1, long: 99 });
const PAGE = 100;
/** A statement is timed so often; the fastest counts, with everything in memory. */
const TIMES = amount({ short: 1, long: 3 });
const SORTS = Object.keys(BOOKING_ORDERS) as BookingSort[];

const REACHES: Readonly<Record<string, BookingReach>> = {
  'a client with most bookings': { clientId: CLIENTS[0]!, destinations: [], hotels: null, isTest: null },
  'a client with few bookings': { clientId: CLIENTS[2]!, destinations: [], hotels: null, isTest: null },
  'a client without bookings': { clientId: '0'.repeat(24), destinations: [], hotels: null, isTest: null },
  everything: { clientId: null, destinations: null, hotels: null, isTest: null },
  'a destination of most hotels': { clientId: null, destinations: [1], hotels: null, isTest: null },
  'small and empty destinations': { clientId: null, destinations: [2, 3], hotels: null, isTest: null },
  'a client and a destination': { clientId: CLIENTS[1]!, destinations: [2], hotels: null, isTest: null },
  'one hotel of all': { clientId: null, destinations: null, hotels: [7], isTest: null },
  'a client with most bookings in one hotel': { clientId: CLIENTS[0]!, destinations: [], hotels: [7], isTest: null },
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

/** Rows of bookings that a page may read, of a day or of years; others are at most skipped within the index, by its last columns. */
const ROWS_READ = amount({ short: 10_000, long: 50_000 });

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
  if (isSoak) await timeIndexes();
});
afterAll(async () => {
  const slowest = timed.sort((a, b) => b.ms - a.ms);
  say('pages of bookings', {
    bookings: BOOKINGS,
    pages: timed.length,
    above20: slowest.filter(({ ms }) => ms > 20).length,
  });
  for (const { ms, what } of slowest.slice(0, 15)) say('slow page', { ms, what });
  await database.close();
});
const timed: { ms: number; what: string }[] = [];

/** How long a migration that makes the wide indexes would hold up bookings, and what they take on the disk. */
async function timeIndexes(): Promise<void> {
  const indexes = await database.prisma.$queryRaw<{ name: string; megabytes: number }[]>`
    SELECT indexrelname AS name, (pg_relation_size(indexrelid) / 1048576)::int AS megabytes
    FROM pg_stat_user_indexes WHERE relname = 'booking' ORDER BY 1`;
  for (const { name, megabytes } of indexes) {
    const begun = performance.now();
    await database.prisma.$executeRawUnsafe(`REINDEX INDEX "${name}"`);
    say('index of bookings', { name, megabytes, buildMs: Math.round(performance.now() - begun) });
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How bookings and contacts are read, how many rows of them, and how long it takes. */
async function readsOf(
  text: string,
  values: readonly unknown[],
): Promise<{ kinds: Set<string>; rows: number; ms: number }> {
  const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`;
  const rows: { 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }[] = [];
  for (let time = 0; time < TIMES; time++)
    rows.push(...(await database.prisma.$queryRawUnsafe<typeof rows>(explain, ...values)));
  const row = rows.at(-1);
  const reads = nodesOf(row!['QUERY PLAN'][0]!.Plan).filter((node) => /^booking/.test(node['Relation Name'] ?? ''));
  const rowsOf = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  return {
    kinds: new Set(reads.map((node) => node['Node Type'])),
    rows: reads.reduce((sum, node) => sum + rowsOf(node), 0),
    ms: Math.min(...rows.map((one) => one['QUERY PLAN'][0]!['Execution Time'])),
  };
}

const PAGE_LATER = PAGES === 1 ? 'the one after it' : 'the hundredth';

describe.each(Object.entries(REACHES))('the bookings of %s', (who, reach) => {
  test.each(Object.entries(FILTERS))(`with %s: a page and ${PAGE_LATER}, in each order`, async (name, filter) => {
    // Those are looked up by another index; everything else is in the one that a page is read from.
    const isNamed = filter.email !== undefined || filter.reference !== undefined;
    for (const sort of SORTS) {
      const listed = { reach, filter, sort, first: PAGE, after: null, today: day(MANY_TODAY) };
      const { keys } = await listBookings(database, { ...listed, first: PAGES * PAGE });
      for (const after of [null, keys.at(-1) ?? null]) {
        const asked = { ...listed, after };
        const page = isNamed ? foundPageStatement(asked, FEW_FOUND) : pageStatement(asked);
        const [text, values] = [page.text, page.encode()];
        const { kinds, rows, ms } = await readsOf(text, values);
        timed.push({
          ms,
          what: `${who}, ${name}, ${sort}, ${after === null ? 'first' : 'later'} page, ${rows} rows`,
        });
        if (!isNamed) expect([sort, ...kinds]).toEqual([sort, 'Index Only Scan']);
        expect([sort, ...kinds]).not.toContain('Seq Scan');
        expect([sort, rows < ROWS_READ ? 'few' : rows]).toEqual([sort, 'few']);
      }
    }
  });
});

/** A page, and how many rows of bookings its statements read. */
async function readPage(asked: Pick<ListedBookings, 'reach' | 'filter' | 'first'>) {
  const statements: [string, unknown[]][] = [];
  const prisma = {
    $queryRawUnsafe: (text: string, ...values: unknown[]) => {
      statements.push([text, values]);
      return database.prisma.$queryRawUnsafe(text, ...values);
    },
  } as Database['prisma'];
  const page = await listBookings({ prisma }, { ...asked, sort: 'NEWEST', after: null, today: day(MANY_TODAY) });
  let rows = 0;
  for (const [text, values] of statements.filter(([one]) => !one.includes('EXPLAIN')))
    rows += (await readsOf(text, values)).rows;
  return { ...page, rows };
}

test.each([
  ['everything', 1_000],
  ['a client with most bookings', 1_000],
  ['a destination of most hotels', 20_000],
] as const)(
  'a list that all bookings are of reads hardly more than where its page is met: those of %s',
  async (who, most) => {
    const { keys, rows } = await readPage({ reach: REACHES[who]!, filter: { channel: 'public' }, first: 20 });
    expect(keys).toHaveLength(20);
    expect(rows).toBeLessThan(most);
  },
);

const NOBODY = REACHES['a client without bookings']!;

test.each<[string, BookingReach, BookingFilter]>([
  ['a client, by visit type', NOBODY, { visitType: 101 }],
  ['a client, by hotel', NOBODY, { hotel: 5 }],
  ['a client, by both', NOBODY, { visitType: 101, hotel: 5 }],
  ['a client, by room type', NOBODY, { roomType: 1005 }],
  ['a client, by visit type and month', NOBODY, { visitType: 101, ...month }],
  ['a client in a hotel', { ...NOBODY, hotels: [7] }, {}],
  ['a client in a hotel, by visit type', { ...NOBODY, hotels: [7] }, { visitType: 101 }],
  ['a hotel, by visit type', { ...EVERY_BOOKING, hotels: [HOTELS] }, { visitType: 101 }],
])('who has no bookings learns so by reading hardly any of those of others: %s', async (_, reach, filter) => {
  const { keys, rows } = await readPage({ reach, filter, first: PAGE });
  expect(keys).toEqual([]);
  expect(rows).toBeLessThan(PAGE);
});

/** Selected as S6, S9 and M10 say it, by a scan of the table, and sorted. */
async function sortedWhole({
  reach,
  filter,
  sort,
}: Pick<ListedBookings, 'reach' | 'filter' | 'sort'>): Promise<string[]> {
  const { axis, isDescending } = BOOKING_ORDERS[sort];
  const { clientId, destinations, hotels } = reach;
  const { arrivalFrom, arrivalTo, createdFrom, createdTo } = filter;
  const order = isDescending ? 'DESC' : 'ASC';
  const rows = await database.prisma.$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM booking WHERE ($1::text IS NULL AND $2::int[] IS NULL OR client_id = $1
        OR hotel_number IN (SELECT number FROM hotel WHERE destination_number = ANY($2::int[])))
      AND ($7::int[] IS NULL OR hotel_number = ANY($7::int[]))
      AND arrival BETWEEN $3::int + date '1970-01-01' AND $4::int + date '1970-01-01'
      AND created_at BETWEEN $5::timestamptz AND $6::timestamptz
      ORDER BY ${axis === 'created' ? 'created_at' : 'arrival'} ${order}, id ${order} LIMIT ${2 * PAGE}`,
    ...[clientId, destinations && [...destinations], arrivalFrom ?? 0, arrivalTo ?? 100_000],
    ...[createdFrom ?? new Date('1990-01-01'), createdTo ?? new Date('2090-01-01'), hotels && [...hotels]],
  );
  return rows.map(({ id }) => id);
}

test.each(
  Object.entries(REACHES).flatMap(([who, reach]) =>
    (
      [
        ['OLDEST', 'a year of arrivals'],
        ['OLDEST', 'a month of arrivals'],
        ['NEWEST', 'arrivals of long ago'],
        ['NEWEST', 'a month of arrivals'],
        ['ARRIVAL', 'a day of booking'],
      ] as const
    ).map(([sort, name]) => ({ who, reach, sort, name })),
  ),
)(
  'of the bookings of $who with $name, $sort, two pages are those that sorting all of them gives',
  async ({ reach, sort, name }) => {
    const listed = { reach, filter: FILTERS[name]!, sort, first: PAGE, today: day(MANY_TODAY) };
    const { keys } = await listBookings(database, { ...listed, after: null });
    const later = await listBookings(database, { ...listed, after: keys.at(-1) ?? null });
    const found = keys.length < PAGE ? keys : [...keys, ...later.keys];
    expect(found.map(([, id]) => id)).toEqual(await sortedWhole(listed));
  },
);

/** Conditions that the indexes of lists do not have, with the same in SQL. */
const OTHERWISE: Readonly<Record<string, readonly [BookingFilter, string]>> = {
  'a frequent name': [{ text: NAMES.frequent }, `search @@ 'NOVAK'`],
  // Three letters and more may be those of a reference.
  'a rare name': [{ text: NAMES.rare }, `(search @@ 'RARE' OR position('RARE' in reference) > 0)`],
  'a part of the reference': [{ text: SAID.part }, `position('2M4' in reference) > 0`],
  'two letters': [{ text: 'no' }, `search @@ 'NO:*'`],
  'two names': [
    { text: NAMES.two },
    `search @@ 'GUEST17:*' AND (search @@ 'NOV:*' OR position('N0V' in reference) > 0)`,
  ],
  'a frequent name in a hotel': [{ text: NAMES.frequent, hotel: 5 }, `search @@ 'NOVAK' AND hotel_number = 5`],
  'a frequent name in a rare state': [
    { text: NAMES.frequent, status: 'DECLINED' },
    `search @@ 'NOVAK' AND status = 'DECLINED'`,
  ],
  'a name nobody has': [{ text: 'nobody' }, 'false'],
  'in house today': [
    { staysOn: day(MANY_TODAY) },
    `status = 'CONFIRMED' AND arrival <= '${MANY_TODAY}' AND departure > '${MANY_TODAY}'`,
  ],
  'in house long ago': [
    { staysOn: day('2024-06-01') },
    `status = 'CONFIRMED' AND arrival <= '2024-06-01' AND departure > '2024-06-01'`,
  ],
  'a day of departure in a hotel': [
    { departureFrom: day('2025-06-01'), departureTo: day('2025-06-01'), hotel: 5 },
    `departure = '2025-06-01' AND hotel_number = 5`,
  ],
  'departures to come': [{ departureFrom: day(MANY_TODAY) }, `departure >= '${MANY_TODAY}'`],
  'a room type': [{ roomType: 1005 }, 'room_type_number = 1005'],
  'the usual channel': [{ channel: 'public' }, 'true'],
  'an unused channel': [{ channel: 'partner' }, 'false'],
};

describe.each(Object.entries(REACHES))('of the bookings of %s', (who, reach) => {
  test.each(Object.entries(OTHERWISE))(
    `two pages with %s are those that sorting all of them gives`,
    async (name, [filter, inSql]) => {
      for (const sort of SORTS) {
        const { axis, isDescending } = BOOKING_ORDERS[sort];
        const listed = { reach, filter, sort, first: PAGE, today: day(MANY_TODAY) };
        const begun = performance.now();
        const { keys } = await listBookings(database, { ...listed, after: null });
        timed.push({ ms: performance.now() - begun, what: `${who}, ${name}, ${sort}, first page` });
        const later = keys.length < PAGE ? [] : (await listBookings(database, { ...listed, after: keys.at(-1)! })).keys;
        const order = isDescending ? 'DESC' : 'ASC';
        const whole = await database.prisma.$queryRawUnsafe<{ id: string }[]>(
          `SELECT id FROM booking WHERE ($1::text IS NULL AND $2::int[] IS NULL OR client_id = $1
              OR hotel_number IN (SELECT number FROM hotel WHERE destination_number = ANY($2::int[])))
              AND ($3::int[] IS NULL OR hotel_number = ANY($3::int[])) AND ${inSql}
            ORDER BY ${axis === 'created' ? 'created_at' : 'arrival'} ${order}, id ${order} LIMIT ${2 * PAGE}`,
          ...[reach.clientId, reach.destinations && [...reach.destinations], reach.hotels && [...reach.hotels]],
        );
        expect([sort, ...[...keys, ...later].map(([, id]) => id)]).toEqual([sort, ...whole.map(({ id }) => id)]);
      }
    },
  );
});

/**
 * The bookings of the client are many and old, those of the destination few and from all times: where few of the one are looked at, the
 * page must not be filled with the others.
 */
test('a page for a client and a destination lacks none of either, however their bookings are spread', async () => {
  const { prisma } = database;
  const reach = REACHES['a client and a destination']!;
  await prisma.$executeRawUnsafe(
    `UPDATE booking SET channel_code = 'partner' WHERE (client_id = $1 AND created_at < '2025-12-01' AND arrival < '2025-12-01')
      OR (hotel_number IN (SELECT number FROM hotel WHERE destination_number = 2) AND client_id <> $1 AND created_at::time < '02:00')`,
    reach.clientId,
  );
  await prisma.$executeRawUnsafe('VACUUM ANALYZE booking');
  for (const sort of SORTS) {
    const { axis, isDescending } = BOOKING_ORDERS[sort];
    const listed = { reach, filter: { channel: 'partner' }, sort, first: 20, today: day(MANY_TODAY) };
    const ids: string[] = [];
    for (let after: ListedBookings['after'] = null, pages = 0; pages < 30; pages++) {
      const { keys } = await listBookings(database, { ...listed, after });
      ids.push(...keys.map(([, id]) => id));
      after = keys.at(-1) ?? after;
    }
    const order = isDescending ? 'DESC' : 'ASC';
    const whole = await prisma.$queryRawUnsafe<{ id: string }[]>(
      `SELECT id FROM booking WHERE channel_code = 'partner'
        ORDER BY ${axis === 'created' ? 'created_at' : 'arrival'} ${order}, id ${order} LIMIT 600`,
    );
    expect([sort, ...ids]).toEqual([sort, ...whole.map(({ id }) => id)]);
  }
});

test('a list has the same bookings where PostgreSQL plans everything in parallel, as it does with very many', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const settings = [
    'parallel_setup_cost',
    'parallel_tuple_cost',
    'min_parallel_table_scan_size',
    'min_parallel_index_scan_size',
  ];
  for (const setting of settings)
    await database.prisma.$executeRawUnsafe(`ALTER DATABASE "${name}" SET ${setting} = 0`);
  // Sessions of before keep their settings.
  const parallel = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 2 });
  try {
    for (const reach of Object.values(REACHES))
      for (const [filter] of Object.values(OTHERWISE)) {
        const listed = { reach, filter, sort: 'NEWEST' as const, first: PAGE, today: day(MANY_TODAY), after: null };
        expect(await listBookings(parallel, listed)).toEqual(await listBookings(database, listed));
      }
  } finally {
    await parallel.close();
  }
});
