/**
 * Housekeeping of every process: records expired requests, lets older bookings be found (M9), deletes what limits nothing any more, erases
 * guest data when its retention is over (S19), and forgets old changes of prices and rooms (M14). What goes by time is not undone, so the
 * clock is compared before each round (T2).
 */
import { fillSearchColumn } from '../../data/booking-search.ts';
import type { Database } from '../../data/database/database.ts';
import { deleteOldDeliveries } from '../../data/deliveries/deliveries.ts';
import { deleteExpiredUses } from '../../data/limits/recent-uses.ts';
import { mayEraseAtOnce } from '../../domain/booking/retention.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import { type Clock, repeat, type Scheduler } from '../../domain/time/clock.ts';
import { deleteExpiredIdempotencyRecords } from '../../operations/booking/booking-idempotency.ts';
import { expireRequests } from '../../operations/booking/changes/expire-requests.ts';
import { countExpiredGuestData, eraseExpiredGuestData } from '../../operations/booking/guest-data/erase-guest-data.ts';
import { deleteForgottenHolds } from '../../operations/hold/release-hold.ts';
import { deleteOldChanges } from '../../operations/update/list-changes.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../telemetry/log.ts';
import { sharedWhilePending } from './service-state.ts';

interface Swept {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'bookingRetentionDays' | 'businessTimeZone'>;
  /** Whether the clock is right now. Absent: there is nothing to compare it with. */
  readonly mayWrite?: (() => Promise<boolean>) | undefined;
}

type Sweep = (swept: Swept) => Promise<unknown>;

/** The event of an expired request follows within a minute (S1). */
const EXPIRY_EVERY_MS = 30_000;
const DELETION_EVERY_MS = 10 * 60_000;

const expire: Sweep = ({ database, clock, config: { businessTimeZone } }) =>
  expireRequests(database, { now: clock.now(), businessTimeZone });

const fillSearch: Sweep = ({ database }) => fillSearchColumn(database);

const DELETIONS: readonly Sweep[] = [
  ...[
    deleteExpiredIdempotencyRecords,
    deleteExpiredUses,
    deleteForgottenHolds,
    deleteOldDeliveries,
    deleteOldChanges,
  ].map(
    (part): Sweep =>
      ({ database, clock }) =>
        part(database, clock.now()),
  ),
  async ({ database, clock, log, config: { bookingRetentionDays: retentionDays, businessTimeZone } }) => {
    if (retentionDays === null) return;
    const now = clock.now();
    const retention = { retentionDays, today: dayInTimeZone(now, businessTimeZone) };
    const counted = await countExpiredGuestData(database, retention);
    if (mayEraseAtOnce(counted)) await eraseExpiredGuestData({ database, now }, retention);
    else log.warn(counted, 'retention would erase more than a tenth of the bookings: `bookings erase --expired` does');
  },
];

/** Sweeps until the returned function is called. */
export function sweepPeriodically(swept: Swept & { readonly schedule: Scheduler }): () => void {
  const stops = [
    { everyMs: EXPIRY_EVERY_MS, parts: [expire, fillSearch] },
    { everyMs: DELETION_EVERY_MS, parts: DELETIONS },
  ].map(({ everyMs, parts }) => {
    const round = sharedWhilePending(() => run(parts, swept));
    return repeat(swept.schedule, () => void round(), everyMs);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** One round of everything. A part that fails is logged, and its work is left for the next round. */
export async function sweep(swept: Swept): Promise<void> {
  await run([expire, fillSearch, ...DELETIONS], swept);
}

async function run(parts: readonly Sweep[], swept: Swept): Promise<void> {
  if (swept.mayWrite && !(await swept.mayWrite())) return;
  for (const part of await Promise.allSettled(parts.map((one) => one(swept)))) {
    if (part.status === 'rejected') swept.log.warn(part.reason, 'sweep failed');
  }
}
