/** Lists of bookings (S9). */
import type { Database } from '../../../data/database/database.ts';
import { query } from '../../../data/sql/statement.ts';
import type { BookingKey, ListedBookings } from './booking-order.ts';
import { pageStatement } from './booking-page-sql.ts';

export interface BookingPage {
  readonly keys: readonly BookingKey[];
  readonly hasNextPage: boolean;
}

/** Reads the keys of a page, in one statement. */
export async function listBookings({ prisma }: Pick<Database, 'prisma'>, listed: ListedBookings): Promise<BookingPage> {
  const rows = await query(prisma, pageStatement(listed));
  return {
    keys: rows.slice(0, listed.first).map(({ value, id }) => [value, id]),
    hasNextPage: rows.length > listed.first,
  };
}
