/**
 * Makes a booking, in one transaction: whatever is answered is committed, and whatever is refused leaves nothing behind.
 * Locks are taken in one order (idempotency key, nights ascending, catalogue rows, catalogue as a whole, epoch), so
 * bookings queue up but never deadlock with each other; the price is the catalogue's of one moment, read under those
 * locks and never from a cache. Prices that callers send are not even looked at (section 4 of the interface). All of it is
 * a few statements in plain SQL, because while they run others wait for the same rooms.
 */
import { ObjectId } from 'bson';
import { commitBooking } from '../data/bookings.js';
import { withoutRowValues } from '../data/database-failures.js';
import { retryWriteConflicts } from '../data/write-conflicts.js';
import { dayInTimeZone } from '../domain/civil-date.js';
import { claimIdempotencyKey, requestHashOf } from './booking-idempotency.js';
import { takeLocks } from './booking-locks.js';
import { numbersOf, onlyHeld, readSubjects } from './booking-subjects.js';
import { decideBooking } from './decide-booking.js';
import { serviceUnavailableFor } from './service-unavailable.js';
/** A lock is waited for so long also where an earlier request with the same idempotency key holds it. */
const PATIENCE = { lockMs: 4_000, statementMs: 6_000, transactionMs: 12_000, connectionMs: undefined };
/** Thrown to roll a transaction back, with the answer that is to be given after that. */
class RolledBack extends Error {
    answer;
    constructor(answer) {
        super(answer.kind);
        this.answer = answer;
    }
}
/**
 * Makes the booking, or tells why not. The answer is given after the commit and holds.
 * @throws ServiceUnavailable when locks, connections or the database are not to be had in time. If it was the very commit
 *   that was interrupted, the booking may exist: callers that send an idempotency key can ask again safely.
 */
export async function createBooking(request) {
    const patience = { ...PATIENCE, ...request.patience };
    try {
        const { created, raised } = await retryWriteConflicts(() => request.database.transact((sql) => book(sql, request), patience));
        request.epochs.learn(raised);
        return created;
    }
    catch (error) {
        if (error instanceof RolledBack)
            return error.answer;
        throw serviceUnavailableFor(error) ?? withoutRowValues(error);
    }
}
async function book(sql, request) {
    const { input, caller, language } = request;
    const now = request.clock.now();
    const today = dayInTimeZone(now, request.businessTimeZone);
    const { idempotencyKey } = input;
    if (idempotencyKey !== null) {
        const requestHash = requestHashOf(input, language);
        const earlier = await claimIdempotencyKey(sql, { apiKeyId: caller.apiKeyId, key: idempotencyKey, requestHash }, now);
        if (earlier?.kind === 'created')
            return { created: earlier, raised: [] };
        if (earlier)
            throw new RolledBack(earlier);
    }
    const { stay, subjects } = await decide(sql, { request, today });
    const bookingId = new ObjectId().toHexString();
    const booking = bookingOf({ bookingId, createdAt: new Date(now), request, stay, subjects });
    const raised = await commitBooking(sql, booking, { idempotencyKey });
    return { created: { kind: 'created', bookingId, replayed: false }, raised };
}
/** Takes the locks, reads and decides; a refusal rolls the transaction back. */
async function decide(sql, { request, today }) {
    const { input, caller } = request;
    const named = await numbersOf(sql, input);
    const stayToLock = input.kind === 'BINDING' ? input : null;
    // Sent together, executed in this order: nobody waits for our locks while we wait for the answer to the first.
    const [{ nights, held }, read] = await Promise.all([
        takeLocks(sql, { named, channel: caller.channel, stay: stayToLock, today }),
        readSubjects(sql, { input, named, caller }),
    ]);
    const subjects = onlyHeld(read, held);
    const stay = decideBooking({ input, subjects, nights, caller, today });
    if (stay.kind !== 'bookable')
        throw new RolledBack(stay);
    return { stay, subjects };
}
function bookingOf({ bookingId, createdAt, request: { input, caller, language }, stay: { quote, visitTypeNumber, hotelNumber, roomTypeNumber }, subjects: { programs }, }) {
    const programOfGuest = new Map(programs.map(({ guest, program }) => [guest, program.found]));
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
                const { name, basisPoints } = programOfGuest.get(guest);
                return { guest, programNumber, name, basisPoints, amountMinor };
            }),
            amountMinor: quote.amountMinor,
        },
        language,
        affiliate: input.affiliate,
        customerNote: input.customerNote,
        createdAt,
        billedTo: input.billedTo,
        guests: input.guests.map((guest, index) => ({
            gender: guest.gender,
            firstName: guest.firstName,
            lastName: guest.lastName,
            birthDate: guest.birthDate,
            loyaltyProgramNumber: programOfGuest.get(index + 1)?.number ?? null,
            loyaltyProgramCode: guest.loyaltyProgramCode,
        })),
    };
}
//# sourceMappingURL=create-booking.js.map