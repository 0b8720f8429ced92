/** Whether the window is wide enough for a table of bookings and all of their filters. */
import { useEffect, useState } from 'preact/hooks';

const WIDE = '(min-width: 60rem)';

export function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setWide(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide;
}
