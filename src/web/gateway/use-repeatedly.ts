/** What is asked again and again while somebody looks at the page. */
import { useEffect, useRef } from 'preact/hooks';

/** Calls `ask` every `everyMs` while the page is in sight, and when somebody returns to it. */
export function useRepeatedly(ask: () => void, everyMs: number): void {
  const newest = useRef(ask);
  newest.current = ask;
  useEffect(() => {
    const askInSight = () => {
      if (!document.hidden) newest.current();
    };
    const interval = window.setInterval(askInSight, everyMs);
    document.addEventListener('visibilitychange', askInSight);
    return () => {
      window.clearInterval(interval);
      document.removeEventListener('visibilitychange', askInSight);
    };
  }, []);
}
