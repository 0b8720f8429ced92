/**
 * Where a PostgreSQL server is, what may stand before and beside it, and what an address says of the way there. It loads
 * nothing, so that a configuration is read before anything of a database is.
 */

/** A server, and what may stand before and beside it. */
export interface ServerAddress {
  kind: 'postgresql';
  /** With the parameter `pgbouncer=true` when it leads through a pooler that lends a server connection per transaction. */
  url: string;
  /** The same database past any pooler, for what needs a connection that lasts; default: `url`. */
  directUrl?: string | null;
  /** Most connections to `url`, and to each replica; default: 10. */
  poolSize?: number;
  /** Standbys that may answer for the catalogue. */
  replicaUrls?: readonly string[];
}

export const DEFAULT_POOL_SIZE = 10;

/** Whether an address says, in Prisma's way, that it leads through a pooler that lends connections for a transaction. */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';
}
