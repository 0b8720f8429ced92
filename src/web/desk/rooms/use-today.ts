/** The date in the business time zone, in a view that may stay open over midnight. */
import { DeskViewerDocument } from '../../generated/operations.ts';
import { useSession } from '../session.tsx';
import { useLiveAnswer } from './use-live-answer.ts';

const TODAY_REFRESH_MS = 60_000;

/** Until it is known, the date on which the desk was opened. */
export function useToday(): string {
  const session = useSession();
  const { data } = useLiveAnswer('today', async (request) => (await request(DeskViewerDocument, {})).viewer.today, {
    everyMs: TODAY_REFRESH_MS,
  });
  return data ?? session.today;
}
