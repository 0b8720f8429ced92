/** Writes every minute, and at the end, when keys were last used (S5): no request waits for it. */
import type { DatabaseClock } from '../../data/database/database-clock.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import type { Logger } from '../telemetry/log.ts';
import { sharedWhilePending } from './service-state.ts';

const EVERY_MS = 60_000;

/** Runs until the returned function is called, which writes what is left. */
export function recordKeyUses(
  apiKeys: Pick<ApiKeys, 'recordUses'>,
  log: Logger,
  clock: Pick<DatabaseClock, 'isOff'> | null,
): () => Promise<void> {
  const record = async () => {
    if (clock?.isOff()) return;
    await apiKeys.recordUses().catch((error) => log.warn(error, 'the use of keys is not recorded'));
  };
  const timer = setInterval(sharedWhilePending(record), EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await record();
  };
}
