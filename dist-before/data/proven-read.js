import { databaseFailureOf, withoutRowValues } from './database-failures.js';
import { cutConnection } from './silent-server.js';
/** How long a statement may take, and when a server is given up that does not even say that it took too long, in ms. */
const STATEMENT_MS = 3_000;
const SILENCE_MS = 4_000;
/** What nobody waits for any more must end at the server, too: a standby may not replay what a running statement could see. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_MS}`;
/** As text, because what large numbers are read as depends on the settings of the driver. */
const PROOF = `SELECT coalesce((SELECT value FROM epoch WHERE scope = 'catalogue'), 0)::text AS epoch,
  pg_is_in_recovery() AS "isStandby"`;
/** The statement itself was refused or interrupted, which says nothing of the server. */
export class StatementFailed extends Error {
    name = 'StatementFailed';
}
/**
 * Runs a statement and says what was proven with it.
 * @throws StatementFailed when it was the statement that failed, and only it; any other error: the server is of no use now
 */
export async function provenRead(pool, statement) {
    const client = await pool.connect();
    // A loss is told by the statement that suffers it.
    client.on('error', ignore);
    const tooLate = setTimeout(() => cutConnection(client), SILENCE_MS);
    const [begun, proven, answered, ended] = await Promise.allSettled([
        client.query(BEGIN),
        client.query(PROOF),
        client.query(statement),
        client.query('COMMIT'),
    ]);
    clearTimeout(tooLate);
    client.off('error', ignore);
    const failed = [begun, proven, ended].find(({ status }) => status === 'rejected');
    client.release(failed !== undefined || answered.status === 'rejected');
    if (begun.status === 'rejected')
        throw begun.reason;
    if (proven.status === 'rejected')
        throw proven.reason;
    if (answered.status === 'rejected') {
        const isOfServer = databaseFailureOf(answered.reason) === 'unavailable';
        throw isOfServer ? answered.reason : new StatementFailed(withoutRowValues(answered.reason).message);
    }
    if (ended.status === 'rejected')
        throw ended.reason;
    const [row] = proven.value.rows;
    return { proof: { epoch: BigInt(row.epoch), isStandby: row.isStandby }, result: answered.value };
}
function ignore() { }
//# sourceMappingURL=proven-read.js.map