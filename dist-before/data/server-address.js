/**
 * Where a PostgreSQL server is, what may stand before and beside it, and what an address says of the way there. It loads
 * nothing, so that a configuration is read before anything of a database is.
 */
export const DEFAULT_POOL_SIZE = 10;
/** Whether an address says, in Prisma's way, that it leads through a pooler that lends connections for a transaction. */
export function isPooled(url) {
    return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';
}
//# sourceMappingURL=server-address.js.map