import { deleteExpiredIdempotencyRecords } from '../operations/booking-idempotency.js';
const EVERY_MS = 10 * 60 * 1000;
/** Sweeps every ten minutes until the returned function is called. */
export function sweepPeriodically({ database, clock, log, }) {
    const timer = setInterval(() => {
        deleteExpiredIdempotencyRecords(database, clock.now()).catch((error) => log.warn(error, 'sweep failed'));
    }, EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
}
//# sourceMappingURL=sweep.js.map