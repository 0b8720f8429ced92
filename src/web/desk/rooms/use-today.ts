/** The date in the business time zone, in a view that may stay open over midnight. */
import { askDate } from '../bookings/day/ask-today.ts';
import { useSession } from '../session.tsx';
import { useLiveAnswer } from '../use-live-answer.ts';

const TODAY_REFRESH_MS = 60_000;

/** Until it is known, the date on which the desk was opened. */
export function useToday(): string {
  const session = useSession();
  const { data } = useLiveAnswer('today', askDate, { everyMs: TODAY_REFRESH_MS });
  return data ?? session.today;
}
