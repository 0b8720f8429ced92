/**
 * Holds one room or those of a party, all or none (Y3): takes each of every night for some minutes, and keeps its price (S13). One transaction, with the locks of a
 * booking in the order of a booking, and two more at the end for the number of holds and what an address has used (A4); so holds and bookings
 * never deadlock. With an idempotency key they are held once, however often a caller that lost the answer asks.
 */
import { newSecretId } from '../../data/bookings.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { commitHolds, countOpenHolds, readHolds, type StoredHold } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { lockUses, recordUses } from '../../data/limits/recent-uses.ts';
import type { NightsOfRoomTypes } from '../../data/rooms-left.ts';
import { nightsAfter } from '../../domain/booking/capacity.ts';
import { holdEnd } from '../../domain/booking/hold.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import { notFound } from '../../domain/problem/refusal.ts';
import { nightsOf, type Stay } from '../../domain/stay/stay.ts';
import { type Day, dayInTimeZone } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { claimIdempotencyKey, erasedKey, hashHold } from '../booking/booking-idempotency.ts';
import { limitRefusal, nextUses, type PublicUse, roomNightSubjects } from '../booking/booking-limits.ts';
import {
  type BookingSubjects,
  findNumbers,
  type GuestProgram,
  type GuestPrograms,
  type NamedNumbers,
  onlyLocked,
  readSubjects,
} from '../booking/booking-subjects.ts';
import { Rollback, takeLocks, transactBooking } from '../booking/booking-transaction.ts';
import { decideRoom } from '../booking/decide-booking.ts';
import { type HoldRefusal, type HoldsOutcome, heldStay, type StaysHeld, tooManyHolds } from './hold-outcome.ts';

/** What holds work with. */
export interface HoldParts {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** A room to hold. */
export interface RoomToHold {
  readonly roomType: string;
  /** How many sleep in it; absent: not said. */
  readonly guests?: number;
  readonly programs: GuestPrograms;
}

/** Rooms to hold for a stay, in one hotel. References are ObjectIds or numbers. */
export interface StaysToHold extends Stay {
  readonly visitType: string;
  /** Null: the one of the room type. */
  readonly hotel: string | null;
  readonly rooms: readonly RoomToHold[];
  readonly currency: Currency;
  /** Within `HOLD_MINUTES`. */
  readonly minutes: number;
  /** Null: none. */
  readonly idempotencyKey: string | null;
}

/** A well-formed request of a caller that may book. */
export interface HoldsRequest extends HoldParts {
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'clientId' | 'isTest' | 'isPublishable' | 'channel' | 'destinations'>;
  /** What limits a publishable key (A4); null: the key is another one. */
  readonly publicUse: PublicUse;
  readonly input: StaysToHold;
}

/**
 * Holds the rooms, or returns the reason why not.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was
 * interrupted, the rooms may be held until the holds expire.
 */
export async function holdStays(request: HoldsRequest): Promise<HoldsOutcome> {
  const done = await transactBooking<CommittedHolds, HoldRefusal>(request, (sql) => writeHolds(sql, request));
  if ('kind' in done) return done;
  request.epochs.observe(done.raised);
  return done.held;
}

interface CommittedHolds {
  readonly held: StaysHeld;
  readonly raised: readonly RaisedEpoch[];
}

async function writeHolds(sql: SqlTransaction, request: HoldsRequest): Promise<CommittedHolds> {
  const { input, caller, publicUse } = request;
  const { clientId, isTest, channel, apiKeyId } = caller;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);
  const { idempotencyKey: key } = input;
  if (key !== null) {
    const requestHash = hashHold(input, { isTest });
    const claim = { clientId, apiKeyId, key, storedKey: erasedKey({ clientId, key }), requestHash };
    const earlier = await claimIdempotencyKey(sql, claim, now);
    if (earlier?.kind === 'repeated') return { held: await readAgain(sql, earlier.madeId, caller), raised: [] };
    if (earlier) throw new Rollback<HoldRefusal>(earlier);
  }
  const holder = { clientId, isTest, network: publicUse?.network ?? null };
  const asked = { ...input, hotel: input.hotel ?? '' };
  const named = await findNumbers(sql, asked);
  // Sent together, executed in order.
  const [{ nights, existing }, read, counted, locked] = await Promise.all([
    takeLocks(sql, { named, channel, stay: input, today, now }),
    readSubjects(sql, { input: asked, named, caller }),
    countOpenHolds(sql, { ...holder, now }),
    lockUses(sql, roomNightSubjects(publicUse)),
  ]);
  const decided = decideHolds({ input, subjects: onlyLocked(read, existing), named, nights, channel, today });
  if ('kind' in decided) throw new Rollback<HoldRefusal>(decided);
  const uses = nextUses(locked, { roomNights: isTest ? 0 : decided.length * nightsOf(input) });
  const hotel = decided[0]?.hotelNumber ?? 0;
  const refusal = tooManyHolds(counted, { ...caller, now }) ?? limitRefusal(uses, { hotel, now });
  if (refusal) throw new Rollback<HoldRefusal>(refusal);
  const expiresAt = holdEnd(now, input.minutes);
  const holds = decided.map((terms) => ({ id: newSecretId(), expiresAt, ...terms }));
  const partyId = holds.length === 1 ? null : newSecretId();
  const idempotency = key === null ? null : { apiKeyId, key: erasedKey({ clientId, key }) };
  const [, raised] = await Promise.all([
    recordUses(sql, uses, now),
    commitHolds(sql, holds, { ...holder, partyId, now, idempotency }),
  ]);
  const id = partyId ?? holds[0]?.id ?? '';
  return { held: { kind: 'held', replayed: false, id, holds: holds.map(heldStay) }, raised };
}

/** The answer to a repeated request: the holds as they were made. Those that a booking has used up do not exist any more. */
async function readAgain(sql: SqlTransaction, id: string, caller: HoldsRequest['caller']): Promise<StaysHeld> {
  const holds = await readHolds<GuestProgram>(sql, id, caller);
  if (holds.length === 0) throw new Rollback<HoldRefusal>(notFound('HOLD', id));
  return { kind: 'held', replayed: true, id, holds: holds.map(heldStay) };
}

/** What a hold keeps. */
type HeldTerms = Omit<StoredHold<GuestProgram>, 'id'>;

/** Each room as one by itself, with the rooms taken that earlier ones of the same type take. */
function decideHolds({
  input: { rooms, currency, arrival, departure, hotel },
  subjects,
  named,
  nights,
  channel,
  today,
}: {
  input: StaysToHold;
  subjects: readonly BookingSubjects[];
  named: NamedNumbers;
  nights: NightsOfRoomTypes;
  channel: string;
  today: Day;
}): HeldTerms[] | HoldRefusal {
  const stay = { arrival, departure };
  const terms: HeldTerms[] = [];
  for (const [index, ofRoom] of subjects.entries()) {
    const roomType = named.roomTypes[index] ?? -1;
    const earlier = terms.filter(({ roomTypeNumber }) => roomTypeNumber === roomType).length;
    // Where no hotel is named, the first room names it.
    const [first] = terms;
    const ofFirst = first ? { id: '', found: { number: first.hotelNumber } } : null;
    const decided = decideRoom({
      ...{ stay, currency, channel, today, guests: rooms[index]?.guests ?? null, takesRoom: true },
      subjects: { ...ofRoom, hotel: hotel === null ? ofFirst : ofRoom.hotel },
      nights: nightsAfter(nights.get(roomType) ?? new Map(), earlier),
    });
    if (decided.kind !== 'bookable') return decided;
    const { kind: _, ...booked } = decided;
    terms.push({ ...booked, ...stay, programs: ofRoom.programs });
  }
  return terms;
}
