/** The conditions of a filter of bookings as SQL about the row `b`, for the planner to choose indexes by (S9, M9). */
import { date, int4, listOf, nullable, text, tsquery } from '../../../data/sql/column-types.ts';
import type { Bind } from '../../../data/sql/statement.ts';
import { type Alternative, searchedWords } from '../../../domain/booking/booking-search.ts';
import { parseReference } from '../../../domain/booking/reference.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import type { BookingReach } from '../booking-access.ts';
import type { BookingFilter } from './booking-filter.ts';
import type { SelectedBookings } from './booking-order.ts';

/** The conditions of a filter, whatever their values are. */
export type AskedConditions = { readonly [Name in keyof BookingFilter]?: unknown };

/** Whether a filter has conditions that the indexes of lists do not have. */
export function isFoundOtherwise(filter: AskedConditions): boolean {
  return otherConditionsOf(filter).length > 0;
}

/** All conditions but those of state, test and time of booking. */
export function everyCondition({ reach, filter }: SelectedBookings, bind: Bind): string[] {
  const { hotel, visitType, arrivalFrom, arrivalTo } = filter;
  return [
    ...(hotel == null ? [] : [`b.hotel_number = ${bind(int4, hotel)}`]),
    ...(visitType == null ? [] : [`b.visit_type_number = ${bind(int4, visitType)}`]),
    ...(arrivalFrom == null ? [] : [`b.arrival >= ${bind(date, arrivalFrom)}`]),
    ...(arrivalTo == null ? [] : [`b.arrival <= ${bind(date, arrivalTo)}`]),
    ...otherConditions(filter, bind),
    ...withinReach(reach, bind),
  ];
}

function withinReach({ clientId, destinations, hotels }: BookingReach, bind: Bind): string[] {
  const bound = boundTo(hotels, bind);
  if (destinations === null) return bound;
  const ofClient = clientId === null ? null : `b.client_id = ${bind(text, clientId)}`;
  if (ofClient !== null && destinations.length === 0) return [ofClient, ...bound];
  const ofHotels = `b.hotel_number IN (SELECT number FROM hotel WHERE destination_number = ANY(${bind(listOf(int4), destinations)}))`;
  return [ofClient === null ? ofHotels : `(${ofClient} OR ${ofHotels})`, ...bound];
}

/** The hotels that a reach is bound to (M10). */
function boundTo(hotels: BookingReach['hotels'], bind: Bind): string[] {
  return hotels === null ? [] : [`b.hotel_number = ANY(${bind(listOf(int4), hotels)})`];
}

/** The conditions that the indexes of lists do not have. Each has an index of its own. */
export function otherConditions(filter: BookingFilter, bind: Bind): string[] {
  return otherConditionsOf(filter).map((condition) => condition(bind));
}

/** A filter without them. */
export function withoutOthers(filter: BookingFilter): BookingFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !(name in CONDITION_OF)));
}

function otherConditionsOf(filter: AskedConditions): ((bind: Bind) => string)[] {
  return (Object.keys(CONDITION_OF) as (keyof typeof CONDITION_OF)[]).flatMap((name) => {
    const value = filter[name];
    return value == null
      ? []
      : (bind: Bind) => (CONDITION_OF[name] as (value: unknown, bind: Bind) => string)(value, bind);
  });
}

const CONDITION_OF: {
  readonly [Name in keyof BookingFilter]: (value: NonNullable<BookingFilter[Name]>, bind: Bind) => string;
} = {
  reference: (written, bind) => `b.reference = ${bind(nullable(text), parseReference(written))}`,
  email: (address, bind) =>
    `b.id IN (SELECT booking_id FROM booking_contact WHERE lower(email) = ${bind(text, comparableEmail(address))})`,
  text: textSql,
  channel: (code, bind) => `b.channel_code = ${bind(text, code)}`,
  roomType: (number, bind) => `b.room_type_number = ${bind(int4, number)}`,
  departureFrom: (day, bind) => `b.departure >= ${bind(date, day)}`,
  departureTo: (day, bind) => `b.departure <= ${bind(date, day)}`,
  staysOn: leavingAfter,
};

/**
 * The index is read for the two longest words alone: for each of many short ones it would read a large part of itself. The others are looked
 * at in the bookings that those two find.
 */
function textSql(said: string, bind: Bind): string {
  const lengthOf = ([named = []]: readonly Alternative[]) => named.join('').length;
  const words = searchedWords(said).toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const found = `b.search @@ ${bind(tsquery, words.slice(0, INDEXED_WORDS))}`;
  if (words.length <= INDEXED_WORDS) return found;
  return `${found} AND CASE WHEN b.search @@ ${bind(tsquery, words.slice(INDEXED_WORDS))} THEN true ELSE false END`;
}

const INDEXED_WORDS = 2;

/** Most stays are short: those that end much later than a night are in an index of long ones. */
function leavingAfter(night: Day, bind: Bind): string {
  const [after, usually] = [bind(date, night), bind(date, night + LONG_STAY_NIGHTS)];
  return `(b.departure > ${after} AND (b.departure <= ${usually} OR b.departure - b.arrival > ${LONG_STAY_NIGHTS}))`;
}

/** What the index of long stays has. */
export const LONG_STAY_NIGHTS = 28;
