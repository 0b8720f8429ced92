/**
 * The keys that pages show or are rendered with while the server runs: those of the demo and of its desk, and PAGES_KEY. One is shown while it
 * is active; that is checked at every use, from memory until keys change, so no page shows a key that has expired or that any process has
 * revoked, unless the database is away, which would say so. Those of the demo are shown only to visitors who may see them. Once the key of
 * the demo is no longer active, the demo has ended for this process.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { KEYS } from '../../data/cache/cache-tags.ts';
import { type Epochs, onRaiseOf } from '../../data/cache/epochs.ts';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import type { Logger } from '../telemetry/log.ts';
import { maySeeDemoKey } from './demo-visitors.ts';

export interface ShownKey {
  /** The key; null where there is none, and once it is no longer active. Never rejects. */
  current(): MaybePromise<string | null>;
  /** The key for the page that answers a request with these headers; null: do not show it. */
  visibleTo(headers: IncomingHttpHeaders): MaybePromise<string | null>;
  /** The request headers that `visibleTo` depends on. */
  readonly vary: readonly string[];
}

const NO_KEY: ShownKey = { current: () => null, visibleTo: () => null, vary: [] };

/** What the log says when a key is revoked or has expired. */
const ENDED = {
  demo: 'demo mode has ended: the demo key is revoked, by an import of another catalogue or by hand, or has expired',
  desk: 'pages show no key for the desk any more: the one of the demo is revoked or has expired',
  pages: 'the pages of the shop are not rendered any more, and ask for a key: PAGES_KEY is revoked or expired',
};

/** Watches the key with which demo mode started, or that of its desk; null: there is none. `name` `pages`: PAGES_KEY, which all may see. */
export function watchShownKey({
  key,
  apiKeys,
  epochs,
  publicHosts,
  log,
  name = 'demo',
}: {
  key: string | null;
  apiKeys: ApiKeys;
  epochs: Epochs;
  publicHosts: readonly string[];
  log: Logger;
  name?: keyof typeof ENDED;
}): ShownKey {
  if (key === null) return NO_KEY;
  let hasEnded = false;

  const look = async (): Promise<string | null> => {
    if ((await apiKeys.authenticate(key)) !== null) return key;
    if (!hasEnded) log.warn(ENDED[name]);
    hasEnded = true;
    return null;
  };

  const current = (): MaybePromise<string | null> => {
    if (hasEnded) return null;
    // While the database is away nobody knows better, and a page that asks its visitor for a key would be wrong.
    return apiKeys.authenticateCached(key) === null ? look().catch(() => key) : key;
  };

  // So that the log reports a revocation at once, not at the next request.
  onRaiseOf(epochs, KEYS, () => void current());
  if (name === 'pages') return { current, visibleTo: () => current(), vary: [] };
  return {
    current,
    visibleTo: (headers) =>
      chain(current(), (shown) => (shown !== null && maySeeDemoKey(headers, publicHosts) ? shown : null)),
    vary: ['Origin', 'Sec-Fetch-Site'],
  };
}
