/** What happens to bookings, as it happens (U6). */
import type { RequestContext } from '../access/request-context.ts';
import type { LiveSource } from '../live/live-source.ts';
import { positionOf } from './event-cursors.ts';
import type { EventBatch } from './event-feeds.ts';
import { type EventsRequest, selectEvents } from './list-events.ts';

/**
 * The events of the feed (S15) that the caller sees, from now on or after a cursor, which must be well formed. Callers share a
 * feed only if they see the same bookings.
 * @throws CursorGone when the cursor is of a timeline that the database does not have
 */
export async function followBookings(
  { services, caller }: Pick<RequestContext, 'services' | 'caller'>,
  { after, types, includesTests }: Omit<EventsRequest, 'first'>,
): Promise<LiveSource<number, EventBatch>> {
  const selection = selectEvents(caller, { types, includesTests });
  const { database, cursors, eventFeeds } = services;
  return eventFeeds.open(selection, after === null ? null : await positionOf(database, after, cursors));
}
