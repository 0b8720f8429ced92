/** `PAGES_KEY` lies in every page of the shop, so only a key that may lie there is taken. */
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import { type Config, ConfigError } from '../config.ts';

/** @throws ConfigError when the key does not exist, or is not publishable */
export async function checkPagesKey({ pagesKey }: Config, apiKeys: ApiKeys): Promise<void> {
  if (pagesKey === null) return;
  const caller = await apiKeys.authenticate(pagesKey);
  if (caller?.isPublishable) return;
  const how = '`keys create --publishable` makes one';
  throw new ConfigError(
    caller === null
      ? `PAGES_KEY must be a key of this database that is not revoked or expired; ${how}`
      : `PAGES_KEY must be a publishable key, because everybody can read it in the pages; ${how}`,
  );
}
