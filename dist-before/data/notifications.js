/**
 * LISTEN on a PostgreSQL server over a connection of its own that is opened again whenever it is lost. The listener is told
 * of every loss and recovery, because what was notified in between is gone for good.
 */
import pg from 'pg';
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** Listens to `channel` until the returned function is called; connects and reconnects in the background. */
export async function listenOnServer(options) {
    const { url, channel, listener } = options;
    let stopped = false;
    let client = null;
    let timer = null;
    let retryMs = FIRST_RETRY_MS;
    async function connect() {
        const candidate = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
        let lost = false;
        const onLoss = () => {
            if (lost)
                return;
            lost = true;
            candidate.end().catch(() => { });
            if (client === candidate) {
                client = null;
                listener.onConnected(false);
            }
            if (stopped)
                return;
            timer = setTimeout(connect, retryMs);
            retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
        };
        candidate.on('error', onLoss);
        candidate.on('end', onLoss);
        candidate.on('notification', (message) => listener.onPayload(message.payload ?? ''));
        try {
            await candidate.connect();
            await candidate.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        }
        catch {
            onLoss();
            return;
        }
        if (lost)
            return;
        if (stopped) {
            await candidate.end();
            return;
        }
        client = candidate;
        retryMs = FIRST_RETRY_MS;
        listener.onConnected(true);
    }
    await connect();
    return async () => {
        stopped = true;
        if (timer)
            clearTimeout(timer);
        await client?.end();
    };
}
//# sourceMappingURL=notifications.js.map