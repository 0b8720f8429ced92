/** Sends the customer the mail about the present state of a booking once more (S17), as a mail of its own. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../data/database/database.ts';
import { queueMailAgain } from '../../data/deliveries/mails.ts';
import type { Clock } from '../../domain/time/clock.ts';

/** The recipient of a repetition: a mail of its own, also for mail programs. */
export function repeatedToCustomer(): string {
  return `customer-${randomBytes(8).toString('hex')}`;
}

/** @returns whether there is anything to send: not when the personal data of the booking were erased */
export function resendMail(
  { database, clock }: { database: Database; clock: Clock },
  bookingId: string,
): Promise<boolean> {
  return queueMailAgain(database, { bookingId, recipient: repeatedToCustomer(), now: clock.now() });
}
