/**
 * Everything that is stored of a person, by the e-mail address of the contact (S19), to answer people who ask. Any other place
 * that comes to hold personal data belongs here and into `erase-guest-data.ts`.
 */
import type { Database } from '../../../data/database/database.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { countedOfEmail } from '../booking-limits.ts';
import { normaliseEmail } from '../search/booking-filter.ts';
import { describeWholeBookings } from '../search/describe-bookings.ts';

/** The bookings of an address with all that belongs to them, and the times of what is still counted for it. */
export async function exportGuestData(
  database: Pick<Database, 'prisma'>,
  { email, today }: { email: string; today: Day },
) {
  const address = normaliseEmail(email);
  const found = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT booking_id AS id FROM booking_contact WHERE lower(email) = ${address}`;
  return {
    email: address,
    bookings: await describeWholeBookings(database, { ids: found.map(({ id }) => id), today }),
    ...(await countedOfEmail(database, address)),
  };
}
