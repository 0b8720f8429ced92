/** Lists of bookings (S9, M9). */
import type { Database } from '../../../data/database/database.ts';
import { onlyRow, query } from '../../../data/sql/statement.ts';
import { readDaysAhead } from './booking-axes.ts';
import { isFoundOtherwise, withoutOthers } from './booking-conditions-sql.ts';
import { saysLittle, withImplied } from './booking-filter.ts';
import { countStatement, estimateStatement } from './booking-found-sql.ts';
import type { BookingKey, ListedBookings, SelectedBookings } from './booking-order.ts';
import { FEW_FOUND, foundPageStatement, mostWalked, pageStatement, reachAlongOrder } from './booking-page-sql.ts';

export interface BookingPage {
  readonly keys: readonly BookingKey[];
  readonly hasNextPage: boolean;
}

/**
 * Reads the keys of a page. With conditions that the indexes of lists do not have, or that they are not searched by, few bookings are found and
 * sorted, many are met soon along the order; where many are met late, all of them are found and sorted. The planner estimates how many there
 * are: a wrong estimate takes time, and changes nothing else.
 */
export async function listBookings(database: Pick<Database, 'prisma'>, asked: ListedBookings): Promise<BookingPage> {
  const { prisma } = database;
  const filter = withImplied(asked.filter);
  if (filter === null) return toPage([], asked);
  const listed = { ...asked, filter, daysAhead: await readDaysAhead(database, filter) };
  const meet = (most?: number) => query(prisma, pageStatement(listed, most));
  const find = async (most: number) => {
    const rows = await query(prisma, foundPageStatement(listed, most));
    if (rows[0]?.isWhole !== true) return null;
    return rows.flatMap(({ value, id }) => (value === null || id === null ? [] : { value, id }));
  };
  const findFew = () => find(FEW_FOUND);
  const findAll = () => find(ALL_FOUND);
  const meetAmong = async (most?: number) => {
    const met = await meet(most);
    return met.length > listed.first ? met : null;
  };
  const meetEnough = () => meetAmong();
  if (!isFoundOtherwise(filter) && reachAlongOrder(listed) === null) return toPage(await meet(), listed);
  const among = saysLittle(filter) ? null : await estimateMet(database, listed);
  const soon = Math.ceil((among ?? Infinity) * (listed.first + 1) * SPREAD);
  const meetSoon = soon < mostWalked(listed) ? [() => meetAmong(soon)] : [];
  const areMany = among === null || among < MET_AMONG;
  const attempts = areMany ? [...meetSoon, meetEnough, findAll] : [findFew, meetEnough, findAll];
  for (const attempt of attempts) {
    const rows = await attempt();
    if (rows) return toPage(rows, listed);
  }
  throw new Error('no bound, and not all bookings');
}

/**
 * A list is read along its order if the planner expects at least one of so many bookings there to be of the list: a page is full then before
 * all of the list could be found and sorted.
 */
const MET_AMONG = 200;

/** So many times as many bookings are looked at as the page is expected to be met among: those of the list may be fewer there than elsewhere. */
const SPREAD = 2;

/** Among how many bookings along the order the planner expects one of the list. */
async function estimateMet({ prisma }: Pick<Database, 'prisma'>, listed: ListedBookings): Promise<number> {
  const expected = async (selected: ListedBookings) => {
    const { 'QUERY PLAN': plan } = onlyRow(await query(prisma, estimateStatement(selected)));
    return plan[0].Plan['Plan Rows'];
  };
  // Without the conditions that the order is not searched by.
  const whole = { ...listed, reach: reachAlongOrder(listed) ?? listed.reach, filter: withoutOthers(listed.filter) };
  const [ofList, alongOrder] = await Promise.all([expected(listed), expected(whole)]);
  return alongOrder / ofList;
}

/** More than any list has. */
const ALL_FOUND = Number.MAX_SAFE_INTEGER - 1;

function toPage(rows: readonly { value: number; id: string }[], { first }: ListedBookings): BookingPage {
  return { keys: rows.slice(0, first).map(({ value, id }) => [value, id]), hasNextPage: rows.length > first };
}

export interface CountedBookings {
  /** At most 10,000. */
  readonly count: number;
  /** Whether there are no more. */
  readonly isExact: boolean;
}

/** How many bookings a list has. */
export async function countBookings(
  database: Pick<Database, 'prisma'>,
  asked: SelectedBookings,
): Promise<CountedBookings> {
  const filter = withImplied(asked.filter);
  if (filter === null) return { count: 0, isExact: true };
  const daysAhead = await readDaysAhead(database, filter);
  return onlyRow(await query(database.prisma, countStatement({ ...asked, filter, daysAhead })));
}
