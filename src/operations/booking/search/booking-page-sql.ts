/**
 * The statement of a page of bookings (S9): it reads from an index that has them in order, whatever it selects. Each index begins with
 * what few bookings share (a client, a hotel, a visit type; nothing for lists of all), then has the state and whether it is a test, so a
 * page is merged from at most ten ranges, or ten for each hotel of a key's destinations. Of hundreds of ranges a few rows each say first
 * how far a page can reach, so that it need not be looked for in each of them. So do the first rows of a range of the date that the page
 * is not ordered by: the index has the other date, too, and skips without sorting what is beyond. The planner knows no correlations and
 * would often choose another index and read it whole, so conditions that it must not search by are within an expression.
 */
import { type ColumnType, float8, int4, int8, json, listOf, nullable, text } from '../../../data/sql/column-types.ts';
import { type Bind, composed } from '../../../data/sql/statement.ts';
import { parseReference } from '../../../domain/booking/reference.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { type BoundsOfPage, boundsOfPage, isReadByOtherAxis } from './booking-axes.ts';
import { normaliseEmail } from './booking-filter.ts';
import { type Axis, BOOKING_ORDERS, type ListedBookings } from './booking-order.ts';

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
/** Places as texts, which may be infinite. */
const PLACE: Record<Axis, ColumnType<string>> = {
  created: { ...text, names: ['timestamptz'] },
  arrival: { ...text, names: ['date'] },
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

/** Reads `value` and `id` of the rows of a page, and of one more. */
export function pageStatement(listed: ListedBookings) {
  return composed({ value: float8, id: text }, (bind) => pageSql(listed, bind));
}

function pageSql(listed: ListedBookings, bind: Bind): string {
  const { axis, isDescending } = BOOKING_ORDERS[listed.sort];
  const otherAxis = OTHER_AXIS[axis];
  const direction = isDescending ? 'DESC' : 'ASC';
  const limit = `LIMIT ${bind(int8, listed.first + 1)}`;
  const named = namedBookings(listed, bind);
  const bounds = boundsOfPage(listed);
  const ranges = `json_to_recordset(${bind(json(), bounds.ranges)})
    AS range(status text, test boolean, "from" date, "to" date)`;
  const { place, searched, filtered, isByOther } = withinBounds(listed, bounds, bind);
  const ofRange = ['b.status = r.status::"BookingStatus"', 'b.is_test = r.test'];
  const parts = selectionsOf(listed, bind).map((part) => {
    const searching = [...ofRange, ...part.searched, ...searched];
    const filtering = [...part.filtered, ...filtered];
    const rows = (bound: readonly string[], count: string) => `
      SELECT b.id, ${named ? unsearchable(axis) : place} AS place FROM ${named ? 'named JOIN booking AS b USING (id)' : 'booking AS b'}
      WHERE ${named ? filter([...searching, ...filtering]) : [...searching, ...bound, filter(filtering)].join(' AND ')}
      ORDER BY 2 ${direction}, 1 ${direction} ${count}`;
    const range = `SELECT * FROM ${ranges} ${part.join}`;
    // If so many rows of a range, or of many ranges, have places up to one, the page ends there at the latest.
    const within = isDescending
      ? `${COLUMNS[axis].name} >= coalesce((SELECT place FROM reach), '-infinity')`
      : `${COLUMNS[axis].name} <= coalesce((SELECT place FROM reach), 'infinity')`;
    if (isByOther && !named) {
      // Extreme places are the most frequent where the range of the other date begins, as the order goes.
      const sampled = part.join === '' ? SAMPLED_ROWS.ofFew : SAMPLED_ROWS.ofMany;
      return `(WITH range AS MATERIALIZED (${range}),
        reach AS MATERIALIZED (
          SELECT b.place FROM range AS r CROSS JOIN LATERAL (
            SELECT ${place} AS place, ${filter(filtering)} AS is_selected FROM booking AS b
            WHERE ${searching.join(' AND ')} ORDER BY ${COLUMNS[otherAxis].name} ${direction} LIMIT ${sampled}) AS b
          WHERE is_selected ORDER BY 1 ${direction} OFFSET ${bind(int8, listed.first)} LIMIT 1)
        SELECT found.* FROM range AS r CROSS JOIN LATERAL (${rows([within], limit)}) AS found)`;
    }
    if (part.join === '') {
      return `(SELECT found.* FROM (${range}) AS r CROSS JOIN LATERAL (${rows([], limit)}) AS found)`;
    }
    const needed = Math.ceil((listed.first + 1) / PROBED_ROWS);
    return `(WITH range AS MATERIALIZED (${range}),
      reach AS MATERIALIZED (
        SELECT probed.place FROM range AS r CROSS JOIN LATERAL (${rows([], `OFFSET ${PROBED_ROWS - 1} LIMIT 1`)}) AS probed
        ORDER BY 1 ${direction} OFFSET ${bind(int8, needed - 1)} LIMIT 1)
      SELECT found.* FROM range AS r CROSS JOIN LATERAL (${rows([within], limit)}) AS found)`;
  });
  return `${named ? `WITH named AS MATERIALIZED (${named})` : ''}
    SELECT ${IN_NUMBERS[axis]} AS value, id FROM (${parts.join(' UNION ')}) AS page
    ORDER BY place ${direction}, id ${direction} ${limit}`;
}

/** The bookings that a filter names, by reference and e-mail address; null: it names none, and selects by ranges only. */
function namedBookings({ filter: { reference, email } }: ListedBookings, bind: Bind): string | null {
  const named = [];
  if (reference != null) {
    named.push(`SELECT id FROM booking WHERE reference = ${bind(nullable(text), parseReference(reference))}`);
  }
  if (email != null) {
    named.push(
      `SELECT booking_id AS id FROM booking_contact WHERE lower(email) = ${bind(text, normaliseEmail(email))}`,
    );
  }
  return named.length === 0 ? null : named.join(' INTERSECT ');
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
function withinBounds(listed: ListedBookings, { created }: BoundsOfPage, bind: Bind) {
  const { axis, isDescending } = BOOKING_ORDERS[listed.sort];
  const isByOther = isReadByOtherAxis(listed);
  const conditions: Record<Axis, string[]> = {
    created: [
      `b.created_at >= ${bind(PLACE.created, created.from)}`,
      `b.created_at <= ${bind(PLACE.created, created.to)}`,
    ],
    arrival: ['b.arrival >= r."from"', 'b.arrival <= r."to"'],
  };
  if (listed.after !== null) {
    const [value, id] = listed.after;
    const place = axis === 'created' ? new Date(Number(value)).toISOString() : formatDay(Number(value));
    const after = `(${bind(PLACE[axis], place)}, ${bind(text, id)})`;
    conditions[axis].push(`(${COLUMNS[axis].name}, b.id) ${isDescending ? '<' : '>'} ${after}`);
  }
  const other = OTHER_AXIS[axis];
  return {
    isByOther,
    place: isByOther ? unsearchable(axis) : COLUMNS[axis].name,
    searched: conditions[isByOther ? other : axis],
    filtered: conditions[isByOther ? axis : other],
  };
}

/** What a page is merged from: the client's own bookings, and those of the destinations. */
function selectionsOf(listed: ListedBookings, bind: Bind): readonly Selection[] {
  const { clientId, destinations } = listed.reach;
  if (destinations === null) return [narrow(listed, bind, { searched: [], filtered: [] })];
  const parts = [];
  if (clientId !== null) {
    const id = bind(text, clientId);
    parts.push(narrow(listed, bind, { searched: [`b.client_id = ${id}`], filtered: [`b.client_id = ${id}`] }));
  }
  if (destinations.length > 0 || clientId === null) {
    const hotels = `(SELECT number FROM hotel WHERE destination_number = ANY(${bind(listOf(int4), destinations)}))`;
    const searched = ['b.hotel_number = r.number'];
    parts.push(
      narrow(listed, bind, { join: `CROSS JOIN ${hotels} AS h`, searched, filtered: [`b.hotel_number IN ${hotels}`] }),
    );
  }
  return parts;
}

/**
 * The conditions of a filter within a reach, which is given as what may be searched by and as the same for rows found otherwise. A
 * hotel or a visit type has fewer bookings than a client or a destination may have, so it is searched by first.
 */
function narrow(
  { filter: { hotel, visitType, reference, email } }: ListedBookings,
  bind: Bind,
  reach: { join?: string; searched: readonly string[]; filtered: readonly string[] },
): Selection {
  const ofHotel = hotel == null ? [] : [`b.hotel_number = ${bind(int4, hotel)}`];
  const ofVisitType = visitType == null ? [] : [`b.visit_type_number = ${bind(int4, visitType)}`];
  const [searched, ...filtered] = [...ofHotel, ...ofVisitType];
  if (searched !== undefined) return { join: '', searched: [searched], filtered: [...filtered, ...reach.filtered] };
  const isNamed = reference != null || email != null;
  return isNamed
    ? { join: '', searched: [], filtered: reach.filtered }
    : { join: reach.join ?? '', searched: reach.searched, filtered: [] };
}
