/** A database whose notifications a test can wait for, and whose listening connection it can keep down. */
import type { Database } from '../../../src/data/database/database.ts';

/** What a test hears and holds of a database's notifications. */
export interface ObservedDatabase {
  /** Give this one to what is tested. */
  readonly database: Database;
  /** Resolves when the listener was told of a payload after this call. */
  nextPayload(): Promise<string>;
  /** Resolves when the listener was told after this call that the connection is lost (false) or there (true). */
  nextConnection(connected: boolean): Promise<void>;
  /** While held, the listener is not told that the connection is there again. */
  holdReconnect(hold: boolean): void;
}

export function observe(database: Database): ObservedDatabase {
  const waitingForPayload: ((payload: string) => void)[] = [];
  const waitingForConnection: { connected: boolean; resolve: () => void }[] = [];
  let held = false;
  let tellNow: (() => void) | null = null;
  return {
    database: {
      ...database,
      listen(channel, listener) {
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
            for (const resolve of waitingForPayload.splice(0)) resolve(payload);
          },
          onConnected(connected) {
            if (connected && held) tellNow = () => tell(true);
            else tell(connected);
          },
        });
      },
    },
    nextPayload: () => new Promise((resolve) => waitingForPayload.push(resolve)),
    nextConnection: (connected) => new Promise((resolve) => waitingForConnection.push({ connected, resolve })),
    holdReconnect(hold) {
      held = hold;
      if (!hold) tellNow?.();
      tellNow = null;
    },
  };
}
