/** The bookings of a list as the planner finds them, by whatever indexes it chooses (S9, M9): to count them, and for pages of few. */
import {
  bool,
  type ColumnType,
  int4,
  int8,
  json,
  jsonDate,
  jsonList,
  jsonObject,
  listOf,
  oneOf,
  text,
} from '../../../data/sql/column-types.ts';
import { type Bind, composed } from '../../../data/sql/statement.ts';
import { type BoundsOfPage, boundsOfPage } from './booking-axes.ts';
import { everyCondition } from './booking-conditions-sql.ts';
import type { Axis, SelectedBookings } from './booking-order.ts';

/** Places as texts, which may be infinite. */
export const PLACE: Record<Axis, ColumnType<string>> = {
  created: { ...text, names: ['timestamptz'] },
  arrival: { ...text, names: ['date'] },
};
/** Bookings are counted up to this number. */
const COUNTED_MAX = 10_000;

/** Which index is to be read depends on the values. */
export const FOR_VALUES = { plansForValues: true };

/**
 * How many bookings a list has, as the planner estimates it. It is asked of each list by itself: the first node of a plan has the rows of all
 * of it, whatever the planner makes of the rest, as parts that run in parallel.
 */
export function estimateStatement(selected: SelectedBookings) {
  type Plan = readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
  return composed(
    { 'QUERY PLAN': json<Plan>() },
    (bind) => `EXPLAIN (FORMAT JSON) SELECT 1 FROM booking AS b WHERE ${foundBy(selected, bind)}`,
    FOR_VALUES,
  );
}

/** Counts the bookings of a list, of `COUNTED_MAX` and one more at most. */
export function countStatement(selected: SelectedBookings) {
  return composed(
    { count: int4, isExact: bool },
    (bind) => {
      const { ranges } = boundsOfPage(selected);
      return `${foundSql(selected, COUNTED_MAX, bind)}
      SELECT least(count(*), ${COUNTED_MAX})::int AS count, (SELECT count(*) FROM found) <= ${COUNTED_MAX} AS "isExact"
      FROM found AS b JOIN ${rangesSql(ranges, bind)} ON ${[...OF_RANGE, ...ARRIVAL_OF_RANGE].join(' AND ')}`;
    },
    FOR_VALUES,
  );
}

/** `found`: selected bookings, one more than `most` at most, with what ranges are about. The planner chooses the indexes. */
export function foundSql(selected: SelectedBookings, most: number, bind: Bind): string {
  return `WITH found AS MATERIALIZED (
    SELECT b.id, b.status, b.is_test, b.created_at, b.arrival FROM booking AS b
    WHERE ${foundBy(selected, bind)} LIMIT ${bind(int8, most + 1)})`;
}

function foundBy(selected: SelectedBookings, bind: Bind): string {
  const { created, ranges } = boundsOfPage(selected);
  const tests = [...new Set(ranges.map(({ test }) => test))];
  return [
    `b.status = ANY(${bind(listOf(oneOf('BookingStatus')), [...new Set(ranges.map(({ status }) => status))])})`,
    ...(tests.length === 1 ? [`b.is_test = ${bind(bool, tests[0] === true)}`] : []),
    ...createdWithin(created, bind),
    ...waitingWithin(selected, ranges, bind),
    ...everyCondition(selected, bind),
  ].join(' AND ');
}

/** A list of one state has only the requests that wait, or only those that have expired (S1): the others are not among the bookings found. */
function waitingWithin({ filter: { status } }: SelectedBookings, ranges: BoundsOfPage['ranges'], bind: Bind): string[] {
  const waiting = status == null ? undefined : ranges.find((range) => range.status === 'REQUESTED');
  if (!waiting) return [];
  const [from, to] = [bind(PLACE.arrival, waiting.from), bind(PLACE.arrival, waiting.to)];
  return [`(b.status <> 'REQUESTED' OR (b.arrival >= ${from} AND b.arrival <= ${to}))`];
}

export const OF_RANGE = ['b.status = r.status::"BookingStatus"', 'b.is_test = r.test'];
export const ARRIVAL_OF_RANGE = ['b.arrival >= r."from"', 'b.arrival <= r."to"'];

const RANGES = jsonList(jsonObject({ status: text, test: bool, from: jsonDate, to: jsonDate }));

export function rangesSql(ranges: BoundsOfPage['ranges'], bind: Bind): string {
  return `json_to_recordset(${bind(RANGES, ranges)}) AS r(status text, test boolean, "from" date, "to" date)`;
}

export const createdWithin = ({ from, to }: BoundsOfPage['created'], bind: Bind) => [
  `b.created_at >= ${bind(PLACE.created, from)}`,
  `b.created_at <= ${bind(PLACE.created, to)}`,
];
