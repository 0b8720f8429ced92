/**
 * The time that a request may take for reading. Who waits is answered when it is over; a search through the whole catalogue
 * notices between two of its portions and stops. Bookings have limits of their own, in the database: they are always
 * answered with what became of them.
 */
import { ServiceUnavailable } from './service-unavailable.js';
const RETRY_AFTER_SECONDS = 5;
/** A limit of so many milliseconds from now. */
export function timeLimit(milliseconds) {
    return { endsAt: performance.now() + milliseconds };
}
/**
 * To be asked between two portions of a long search, and by every list that leads on through the catalogue: while an answer
 * is put together from memory, nothing else would notice.
 * @throws ServiceUnavailable when the time is over
 */
export function stopWhenLate({ timeLimit: limit }) {
    if (limit && performance.now() > limit.endsAt)
        throw tookTooLong();
}
/**
 * What was waited for, if it comes in time.
 * @throws ServiceUnavailable when the time is over before
 */
export async function within(limit, awaited) {
    let timer;
    const end = new Promise((_, reject) => {
        timer = setTimeout(() => reject(tookTooLong()), Math.max(0, limit.endsAt - performance.now()));
    });
    try {
        return await Promise.race([awaited, end]);
    }
    finally {
        clearTimeout(timer);
    }
}
function tookTooLong() {
    const message = 'The operation took too long and was given up; ask for less, or try again.';
    return new ServiceUnavailable(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
//# sourceMappingURL=time-limit.js.map