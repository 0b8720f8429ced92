/**
 * LISTEN on a PostgreSQL server over one dedicated connection for all channels: every commit that notifies anybody wakes each
 * connection that listens to anything. It is reopened whenever it is lost. Listeners are notified of every loss and recovery, because
 * notifications sent in between are gone for good (U5). Whether it carries anything is asked over the connection itself: nothing else would
 * tell one that has fallen silent from one on which nothing is notified.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { text } from '../sql/column-types.ts';
import { queryOn, statement } from '../sql/statement.ts';
import { destroyConnection } from './silent-server.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
const ASK_EVERY_MS = 500;
/** An answer is awaited in short waits, so that a busy process gets to read what has already arrived. */
const WAIT_MS = 100;
/** After so many waits notifications may be missed; a server that is merely slow answers later. */
const WAITS_UNTIL_DOUBT = 10;
/** After so many waits the connection is given up. */
const WAITS_UNTIL_LOSS = 50;

const ASK = statement({ returns: { answer: text }, sql: () => "SELECT 'listening' AS answer" });

/** Receives the payloads of a channel and learns when some may have been missed. */
export interface NotificationListener {
  onPayload(payload: string): void;
  /** `false`: the connection is lost or silent, and payloads may be missed until the next `true`. */
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
      notify([...subscriptions], false);
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
      watch(candidate);
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
    if (client === connected) notify([subscription], true);
  }

  /** Notifies those to whom it is new. */
  function notify(affected: readonly Subscription[], isConnected: boolean): void {
    for (const subscription of affected) {
      if (subscription.isConnected === isConnected || !subscriptions.has(subscription)) continue;
      subscription.isConnected = isConnected;
      subscription.listener.onConnected(isConnected);
    }
  }

  /** Asks over a connection whether it carries anything, as long as it is in use. Its answer comes after all that was notified before. */
  async function watch(connected: pg.Client): Promise<void> {
    while (client === connected) {
      await pause(ASK_EVERY_MS, undefined, { ref: false });
      if (client !== connected) return;
      let isAnswered = false;
      const settle = () => {
        isAnswered = true;
      };
      queryOn(connected, ASK).then(settle, settle);
      let doubting: readonly Subscription[] = [];
      for (let wait = 0; wait < WAITS_UNTIL_LOSS && !isAnswered; wait++) {
        if (wait === WAITS_UNTIL_DOUBT) {
          doubting = [...subscriptions].filter((one) => one.isConnected);
          if (client === connected) notify(doubting, false);
        }
        await pause(WAIT_MS, undefined, { ref: false });
      }
      if (!isAnswered) destroyConnection(connected);
      else if (client === connected) notify(doubting, true);
    }
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
