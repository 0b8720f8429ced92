/** Asks for the e-mail about the present state of a booking once more (S11). It is queued, and sent as others are (S17). */
import { findBookings } from '../../../data/booking-changes.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import { queueMailAgain } from '../../../data/deliveries/mails.ts';
import { notFound, type Refusal } from '../../../domain/problem/refusal.ts';
import { parseObjectId } from '../../access/references.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { seesBooking } from '../booking-access.ts';
import { type ChangeRequest, limitedTo } from './change-booking.ts';

/** It will be sent. */
export interface ResendRequested {
  readonly kind: 'resendRequested';
  readonly bookingId: string;
}

/** At most one repetition of a booking's e-mail waits: asking again before it is sent adds none. Without mail none is queued. */
export async function resendConfirmation(
  request: Pick<ChangeRequest, 'database' | 'clock' | 'caller' | 'bookingId'> & { readonly hasMail: boolean },
): Promise<ResendRequested | Refusal<'notFound'>> {
  const { database, clock, bookingId } = request;
  const caller = limitedTo(request.caller, ['bookings', 'operate']);
  const id = parseObjectId(bookingId);
  if (id === null) return notFound('BOOKING', bookingId);
  try {
    const [found] = await findBookings(database, { id, isParty: false });
    if (!found || !seesBooking(caller, found)) return notFound('BOOKING', bookingId);
    if (request.hasMail) await queueMailAgain(database, { bookingId: found.id, now: clock.now() });
    return { kind: 'resendRequested', bookingId: found.id };
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}
