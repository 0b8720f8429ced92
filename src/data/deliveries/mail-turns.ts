/**
 * Mails to customers that publishable keys caused wait for their turn (A4): a few an hour to one address, counted by all processes, in
 * the order in which they were queued. A try that failed waits for another turn, so no more tries than that are made either.
 */

import { MAIL_LIMITS } from '../../domain/limits/public-limits.ts';
import { turnAfter } from '../../domain/limits/use-limits.ts';
import type { Database } from '../database/database.ts';
import { USUAL_TIMEOUTS } from '../database/sql-transactions.ts';
import { lockUses, recordUses } from '../limits/recent-uses.ts';
import { bool, int4, int8, text, timestamptz } from '../sql/column-types.ts';
import { onlyRow, statement } from '../sql/statement.ts';
import { MAILS } from './recipients.ts';

/** It counts no further: a mail behind so many is not due for days, and is counted again then. */
const MOST_AHEAD = 1_000;

const READ_ADMITTED = statement({
  takes: { id: int8 },
  returns: { admitted: bool },
  sql: ({ id }) => `SELECT admitted_at IS NOT NULL AS admitted FROM delivery WHERE id = ${id}`,
});

/** Mails to an address, of a customer or of one that a booking no longer has, that were queued before a delivery and have had no turn. */
const COUNT_AHEAD = statement({
  takes: { email: text, id: int8 },
  returns: { ahead: int4 },
  sql: ({ email, id }) => `
    SELECT count(*)::int AS ahead FROM (
      SELECT d.id FROM booking_contact AS c
      JOIN booking_event AS e ON e.booking_id = c.booking_id AND e.is_public
      JOIN delivery AS d ON d.event_sequence = e.sequence AND d.kind = '${MAILS.kind}' AND d.recipient = 'customer'
      WHERE lower(c.email) = ${email} AND d.state = 'PENDING' AND d.admitted_at IS NULL AND d.id < ${id}
      UNION ALL
      SELECT d.id FROM delivery AS d JOIN booking_event AS e ON e.sequence = d.event_sequence AND e.is_public
      WHERE d.kind = '${MAILS.kind}' AND d.recipient = 'former' AND d.state = 'PENDING' AND d.admitted_at IS NULL AND d.id < ${id}
        AND lower(e.former_email) = ${email}
      LIMIT ${MOST_AHEAD}) AS earlier`,
});

const ADMIT = statement({
  takes: { id: int8, now: timestamptz },
  sql: ({ id, now }) => `UPDATE delivery SET admitted_at = ${now} WHERE id = ${id}`,
});

/**
 * Takes the turn of a mail.
 * @param turn `email`: the address in lower case
 * @returns null: it may be sent; else when it is to be looked at again, in milliseconds since 1970
 */
export async function takeMailTurn(
  { transact }: Pick<Database, 'transact'>,
  { deliveryId, email, now }: { readonly deliveryId: number; readonly email: string; readonly now: number },
): Promise<number | null> {
  return transact(async (sql) => {
    const locked = onlyRow(await lockUses(sql, [{ kind: 'mail', subject: email, limits: MAIL_LIMITS }]));
    const [[delivery], earlier] = await Promise.all([
      sql.query(READ_ADMITTED, { id: deliveryId }),
      sql.query(COUNT_AHEAD, { email, id: deliveryId }),
    ]);
    if (delivery?.admitted) return null;
    const turn = turnAfter(locked.uses, { ahead: onlyRow(earlier).ahead, limits: MAIL_LIMITS, now });
    if (turn > now) return turn;
    await recordUses(sql, [{ ...locked, amount: 1 }], now);
    await sql.query(ADMIT, { id: deliveryId, now: new Date(now) });
    return null;
  }, USUAL_TIMEOUTS);
}
