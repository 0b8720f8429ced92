/**
 * The statement of a page of bookings (S9): it reads from an index that has them in order, whatever it selects. Each index begins with
 * what few bookings share (a client, a hotel, a visit type; nothing for lists of all), then has the state and whether it is a test, so a
 * page is merged from at most ten ranges, or ten for each hotel of a key's destinations. Of hundreds of ranges a few rows each say first
 * how far a page can reach, so that it need not be looked for in each of them. So do the first rows of a range of the date that the page
 * is not ordered by: the index has the other date, too, and skips without sorting what is beyond. The planner knows no correlations and
 * would often choose another index and read it whole, so conditions that it must not search by are within an expression. Of conditions
 * that these indexes do not have (a text, a channel, departures), the bookings are found by an index of the condition, if
 * they are few, and sorted. Many are met soon along the order.
 */
import { bool, float8, int4, int8, listOf, nullable, text } from '../../../data/sql/column-types.ts';
import { type Bind, composed } from '../../../data/sql/statement.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { type BookingReach, EVERY_BOOKING } from '../booking-access.ts';
import { type BoundsOfPage, boundsOfPage, isReadByOtherAxis } from './booking-axes.ts';
import { otherConditions } from './booking-conditions-sql.ts';
import {
  ARRIVAL_OF_RANGE,
  createdWithin,
  FOR_VALUES,
  foundSql,
  OF_RANGE,
  PLACE,
  rangesSql,
} from './booking-found-sql.ts';
import { type Axis, BOOKING_ORDERS, type ListedBookings, type SelectedBookings } from './booking-order.ts';

/** A table to join, and conditions: those that an index is searched by, and those for the rows found. */
interface Selection {
  readonly join: string;
  readonly searched: readonly string[];
  readonly filtered: readonly string[];
}

const COLUMNS: Record<Axis, { readonly name: string; readonly zero: string }> = {
  created: { name: 'b.created_at', zero: `interval '0'` },
  arrival: { name: 'b.arrival', zero: '0' },
};
const OTHER_AXIS = { created: 'arrival', arrival: 'created' } as const;
const IN_NUMBERS: Record<Axis, string> = {
  created: '(extract(epoch FROM place) * 1000)::float8',
  arrival: `(place - date '1970-01-01')::float8`,
};

/** Rows of each of many ranges that say how far a page can reach. */
const PROBED_ROWS = 4;

/**
 * Rows of each range for a page that is searched by the date that it is not ordered by: of ten ranges, or of ten for each of
 * many hotels.
 */
const SAMPLED_ROWS = { ofFew: 500, ofMany: 20 } as const;

/**
 * Rows of each range that are looked at for a condition that the range is not searched by: of few ranges, or of ten for each of many
 * hotels.
 */
const WALKED_ROWS = { ofFew: 8_000, ofMany: 200 } as const;

function walkedRows({ join }: Selection, { hotels }: BookingReach): number {
  if (join === '') return WALKED_ROWS.ofFew;
  // A key of few hotels has few ranges, too.
  return Math.max(WALKED_ROWS.ofMany, Math.floor(WALKED_ROWS.ofFew / (hotels?.length ?? Infinity)));
}

/** Most rows of a range that are looked at for a condition that the range is not searched by. */
export function mostWalked(listed: ListedBookings): number {
  return Math.max(...selectionsOf(listed, () => '$1').map((part) => walkedRows(part, listed.reach)));
}

/** Up to this number, bookings are found by their conditions and sorted. More are met along the order. */
export const FEW_FOUND = 5_000;

/**
 * Reads `value` and `id` of the rows of a page, and of one more, along the order. With conditions that its indexes do not have, some may be
 * missing.
 * @param most rows of each range that are looked at for such a condition
 */
export function pageStatement(listed: ListedBookings, most = Infinity) {
  return composed({ value: float8, id: text }, (bind) => pageSql(listed, most, bind), FOR_VALUES);
}

/**
 * The same, by indexes of all conditions, of so many bookings at most. There is at least one row, of nulls where the page is empty;
 * unless it `isWhole`, there are more bookings, and the page may be another.
 */
export function foundPageStatement(listed: ListedBookings, most: number) {
  return composed(
    { value: nullable(float8), id: nullable(text), isWhole: bool },
    (bind) => {
      const { axis, isDescending } = BOOKING_ORDERS[listed.sort];
      const direction = isDescending ? 'DESC' : 'ASC';
      const bounds = boundsOfPage(listed);
      const { searched, filtered } = withinBounds(listed, { bounds, isByOther: false }, bind);
      const conditions = [...OF_RANGE, ...searched, ...filtered].join(' AND ');
      return `${foundSql(listed, most, bind)}
      SELECT ${IN_NUMBERS[axis]} AS value, id, "isWhole"
      FROM (SELECT count(*) <= ${bind(int8, most)} AS "isWhole" FROM found) AS all_found LEFT JOIN (
        SELECT b.id, ${COLUMNS[axis].name} AS place FROM found AS b JOIN ${rangesSql(bounds.ranges, bind)} ON ${conditions}
        ORDER BY 2 ${direction}, 1 ${direction} LIMIT ${bind(int8, listed.first + 1)}) AS page ON true
      ORDER BY place ${direction}, id ${direction}`;
    },
    FOR_VALUES,
  );
}

function pageSql(listed: ListedBookings, most: number, bind: Bind): string {
  const { axis, isDescending } = BOOKING_ORDERS[listed.sort];
  const otherAxis = OTHER_AXIS[axis];
  const direction = isDescending ? 'DESC' : 'ASC';
  const limit = `LIMIT ${bind(int8, listed.first + 1)}`;
  const bounds = boundsOfPage(listed);
  const ranges = rangesSql(bounds.ranges, bind);
  const looked = otherConditions(listed.filter, bind);
  const isWalked = looked.length > 0;
  const isByOther = !isWalked && isReadByOtherAxis(listed);
  const { place, searched, filtered } = withinBounds(listed, { bounds, isByOther }, bind);
  const probes: string[] = [];
  const parts = selectionsOf(listed, bind).map((part) => {
    const searching = [...OF_RANGE, ...part.searched, ...searched];
    const filtering = [...part.filtered, ...filtered, ...looked];
    const rows = (bound: readonly string[], count: string) => `
      SELECT b.id, ${place} AS place FROM booking AS b WHERE ${[...searching, ...bound, filter(filtering)].join(' AND ')}
      ORDER BY 2 ${direction}, 1 ${direction} ${count}`;
    const range = `SELECT * FROM ${ranges} ${part.join}`;
    // If so many rows of a range, or of many ranges, have places up to one, the page ends there at the latest.
    const within = isDescending
      ? `${COLUMNS[axis].name} >= coalesce((SELECT place FROM reach), '-infinity')`
      : `${COLUMNS[axis].name} <= coalesce((SELECT place FROM reach), 'infinity')`;
    const found = `SELECT found.* FROM range AS r CROSS JOIN LATERAL (${rows([within], limit)}) AS found`;
    const reaching = (reach: string) =>
      `(WITH range AS MATERIALIZED (${range}), reach AS MATERIALIZED (${reach}) ${found})`;
    if (isWalked) {
      const walked = Math.min(most, walkedRows(part, listed.reach));
      probes.push(`SELECT probed.place FROM (${range}) AS r CROSS JOIN LATERAL (
        SELECT ${place} AS place FROM booking AS b WHERE ${searching.join(' AND ')} ORDER BY 1 ${direction} OFFSET ${bind(int8, walked)} LIMIT 1) AS probed`);
      return `(WITH range AS MATERIALIZED (${range}) ${found})`;
    }
    if (isByOther) {
      // Extreme places are the most frequent where the range of the other date begins, as the order goes.
      const sampled = part.join === '' ? SAMPLED_ROWS.ofFew : SAMPLED_ROWS.ofMany;
      return reaching(`
        SELECT b.place FROM range AS r CROSS JOIN LATERAL (
          SELECT ${place} AS place, ${filter(filtering)} AS is_selected FROM booking AS b
          WHERE ${searching.join(' AND ')} ORDER BY ${COLUMNS[otherAxis].name} ${direction} LIMIT ${sampled}) AS b
        WHERE is_selected ORDER BY 1 ${direction} OFFSET ${bind(int8, listed.first)} LIMIT 1`);
    }
    if (part.join === '') {
      return `(SELECT found.* FROM (${range}) AS r CROSS JOIN LATERAL (${rows([], limit)}) AS found)`;
    }
    const needed = Math.ceil((listed.first + 1) / PROBED_ROWS);
    return reaching(`
      SELECT probed.place FROM range AS r CROSS JOIN LATERAL (${rows([], `OFFSET ${PROBED_ROWS - 1} LIMIT 1`)}) AS probed
      ORDER BY 1 ${direction} OFFSET ${bind(int8, needed - 1)} LIMIT 1`);
  });
  // Beyond the place up to which one part was looked at, a page of all of them would lack its bookings.
  const reach = `reach AS MATERIALIZED (SELECT place FROM (${probes.join(' UNION ALL ')}) AS probed ORDER BY 1 ${direction} LIMIT 1)`;
  return `${isWalked ? `WITH ${reach}` : ''} SELECT ${IN_NUMBERS[axis]} AS value, id FROM (${parts.join(' UNION ')}) AS page
    ORDER BY place ${direction}, id ${direction} ${limit}`;
}

/** Conditions for rows that are read by others: the planner neither searches by them nor believes that few rows meet them. */
function filter(conditions: readonly string[]): string {
  return `CASE WHEN ${conditions.join(' AND ') || 'true'} THEN true ELSE false END`;
}

/** A column that no index is read for. */
function unsearchable(axis: Axis): string {
  return `(${COLUMNS[axis].name} + ${COLUMNS[axis].zero})`;
}

/** The place of a row in the order, and the conditions on both axes, of which one is searched by. */
function withinBounds(
  listed: ListedBookings,
  { bounds, isByOther }: { readonly bounds: BoundsOfPage; readonly isByOther: boolean },
  bind: Bind,
) {
  const { axis, isDescending } = BOOKING_ORDERS[listed.sort];
  const conditions: Record<Axis, string[]> = {
    created: createdWithin(bounds.created, bind),
    arrival: [...ARRIVAL_OF_RANGE],
  };
  if (listed.after !== null) {
    const [value, id] = listed.after;
    const place = axis === 'created' ? new Date(Number(value)).toISOString() : formatDay(Number(value));
    const after = `(${bind(PLACE[axis], place)}, ${bind(text, id)})`;
    conditions[axis].push(`(${COLUMNS[axis].name}, b.id) ${isDescending ? '<' : '>'} ${after}`);
  }
  const other = OTHER_AXIS[axis];
  return {
    place: isByOther ? unsearchable(axis) : COLUMNS[axis].name,
    searched: conditions[isByOther ? other : axis],
    filtered: conditions[isByOther ? axis : other],
  };
}

/** What a page is merged from: the client's own bookings, and those of the destinations; of both those of the hotels. */
function selectionsOf(listed: ListedBookings, bind: Bind): readonly Selection[] {
  const { clientId, destinations, hotels } = listed.reach;
  if (destinations === null && hotels === null) return [narrow(listed, bind, { searched: [], filtered: [] })];
  const parts = [];
  if (clientId !== null && destinations !== null) {
    const ofClient = `b.client_id = ${bind(text, clientId)}`;
    if (hotels === null) parts.push(narrow(listed, bind, { searched: [ofClient], filtered: [ofClient] }));
    else {
      // A hotel has fewer bookings than a client may have, and its indexes know whose they are.
      const bound = `(SELECT number FROM hotel WHERE number = ANY(${bind(listOf(int4), hotels)}))`;
      parts.push(narrow(listed, bind, { ...inHotels(bound), beside: [ofClient], filtered: [ofClient, isIn(bound)] }));
    }
  }
  if (destinations === null || destinations.length > 0 || clientId === null) {
    const conditions = [
      ...(destinations === null ? [] : [`destination_number = ANY(${bind(listOf(int4), destinations)})`]),
      ...(hotels === null ? [] : [`number = ANY(${bind(listOf(int4), hotels)})`]),
    ];
    const ofKey = `(SELECT number FROM hotel WHERE ${conditions.join(' AND ')})`;
    parts.push(narrow(listed, bind, { ...inHotels(ofKey), filtered: [isIn(ofKey)] }));
  }
  return parts;
}

/** Searched in each of the hotels that a query has. */
const inHotels = (query: string) => ({ join: `CROSS JOIN ${query} AS h`, searched: ['b.hotel_number = r.number'] });
const isIn = (query: string) => `b.hotel_number IN ${query}`;

/**
 * The conditions of a filter within a reach, which is given as what may be searched by, what is looked at `beside` that, and both for
 * rows found otherwise. A hotel or a visit type has fewer bookings than a client or a destination may have, so it is searched by first.
 */
function narrow(
  { filter: { hotel, visitType, roomType } }: ListedBookings,
  bind: Bind,
  reach: { join?: string; searched: readonly string[]; beside?: readonly string[]; filtered: readonly string[] },
): Selection {
  const ofHotel =
    hotel != null
      ? [`b.hotel_number = ${bind(int4, hotel)}`]
      : roomType != null
        ? [`b.hotel_number = (SELECT hotel_number FROM room_type WHERE number = ${bind(int4, roomType)})`]
        : [];
  const ofVisitType = visitType == null ? [] : [`b.visit_type_number = ${bind(int4, visitType)}`];
  const [searched, ...filtered] = [...ofHotel, ...ofVisitType];
  if (searched !== undefined) return { join: '', searched: [searched], filtered: [...filtered, ...reach.filtered] };
  return { join: reach.join ?? '', searched: reach.searched, filtered: reach.beside ?? [] };
}

/**
 * The reach of the bookings that a page is read along, where those of the list may be few among them: of a visit type, which is sold in many
 * hotels, or of a client in hotels. Null: the order is searched by the reach of the list, or the planner could not tell: it does not know how
 * many bookings the hotels of a destination have.
 */
export function reachAlongOrder({
  reach,
  filter: { hotel, visitType, roomType },
}: SelectedBookings): BookingReach | null {
  const { clientId, destinations, hotels, isTest } = reach;
  const isOfClient = clientId !== null && destinations?.length === 0;
  const everywhere = { ...EVERY_BOOKING, isTest };
  if ((hotel ?? roomType) != null) return isOfClient ? everywhere : null;
  if (visitType != null) return isOfClient || hotels !== null ? everywhere : null;
  return isOfClient && hotels !== null ? { ...everywhere, hotels } : null;
}
