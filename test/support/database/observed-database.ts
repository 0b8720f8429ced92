/** A database whose notifications a test can await, and whose listening connection it can keep down. */
import { EPOCH_CHANNEL } from '../../../src/data/cache/raise-epochs.ts';
import type { Database } from '../../../src/data/database/database.ts';

/** Observes and controls a database's notifications of epochs. */
export interface ObservedDatabase {
  /** Pass this one to the code under test. */
  readonly database: Database;
  /** Resolves at the listener's next payload. */
  nextPayload(): Promise<string>;
  /** Its payloads so far. */
  readonly payloads: readonly string[];
  /** Resolves when the listener is next notified that the connection is lost (false) or back (true). */
  nextConnection(connected: boolean): Promise<void>;
  /** While on, the listener is not notified that the connection is back. */
  holdReconnect(hold: boolean): void;
}

export function observe(database: Database): ObservedDatabase {
  const waitingForPayload: ((payload: string) => void)[] = [];
  const payloads: string[] = [];
  const waitingForConnection: { connected: boolean; resolve: () => void }[] = [];
  let held = false;
  let tellNow: (() => void) | null = null;
  return {
    database: {
      ...database,
      listen(channel, listener) {
        if (channel !== EPOCH_CHANNEL) return database.listen(channel, listener);
        const tell = (connected: boolean) => {
          listener.onConnected(connected);
          for (const one of waitingForConnection.splice(0)) {
            if (one.connected === connected) one.resolve();
            else waitingForConnection.push(one);
          }
        };
        return database.listen(channel, {
          onPayload(payload) {
            listener.onPayload(payload);
            payloads.push(payload);
            for (const resolve of waitingForPayload.splice(0)) resolve(payload);
          },
          onConnected(connected) {
            if (connected && held) tellNow = () => tell(true);
            else tell(connected);
          },
        });
      },
    },
    payloads,
    nextPayload: () => new Promise((resolve) => waitingForPayload.push(resolve)),
    nextConnection: (connected) => new Promise((resolve) => waitingForConnection.push({ connected, resolve })),
    holdReconnect(hold) {
      held = hold;
      if (!hold) tellNow?.();
      tellNow = null;
    },
  };
}
