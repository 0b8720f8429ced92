/**
 * Makes a booking, in one transaction: whatever is answered is committed, and whatever is refused leaves nothing behind.
 * Locks are taken in one order (idempotency key, nights ascending, catalogue rows, catalogue as a whole, epoch), so
 * bookings queue up but never deadlock with each other; the price is the catalogue's of one moment, read under those
 * locks and never from a cache. Prices that callers send are not even looked at (section 4 of the interface).
 */
import { ObjectId } from 'bson';
import type { Caller } from '../data/api-keys.ts';
import { insertBooking, type StoredBooking } from '../data/bookings.ts';
import type { Database } from '../data/database.ts';
import { withoutRowValues } from '../data/database-failures.ts';
import { type Epochs, holdCatalogueStill, type RaisedEpoch, raiseEpochs } from '../data/epochs.ts';
import type { Prisma } from '../data/generated/prisma/client.ts';
import { retryWriteConflicts } from '../data/write-conflicts.ts';
import { type Day, dayInTimeZone } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { Locale } from '../domain/locale.ts';
import { lockNights, takeRoom } from './booking-capacity.ts';
import { claimIdempotencyKey, keepAnswer, requestHashOf } from './booking-idempotency.ts';
import type { BookingInput } from './booking-input.ts';
import type { BookingCreated, BookingOutcome, BookingRefusal } from './booking-outcome.ts';
import { type BookingSubjects, holdRows, numbersOf, readSubjects } from './booking-subjects.ts';
import { type BookableStay, decideBooking } from './decide-booking.ts';
import { serviceUnavailableFor } from './service-unavailable.ts';

/** A booking request that is well formed, from a caller that may book. */
export interface BookingRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA name of the zone whose date is today for stays (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'channel' | 'destinations'>;
  readonly input: BookingInput;
  /** Of the e-mails to the customer (L2): the input's own or the one that the request's headers give. */
  readonly language: Locale;
  readonly patience?: Partial<BookingPatience>;
}

/** How long a booking waits before it gives up, in milliseconds. */
export interface BookingPatience {
  /** For a lock that another transaction holds; so long also for an earlier request with the same idempotency key. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** From the first statement to the commit. */
  readonly transactionMs: number;
  /** For a connection; undefined: as long as the database was opened for. */
  readonly connectionMs: number | undefined;
}

const PATIENCE: BookingPatience = { lockMs: 4_000, statementMs: 6_000, transactionMs: 12_000, connectionMs: undefined };

/** Thrown to roll a transaction back, with the answer that is to be given after that. */
class RolledBack extends Error {
  readonly answer: BookingRefusal;
  constructor(answer: BookingRefusal) {
    super(answer.kind);
    this.answer = answer;
  }
}

/**
 * Makes the booking, or tells why not. The answer is given after the commit and holds.
 * @throws ServiceUnavailable when locks, connections or the database are not to be had in time. If it was the very commit
 *   that was interrupted, the booking may exist: callers that send an idempotency key can ask again safely.
 */
export async function createBooking(request: BookingRequest): Promise<BookingOutcome> {
  const patience = { ...PATIENCE, ...request.patience };
  const options = {
    isolationLevel: 'ReadCommitted',
    timeout: patience.transactionMs,
    ...(patience.connectionMs === undefined ? {} : { maxWait: patience.connectionMs }),
  } as const;
  try {
    const { created, raised } = await retryWriteConflicts(() =>
      request.database.prisma.$transaction(async (tx) => {
        await limitWaits(tx, patience);
        return book(tx, request);
      }, options),
    );
    request.epochs.learn(raised);
    return created;
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw serviceUnavailableFor(error) ?? withoutRowValues(error);
  }
}

interface Booked {
  readonly created: BookingCreated;
  readonly raised: readonly RaisedEpoch[];
}

async function book(tx: Prisma.TransactionClient, request: BookingRequest): Promise<Booked> {
  const { input, caller, language } = request;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);

  const { apiKeyId } = caller;
  const claim = input.idempotencyKey
    ? { apiKeyId, key: input.idempotencyKey, requestHash: requestHashOf(input, language) }
    : null;
  const earlier = claim && (await claimIdempotencyKey(tx, claim, now));
  if (earlier?.kind === 'created') return { created: earlier, raised: [] };
  if (earlier) throw new RolledBack(earlier);

  const { stay, subjects } = await decide(tx, { request, today });
  const bookingId = new ObjectId().toHexString();
  if (input.kind === 'BINDING') await takeRoom(tx, { roomTypeNumber: stay.roomTypeNumber, stay: input });
  await insertBooking(tx, bookingOf({ bookingId, createdAt: new Date(now), request, stay, subjects }));
  if (claim) await keepAnswer(tx, claim, bookingId);
  const raised = input.kind === 'BINDING' ? await raiseEpochs(tx, [`inventory:${stay.hotelNumber}`]) : [];
  return { created: { kind: 'created', bookingId, replayed: false }, raised };
}

async function limitWaits(tx: Prisma.TransactionClient, { lockMs, statementMs }: BookingPatience): Promise<void> {
  await tx.$queryRaw`
    SELECT set_config('lock_timeout', ${String(lockMs)}, true),
           set_config('statement_timeout', ${String(statementMs)}, true)`;
}

/** Takes the locks, reads and decides; a refusal rolls the transaction back. */
async function decide(
  tx: Prisma.TransactionClient,
  { request, today }: { request: BookingRequest; today: Day },
): Promise<{ stay: BookableStay; subjects: BookingSubjects }> {
  const { input, caller } = request;
  const named = await numbersOf(tx, input);
  const nights =
    input.kind === 'BINDING' && named.roomType !== null
      ? await lockNights(tx, { roomTypeNumber: named.roomType, stay: input, today })
      : new Map<Day, number>();
  const held = await holdRows(tx, named, caller.channel);
  await holdCatalogueStill(tx);
  const subjects = await readSubjects(tx, { input, held, caller });
  const stay = decideBooking({ input, subjects, nights, caller, today });
  if (stay.kind !== 'bookable') throw new RolledBack(stay);
  return { stay, subjects };
}

function bookingOf({
  bookingId,
  createdAt,
  request: { input, caller, language },
  stay: { quote, visitTypeNumber, hotelNumber, roomTypeNumber },
  subjects: { programs },
}: {
  bookingId: string;
  createdAt: Date;
  request: BookingRequest;
  stay: BookableStay;
  subjects: BookingSubjects;
}): StoredBooking {
  const programOfGuest = new Map(programs.map(({ guest, program }) => [guest, program.found!]));
  return {
    id: bookingId,
    kind: input.kind,
    apiKeyId: caller.apiKeyId,
    channelCode: caller.channel,
    visitTypeNumber,
    hotelNumber,
    roomTypeNumber,
    arrival: input.arrival,
    departure: input.departure,
    price: {
      currency: quote.currency,
      priceListKind: quote.priceListKind,
      baseMinor: quote.baseMinor,
      promotions: quote.promotions.map(({ promotion, nights, amountMinor }) => ({
        name: promotion.name,
        basisPoints: promotion.basisPoints,
        nights,
        amountMinor,
        validFrom: promotion.validFrom,
        validTo: promotion.validTo,
      })),
      discounts: quote.discounts.map(({ guest, programNumber, amountMinor }) => {
        const { name, basisPoints } = programOfGuest.get(guest)!;
        return { guest, programNumber, name, basisPoints, amountMinor };
      }),
      amountMinor: quote.amountMinor,
    },
    language,
    affiliate: input.affiliate,
    customerNote: input.customerNote,
    createdAt,
    billedTo: input.billedTo,
    guests: input.guests.map(({ loyaltyProgram: _reference, ...guest }, index) => ({
      ...guest,
      loyaltyProgramNumber: programOfGuest.get(index + 1)?.number ?? null,
    })),
  };
}
