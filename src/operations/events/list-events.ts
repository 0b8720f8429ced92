/** The feed of events (S15): everybody who follows the cursor sees each event once, and all see them in one order. */

import { type EventSelection, readEventWindow, type StoredEvent } from '../../data/events/stored-events.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { BOOKING_EVENT_TYPES, type BookingEventType } from '../../domain/event/event-types.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Services } from '../access/request-context.ts';
import { listedBookings } from '../booking/booking-access.ts';
import { type CursorSigner, parseCursor } from '../search/cursors.ts';
import { type Bounds, boundsProblems } from '../search/search-input.ts';
import { EVENT_ORDER, eventCursorAt, positionOf } from './event-cursors.ts';

/** Events of a page. */
export const EVENTS_PAGE = { min: 1, max: 500 } as const satisfies Bounds;
export const EVENTS_PAGE_DEFAULT = 100;

/** Queries of one page: where hardly any event is the caller's, a page may be empty and have another cursor. */
const MAX_WINDOWS = 20;

export interface EventsRequest {
  readonly first: number;
  readonly after: string | null;
  /** Null: all. */
  readonly types: readonly BookingEventType[] | null;
  readonly includesTests: boolean;
}

export interface EventsPage {
  readonly events: readonly StoredEvent[];
  /** Where the page began: everything up to this position was seen before. */
  readonly after: number;
  /** Where the next page begins. */
  readonly seenUpTo: number;
  /** The cursor there. */
  readonly endCursor: string;
  readonly hasMore: boolean;
}

type EventsCaller = Pick<Caller, 'scopes' | 'clientId' | 'destinations' | 'hotels' | 'isTest'>;

/**
 * The events of the bookings that a caller may list, of the asked types, or of all where none is named. A test key receives tests
 * alone (A7), another key receives tests besides where it asks for them (S8).
 */
export function selectEvents(
  caller: EventsCaller,
  { types, includesTests }: Pick<EventsRequest, 'types' | 'includesTests'>,
): EventSelection {
  const { clientId, destinations, hotels, isTest } = listedBookings(caller);
  return {
    ...{ ownClientId: clientId, destinations: destinations ?? 'all', hotels },
    types: types?.length ? types : BOOKING_EVENT_TYPES,
    isTest: includesTests && !isTest ? null : isTest,
  };
}

/** 1 to 500, and a cursor of this feed. */
export function eventsProblems(
  { first, after }: { first: number | null; after: string | null },
  cursors: CursorSigner,
): InputProblem[] {
  const read = after === null ? null : parseCursor(after, EVENT_ORDER, cursors);
  return [...boundsProblems('first', first, EVENTS_PAGE), ...(read && 'problem' in read ? [read.problem] : [])];
}

/**
 * A page of the feed, of a well-formed request. Events that no publisher has seen are published first.
 * @throws CursorGone when the cursor is of a timeline that the database does not have
 */
export async function listEvents(
  { services, caller }: { services: Pick<Services, 'database' | 'cursors' | 'events'>; caller: EventsCaller },
  { first, after, types, includesTests }: EventsRequest,
): Promise<EventsPage> {
  const { database, cursors, events: publisher } = services;
  const selection = selectEvents(caller, { types, includesTests });
  // A database that takes no writes may still be read.
  await publisher.publish().catch(() => {});
  const start = after === null ? 0 : await positionOf(database, after, cursors);
  const found: StoredEvent[] = [];
  let seenUpTo = start;
  let hasMore = true;
  for (let windows = 0; hasMore && found.length < first && windows < MAX_WINDOWS; windows++) {
    const window = await readEventWindow(database, { after: seenUpTo, limit: first - found.length, selection });
    found.push(...window.events);
    ({ seenUpTo, hasMore } = window);
  }
  const endCursor = await eventCursorAt(database, seenUpTo, cursors);
  return { events: found, after: start, seenUpTo, endCursor, hasMore };
}
