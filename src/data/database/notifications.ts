/**
 * LISTEN on a PostgreSQL server over a dedicated connection that is reopened whenever it is lost. The listener is notified of
 * every loss and recovery, because notifications sent in between are gone for good.
 */
import pg from 'pg';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/** Receives the payloads of a channel and learns when some may have been missed. */
export interface NotificationListener {
  onPayload(payload: string): void;
  /** `false`: the connection is lost, and payloads may be missed until the next `true`. */
  onConnected(connected: boolean): void;
}

/** Listens to `channel` until the returned function is called; connects and reconnects in the background. */
export async function listenOnServer(options: {
  url: string;
  channel: string;
  listener: NotificationListener;
}): Promise<() => Promise<void>> {
  const { url, channel, listener } = options;
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let retryMs = FIRST_RETRY_MS;

  async function connect(): Promise<void> {
    const candidate = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    let lost = false;
    const onLoss = () => {
      if (lost) return;
      lost = true;
      candidate.end().catch(() => {});
      if (client === candidate) {
        client = null;
        listener.onConnected(false);
      }
      if (stopped) return;
      timer = setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    };
    candidate.on('error', onLoss);
    candidate.on('end', onLoss);
    candidate.on('notification', (message) => listener.onPayload(message.payload ?? ''));
    try {
      await candidate.connect();
      await candidate.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch {
      onLoss();
      return;
    }
    if (lost) return;
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
    if (timer) clearTimeout(timer);
    await client?.end();
  };
}
