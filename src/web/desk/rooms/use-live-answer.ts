/** An answer that follows the bookings: asked again when they change, and shown until the newer one is there. */
import { useEffect, useRef } from 'preact/hooks';
import type { Request } from '../../gateway/request.ts';
import { type LiveEvent, useLiveEvents } from '../live.tsx';
import { useDeskAnswer } from '../session.tsx';

const REFRESH_MS = 1_000;

/** The answer stays while it is asked again. */
export function useLastAnswer<Data>(question: string | null, ask: (request: Request) => Promise<Data>) {
  const { data, ...rest } = useDeskAnswer(question, ask);
  const last = useRef<{ readonly question: string; readonly data: Data } | null>(null);
  if (data !== null && question !== null) last.current = { question, data };
  return { data: data ?? (last.current?.question === question ? last.current.data : null), ...rest };
}

/** `isAbout` says whether an event changes the answer. At most one request each second. */
export function useLiveAnswer<Data>(
  question: string | null,
  ask: (request: Request) => Promise<Data>,
  isAbout: (event: LiveEvent) => boolean,
) {
  const answer = useLastAnswer(question, ask);
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
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return answer;
}
