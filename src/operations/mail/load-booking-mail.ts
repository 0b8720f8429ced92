/**
 * Loads the mail about an event: the booking as it was made, the hotel as it is now. Only what is in the mail leaves this file,
 * and nothing of it is cached.
 */
import { dayOfColumn } from '../../data/civil-dates.ts';
import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { type CancellationTerm, cancellationFees } from '../../domain/booking/cancellation-terms.ts';
import type { Locale } from '../../domain/text/locale.ts';
import type { Localized } from '../../domain/text/localized.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import { type BookingMail, type MailedBooking, type Recipient, shouldNotify } from '../../mail/letter/booking-mail.ts';
import type { Mailbox } from '../../mail/sending/smtp.ts';

/** Whom a mail goes to. */
export interface Addressed {
  readonly mail: BookingMail;
  readonly to: Mailbox;
  /** Who answers its reader: the hotel its guests, the customer the hotel. Null: nobody is known. */
  readonly replyTo: Mailbox | null;
  /** When the event happened, in milliseconds since 1970. */
  readonly at: number;
  readonly bookingId: string;
  /** `evt_...` */
  readonly eventId: string;
  /** Whether a publishable key caused it. */
  readonly isPublic: boolean;
}

const HOTEL_LANGUAGE: Locale = 'cs_CZ';

const SELECTION = {
  id: true,
  type: true,
  status: true,
  at: true,
  messageToGuest: true,
  isPublic: true,
  booking: {
    include: {
      hotel: { include: { accommodationRules: true, destination: true } },
      roomType: true,
      visitType: true,
      billedTo: true,
      guests: { orderBy: { position: 'asc' } },
      promotions: { orderBy: { position: 'asc' } },
      discounts: { orderBy: { guestPosition: 'asc' } },
      events: { where: { type: { in: ['CONFIRMED', 'ERASED'] } }, select: { type: true } },
    },
  },
} satisfies Prisma.BookingEventSelect;

type Loaded = NonNullable<Prisma.BookingEventGetPayload<{ select: typeof SELECTION }>['booking']>;

/**
 * The mail to a recipient of an event; null: none, for the recipient is not notified of it, has no address, or the guests' data
 * were erased meanwhile.
 * @param businessTimeZone IANA time zone of the business date (T2)
 */
export async function loadBookingMail(
  { prisma }: Pick<Database, 'prisma'>,
  {
    eventSequence,
    recipient,
    businessTimeZone,
  }: { eventSequence: bigint; recipient: Recipient; businessTimeZone: string },
): Promise<Addressed | null> {
  const event = await prisma.bookingEvent.findUnique({ where: { sequence: eventSequence }, select: SELECTION });
  if (!event?.booking?.billedTo || has('ERASED', event.booking)) return null;
  const { hotel, billedTo, language } = event.booking;
  // biome-ignore lint/style/noNonNullAssertion: mails are about events of bookings, which have a status.
  const booking = bookingOf(event.booking, { messageToGuest: event.messageToGuest, status: event.status! });
  if (!shouldNotify(recipient, booking)) return null;
  const customer = { name: `${billedTo.firstName} ${billedTo.lastName}`, email: billedTo.email };
  const house = hotel.reservationEmail === null ? null : { name: hotel.name, email: hotel.reservationEmail };
  const [to, replyTo] = recipient === 'customer' ? [customer, house] : [house, customer];
  if (to === null) return null;
  const at = event.at.getTime();
  const mail: BookingMail = {
    booking,
    recipient,
    language: (recipient === 'customer' ? language : (hotel.reservationLanguage ?? HOTEL_LANGUAGE)) as Locale,
    today: dayInTimeZone(at, businessTimeZone),
  };
  return { mail, to, replyTo, at, bookingId: event.booking.id, eventId: event.id, isPublic: event.isPublic };
}

function has(type: 'CONFIRMED' | 'ERASED', { events }: Loaded): boolean {
  return events.some((event) => event.type === type);
}

function bookingOf(
  booking: Loaded,
  { status, messageToGuest }: Pick<MailedBooking, 'status' | 'messageToGuest'>,
): MailedBooking {
  const { hotel, billedTo } = booking;
  const arrival = dayOfColumn(booking.arrival);
  const amountMinor = Number(booking.amountMinor);
  return {
    id: booking.id,
    reference: booking.reference,
    status,
    wasConfirmed: has('CONFIRMED', booking),
    isTest: booking.isTest,
    arrival,
    departure: dayOfColumn(booking.departure),
    hotel: {
      name: hotel.name,
      destination: hotel.destination.name as Localized,
      address: hotel.address,
      phone: hotel.phone,
      email: hotel.reservationEmail,
      checkInFrom: hotel.accommodationRules?.checkInFrom ?? null,
      checkOutTo: hotel.accommodationRules?.checkOutTo ?? null,
    },
    roomType: booking.roomType.category as Localized,
    visitType: booking.visitType.name as Localized,
    currency: booking.currency,
    baseMinor: Number(booking.baseMinor),
    reductions: [...booking.promotions, ...booking.discounts].map((line) => ({
      name: line.name as Localized,
      basisPoints: line.basisPoints,
      amountMinor: Number(line.amountMinor),
    })),
    totalMinor: amountMinor,
    cancellation: cancellationFees({
      terms: booking.cancellationTerms as unknown as readonly CancellationTerm[],
      arrival,
      amountMinor,
    }),
    cancellationFeeMinor: booking.cancellationFeeMinor === null ? null : Number(booking.cancellationFeeMinor),
    guests: booking.guests,
    // biome-ignore lint/style/noNonNullAssertion: a booking without a contact has been left out.
    customer: billedTo!,
    customerNote: booking.customerNote,
    messageToGuest,
  };
}
