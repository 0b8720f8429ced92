/**
 * Renews a view when bookings change. While the clerk's pointer or focus is in the lists nothing moves: what came waits until it is
 * asked for. The notice has its place, so that nothing jumps.
 */

import { Bell } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';
import { showDate } from '../../format/civil-date.ts';
import { usePage } from '../../page.tsx';
import { type LiveEvent, useLiveEvents } from '../live.tsx';
import { useSingleKeys } from '../single-keys.ts';
import { isInUse } from '../use-live-answer.ts';
import { bookingAddress } from './booking-link.tsx';
import { useBookingTexts } from './texts/index.ts';

interface Renewal {
  /** The newest event since the view opened. */
  readonly newest: LiveEvent | null;
  /** How many events are not shown yet. */
  readonly waiting: number;
  show(): void;
}

/** `lists` hold what would move; `again` asks anew; another `question` is answered with all that is new. */
export function useRenewal(lists: RefObject<HTMLElement | null>, again: () => void, question = ''): Renewal {
  const [newest, setNewest] = useState<LiveEvent | null>(null);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => setWaiting(0), [question]);
  const show = () => {
    setWaiting(0);
    again();
  };
  useLiveEvents((events) => {
    setNewest(events?.at(-1) ?? null);
    if (isInUse(lists.current)) setWaiting((before) => before + (events?.length ?? 1));
    else show();
  });
  const latest = useRef(show);
  latest.current = show;
  // A screen that was put aside may come from another day.
  useEffect(() => {
    const return_ = () => {
      if (!document.hidden && !lists.current?.contains(document.activeElement)) latest.current();
    };
    document.addEventListener('visibilitychange', return_);
    return () => document.removeEventListener('visibilitychange', return_);
  }, []);
  useSingleKeys({ r: show });
  return { newest, waiting, show };
}

export function RenewalNotice({ newest, waiting, show }: Renewal) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return (
    <div class="renewal" role="status">
      {newest && (
        <p>
          <Icon icon={Bell} size={1} />
          <span>
            {texts.types[newest.type]}: <a href={bookingAddress(newest.bookingId)}>{newest.reference}</a>
            <span class="muted">
              {' '}
              · {texts.arrival} {showDate(newest.arrival, language, { day: 'numeric', month: 'long' })}
            </span>
          </span>
        </p>
      )}
      {waiting > 0 && (
        <button type="button" class="quiet" onClick={show}>
          {texts.showNew} ({texts.changes({ count: waiting })})
        </button>
      )}
    </div>
  );
}
