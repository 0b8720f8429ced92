/** What the desk asks of its day: all who come, leave and stay, however many they are. */
import { addDays } from '../../../format/civil-date.ts';
import type { Request } from '../../../gateway/request.ts';
import {
  type BookingFilter,
  DeskDayDocument,
  type DeskDayRowFragment,
  DeskTodayDocument,
  DeskViewerDocument,
} from '../../../generated/operations.ts';

/** Asks for the date first, which may have changed since the desk was opened. */
export async function askToday(request: Request) {
  const { today } = (await request(DeskViewerDocument, {})).viewer;
  const [{ requests, newest }, arrivals, inHouse] = await Promise.all([
    request(DeskTodayDocument, {}),
    askAll(request, { status: 'CONFIRMED', arrivalFrom: today, arrivalTo: addDays(today, 1) }),
    // Who came before today and leaves today or later.
    askAll(request, { staysOn: addDays(today, -1) }),
  ]);
  return {
    ...{ today, arrivals, inHouse },
    requests: requests.nodes,
    hasMoreRequests: requests.pageInfo.hasNextPage,
    newest: newest.nodes,
  };
}

interface DayPage {
  readonly nodes: readonly DeskDayRowFragment[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function askAll(request: Request, filter: BookingFilter): Promise<DeskDayRowFragment[]> {
  const found: DeskDayRowFragment[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo }: DayPage = (await request(DeskDayDocument, { filter, after })).bookings;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}
