/** The facts of a booking that its events tell others (S14). Those of a time before a change are stored with the event (M7). */
import type { BookingEventData } from '../../domain/event/event-message.ts';
import { bool, type ColumnType, int4, jsonDate, jsonObject, nullable, oneOf, text } from '../sql/column-types.ts';

/** In the order in which others receive them, each with its column of the booking. */
const COLUMNS = {
  bookingId: 'id',
  reference: 'reference',
  party: 'party_id',
  status: null,
  kind: 'kind',
  isTest: 'is_test',
  visitType: 'visit_type_number',
  hotel: 'hotel_number',
  roomType: 'room_type_number',
  arrival: 'arrival',
  departure: 'departure',
  channel: 'channel_code',
  client: null,
} as const satisfies Record<Exclude<keyof BookingEventData, 'changed'>, string | null>;

/** What `bookingFactsSql` returns. The state is null of an event about something else, which has facts of its own. */
export const BOOKING_FACTS = jsonObject({
  ...{ bookingId: text, reference: text, party: nullable(text), status: nullable(oneOf('BookingStatus')) },
  ...{ kind: oneOf('BookingKind'), isTest: bool, visitType: int4, hotel: int4, roomType: int4 },
  ...{ arrival: jsonDate, departure: jsonDate, channel: text, client: text },
}) satisfies ColumnType<Omit<BookingEventData, 'status' | 'changed'>>;

/** SQL expression: the facts of the row `booking` after an event that left it in `status`; `client` is the row of its client. */
export function bookingFactsSql({ booking, status, client }: Record<'booking' | 'status' | 'client', string>): string {
  const elsewhere = { status, client: `${client}.name` };
  const facts = Object.entries({ ...COLUMNS, ...elsewhere }).map(
    ([fact, column]) => `'${fact}', ${fact in elsewhere ? column : `${booking}.${column}`}`,
  );
  return `json_build_object(${facts.join(', ')})`;
}

/** Facts in their order, which stored ones have lost. */
export function inOrder<Facts extends object>(facts: Facts): Facts {
  const known = Object.keys(COLUMNS).filter((name) => name in facts);
  return { ...Object.fromEntries(known.map((name) => [name, facts[name as keyof Facts]])), ...facts };
}
