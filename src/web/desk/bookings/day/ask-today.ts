/** What the desk asks of its day: all who come, leave and stay, however many they are. */
import { addDays } from '../../../format/civil-date.ts';
import { allNodes } from '../../../gateway/all-nodes.ts';
import type { Request } from '../../../gateway/request.ts';
import {
  type BookingFilter,
  DeskDayDocument,
  DeskTodayDocument,
  DeskViewerDocument,
} from '../../../generated/operations.ts';

export const askDate = async (request: Request) => (await request(DeskViewerDocument, {})).viewer.today;

/** Asks for the date first, which may have changed since the desk was opened. */
export async function askToday(request: Request) {
  const today = await askDate(request);
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

const askAll = (request: Request, filter: BookingFilter) =>
  allNodes(async (after) => (await request(DeskDayDocument, { filter, after })).bookings);
