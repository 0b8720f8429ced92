/**
 * The demo key while the server runs. It may be shown for as long as it is active, which is asked at every use and answered
 * from memory until keys change: a page that is asked for after its revocation, by whatever process, does not have it. Pages
 * show it only to visitors who may see it, and once it is revoked the demo has ended for this process.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Epochs } from '../../data/cache/epochs.ts';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { ApiKeys } from '../../data/keys/api-keys.ts';
import type { Logger } from '../telemetry/log.ts';
import { maySeeDemoKey } from './demo-visitors.ts';

/** The demo key of a server. */
export interface DemoKey {
  /** The key, or null outside of demo mode; null also while it cannot be known. It never rejects. */
  current(): MaybePromise<string | null>;
  /** The key for a page that answers a request with these headers, or null where the page is to do without it. */
  visibleTo(headers: IncomingHttpHeaders): MaybePromise<string | null>;
  /** The headers of the request on which that depends. */
  readonly vary: readonly string[];
}

const NO_DEMO: DemoKey = { current: () => null, visibleTo: () => null, vary: [] };

/** Watches the key with which demo mode began; null: there is no demo mode. */
export function watchDemoKey({
  key,
  apiKeys,
  epochs,
  publicHosts,
  log,
}: {
  key: string | null;
  apiKeys: ApiKeys;
  epochs: Epochs;
  publicHosts: readonly string[];
  log: Logger;
}): DemoKey {
  if (key === null) return NO_DEMO;
  let hasEnded = false;
  /** The epoch in which the key was last seen to be active. */
  let seenIn: bigint | null = null;

  function current(): MaybePromise<string | null> {
    if (hasEnded) return null;
    return epochs.isCurrent() && epochs.of('keys') === seenIn ? key : look().catch(() => null);
  }

  async function look(): Promise<string | null> {
    await epochs.refresh();
    const epoch = epochs.of('keys');
    if (epoch !== seenIn && (await apiKeys.authenticate(key!)) === null) {
      if (!hasEnded)
        log.warn('demo mode has ended: the demo key is revoked, by an import of another catalogue or by hand');
      hasEnded = true;
      return null;
    }
    seenIn = epoch;
    return key;
  }

  // For the log: who waits for requests would be told late.
  epochs.onRaise('keys', () => void current());
  return {
    current,
    visibleTo: (headers) =>
      chain(current(), (shown) => (shown !== null && maySeeDemoKey(headers, publicHosts) ? shown : null)),
    vary: ['Origin', 'Sec-Fetch-Site'],
  };
}
