/**
 * Everything that is stored of a person, by the e-mail address of the contact (S19), to answer people who ask. Any other place
 * that comes to hold personal data belongs here and into `erase-guest-data.ts`.
 */

import type { Database } from '../../../data/database/database.ts';
import { EVENTS_WITH_FORMER_EMAIL } from '../../../data/deliveries/former-addresses.ts';
import { listOf, nullable, text, timestamptz } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import { formatReference } from '../../../domain/booking/reference.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { countedOfEmail } from '../booking-limits.ts';
import { describeWholeBookings } from '../search/describe-bookings.ts';
import { hasKeySql } from './erase-guest-data.ts';

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

/** Finds the idempotency keys that are still stored as they were sent, those of which erasing the bookings leaves a hash. */
const FIND_KEYS = statement({
  takes: { ids: listOf(text) },
  returns: { key: text },
  sql: ({ ids }) => `
    SELECT r.key FROM idempotency_record AS r WHERE ${hasKeySql(ids)} ORDER BY r.key`,
});

/** Mails about the bookings, and those that went to the address when other bookings had it. */
const FIND_KEPT_MAILS = statement({
  takes: { ids: listOf(text), address: text },
  returns: {
    ...{ reference: text, keptAt: timestamptz, toName: text, toEmail: text },
    ...{ subject: text, text: text, html: text, calendar: nullable(text) },
  },
  sql: ({ ids, address }) => `
    SELECT b.reference, k.kept_at AS "keptAt", k.to_name AS "toName", k.to_email AS "toEmail", k.subject, k.text, k.html, k.calendar
    FROM kept_mail AS k JOIN booking AS b ON b.id = k.booking_id
    WHERE k.booking_id = ANY (${ids}::char(24)[]) OR lower(k.to_email) = ${address} ORDER BY k.number`,
});

/**
 * The bookings of an address with all that belongs to them, those that had it before and still keep it, to notify it, the mails that the
 * demo keeps, and the times of what is still counted for it.
 */
export async function exportGuestData(
  database: Pick<Database, 'prisma'>,
  { email, today }: { email: string; today: Day },
) {
  const address = comparableEmail(email);
  const [found, former] = await Promise.all([
    query(database.prisma, FIND_OF_ADDRESS, { address }),
    query(database.prisma, FIND_FORMER, { address }),
  ]);
  const ids = found.map(({ id }) => id);
  const [keys, mails] = await Promise.all([
    query(database.prisma, FIND_KEYS, { ids }),
    query(database.prisma, FIND_KEPT_MAILS, { ids, address }),
  ]);
  return {
    email: address,
    bookings: await describeWholeBookings(database, { ids, today }),
    idempotencyKeys: keys.map(({ key }) => key),
    formerAddressOf: former.map(({ reference, at }) => ({
      ...{ reference: formatReference(reference), changedAt: at.toISOString() },
    })),
    keptMails: mails.map(({ reference, keptAt, ...mail }) => ({
      ...{ reference: formatReference(reference), keptAt: keptAt.toISOString(), ...mail },
    })),
    ...(await countedOfEmail(database, address)),
  };
}
