/**
 * The limit of failed look-ups by an id or a reference with an e-mail address (A6). Ten failures in any hour are the most of whoever asks:
 * the address of a visitor with a publishable key, the client of another key. So they are the most for one booking, too, and none of them
 * counts against anybody else. A booking that fails fifty times in an hour, whoever asks, is answered slowly from then on, and never
 * refused. All processes count together, and look-ups of one asker take turns: no more than ten guesses are ever compared, however
 * many come at once. One that succeeds writes nothing. Times are from the injected clock.
 */

import type { SqlTransaction } from '../../../data/database/sql-transactions.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { firstExceeded, lockUses, recordUses, type UseSubject } from '../../../data/limits/recent-uses.ts';
import { onlyRow } from '../../../data/sql/statement.ts';
import { secondsUntil, usedWithin } from '../../../domain/limits/use-limits.ts';
import type { Scheduler } from '../../../domain/time/clock.ts';

export const FAILED_LOOKUPS_PER_HOUR = 10;
const FAILED_LOOKUPS_BEFORE_SLOW = 50;
const HOUR_MS = 3_600_000;
/** How long a slowed answer waits, in milliseconds. */
export const SLOWED_MS = 1_000;
/** Answers of a process that wait at once; more do not wait, so that nobody piles them up. */
export const SLOWED_AT_ONCE = 1_000;

/** What failures are counted for. */
export interface LookupSubjects {
  /** Everybody has a publishable key, so then it is the network that asks; null: the key is not publishable. */
  readonly network: string | null;
  readonly clientId: Caller['clientId'];
  /** The id or the reference, in the stored form, whether there is such a booking or not. */
  readonly named: string;
}

export type CheckedLookup<Found> =
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compared'; readonly found: Found | null; readonly isSlowed: boolean };

/**
 * Compares a pair by `compare`, unless its asker has failed too often, and counts a failure (null) at `now` (milliseconds since 1970).
 * Locks last until the transaction ends: that of the asker always comes before that of the booking, whose holders wait for none.
 */
export async function compareWithinLimit<Found>(
  sql: SqlTransaction,
  { network, clientId, named }: LookupSubjects,
  { now, compare }: { readonly now: number; readonly compare: () => Promise<Found | null> },
): Promise<CheckedLookup<Found>> {
  const asker = network === null ? `client ${clientId}` : `network ${network}`;
  const lock = async (kind: UseSubject['kind'], subject: string, most: number) => {
    const locked = await lockUses(sql, [{ kind, subject, limits: [{ most, windowMs: HOUR_MS }] }]);
    return { ...onlyRow(locked), amount: 1 };
  };
  const byAsker = await lock('failed_lookup', asker, FAILED_LOOKUPS_PER_HOUR);
  const exceeded = firstExceeded([byAsker], now);
  if (exceeded) return { kind: 'limited', retryAfterSeconds: secondsUntil(exceeded.until, now) };
  const ofBooking = await lock('failed_booking_lookup', named, FAILED_LOOKUPS_BEFORE_SLOW);
  const isSlowed = usedWithin(ofBooking.uses, { windowMs: HOUR_MS, now }) >= FAILED_LOOKUPS_BEFORE_SLOW;
  const found = await compare();
  if (found === null) await recordUses(sql, [byAsker, ofBooking], now);
  return { kind: 'compared', found, isSlowed };
}

/** Lets slowed answers of a process wait. Call it after the transaction, so that the wait holds no connection and no lock. */
export class SlowedLookups {
  readonly #schedule: Scheduler;
  #waiting = 0;

  constructor(schedule: Scheduler) {
    this.#schedule = schedule;
  }

  async wait(): Promise<void> {
    if (this.#waiting >= SLOWED_AT_ONCE) return;
    this.#waiting++;
    await new Promise<void>((resolve) => void this.#schedule(resolve, SLOWED_MS));
    this.#waiting--;
  }
}
