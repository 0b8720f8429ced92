/**
 * Holds a stay: takes a room of every night for some minutes, and keeps the price (S13). One transaction, with the locks of a
 * booking in the order of a booking, and one more at the end for the number of holds; so holds and bookings never deadlock.
 */
import { createHash } from 'node:crypto';
import { newSecretId } from '../../data/bookings.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import { commitHold, countOpenHolds, type StoredHold } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { holdEnd } from '../../domain/booking/hold.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import { resolveStay } from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { LockedNights } from '../booking/booking-capacity.ts';
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
import { type HoldOutcome, type HoldRefusal, type StayHeld, tooManyHolds } from './hold-outcome.ts';

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
}

/** A well-formed request of a caller that may book. */
export interface HoldRequest extends HoldParts {
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'clientId' | 'isTest' | 'isPublishable' | 'channel' | 'destinations'>;
  /** Of the caller; only that of a publishable key counts. */
  readonly network: string | null;
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

async function writeHold(sql: SqlTransaction, request: HoldRequest) {
  const { input, caller, network } = request;
  const { clientId, isTest, isPublishable, channel } = caller;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);
  const networkHash = isPublishable ? hashNetwork(clientId, network ?? '') : null;
  const named = await findNumbers(sql, { ...input, hotel: input.hotel ?? '' });
  // Sent together, executed in order.
  const [{ nights, existing }, read, open] = await Promise.all([
    takeLocks(sql, { named, channel, stay: input, today, now }),
    readSubjects(sql, { input: { ...input, hotel: input.hotel ?? '' }, named, caller }),
    countOpenHolds(sql, { clientId, networkHash, now }),
  ]);
  const decided = decideHold({ input, subjects: onlyLocked(read, existing), nights, channel, today });
  const refusal = 'kind' in decided ? decided : tooManyHolds(open, caller);
  if (refusal) throw new HoldRollback(refusal);
  const hold = { id: newSecretId(), ...(decided as HeldTerms) };
  const expiresAt = holdEnd(now, input.minutes);
  const raised = await commitHold(sql, { ...hold, clientId, isTest, networkHash }, { now, expiresAt });
  const { id, quote, programs } = hold;
  const held: StayHeld = {
    kind: 'held',
    id,
    expiresAt,
    quote,
    programs: programs.map(({ program }) => program.found!),
  };
  return { held, raised };
}

/** Whose holds are counted together. */
function hashNetwork(clientId: string, network: string): string {
  return createHash('sha256').update(`${clientId} ${network}`).digest('hex');
}

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
    tariff: subjects.visitType.found!,
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
    visitTypeNumber: subjects.visitType.found!.visitTypeNumber,
    hotelNumber: fit.room.hotelNumber,
    roomTypeNumber: fit.room.number,
    arrival,
    departure,
    quote: priced.quotes[0],
    cancellationTerms: subjects.visitType.found!.cancellationTerms,
    programs: subjects.programs,
  };
}
