/** An answer that stays up to date: asked again while the page is looked at, and shown until the newer one is there. */
import { useEffect, useRef } from 'preact/hooks';
import type { Request } from '../../gateway/request.ts';
import { useRepeatedly } from '../../gateway/use-repeatedly.ts';
import { type LiveEvent, useLiveEvents } from '../live.tsx';
import { useDeskAnswer } from '../session.tsx';

const EVENT_REFRESH_MS = 1_000;

/** Whether the pointer or the focus is in it. */
export const isInUse = (element: HTMLElement | null): boolean =>
  element !== null && (element.matches(':hover') || element.contains(document.activeElement));

/**
 * Asks again every `everyMs` and when somebody returns to the window; and, at most once each second, after events of bookings that
 * `isAbout` says to change the answer.
 */
export function useLiveAnswer<Asked, Data>(
  asked: Asked | null,
  ask: (request: Request, asked: Asked) => Promise<Data>,
  {
    everyMs,
    isAbout = () => false,
    isHeld = () => false,
  }: {
    readonly everyMs: number;
    isAbout?(event: LiveEvent): boolean;
    /** Whether somebody is at the answer, so that nothing of it may move now. */
    isHeld?(): boolean;
  },
) {
  const underWay = useRef(0);
  const answer = useDeskAnswer(asked, async (request, asked) => {
    underWay.current += 1;
    try {
      return await ask(request, asked);
    } finally {
      underWay.current -= 1;
    }
  });
  const again = useRef(answer.again);
  again.current = answer.again;
  const timer = useRef<number | undefined>(undefined);
  useLiveEvents((events) => {
    if (timer.current !== undefined || events?.some(isAbout) === false) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      again.current();
    }, EVENT_REFRESH_MS);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useRepeatedly(() => {
    // A question that takes longer than `everyMs` is not given up for the next one.
    if (underWay.current === 0 && !isHeld()) answer.again();
  }, everyMs);
  return answer;
}
