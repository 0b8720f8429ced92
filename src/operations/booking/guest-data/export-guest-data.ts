/**
 * Everything that is stored of a person, by the e-mail address of the contact (S19), to answer people who ask. Any other place
 * that comes to hold personal data belongs here and into `erase-guest-data.ts`.
 */

import type { Database } from '../../../data/database/database.ts';
import { text } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { countedOfEmail } from '../booking-limits.ts';
import { normaliseEmail } from '../search/booking-filter.ts';
import { describeWholeBookings } from '../search/describe-bookings.ts';

const FIND_OF_ADDRESS = statement({
  takes: { address: text },
  returns: { id: text },
  sql: ({ address }) => `SELECT booking_id AS id FROM booking_contact WHERE lower(email) = ${address}`,
});

/** The bookings of an address with all that belongs to them, and the times of what is still counted for it. */
export async function exportGuestData(
  database: Pick<Database, 'prisma'>,
  { email, today }: { email: string; today: Day },
) {
  const address = normaliseEmail(email);
  const found = await query(database.prisma, FIND_OF_ADDRESS, { address });
  return {
    email: address,
    bookings: await describeWholeBookings(database, { ids: found.map(({ id }) => id), today }),
    ...(await countedOfEmail(database, address)),
  };
}
