/**
 * A client that books and changes bookings over HTTP like a well-behaved shop: one key per request, and the same request again
 * until it is answered.
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

/** What becomes of a booking; the note is stored with it and identifies the change. */
export interface AskedChange extends Omit<AskedStay, 'otherRooms'> {
  readonly id: string;
  /** The price that the client counts on, in minor units. */
  readonly total: number;
}

/** A whole answer. */
export interface ChangeAnswer extends Pick<BookingAnswer, 'status'> {
  /** The price after the change, in minor units; null: nothing was changed. */
  readonly total: number | null;
  /** Whether an earlier attempt changed it. */
  readonly replayed: boolean;
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

/** How a refusal of a mutation would be answered over REST. */
const STATUSES: Readonly<Record<string, number>> = { NO_CAPACITY: 422, IDEMPOTENCY_IN_PROGRESS: 409 };

/** Sends a mutation with its `input` once. `status`: of a refusal. */
async function mutate<Result>(url: string, key: string, query: string, input: object) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data } = (await response.json()) as { data?: { result: Partial<Result> & { code?: string } } | null };
  const result = data?.result;
  return { result, status: STATUSES[result?.code ?? ''] ?? 503, retryAfter: response.headers.get('retry-after') };
}

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
  const { result, status, retryAfter } = await mutate<{ ids: string[] }>(url, key, query, input);
  if (result?.ids) return { status: 201, bookingIds: result.ids, retryAfter };
  return { status, bookingIds: [], retryAfter };
}

const CHANGE = `mutation ($input: ChangeBookingInput!) { result: changeBooking(input: $input) {
  ... on BookingChanged { replayed before { total { amountMinor } } difference { amountMinor } } ... on Problem { code } } }`;

interface Changed {
  readonly replayed: boolean;
  readonly before: { readonly total: { readonly amountMinor: number } };
  readonly difference: { readonly amountMinor: number };
}

async function change(url: string, key: string, asked: AskedChange): Promise<ChangeAnswer> {
  const stay = { roomType: asked.roomType, arrival: formatDay(asked.arrival), departure: formatDay(asked.departure) };
  const input = {
    id: asked.id,
    stay,
    customerNote: asked.note,
    expectedTotal: asked.total,
    idempotencyKey: asked.note,
  };
  const { result, status } = await mutate<Changed>(url, key, CHANGE, input);
  const { before, difference, replayed = false } = result ?? {};
  if (!before || !difference) return { status, total: null, replayed };
  return { status: 200, total: before.total.amountMinor + difference.amountMinor, replayed };
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

/** Where the gateway is; it waits for a process that is starting. */
type Url = () => string | Promise<string>;

/** Retries a booking until its answer is final. */
export function bookUntilAnswered(url: Url, key: string, stay: AskedStay): Promise<BookingAnswer> {
  return untilAnswered(url, stay.note, (address) => book(address, key, stay));
}

/** The same with a change of a booking. */
export function changeUntilAnswered(url: Url, key: string, asked: AskedChange): Promise<ChangeAnswer> {
  return untilAnswered(url, asked.note, (address) => change(address, key, asked));
}

/** @throws the last failure, if the answer never is final */
async function untilAnswered<Answer extends { readonly status: number }>(
  url: Url,
  name: string,
  ask: (address: string) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown;
  for (let time = 0; time < MOST_TIMES; time++) {
    const address = await url();
    try {
      const answer = await ask(address);
      if (!NOT_YET.has(answer.status)) return answer;
      failure = new Error(`${name} was answered ${answer.status} every time`);
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
