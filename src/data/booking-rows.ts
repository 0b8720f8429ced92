/** The rows of a booking and of its parts: as values of the fields of their models, and as columns. Columns that a later version adds keep their defaults. */
import { type FoundBy, searchTerms } from '../domain/booking/booking-search.ts';
import { columnOf } from './data-model.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import {
  type Booking,
  type BookingContact,
  type BookingDiscount,
  type BookingGuest,
  type BookingPromotion,
  Prisma,
} from './generated/prisma/client.ts';
import { json, jsonList, text, tsvector } from './sql/column-types.ts';
import { type Placeholder, statement } from './sql/statement.ts';

/** A row as JSON: dates are strings, amounts are numbers. */
type Row<Model> = { readonly [Field in keyof Model]: InJson<Model[Field]> };
type InJson<Value> = Value extends Date ? string : Value extends bigint ? number : Value;
/** A row of a booking's parts; its booking and its position are filled in when it is written. */
type PartRow<Model> = Row<Omit<Model, 'bookingId' | 'position'>>;

/** The rows of a booking. */
export interface BookingRows {
  readonly booking: Row<Booking>;
  readonly contact: PartRow<BookingContact>;
  readonly guests: readonly PartRow<BookingGuest>[];
  readonly promotions: readonly PartRow<BookingPromotion>[];
  readonly discounts: readonly PartRow<BookingDiscount>[];
}

/** The column that a booking is found by (M9). */
export const searchColumn = (found: FoundBy): string => tsvector.encode(searchTerms(found));

/** The columns of each table with the fields of its model; Prisma does not know the one that bookings are found by. */
const COLUMNS = {
  booking: [...columnsOf(Prisma.BookingScalarFieldEnum), ['search', 'search']],
  booking_contact: columnsOf(Prisma.BookingContactScalarFieldEnum),
  booking_guest: columnsOf(Prisma.BookingGuestScalarFieldEnum),
  booking_promotion: columnsOf(Prisma.BookingPromotionScalarFieldEnum),
  booking_discount: columnsOf(Prisma.BookingDiscountScalarFieldEnum),
} as const satisfies Readonly<Record<string, readonly (readonly [field: string, column: string])[]>>;
type Table = keyof typeof COLUMNS;

function columnsOf(fields: Readonly<Record<string, string>>): readonly (readonly [field: string, column: string])[] {
  return Object.keys(fields).map((field) => [field, columnOf(field)]);
}

export function columnList(
  table: Table,
  of: (field: string, column: string) => string = (_, column) => column,
): string {
  return COLUMNS[table].map(([field, column]) => of(field, `"${column}"`)).join(', ');
}

/** The columns of a table that have a value among `values`, by fields, as one object. */
export function withColumns(table: Table, values: object): Record<string, unknown> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    COLUMNS[table].flatMap(([field, column]) => (field in given ? [[column, given[field]]] : [])),
  );
}

/**
 * Writes the rows given as a JSON list of such objects.
 * @param most how many there are at most, for what reads them: otherwise the planner expects a hundred
 */
export function insertRowsSql(table: Table, rows: Placeholder, most?: number): string {
  const bound = most === undefined ? '' : ` LIMIT ${most}`;
  return `INSERT INTO ${table} (${columnList(table)})
    SELECT ${columnList(table)} FROM json_populate_recordset(NULL::${table}, ${rows})${bound}`;
}

/** SQL, for SET: the columns of `fields` as the object `values` in JSON has them, and otherwise as they are in the row `row`. */
export function setColumnsSql<Of extends Table>(
  table: Of,
  { fields, row, values }: { fields: readonly string[]; row: string; values: Placeholder },
): string {
  const columns = COLUMNS[table].filter(([field]) => fields.includes(field)).map(([, column]) => `"${column}"`);
  return `(${columns.join(', ')}) = (SELECT ${columns.join(', ')} FROM json_populate_record(${row}, ${values}))`;
}

/** The parts of which a booking has a list, with the table of each and the place of the first. */
const LISTS = {
  guests: { table: 'booking_guest', first: 1, order: 'position' },
  promotions: { table: 'booking_promotion', first: 0, order: 'position' },
  discounts: { table: 'booking_discount', first: 0, order: 'guest_position' },
} as const;
export type ListName = keyof typeof LISTS;

/** The rows of a part with their booking and their places. */
export function listColumns(name: ListName, bookingId: string, rows: readonly object[]): Record<string, unknown>[] {
  const { table, first } = LISTS[name];
  return rows.map((row, index) => withColumns(table, { bookingId, position: first + index, ...row }));
}

type ColumnValues = Readonly<Record<string, unknown>>;
const listOf = jsonList(json<ColumnValues>());

const rowsSql = (name: ListName) => {
  const { table, order } = LISTS[name];
  return `coalesce((SELECT json_agg(row_to_json(p) ORDER BY ${order}) FROM ${table} AS p WHERE p.booking_id = b.id), '[]') AS ${name}`;
};

const READ = statement({
  takes: { id: text },
  returns: {
    ...{ booking: json<ColumnValues>(), contact: json<ColumnValues>() },
    ...{ guests: listOf, promotions: listOf, discounts: listOf },
  },
  sql: ({ id }) => `
    SELECT row_to_json(b) AS booking, row_to_json(c) AS contact, ${rowsSql('guests')}, ${rowsSql('promotions')}, ${rowsSql('discounts')}
    FROM booking AS b JOIN booking_contact AS c ON c.booking_id = b.id WHERE b.id = ${id}`,
});

/** The rows of a booking that is locked; null: there is none. */
export async function readBookingRows(sql: SqlTransaction, id: string): Promise<BookingRows | null> {
  const [read] = await sql.query(READ, { id });
  if (!read) return null;
  const fieldsOf = <Model>(table: Table, row: ColumnValues): Model => {
    const own = COLUMNS[table].filter(([field]) => !['bookingId', 'position', 'search'].includes(field));
    return Object.fromEntries(own.map(([field, column]) => [field, row[column]])) as Model;
  };
  const listed = <Model>(name: ListName) => read[name].map((row) => fieldsOf<Model>(LISTS[name].table, row));
  return {
    booking: fieldsOf('booking', read.booking),
    contact: fieldsOf('booking_contact', read.contact),
    guests: listed('guests'),
    promotions: listed('promotions'),
    discounts: listed('discounts'),
  };
}

const CONTACT_FIELDS = COLUMNS.booking_contact.map(([field]) => field).filter((field) => field !== 'bookingId');
const REPLACE_CONTACT = statement({
  takes: { id: text, contact: json() },
  sql: ({ id, contact }) => `
    UPDATE booking_contact AS c SET ${setColumnsSql('booking_contact', { fields: CONTACT_FIELDS, row: 'c', values: contact })}
    WHERE booking_id = ${id}`,
});

const replacing = ({ table }: { readonly table: Table }) => ({
  remove: statement({ takes: { id: text }, sql: ({ id }) => `DELETE FROM ${table} WHERE booking_id = ${id}` }),
  add: statement({ takes: { rows: json() }, sql: ({ rows }) => insertRowsSql(table, rows) }),
});
const REPLACE = {
  guests: replacing(LISTS.guests),
  promotions: replacing(LISTS.promotions),
  discounts: replacing(LISTS.discounts),
};

/** Parts of a booking that are replaced as a whole; the others stay. */
export type ReplacedParts = Partial<Omit<BookingRows, 'booking'>>;

/** Replaces parts of a locked booking. The statements are sent at once, and fail with the transaction. */
export async function replaceParts(sql: SqlTransaction, id: string, parts: ReplacedParts): Promise<void> {
  const { contact, ...lists } = parts;
  await Promise.all([
    contact && sql.query(REPLACE_CONTACT, { id, contact: withColumns('booking_contact', contact) }),
    ...(Object.entries(lists) as [ListName, readonly object[]][]).flatMap(([name, rows]) => [
      sql.query(REPLACE[name].remove, { id }),
      sql.query(REPLACE[name].add, { rows: listColumns(name, id, rows) }),
    ]),
  ]);
}
