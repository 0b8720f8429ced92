/** An answer that stays up to date: asked again while the page is looked at, and shown until the newer one is there. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Request } from '../gateway/request.ts';
import { useRepeatedly } from '../gateway/use-repeatedly.ts';
import { type LiveEvent, useLiveEvents } from './live.tsx';
import { useDeskAnswer } from './session.tsx';

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
    still = null,
  }: {
    readonly everyMs: number;
    isAbout?(event: LiveEvent): boolean;
    /** Where the answer is shown: while somebody is at it, nothing of it moves, and it is asked again when that ends. */
    readonly still?: RefObject<HTMLElement | null> | null;
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
  const isPostponed = useRef(false);
  const askUnlessHeld = () => {
    isPostponed.current = isInUse(still?.current ?? null);
    // A question that takes longer than `everyMs` is not given up for the next one.
    if (underWay.current === 0 && !isPostponed.current) again.current();
  };
  useRepeatedly(askUnlessHeld, everyMs);
  useEffect(() => {
    if (!still) return;
    const onMove = ({ relatedTarget }: FocusEvent | PointerEvent) => {
      // Between two controls nothing has the focus.
      const isWithin = relatedTarget instanceof Node && still.current?.contains(relatedTarget);
      if (isPostponed.current && !isWithin) askUnlessHeld();
    };
    document.addEventListener('pointerout', onMove);
    document.addEventListener('focusout', onMove);
    return () => {
      document.removeEventListener('pointerout', onMove);
      document.removeEventListener('focusout', onMove);
    };
  }, []);
  return answer;
}
