/** The holds that a caller has (S13), so that one whose answer was lost can be found, used or released. */
import type { Database } from '../../data/database/database.ts';
import { listOpenHolds } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { parseObjectId } from '../access/references.ts';
import type { PublicUse } from '../booking/booking-limits.ts';
import type { GuestProgram } from '../booking/booking-subjects.ts';
import { type HeldStay, heldStay } from './hold-outcome.ts';

interface Asking {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly caller: Pick<Caller, 'clientId' | 'isTest'>;
  /** Who asks with a publishable key is shown the holds of the same address only. */
  readonly publicUse: PublicUse;
}

/** The open holds of the caller, the first to expire first. */
export async function listHolds(asking: Asking): Promise<HeldStay[]> {
  return read(asking, null);
}

/** One of them; null: the caller has no such hold open. */
export async function findHold(asking: Asking, sent: string): Promise<HeldStay | null> {
  const id = parseObjectId(sent);
  return id === null ? null : ((await read(asking, id))[0] ?? null);
}

async function read(
  { database, clock, caller: { clientId, isTest }, publicUse }: Asking,
  id: string | null,
): Promise<HeldStay[]> {
  const holder = { clientId, isTest, network: publicUse?.network ?? null };
  const found = await listOpenHolds<GuestProgram>(database, holder, { now: clock.now(), id });
  return found.map(heldStay);
}
