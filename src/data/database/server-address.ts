/** Addresses of PostgreSQL servers. This file imports nothing, so reading the configuration does not load the database. */

/** A server, with its pooler and its replicas. */
export interface ServerAddress {
  kind: 'postgresql';
  /** It has the parameter `pgbouncer=true` if it leads through a pooler in transaction mode. */
  url: string;
  /** The same database without the pooler, for connections that must last; default: `url`. */
  directUrl?: string | null;
  /** Most connections to `url`, and to each replica; default: 10. */
  poolSize?: number;
  /** Standbys that may answer for the catalogue. */
  replicaUrls?: readonly string[];
  /** Whether `replicaUrls` are all servers of the cluster, and two of them show each commit before it is acknowledged. */
  isSynchronous?: boolean;
}

export const DEFAULT_POOL_SIZE = 10;

/** Whether an address declares, in Prisma's way, a pooler in transaction mode. */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';
}
