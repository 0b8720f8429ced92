/** An answer that follows the bookings: asked again when they change, and shown until the newer one is there. */
import { useEffect, useRef } from 'preact/hooks';
import type { Request } from '../../gateway/request.ts';
import { type LiveEvent, useLiveEvents } from '../live.tsx';
import { useDeskAnswer } from '../session.tsx';

const REFRESH_MS = 1_000;
/** Holds raise no events. */
const HELD_REFRESH_MS = 30_000;

/** `isAbout` says whether an event changes the answer. At most one request each second; without events, one each half minute. */
export function useLiveAnswer<Data>(
  question: string | null,
  ask: (request: Request) => Promise<Data>,
  isAbout: (event: LiveEvent) => boolean,
) {
  const answer = useDeskAnswer(question, ask);
  const again = useRef(answer.again);
  again.current = answer.again;
  const timer = useRef<number | undefined>(undefined);
  useLiveEvents((events) => {
    if (timer.current !== undefined || !events.some(isAbout)) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      again.current();
    }, REFRESH_MS);
  });
  useEffect(() => {
    const interval = window.setInterval(() => {
      if (!document.hidden) again.current();
    }, HELD_REFRESH_MS);
    return () => {
      window.clearInterval(interval);
      window.clearTimeout(timer.current);
    };
  }, []);
  return answer;
}
