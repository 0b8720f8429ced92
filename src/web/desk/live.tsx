/**
 * Bookings as they change, by one subscription for the whole desk. After a lost connection it goes on behind the last event that
 * was received, so nothing is missed; nothing is polled. Where that event is unknown, because a backup was restored, all views ask anew.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { subscribe } from '../gateway/subscription.ts';
import { codeOf } from '../gateway/use-answer.ts';
import { DeskLiveDocument, type DeskLiveSubscription } from '../generated/operations.ts';
import { usePage } from '../page.tsx';
import { useProvided } from '../provided.ts';
import { useSession } from './session.tsx';

export type LiveEvent = DeskLiveSubscription['bookings']['events'][number];
/** `events` null: anything may have happened. */
type Listener = (events: readonly LiveEvent[] | null) => void;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Live {
  /** Whether changes arrive; null: not known yet. */
  readonly isConnected: boolean | null;
  /** Tries to connect at once. */
  reconnect(): void;
  /** Returns the way to stop listening. */
  listen(listener: Listener): () => void;
}

const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  return useProvided(LiveContext);
}

/** Calls `receive` with what has just happened. */
export function useLiveEvents(receive: Listener): void {
  const { listen } = useLive();
  const newest = useRef(receive);
  newest.current = receive;
  useEffect(() => listen((events) => newest.current(events)), [listen]);
}

export function LiveBookings({ children }: { readonly children: ComponentChildren }) {
  const { key, language } = usePage();
  const { leave } = useSession();
  const [isConnected, setConnected] = useState<boolean | null>(null);
  const listeners = useRef(new Set<Listener>());
  const wake = useRef(() => {});
  const cursor = useRef<string | null>(null);
  useEffect(() => {
    let isOver = false;
    let connection = new AbortController();
    let hasReceived = false;
    /** Whether what happened since the last event cannot be received. */
    let hasMissed = false;
    const receive = ({ bookings: { endCursor, events } }: DeskLiveSubscription) => {
      hasReceived = true;
      cursor.current = endCursor;
      setConnected(true);
      if (events.length > 0 || hasMissed) for (const listener of listeners.current) listener(hasMissed ? null : events);
      hasMissed = false;
    };
    const follow = async () => {
      for (let wait = FIRST_WAIT_MS; !isOver; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        connection = new AbortController();
        hasReceived = false;
        const options = { key, language, signal: connection.signal, receive };
        try {
          // The gateway ends long subscriptions by itself and says when to come back; that is no loss.
          wait = (await subscribe(DeskLiveDocument, { after: cursor.current }, options)) ?? FIRST_WAIT_MS;
        } catch (error) {
          if (isOver) return;
          const code = codeOf(error);
          if (code === 'UNAUTHENTICATED') return leave(true);
          // A cursor of before the database was restored is refused.
          if (code === 'CURSOR_GONE' || code === 'BAD_USER_INPUT') cursor.current = null;
          // Without a cursor the next connection brings only what happens from then on.
          if (cursor.current === null) hasMissed = true;
          setConnected(false);
          if (hasReceived) wait = FIRST_WAIT_MS;
        }
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake.current = resolve;
          setTimeout(resolve, wait);
        });
      }
    };
    follow();
    const wakeUp = () => wake.current();
    // A stream over a lost connection would stay silent for long.
    const lose = () => connection.abort();
    addEventListener('online', wakeUp);
    addEventListener('offline', lose);
    return () => {
      isOver = true;
      connection.abort();
      wakeUp();
      removeEventListener('online', wakeUp);
      removeEventListener('offline', lose);
    };
  }, [key]);
  const live = useMemo<Live>(
    () => ({
      isConnected,
      reconnect: () => wake.current(),
      listen(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [isConnected],
  );
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}
