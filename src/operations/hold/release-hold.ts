/** Gives a hold back before it expires (S13). */
import type { Database } from '../../data/database/database.ts';
import { commitRelease, deleteEndedHolds } from '../../data/ended-holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { HOLD_MEMORY_MS } from '../../domain/booking/hold.ts';
import { notFound, type Refusal } from '../../domain/problem/refusal.ts';
import { parseObjectId } from '../access/references.ts';
import { transactBooking } from '../booking/booking-transaction.ts';
import type { HoldReleased } from './hold-outcome.ts';
import type { HoldParts } from './hold-stays.ts';

/**
 * Releases a hold of the client. The answer is the same for one that was released or has expired within the last 24 hours; one
 * that a booking has used up does not exist any more.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time; it can be repeated
 */
export async function releaseHold({
  epochs,
  clock,
  caller,
  id: sent,
  ...parts
}: HoldParts & {
  readonly caller: Pick<Caller, 'clientId' | 'isTest'>;
  readonly id: string;
}): Promise<HoldReleased | Refusal<'notFound'>> {
  const id = parseObjectId(sent);
  if (id === null) return notFound('HOLD', sent);
  const { clientId, isTest } = caller;
  const raised = await transactBooking(parts, (sql) => commitRelease(sql, id, { clientId, isTest, now: clock.now() }));
  if (raised === null) return notFound('HOLD', sent);
  epochs.observe(raised);
  return { kind: 'released', id };
}

/**
 * Deletes holds that have been over for a day at `now` (milliseconds since 1970), for a periodic sweep. Nothing waits for it: a hold
 * takes no room from the moment on when it expires.
 * @returns how many were deleted
 */
export function deleteForgottenHolds(database: Database, now: number): Promise<number> {
  return deleteEndedHolds(database, now - HOLD_MEMORY_MS);
}
