/**
 * A client that books over HTTP like a well-behaved shop: one key per booking, and the same request again until it is
 * answered.
 */
import { type Day, formatDay } from '../../../src/domain/time/civil-date.ts';
import { ADDRESS, bindingBody } from './booking-body.ts';
import { hotelOf, type RoomTypeNumber } from './booking-processes.ts';

/** A stay to book; the note is stored with the booking and identifies it. */
export interface AskedStay {
  readonly roomType: RoomTypeNumber;
  readonly arrival: Day;
  readonly departure: Day;
  readonly note: string;
  /** Rooms of the same hotel that are booked together with it (Y2); absent: none. */
  readonly otherRooms?: readonly RoomTypeNumber[];
}

/** A whole answer. */
export interface BookingAnswer {
  readonly status: number;
  /** The bookings of the rooms; empty when none was made. */
  readonly bookingIds: readonly string[];
  readonly retryAfter: string | null;
}

const MOST_TIMES = 60;
/** Statuses worth a retry: rate limit, overload, and an earlier attempt that is still running. */
const NOT_YET: ReadonlySet<number> = new Set([409, 429, 503]);

/** The body of a binding booking of a stay, as JSON. */
export function bodyOf({ roomType, arrival, departure, note }: AskedStay): string {
  return JSON.stringify(
    bindingBody({
      room_type_id: roomType,
      hotel_id: hotelOf(roomType),
      date_from: formatDay(arrival),
      date_to: formatDay(departure),
      customer_note: note,
    }),
  );
}

/** How a refusal of `createBookings` would be answered over REST. */
const STATUSES: Readonly<Record<string, number>> = { NO_CAPACITY: 422, IDEMPOTENCY_IN_PROGRESS: 409 };

async function bookParty(url: string, key: string, stay: AskedStay, rooms: readonly RoomTypeNumber[]) {
  const guests = [{ firstName: 'Anna', lastName: 'Nová' }];
  const { house_number: houseNumber, zip_code: zipCode, ...address } = ADDRESS;
  const billedTo = { ...guests[0], email: 'anna@example.com', address: { ...address, houseNumber, zipCode } };
  const input = {
    ...{ kind: 'BINDING', currency: 'CZK', visitType: 101, hotel: hotelOf(stay.roomType), billedTo },
    ...{ arrival: formatDay(stay.arrival), departure: formatDay(stay.departure), customerNote: stay.note },
    ...{ rooms: rooms.map((roomType) => ({ roomType, guests })), idempotencyKey: stay.note },
  };
  const query = `mutation ($input: CreateBookingsInput!) { result: createBookings(input: $input) {
    ... on BookingsCreated { ids } ... on Problem { code } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data } = (await response.json()) as { data?: { result: { ids?: string[]; code?: string } } | null };
  const retryAfter = response.headers.get('retry-after');
  const { ids, code = '' } = data?.result ?? {};
  if (ids) return { status: 201, bookingIds: ids, retryAfter };
  return { status: STATUSES[code] ?? 503, bookingIds: [], retryAfter };
}

/**
 * Sends a booking once, with the note as its idempotency key. Rejects when the connection fails or the answer is cut.
 */
export async function book(url: string, key: string, stay: AskedStay): Promise<BookingAnswer> {
  const { otherRooms = [] } = stay;
  if (otherRooms.length > 0) return bookParty(url, key, stay, [stay.roomType, ...otherRooms]);
  const response = await fetch(`${url}/api/v1/booking`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': stay.note,
    },
    body: bodyOf(stay),
  });
  const { _id: id } = (await response.json()) as { _id?: string };
  return { status: response.status, bookingIds: id ? [id] : [], retryAfter: response.headers.get('retry-after') };
}

/**
 * Retries a booking until its answer is final. `url` is called every time: it waits for a process that is starting.
 * @throws the last failure, if it never is
 */
export async function bookUntilAnswered(
  url: () => string | Promise<string>,
  key: string,
  stay: AskedStay,
): Promise<BookingAnswer> {
  let failure: unknown;
  for (let time = 0; time < MOST_TIMES; time++) {
    const address = await url();
    try {
      const answer = await book(address, key, stay);
      if (!NOT_YET.has(answer.status)) return answer;
      failure = new Error(`${stay.note} was answered ${answer.status} every time`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Runs tasks, so many at a time; returns the results in order. */
export async function withConcurrency<Task, Result>(
  tasks: readonly Task[],
  lanes: number,
  work: (task: Task, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = tasks.entries();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, task] of left) results[index] = await work(task, index);
    }),
  );
  return results;
}
