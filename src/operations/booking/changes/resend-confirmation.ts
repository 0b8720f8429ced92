/** Asks for the e-mail about the present state of a booking once more (S11). The transaction only writes that it is wanted. */
import { findBooking } from '../../../data/booking-changes.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import { parseObjectId } from '../../access/references.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { visibleBookings } from '../booking-access.ts';
import { type BookingNotFound, bookingNotFound, type ChangeRequest, limitedTo } from './change-booking.ts';

/** It will be sent. */
export interface ResendRequested {
  readonly kind: 'resendRequested';
  readonly bookingId: string;
}

/** At most one e-mail of a booking waits: asking again before it is taken up adds none. */
export async function resendConfirmation(
  request: Pick<ChangeRequest, 'database' | 'clock' | 'caller' | 'bookingId'>,
): Promise<ResendRequested | BookingNotFound> {
  const { database, clock, bookingId } = request;
  const caller = limitedTo(request.caller, ['bookings', 'operate']);
  const id = parseObjectId(bookingId);
  if (id === null) return bookingNotFound(bookingId);
  try {
    const found = await findBooking(database, { id, ...visibleBookings(caller) });
    if (found === null) return bookingNotFound(bookingId);
    const wanted = { bookingId: found.id, clientId: caller.clientId, requestedAt: new Date(clock.now()) };
    await database.prisma.resendRequest.createMany({ data: [wanted], skipDuplicates: true });
    return { kind: 'resendRequested', bookingId: found.id };
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}
