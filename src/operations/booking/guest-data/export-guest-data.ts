/**
 * Everything that is stored of a person, by the e-mail address of the contact (S19), to answer people who ask. Any other place
 * that comes to hold personal data belongs here and into `erase-guest-data.ts`.
 */

import type { Database } from '../../../data/database/database.ts';
import { EVENTS_WITH_FORMER_EMAIL } from '../../../data/deliveries/former-addresses.ts';
import { text, timestamptz } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import { formatReference } from '../../../domain/booking/reference.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { countedOfEmail } from '../booking-limits.ts';
import { normaliseEmail } from '../search/booking-filter.ts';
import { describeWholeBookings } from '../search/describe-bookings.ts';

const FIND_OF_ADDRESS = statement({
  takes: { address: text },
  returns: { id: text },
  sql: ({ address }) => `SELECT booking_id AS id FROM booking_contact WHERE lower(email) = ${address}`,
});

/** Changes that keep the address as the one before. What else these bookings say is of whoever has them now. */
const FIND_FORMER = statement({
  takes: { address: text },
  returns: { reference: text, at: timestamptz },
  sql: ({ address }) => `
    SELECT b.reference, e.at FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id
    WHERE e.sequence IN (${EVENTS_WITH_FORMER_EMAIL}) AND lower(e.former_email) = ${address} ORDER BY e.sequence`,
});

/**
 * The bookings of an address with all that belongs to them, those that had it before and still keep it, to tell it so, and the times of what is still
 * counted for it.
 */
export async function exportGuestData(
  database: Pick<Database, 'prisma'>,
  { email, today }: { email: string; today: Day },
) {
  const address = normaliseEmail(email);
  const [found, former] = await Promise.all([
    query(database.prisma, FIND_OF_ADDRESS, { address }),
    query(database.prisma, FIND_FORMER, { address }),
  ]);
  return {
    email: address,
    bookings: await describeWholeBookings(database, { ids: found.map(({ id }) => id), today }),
    formerAddressOf: former.map(({ reference, at }) => ({
      ...{ reference: formatReference(reference), changedAt: at.toISOString() },
    })),
    ...(await countedOfEmail(database, address)),
  };
}
