/** Housekeeping of every process: records expired requests, deletes expired idempotency keys, request counts, holds and deliveries. */
import type { Database } from '../../data/database/database.ts';
import { deleteOldDeliveries } from '../../data/deliveries/deliveries.ts';
import type { Clock, Scheduler } from '../../domain/time/clock.ts';
import { deleteExpiredIdempotencyRecords } from '../../operations/booking/booking-idempotency.ts';
import { deleteExpiredRequests } from '../../operations/booking/booking-request-limit.ts';
import { expireRequests } from '../../operations/booking/changes/expire-requests.ts';
import { deleteForgottenHolds } from '../../operations/hold/release-hold.ts';
import type { Logger } from '../telemetry/log.ts';

interface Swept {
  readonly database: Database;
  readonly clock: Clock;
  /** IANA time zone of the business date. */
  readonly businessTimeZone: string;
  readonly schedule: Scheduler;
  readonly log: Logger;
}

/** The event of an expired request follows within a minute (S1). */
const EXPIRY_EVERY_MS = 30_000;
const DELETION_EVERY_MS = 10 * 60_000;

/** Sweeps until the returned function is called. A sweep that fails is tried again in its turn. */
export function sweepPeriodically({ database, clock, businessTimeZone, schedule, log }: Swept): () => void {
  const sweeps = [
    { everyMs: EXPIRY_EVERY_MS, sweep: () => expireRequests(database, { now: clock.now(), businessTimeZone }) },
    { everyMs: DELETION_EVERY_MS, sweep: () => deleteExpiredIdempotencyRecords(database, clock.now()) },
    { everyMs: DELETION_EVERY_MS, sweep: () => deleteExpiredRequests(database, clock.now()) },
    { everyMs: DELETION_EVERY_MS, sweep: () => deleteForgottenHolds(database, clock.now()) },
    { everyMs: DELETION_EVERY_MS, sweep: () => deleteOldDeliveries(database, clock.now()) },
  ];
  const stops = sweeps.map(({ everyMs, sweep }) => {
    let stop: () => void = () => {};
    const next = () => {
      stop = schedule(() => {
        sweep().catch((error) => log.warn(error, 'sweep failed'));
        next();
      }, everyMs);
    };
    next();
    return () => stop();
  });
  return () => {
    for (const stop of stops) stop();
  };
}
