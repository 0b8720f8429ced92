/** Housekeeping: deletes what has expired, and erases guest data when its retention is over (S19). */
import type { Database } from '../../data/database/database.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { deleteExpiredIdempotencyRecords } from '../../operations/booking/booking-idempotency.ts';
import { deleteExpiredRequests } from '../../operations/booking/booking-request-limit.ts';
import { eraseExpiredGuestData } from '../../operations/bookings/erase-guest-data.ts';
import { deleteExpiredLookups } from '../../operations/bookings/lookup-limit.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../telemetry/log.ts';

const EVERY_MS = 10 * 60 * 1000;

interface Swept {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'bookingRetentionDays' | 'businessTimeZone'>;
}

/** Runs every ten minutes until the returned function is called. */
export function sweepPeriodically(swept: Swept): () => void {
  const timer = setInterval(() => void sweep(swept), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round. A part that fails is logged, and its work is left for the next round. */
export async function sweep({ database, clock, log, config }: Swept): Promise<void> {
  const now = clock.now();
  const { bookingRetentionDays: retentionDays, businessTimeZone } = config;
  const parts = [deleteExpiredIdempotencyRecords, deleteExpiredRequests, deleteExpiredLookups].map((part) =>
    part(database, now),
  );
  if (retentionDays !== null) {
    const today = dayInTimeZone(now, businessTimeZone);
    parts.push(eraseExpiredGuestData({ database, now }, { retentionDays, today }));
  }
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected') log.warn(part.reason, 'sweep failed');
  }
}
