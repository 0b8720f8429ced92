/**
 * Connections to a PostgreSQL server, straight or through a pooler that lends a server connection for one transaction at a
 * time (PgBouncer and its like). Nothing that is sent over them relies on what a connection was told earlier, but for names
 * of statements, which are given up behind such a pooler.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
/** A statement with more values is not prepared. */
const MOST_PREPARED_VALUES = 300;
/** A pool of at most `size` connections, for one of which a caller waits at most `waitMs`. */
export function poolOf({ url, size, waitMs }) {
    return new pg.Pool({
        connectionString: url,
        max: size,
        connectionTimeoutMillis: waitMs,
        // A connection sends what it is given at once; most that is asked waits for its answers all the same.
        pipeline: true,
        // The adapter reads and writes timestamps as UTC whatever the session says, so the session says UTC. It is one of the few
        // settings that a pooler carries along with a client.
        onConnect: async (client) => {
            await client.query(`SET TimeZone = 'UTC'`);
        },
    });
}
/**
 * Names the statements of Prisma's adapter by what they say; an empty name is not prepared.
 * @param options `prepares`: false where what one server connection has prepared is unknown to the next
 */
export function statementNaming({ prepares }) {
    return ({ sql, args }) => 
    // Lists of many values come in ever new lengths: preparing a statement for each would fill the server's memory.
    prepares && args.length <= MOST_PREPARED_VALUES ? createHash('sha1').update(sql).digest('base64url') : '';
}
/**
 * Whether the connections of a pool end at something other than the server, which says so by numbering them in its own way:
 * a pooler, in whatever mode it lends connections.
 */
export async function leadsToPooler(pool) {
    const client = await pool.connect();
    try {
        const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
        return rows[0].pid !== client.processID;
    }
    finally {
        client.release();
    }
}
//# sourceMappingURL=server-pool.js.map