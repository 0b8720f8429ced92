/**
 * Transactions in plain SQL, for where Prisma would cost several times what PostgreSQL does. Either all statements of one
 * take effect or none; what one resolves to is committed. A statement is prepared once for each connection. Nothing waits
 * longer than the caller is ready to, and a connection that something happened to is never used again.
 */
import { createHash } from 'node:crypto';
import { cutConnection, streamOf } from './silent-server.js';
/** In the words of the connection pool, by which it is recognised. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';
/** The database takes back what it is told to commit after a failure, and says so in passing or not at all. */
const NOT_COMMITTED = 'a transaction was to be committed in which a statement had failed';
/**
 * Transactions over the connections of a pool, which must send statements without waiting for the one before.
 * @param options `prepares`: whether statements stay prepared; they cannot where a pooler lends server connections
 */
export function transactOnServer(pool, { prepares = true } = {}) {
    return async (work, { connectionMs, transactionMs, lockMs, statementMs }) => {
        const client = await connectionFrom(pool, connectionMs);
        // A loss is told by the statement that suffers it.
        client.on('error', ignore);
        const giveBack = (isBroken) => {
            client.off('error', ignore);
            client.release(isBroken);
        };
        const end = setTimeout(() => cutConnection(client), transactionMs);
        const send = (text, values = []) => {
            gatherWrites(client);
            return client.query({ ...(prepares ? { name: nameOf(text) } : {}), text, values: [...values] });
        };
        gatherWrites(client);
        // The first statements do not wait for this. It can only fail with the connection, and then so do they.
        const begun = client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs}`);
        begun.catch(ignore);
        let committing;
        const commit = () => {
            clearTimeout(end);
            committing = client.query('COMMIT');
            return committing;
        };
        try {
            const result = await work({
                async query(text, values) {
                    const [, { rows }] = await Promise.all([begun, send(text, values)]);
                    return rows;
                },
                async finish(text, values) {
                    await begun;
                    // Both fail when the connection does, and the first failure is told.
                    const [{ rows }] = await Promise.all([send(text, values), commit()]);
                    return rows;
                },
            });
            const { command } = await (committing ?? commit());
            if (command !== 'COMMIT')
                throw new Error(NOT_COMMITTED);
            giveBack(false);
            return result;
        }
        catch (error) {
            clearTimeout(end);
            await client.query('ROLLBACK').then(() => giveBack(false), () => giveBack(true));
            throw error;
        }
    };
}
function ignore() { }
/** What is sent in this turn of the event loop goes out together: each write is a call of the system and wakes the server. */
function gatherWrites(client) {
    const stream = streamOf(client);
    stream.cork();
    process.nextTick(() => stream.uncork());
}
async function connectionFrom(pool, waitMs) {
    const connecting = pool.connect();
    if (waitMs === undefined)
        return connecting;
    let timer;
    const tooLate = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(NO_CONNECTION)), waitMs);
    });
    try {
        return await Promise.race([connecting, tooLate]);
    }
    catch (error) {
        connecting.then((client) => client.release(), ignore);
        throw error;
    }
    finally {
        clearTimeout(timer);
    }
}
const names = new Map();
/**
 * The name under which a statement is prepared. It says which statement it is and not when it was first met: between us and
 * the server there may be a pooler that lends a connection to several processes.
 */
function nameOf(text) {
    let name = names.get(text);
    if (name === undefined) {
        name = createHash('sha1').update(text).digest('base64url');
        names.set(text, name);
    }
    return name;
}
/**
 * Transactions of an embedded database. Its one connection is lent to one transaction or query after the other, Prisma's
 * included; nobody else holds locks then, and no statement can be interrupted, so both times are looked at in between.
 */
export function transactEmbedded(pglite, { waitMs }) {
    return (work, { connectionMs = waitMs, transactionMs }) => {
        const beginsBy = performance.now() + connectionMs;
        return pglite.transaction(async (transaction) => {
            const begun = performance.now();
            if (begun > beginsBy)
                throw new Error(NO_CONNECTION);
            let hasFailed = false;
            const query = async (text, values = []) => {
                if (performance.now() > begun + transactionMs)
                    throw new TransactionTooLong();
                try {
                    return (await transaction.query(text, [...values])).rows;
                }
                catch (error) {
                    hasFailed = true;
                    throw error;
                }
            };
            const result = await work({ query, finish: query });
            if (hasFailed)
                throw new Error(NOT_COMMITTED);
            return result;
        });
    };
}
/** A transaction took longer than it may and was given up. */
export class TransactionTooLong extends Error {
    name = 'TransactionTooLong';
    /** As a server says it that ends a transaction. */
    code = '25P04';
}
//# sourceMappingURL=sql-transactions.js.map