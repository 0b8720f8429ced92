/**
 * The cursors of the feed (S15). A cursor has the position up to which everything was seen, and knows its timeline: a mark of the event that was
 * published there, and in which hour that happened. Where a restored backup has another event at the position, or none yet, the cursor is of
 * a timeline that is gone; whoever went on from it would miss what has happened since.
 */
import type { Database } from '../../data/database/database.ts';
import { findPlace, lastPositionBefore } from '../../data/events/stored-events.ts';
import type { SortOrder } from '../../domain/text/sort-order.ts';
import { type CursorSigner, formatCursor, parseCursor, parseSignedCursor } from '../search/cursors.ts';

/** The order of cursors: a cursor is the position up to which everything was seen. */
export const EVENT_ORDER: SortOrder = {
  resource: 'events',
  mode: 'position',
  words: 'as they were published',
  valueType: 'number',
};

const HOUR_MS = 3_600_000;
const MARK_LENGTH = 8;
const MARK = /^([\w-]{8})\.(\d{1,9})$/;

/** A place in the feed: an event, of which others may see no more than that it was the last one before a cursor. */
export interface EventPlace {
  readonly position: number;
  readonly id: string;
  readonly at: Date;
}

/** The cursor is of a timeline that this database does not have: it was restored from a backup. */
export class CursorGone extends Error {
  override readonly name = 'CursorGone';
  /** A reader that goes on from here misses nothing, and sees some events again, under the same ids. */
  readonly nextCursor: string;
  constructor(nextCursor: string) {
    super('The cursor is of events that a restored backup does not have; go on from nextCursor.');
    this.nextCursor = nextCursor;
  }
}

/** @param place null: before the first event */
export function formatEventCursor(place: EventPlace | null, cursors: CursorSigner): string {
  if (place === null) return formatCursor([0, 0], EVENT_ORDER, cursors);
  const hour = Math.floor(place.at.getTime() / HOUR_MS);
  return formatCursor([place.position, `${markOf(place.id, cursors)}.${hour}`], EVENT_ORDER, cursors);
}

/** Says which event it is to those who know its id, and nothing to others. */
function markOf(id: string, cursors: CursorSigner): string {
  return cursors.sign(`event ${id}`).slice(0, MARK_LENGTH);
}

/** The cursor up to a position that was published. */
export async function eventCursorAt(
  database: Pick<Database, 'prisma'>,
  position: number,
  cursors: CursorSigner,
): Promise<string> {
  return formatEventCursor(await findPlace(database, position), cursors);
}

/**
 * The position of a well-formed cursor. One of release 0.2.0 has no mark: its position must exist.
 * @throws CursorGone when the database does not have what was seen
 */
export async function positionOf(
  database: Pick<Database, 'prisma'>,
  cursor: string,
  cursors: CursorSigner,
): Promise<number> {
  const read = parseCursor(cursor, EVENT_ORDER, cursors);
  const position = 'key' in read ? Math.max(0, Number(read.key[0])) : 0;
  if (position === 0) return 0;
  const signed = parseSignedCursor<number | string>(cursor, EVENT_ORDER, cursors);
  const [, mark, hour] = MARK.exec('key' in signed ? String(signed.key[1]) : '') ?? [];
  const place = await findPlace(database, position);
  if (place !== null && (mark === undefined || mark === markOf(place.id, cursors))) return position;
  // What came before that hour was published before the backup was restored. An hour more, for events that others published late.
  const before = hour === undefined ? null : new Date((Number(hour) - 1) * HOUR_MS);
  const shared = before === null ? 0 : await lastPositionBefore(database, before);
  throw new CursorGone(await eventCursorAt(database, shared, cursors));
}
