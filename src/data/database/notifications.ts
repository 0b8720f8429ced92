/**
 * LISTEN on a PostgreSQL server over one dedicated connection for all channels: every commit that notifies anybody wakes each
 * connection that listens to anything. It is reopened whenever it is lost. Listeners are notified of every loss and recovery, because
 * notifications sent in between are gone for good.
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

/**
 * Listens to a channel until the returned function is called; connects and reconnects in the background. Resolves after the first
 * attempt, even if it failed.
 */
export type Listen = (channel: string, listener: NotificationListener) => Promise<() => Promise<void>>;

interface Subscription {
  readonly channel: string;
  readonly listener: NotificationListener;
  isConnected: boolean;
}

/** The connection to `url` exists while anybody listens. */
export function createListen(url: string): Listen {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  /** Once called, the end of the connection is expected. */
  let expectEnd = () => {};

  async function connect(): Promise<void> {
    const candidate = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    let isLost = false;
    const onLoss = () => {
      if (isLost) return;
      isLost = true;
      candidate.end().catch(() => {});
      if (client === candidate) client = null;
      for (const subscription of subscriptions) {
        if (!subscription.isConnected) continue;
        subscription.isConnected = false;
        subscription.listener.onConnected(false);
      }
      if (subscriptions.size === 0) return;
      timer = setTimeout(reconnect, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    };
    expectEnd = () => {
      isLost = true;
    };
    candidate.on('error', onLoss);
    candidate.on('end', onLoss);
    candidate.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) subscription.listener.onPayload(payload);
      }
    });
    try {
      await candidate.connect();
      if (isLost) return;
      client = candidate;
      await Promise.all([...subscriptions].map((one) => listenOver(candidate, one)));
      retryMs = FIRST_RETRY_MS;
    } catch {
      onLoss();
    }
    if (subscriptions.size === 0) await close();
  }

  function reconnect(): Promise<void> {
    clearTimeout(timer);
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function listenOver(connected: pg.Client, subscription: Subscription): Promise<void> {
    await connected.query(`LISTEN ${pg.escapeIdentifier(subscription.channel)}`);
    if (client !== connected || subscription.isConnected || !subscriptions.has(subscription)) return;
    subscription.isConnected = true;
    subscription.listener.onConnected(true);
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    // One that is being opened is closed once it is open.
    if (!client) return;
    const open = client;
    client = null;
    expectEnd();
    await open.end();
  }

  return async (channel, listener) => {
    const subscription: Subscription = { channel, listener, isConnected: false };
    subscriptions.add(subscription);
    const open = client;
    // What fails is tried again over another connection.
    if (open) await listenOver(open, subscription).catch(() => open.end());
    else await reconnect();
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0) await close();
    };
  };
}
