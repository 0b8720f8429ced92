/**
 * What keeps strangers from taking the connections and the memory of a process (A1, A3). All its servers have the same, also those
 * that nobody needs a key for.
 */
import { isLoopbackAddress } from '../http/request/local-request.ts';
import { createTrustedProxies, type TrustedProxies } from '../http/request/trusted-proxies.ts';
import { UnsentBytes } from '../http/response/unsent-bytes.ts';
import type { LimitCounts } from '../operations/limit-counts.ts';
import type { Config } from './config.ts';
import type { ConnectionLimits } from './connections.ts';

export interface Guards {
  /** Null: none is trusted. */
  readonly proxies: TrustedProxies | null;
  readonly connections: ConnectionLimits;
  readonly unsent: UnsentBytes;
}

/**
 * @param limits counts what is refused
 * @param readerStallMs for tests: how long a reader may take nothing
 */
export function createGuards(
  { trustedProxies, connectionsPerAddress }: Pick<Config, 'trustedProxies' | 'connectionsPerAddress'>,
  { limits, readerStallMs }: { limits: LimitCounts; readerStallMs?: number | undefined },
): Guards {
  const proxies = createTrustedProxies(trustedProxies);
  return {
    proxies,
    connections: {
      perAddress: connectionsPerAddress,
      isExempt: (address) => isLoopbackAddress(address) || proxies?.isTrustedProxy(address) === true,
      onRefused: () => limits.add('connections'),
    },
    unsent: new UnsentBytes(limits, { stallMs: readerStallMs }),
  };
}
