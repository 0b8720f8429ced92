/** Changes of the stay of a booking as rows (M1): what they replace, and the nights that they lock. */
import type { BookingPart } from '../domain/booking/booking-parts.ts';
import type { RoomsLeft } from '../domain/booking/capacity.ts';
import type { Stay } from '../domain/stay/stay.ts';
import type { BookingRows, ReplacedParts } from './booking-rows.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { byRoomType, NIGHTS_LEFT, nightsLeft, roomsLeftSql } from './rooms-left.ts';
import { date, int4, int8 } from './sql/column-types.ts';
import { onlyRow, statement } from './sql/statement.ts';

/** A stay in a room of a type. */
export interface RoomStay extends Stay {
  readonly roomType: number;
}

/** Locks the nights in the order of room types and nights, as updates of several room types do. */
const LOCK_OF_BOTH = statement({
  takes: {
    ...{ oldRoomType: int4, oldFrom: date, oldTo: date },
    ...{ newRoomType: int4, newFrom: date, newTo: date, now: int8 },
  },
  returns: { nights: nightsLeft },
  sql: ({ oldRoomType, oldFrom, oldTo, newRoomType, newFrom, newTo, now }) => `
    WITH n AS (
      SELECT room_type_number, night, ${roomsLeftSql('i', now)} AS left FROM inventory_night AS i
      WHERE (room_type_number = ${oldRoomType} AND night >= ${oldFrom} AND night < ${oldTo})
        OR (room_type_number = ${newRoomType} AND night >= ${newFrom} AND night < ${newTo})
      ORDER BY room_type_number, night FOR UPDATE)
    SELECT ${NIGHTS_LEFT} AS nights FROM n`,
});

/**
 * Locks the nights that a booking has and those that it is to have.
 * @returns rooms left by night of the room type that it is to have, at `now` (milliseconds since 1970)
 */
export async function lockNightsOfBoth(
  sql: SqlTransaction,
  { was, becomes, now }: { was: RoomStay; becomes: RoomStay; now: number },
): Promise<RoomsLeft> {
  const locked = await sql.query(LOCK_OF_BOTH, {
    ...{ oldRoomType: was.roomType, oldFrom: was.arrival, oldTo: was.departure },
    ...{ newRoomType: becomes.roomType, newFrom: becomes.arrival, newTo: becomes.departure, now },
  });
  return byRoomType(onlyRow(locked).nights).get(becomes.roomType) ?? new Map();
}

/** The fields of a booking that its stay and its price consist of. */
export const STAY_FIELDS = [
  ...(['visitTypeNumber', 'roomTypeNumber', 'arrival', 'departure'] as const),
  ...(['priceListKind', 'baseMinor', 'amountMinor', 'cancellationTerms'] as const),
];

/** The stay and its price, with the lines of the price. */
export type StayRows = Pick<BookingRows['booking'], (typeof STAY_FIELDS)[number]> &
  Pick<BookingRows, 'promotions' | 'discounts'>;

export function stayRowsOf({ booking, promotions, discounts }: BookingRows): StayRows {
  const fields = Object.fromEntries(STAY_FIELDS.map((field) => [field, booking[field]])) as Pick<
    BookingRows['booking'],
    (typeof STAY_FIELDS)[number]
  >;
  return { ...fields, promotions, discounts };
}

/** The fields that a change may replace. */
const CHANGEABLE = [
  ...(['status', 'hasRooms', 'cancellationFeeMinor', 'ending', 'customerNote'] as const),
  ...STAY_FIELDS,
] as const;
/** The columns that a change may replace: those of the fields, and what the booking is found by. */
export const CHANGEABLE_COLUMNS = [...CHANGEABLE, 'search'] as const;

/** What a change replaces beside the state. */
export interface ChangedDetails {
  readonly fields: Partial<Pick<BookingRows['booking'], (typeof CHANGEABLE)[number]>>;
  readonly parts: ReplacedParts;
  /** What it is found by from now on (`searchColumn`). */
  readonly search: string;
  readonly changed: readonly BookingPart[];
  /** The stay and its price as they were; null: neither changes. */
  readonly before: StayRows | null;
  /** The address that is no longer that of the contact; null: it stays. */
  readonly formerEmail: string | null;
  /** The key that this change is the answer under; null: none. */
  readonly idempotency: { readonly apiKeyId: string; readonly key: string } | null;
}
