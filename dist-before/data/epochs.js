const CHANNEL = 'epochs';
const POLL_MS = 500;
/** Advisory lock that orders imports and bookings; the number is this project's own choice. */
const CATALOGUE_LOCK = 7_355_001;
/** Waits for bookings under way and keeps new ones from reading prices until the caller's transaction ends. */
export async function holdBookings(tx) {
    await tx.$executeRaw `SELECT pg_advisory_xact_lock(${CATALOGUE_LOCK})`;
}
/**
 * SQL expression: keeps imports from committing until the transaction ends, so that the prices that a booking reads after
 * this are still those of the catalogue when it commits. Bookings do not wait for each other here. Take it after the locks on
 * inventory: an import holds those before it waits for bookings. It counts for the statements that follow: what its own
 * statement sees was settled before it waited.
 */
export const CATALOGUE_HELD_STILL = `pg_advisory_xact_lock_shared(${CATALOGUE_LOCK})::text`;
/** SQL: raises the epochs of `scopes`, a query of one column without repetitions, and returns `scope` and `value` of each. */
export function raisingSql(scopes) {
    return `INSERT INTO epoch (scope, value) SELECT scope, 1 FROM (${scopes}) AS scopes(scope) ORDER BY scope
    ON CONFLICT (scope) DO UPDATE SET value = epoch.value + 1
    RETURNING scope, value`;
}
/** SQL expression: tells every listener of the raised `scope` and `value`, once the transaction commits. */
export const TOLD_TO_LISTENERS = `pg_notify('${CHANNEL}', scope || '=' || value)::text`;
const RAISE = `WITH raised AS (${raisingSql('SELECT unnest($1::text[])')})
  SELECT scope, value, ${TOLD_TO_LISTENERS} FROM raised`;
/**
 * Raises epochs in the caller's transaction; listeners hear of it when it commits. Call it last: the rows stay locked until
 * then. Scopes are locked in one order by every caller, so that callers never wait for each other in a circle.
 * @returns the new values, for `Epochs.learn` after the commit
 */
export async function raiseEpochs(tx, scopes) {
    const ordered = [...new Set(scopes)].sort();
    if (ordered.includes('catalogue'))
        await holdBookings(tx);
    return tx.$queryRawUnsafe(RAISE, ordered);
}
/**
 * What is added to all epochs, once more each time that the database was put back: to a backup, or to a standby that lacked
 * what was last committed. It will give the same values again then, to other changes; what is kept must not be taken for theirs.
 */
const PUT_BACK = 1n << 48n;
/** Reads the epochs and keeps them current until closed. */
export async function watchEpochs(database) {
    const values = new Map();
    let base = 0n;
    /** The connection that hears notifications; null while there is none. */
    let listening = null;
    let connected = false;
    let notifications = 0;
    function learn(raised) {
        for (const { scope, value } of raised) {
            if (base + value > (values.get(scope) ?? base))
                values.set(scope, base + value);
        }
    }
    async function read() {
        const heardBy = listening;
        const [knownBefore, baseBefore] = [new Map(values), base];
        const rows = await database.prisma.epoch.findMany();
        // What was known before was committed before, so a smaller value is that of a database with another past.
        const isPutBack = rows.some(({ scope, value }) => baseBefore + value < (knownBefore.get(scope) ?? baseBefore));
        if (isPutBack && base === baseBefore) {
            base += PUT_BACK;
            values.clear();
        }
        learn(rows);
        // What was notified while nobody listened is caught up with before notifications are trusted again.
        if (heardBy !== null && heardBy === listening)
            connected = true;
    }
    const stopListening = await database.listen(CHANNEL, {
        onPayload(payload) {
            notifications++;
            const separator = payload.lastIndexOf('=');
            learn([{ scope: payload.slice(0, separator), value: BigInt(payload.slice(separator + 1)) }]);
        },
        onConnected(now) {
            connected = false;
            listening = now ? {} : null;
            // Should this fail, the poll catches up.
            if (now)
                read().catch(() => { });
        },
    });
    await read();
    const stopProving = database.proveReplicas(() => (values.get('catalogue') ?? base) - base);
    const poll = setInterval(() => {
        read().catch(() => { });
    }, POLL_MS);
    poll.unref();
    return {
        isCurrent: () => connected,
        async refresh() {
            if (!connected)
                await read();
        },
        of: (scope) => values.get(scope) ?? base,
        learn,
        notifications: () => notifications,
        async close() {
            clearInterval(poll);
            stopProving();
            await stopListening();
        },
    };
}
//# sourceMappingURL=epochs.js.map