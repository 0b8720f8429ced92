/**
 * Holds a stay: takes a room of every night for some minutes, and keeps the price (S13). One transaction, with the locks of a
 * booking in the order of a booking, and two more at the end for the number of holds and what an address has used (A4); so holds and bookings
 * never deadlock. With an idempotency key a stay is held once, however often a caller that lost the answer asks.
 */
import { newSecretId } from '../../data/bookings.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import { commitHold, countOpenHolds, readHold, type StoredHold } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { lockUses, recordUses } from '../../data/limits/recent-uses.ts';
import type { LockedNights } from '../../domain/booking/capacity.ts';
import { holdEnd } from '../../domain/booking/hold.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import { notFound } from '../../domain/problem/refusal.ts';
import { resolveStay } from '../../domain/stay/sellable-stay.ts';
import { nightsOf, type Stay } from '../../domain/stay/stay.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { claimIdempotencyKey, hashHold } from '../booking/booking-idempotency.ts';
import { limitRefusal, nextUses, type PublicUse, roomNightSubjects } from '../booking/booking-limits.ts';
import { takeLocks } from '../booking/booking-locks.ts';
import {
  type BookingSubjects,
  findNumbers,
  type GuestProgram,
  type GuestPrograms,
  onlyLocked,
  readSubjects,
} from '../booking/booking-subjects.ts';
import { BOOKING_TIMEOUTS } from '../booking/booking-timeouts.ts';
import { priceResolved, roomProblem } from '../booking/decide-booking.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';
import { type HoldOutcome, type HoldRefusal, heldStay, type StayHeld, tooManyHolds } from './hold-outcome.ts';

/** What holds work with. */
export interface HoldParts {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** A stay to hold. References are ObjectIds or numbers. */
export interface StayToHold extends Stay {
  readonly visitType: string;
  /** Null: the one of the room type. */
  readonly hotel: string | null;
  readonly roomType: string;
  readonly currency: Currency;
  readonly programs: GuestPrograms;
  /** Within `HOLD_MINUTES`. */
  readonly minutes: number;
  /** Null: none. */
  readonly idempotencyKey: string | null;
}

/** A well-formed request of a caller that may book. */
export interface HoldRequest extends HoldParts {
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'clientId' | 'isTest' | 'isPublishable' | 'channel' | 'destinations'>;
  /** What limits a publishable key (A4); null: the key is another one. */
  readonly publicUse: PublicUse;
  readonly input: StayToHold;
}

/** Rolls a transaction back; carries the outcome to return after that. */
class HoldRollback extends Error {
  readonly answer: HoldRefusal;
  constructor(answer: HoldRefusal) {
    super(answer.kind);
    this.answer = answer;
  }
}

/**
 * Holds the stay, or returns the reason why not.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was
 * interrupted, the stay may be held until the hold expires.
 */
export async function holdStay(request: HoldRequest): Promise<HoldOutcome> {
  const timeouts = { ...BOOKING_TIMEOUTS, ...request.timeouts };
  try {
    const { held, raised } = await retryWriteConflicts(() =>
      request.database.transact((sql) => writeHold(sql, request), timeouts),
    );
    request.epochs.observe(raised);
    return held;
  } catch (error) {
    if (error instanceof HoldRollback) return error.answer;
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

interface CommittedHold {
  readonly held: StayHeld;
  readonly raised: readonly RaisedEpoch[];
}

async function writeHold(sql: SqlTransaction, request: HoldRequest): Promise<CommittedHold> {
  const { input, caller, publicUse } = request;
  const { clientId, isTest, channel, apiKeyId } = caller;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);
  const { idempotencyKey: key, ...asked } = input;
  if (key !== null) {
    const requestHash = hashHold(asked, { isTest });
    const earlier = await claimIdempotencyKey(sql, { clientId, apiKeyId, key, requestHash }, now);
    if (earlier?.kind === 'repeated') return { held: await readAgain(sql, earlier.madeId, caller), raised: [] };
    if (earlier) throw new HoldRollback(earlier);
  }
  const holder = { clientId, isTest, network: publicUse?.network ?? null };
  const named = await findNumbers(sql, { ...input, hotel: input.hotel ?? '' });
  // Sent together, executed in order.
  const [{ nights, existing }, read, counted, locked] = await Promise.all([
    takeLocks(sql, { named, channel, stay: input, today, now }),
    readSubjects(sql, { input: { ...input, hotel: input.hotel ?? '' }, named, caller }),
    countOpenHolds(sql, { ...holder, now }),
    lockUses(sql, roomNightSubjects(publicUse)),
  ]);
  const decided = decideHold({ input, subjects: onlyLocked(read, existing), nights, channel, today });
  if ('kind' in decided) throw new HoldRollback(decided);
  const uses = nextUses(locked, { roomNights: isTest ? 0 : nightsOf(input) });
  const refusal = tooManyHolds(counted, caller) ?? limitRefusal(uses, { hotel: decided.hotelNumber, now });
  if (refusal) throw new HoldRollback(refusal);
  const hold = { id: newSecretId(), expiresAt: holdEnd(now, input.minutes), ...decided };
  const [, raised] = await Promise.all([
    recordUses(sql, uses, now),
    commitHold(sql, { ...hold, ...holder }, { now, idempotency: key === null ? null : { apiKeyId, key } }),
  ]);
  return { held: { kind: 'held', replayed: false, ...heldStay(hold) }, raised };
}

/** The answer to a repeated request: the hold as it was made. One that a booking has used up does not exist any more. */
async function readAgain(sql: SqlTransaction, id: string, caller: HoldRequest['caller']): Promise<StayHeld> {
  const hold = await readHold<GuestProgram>(sql, id, caller);
  if (hold === null) throw new HoldRollback(notFound('HOLD', id));
  return { kind: 'held', replayed: true, ...heldStay(hold) };
}

/** What a hold keeps. */
type HeldTerms = Omit<StoredHold<GuestProgram>, 'id'>;

/** In the order of a booking (I4): existence, what fits together, the rules of the stay, its price, rooms. */
function decideHold({
  input,
  subjects,
  nights,
  channel,
  today,
}: {
  input: StayToHold;
  subjects: BookingSubjects;
  nights: LockedNights;
  channel: string;
  today: number;
}): HeldTerms | HoldRefusal {
  const fit = resolveStay({ ...subjects, hotel: input.hotel === null ? null : subjects.hotel });
  if (fit.kind !== 'fits') return fit;
  const priced = priceResolved(fit, {
    tariff: fit.tariff,
    stay: input,
    currency: input.currency,
    channel,
    today,
  });
  if (priced.kind !== 'priced') return priced;
  const noRoom = roomProblem({ visitType: input.visitType, fit, nights, stay: input });
  if (noRoom) return noRoom;
  const { arrival, departure } = input;
  return {
    visitTypeNumber: fit.tariff.visitTypeNumber,
    hotelNumber: fit.room.hotelNumber,
    roomTypeNumber: fit.room.number,
    arrival,
    departure,
    quote: priced.quotes[0],
    cancellationTerms: fit.tariff.cancellationTerms,
    programs: subjects.programs,
  };
}
