/** Housekeeping: deletes expired idempotency keys, request counts and deliveries. */
import type { Database } from '../../data/database/database.ts';
import { deleteOldDeliveries } from '../../data/deliveries/deliveries.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { deleteExpiredIdempotencyRecords } from '../../operations/booking/booking-idempotency.ts';
import { deleteExpiredRequests } from '../../operations/booking/booking-request-limit.ts';
import type { Logger } from '../telemetry/log.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Runs every ten minutes until the returned function is called. */
export function sweepPeriodically(database: Database, clock: Clock, log: Logger): () => void {
  const timer = setInterval(() => {
    for (const sweep of [deleteExpiredIdempotencyRecords, deleteExpiredRequests, deleteOldDeliveries]) {
      sweep(database, clock.now()).catch((error) => log.warn(error, 'sweep failed'));
    }
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
