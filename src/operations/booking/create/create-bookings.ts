/**
 * Books one room, or the rooms of a party, all or none (Y2), in one transaction: every reported booking is committed, and a refusal leaves
 * nothing behind. Locks are taken in one order (idempotency key, nights ascending by room type, catalogue rows, catalogue as a whole, then
 * holds, the inventory epoch or the request count), so bookings queue up but never deadlock. The price is computed from one state of the catalogue, read under those locks and
 * never from a cache; prices sent by callers are ignored. It is a few statements of plain SQL, because others wait for the same rooms
 * while they run.
 */
import type { BookingRows } from '../../../data/booking-rows.ts';
import { commitBookings, newBookingReference, newSecretId, readTogether } from '../../../data/bookings.ts';
import type { Epochs } from '../../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../../data/cache/raise-epochs.ts';
import type { Database } from '../../../data/database/database.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../../data/database/sql-transactions.ts';
import { lockOpenHolds } from '../../../data/holds.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { lockUses, type NextUse, recordUses } from '../../../data/limits/recent-uses.ts';
import { firstStatus } from '../../../domain/booking/status.ts';
import type { Actor } from '../../../domain/event/actor.ts';
import { nightsOf } from '../../../domain/stay/stay.ts';
import type { Locale } from '../../../domain/text/locale.ts';
import { type Day, dayInTimeZone, formatDay } from '../../../domain/time/civil-date.ts';
import type { Clock } from '../../../domain/time/clock.ts';
import { parseObjectId } from '../../access/references.ts';
import { claimIdempotencyKey, hashRequest } from '../booking-idempotency.ts';
import { address, type DeskPart, type PartyInput } from '../booking-input.ts';
import { bookingSubjects, limitRefusal, nextUses, type PublicUse } from '../booking-limits.ts';
import type {
  BookableStay,
  BookingOutcome,
  BookingRefusal,
  BookingsCreated,
  BookingsOutcome,
} from '../booking-outcome.ts';
import {
  type AskedRoom,
  findNumbers,
  type GuestProgram,
  onlyLocked,
  programsOfGuests,
  readSubjects,
} from '../booking-subjects.ts';
import { Rollback, takeLocks, transactBooking } from '../booking-transaction.ts';
import { decideBookings, guestRows, priceRows } from '../decide-booking.ts';

/** A well-formed request to book rooms from a caller that may book. */
export interface BookingsRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'clientId' | 'isTest' | 'channel' | 'destinations'> & Actor;
  readonly input: PartyInput;
  /** What the desk says of it; its channel (M11) is that of the caller already. Absent: nothing. */
  readonly desk?: DeskPart;
  /** The language of e-mails to the customer (L2): from the input, or else from the request's headers. */
  readonly language: Locale;
  /** What limits a publishable key (A4); null or absent: the key is another one. */
  readonly publicUse?: PublicUse;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

const NO_ADDRESS = address.parse({});

/**
 * Makes the bookings, or returns the reason why not. A returned outcome is final: it follows the commit.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself
 * was interrupted, the bookings may exist; callers that send an idempotency key can retry safely.
 */
export async function createBookings(request: BookingsRequest): Promise<BookingsOutcome> {
  const done = await transactBooking<CommittedBookings, BookingRefusal>(request, (sql) => writeBookings(sql, request));
  if ('kind' in done) return done;
  request.epochs.observe(done.raised);
  return done.created;
}

interface CommittedBookings {
  readonly created: BookingsCreated;
  readonly raised: readonly RaisedEpoch[];
}

/** A room that may be booked: its stay, and the programmes that its guests present. */
interface BookableRoom {
  readonly stay: BookableStay;
  readonly programs: readonly GuestProgram[];
}

async function writeBookings(sql: SqlTransaction, request: BookingsRequest): Promise<CommittedBookings> {
  const { input, caller, language } = request;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);

  const { idempotencyKey } = input;
  if (idempotencyKey !== null) {
    const requestHash = hashRequest(input, { language, isTest: caller.isTest, desk: request.desk });
    const earlier = await claimIdempotencyKey(
      sql,
      { clientId: caller.clientId, apiKeyId: caller.apiKeyId, key: idempotencyKey, requestHash },
      now,
    );
    if (earlier?.kind === 'repeated') {
      const { madeId } = earlier;
      const bookingIds = input.rooms.length === 1 ? [madeId] : await readTogether(sql, madeId);
      return { created: { kind: 'created', bookingIds, replayed: true }, raised: [] };
    }
    if (earlier) throw new Rollback<BookingRefusal>(earlier);
  }
  const hold = input.hold === null ? null : parseObjectId(input.hold);
  const { bookable, holds, uses } = await lockAndDecide(sql, { request, now, today, hold });
  const partyId = bookable.length === 1 ? null : newSecretId();
  const rooms = bookable.map((room, index) => rowsOf({ index, partyId, createdAt: new Date(now), request, room }));
  // Sent together: nothing waits for the counts alone.
  const [, raised] = await Promise.all([
    uses.length === 0 ? null : recordUses(sql, uses, now),
    commitBookings(sql, rooms, { ...saidBy(request.desk), idempotencyKey, holds, now }),
  ]);
  const bookingIds = rooms.map(({ booking }) => booking.id);
  return { created: { kind: 'created', bookingIds, replayed: false }, raised };
}

/** The two texts of the house (M5). */
function saidBy(desk: DeskPart | undefined) {
  return { messageToGuest: desk?.messageToGuest ?? null, note: desk?.note ?? null };
}

/** Takes the locks, reads and decides; a refusal rolls the transaction back. */
async function lockAndDecide(
  sql: SqlTransaction,
  { request, now, today, hold }: { request: BookingsRequest; now: number; today: Day; hold: string | null },
): Promise<{ bookable: BookableRoom[]; holds: readonly string[]; uses: readonly NextUse[] }> {
  const { input, caller } = request;
  const named = await findNumbers(sql, input);
  const isRequest = input.kind === 'REQUEST';
  const { publicUse = null } = request;
  const { email, phone } = input.billedTo;
  const isLimited = isRequest || publicUse !== null;
  const limited = isLimited
    ? bookingSubjects({ hotel: named.hotel, email: email || (phone ?? ''), isRequest, publicUse })
    : [];
  // Sent together, executed in order: the locks are not held during a round trip of the first.
  const [{ nights, existing }, read, held, locked] = await Promise.all([
    takeLocks(sql, { named, channel: caller.channel, stay: isRequest ? null : input, today, now, usedHold: hold }),
    readSubjects(sql, { input: { ...input, rooms: input.rooms.map(askedRoom) }, named, caller }),
    hold === null ? [] : lockOpenHolds<GuestProgram>(sql, hold, { ...caller, now }),
    limited.length === 0 ? [] : lockUses(sql, limited),
  ]);
  const subjects = onlyLocked(read, existing);
  const stays = decideBookings({
    ...{ input, named, subjects, nights, caller, today },
    held: input.hold === null ? null : held,
  });
  if ('kind' in stays) throw new Rollback<BookingRefusal>(stays);
  const rooms = stays.length;
  // A hold of a publishable key has counted its nights; a test takes no rooms.
  const takesRooms = !isRequest && !caller.isTest && !held[0]?.isPublic;
  const uses =
    locked.length === 0 ? [] : nextUses(locked, { rooms, roomNights: takesRooms ? rooms * nightsOf(input) : 0 });
  const exceeded = uses.length === 0 ? null : limitRefusal(uses, { hotel: stays[0]?.hotelNumber ?? 0, now });
  if (exceeded) throw new Rollback<BookingRefusal>(exceeded);
  return {
    bookable: stays.map((stay, index) => ({
      stay,
      programs: (held[index] ?? subjects[index])?.programs ?? [],
    })),
    holds: held.map(({ id }) => id),
    uses,
  };
}

function askedRoom({ roomType, guests }: PartyInput['rooms'][number]): AskedRoom {
  return { roomType, programs: programsOfGuests(guests) };
}

/** The rows of the booking of a room. Fields of the input and the decision that have a column are stored unchanged. */
function rowsOf({
  index,
  partyId,
  createdAt,
  request: { input, caller, language },
  room: {
    stay: { quote, cancellationTerms, kind: _, ...numbers },
    programs,
  },
}: {
  index: number;
  /** Null: it is booked alone. */
  partyId: string | null;
  createdAt: Date;
  request: BookingsRequest;
  room: BookableRoom;
}): BookingRows {
  return {
    booking: {
      ...input,
      ...numbers,
      ...quote,
      id: newSecretId(),
      partyId,
      partyRoom: partyId === null ? null : index + 1,
      reference: newBookingReference(),
      status: firstStatus(input.kind),
      hasRooms: input.kind === 'BINDING' && !caller.isTest,
      isTest: caller.isTest,
      cancellationTerms: cancellationTerms.map((term) => ({ ...term })),
      cancellationFeeMinor: null,
      ending: null,
      erasedAt: null,
      clientId: caller.clientId,
      apiKeyId: caller.apiKeyId,
      channelCode: caller.channel,
      arrival: formatDay(input.arrival),
      departure: formatDay(input.departure),
      language,
      createdAt: createdAt.toISOString(),
    },
    contact: { ...input.billedTo, ...(input.billedTo.address ?? NO_ADDRESS) },
    guests: guestRows(input.rooms[index]?.guests ?? [], programs),
    ...priceRows(quote, programs),
  };
}

/** The outcome of a party of one as that of a booking. */
export function ofOneRoom(outcome: BookingsOutcome): BookingOutcome {
  if (outcome.kind === 'created') {
    const [bookingId] = outcome.bookingIds;
    if (bookingId === undefined) throw new Error('a booking was made without an id');
    return { kind: 'created', bookingId, replayed: outcome.replayed };
  }
  if (outcome.kind !== 'invalidInput') return outcome;
  // A hold of several rooms is another one than the booking can use.
  const pathOf = (path: string) => (path === 'rooms' ? 'hold' : path.replace(/^rooms\.0\./, ''));
  return { ...outcome, problems: outcome.problems.map((problem) => ({ ...problem, path: pathOf(problem.path) })) };
}
