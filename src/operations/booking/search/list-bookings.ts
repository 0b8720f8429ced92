/** Lists of bookings (S9). */
import type { Database } from '../../../data/database/database.ts';
import type { BookingKey, ListedBookings } from './booking-order.ts';
import { pageStatement } from './booking-page-sql.ts';

export interface BookingPage {
  readonly keys: readonly BookingKey[];
  readonly hasNextPage: boolean;
}

/** Reads the keys of a page, in one statement. */
export async function listBookings({ prisma }: Pick<Database, 'prisma'>, listed: ListedBookings): Promise<BookingPage> {
  const { text, values } = pageStatement(listed);
  const rows = await prisma.$queryRawUnsafe<{ value: number; id: string }[]>(text, ...values);
  return {
    keys: rows.slice(0, listed.first).map(({ value, id }) => [value, id]),
    hasNextPage: rows.length > listed.first,
  };
}
