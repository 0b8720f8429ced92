/** Bookings that are followed: the events that a client has received. */
import { type EventStream, openEventStream, type Subscribing } from './event-stream.ts';

export interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly bookingId: string;
  readonly isTest: boolean;
  readonly client: string;
}

export interface BookingUpdate {
  readonly events: readonly ToldEvent[];
  readonly endCursor: string;
}

export const FOLLOW_BOOKINGS = `subscription Follow($after: String, $types: [BookingEventType!], $tests: Boolean! = false) {
  bookings(after: $after, types: $types, includeTests: $tests) {
    events { id type status bookingId isTest client } endCursor } }`;

export interface FollowedBookings {
  readonly stream: EventStream;
  /** Waits for the next update. */
  update(): Promise<BookingUpdate>;
  /** Waits until so many events have arrived since the last call. */
  events(count: number): Promise<readonly ToldEvent[]>;
  /** Where the last update leads on. */
  cursor(): string;
}

/** A subscription that has had its first update. */
export async function followBookings(
  asked: Omit<Subscribing, 'query'>,
): Promise<FollowedBookings & { readonly first: BookingUpdate }> {
  const stream = await openEventStream({ query: FOLLOW_BOOKINGS, ...asked });
  if (stream.status !== 200) throw new Error(`refused with ${stream.status}: ${stream.body}`);
  let cursor = '';
  const update = async (): Promise<BookingUpdate> => {
    const { data, errors } = await stream.result<{ bookings: BookingUpdate }>();
    if (errors) throw new Error(JSON.stringify(errors));
    cursor = data.bookings.endCursor;
    return data.bookings;
  };
  const first = await update();
  return {
    ...{ stream, first, update, cursor: () => cursor },
    async events(count) {
      const received: ToldEvent[] = [];
      while (received.length < count) received.push(...(await update()).events);
      return received;
    },
  };
}
