import { formatDay } from '../domain/civil-date.js';
/** No room of the type is left on `firstNight`, the first such night of the stay. */
export function noCapacity(roomTypeNumber, firstNight) {
    const message = `Room type ${roomTypeNumber} has no room left on the night of ${formatDay(firstNight)}.`;
    return { kind: 'noCapacity', firstNight, message };
}
/** `visitType` is the reference as the request gave it. */
export function onDemandOnly(visitType) {
    const message = `Visit type ${visitType} can only be requested; send a non-binding booking.`;
    return { kind: 'onDemandOnly', message };
}
/** The problem with the number of guests in a room of `beds`, or null. */
export function guestCountProblem({ guests, beds }) {
    if (guests >= 1 && guests <= beds)
        return null;
    const message = guests === 0
        ? `At least one guest must be named; the room has beds for ${beds}.`
        : `The room has beds for ${beds}; ${guests} guests are named.`;
    return { kind: 'guestCount', beds, guests, message };
}
/** The new quote, whose amount is not `expectedTotalMinor`. */
export function priceChanged(quote, expectedTotalMinor) {
    const amounts = `it costs ${quote.amountMinor}, expected were ${expectedTotalMinor} minor units of ${quote.currency}`;
    return { kind: 'priceChanged', quote, message: `The price of the stay is another one: ${amounts}.` };
}
/** The key was sent with another request before (422). */
export function idempotencyKeyReused() {
    const message = 'This idempotency key was used for another request.';
    return { kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED', message };
}
/** The first request with the key has not ended (409). */
export function idempotencyInProgress() {
    const message = 'The first request with this idempotency key is still running; send it again later.';
    return { kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS', message };
}
//# sourceMappingURL=booking-outcome.js.map