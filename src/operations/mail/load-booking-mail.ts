/**
 * Loads the mail about an event: the stay as it was after the event, whatever changed since, people and the hotel as they are now. Only what is in
 * the mail leaves this file, and nothing of it is cached.
 */

import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { dayOfColumn } from '../../data/sql/column-types.ts';
import { recordedParts } from '../../domain/booking/booking-parts.ts';
import { type CancellationTerm, cancellationFees } from '../../domain/booking/cancellation-terms.ts';
import type { BookingEventType, MailRecipient } from '../../domain/event/event-types.ts';
import type { Locale } from '../../domain/text/locale.ts';
import type { Localized } from '../../domain/text/localized.ts';
import { type Day, dayInTimeZone, dayOf } from '../../domain/time/civil-date.ts';
import {
  type BookingMail,
  type Mailbox,
  type MailedBooking,
  type MailedStay,
  type MailedTerms,
  shouldNotify,
} from '../../mail/letter/booking-mail.ts';
import {
  findMailedEvents,
  type LoadedBooking,
  loadEvent,
  type MailableEvent,
  replacedAfter,
  type StoredBefore,
  wasConfirmedBy,
} from './mailed-events.ts';

/** Whom a mail goes to. */
export interface Addressed {
  readonly mail: BookingMail;
  readonly to: Mailbox;
  /** Who answers its reader: the hotel its guests, the customer the hotel. Null: nobody is known. */
  readonly replyTo: Mailbox | null;
  /** When the event happened, in milliseconds since 1970. */
  readonly at: number;
  /** The booking of the event. */
  readonly bookingId: string;
  /** All bookings that it is about. */
  readonly bookingIds: readonly string[];
  /** `evt_...` */
  readonly eventId: string;
  /** Whether a publishable key caused it. */
  readonly isPublic: boolean;
}

const HOTEL_LANGUAGE: Locale = 'cs_CZ';

/** The mail that a delivery sends, and what it leaves to others. */
export interface LoadedMail {
  /** Null: none, for the recipient is not notified of it, has no address, or the guests' data were erased meanwhile. */
  readonly addressed: Addressed | null;
  /** The sequences of events that need a mail of their own to this recipient. */
  readonly apart: readonly number[];
}

/**
 * The mail to a recipient of an event.
 * @param businessTimeZone IANA time zone of the business date (T2)
 * @param isRepeated whether somebody has asked for it again
 */
export async function loadBookingMail(
  { prisma }: Pick<Database, 'prisma'>,
  {
    eventSequence,
    recipient,
    isRepeated,
    businessTimeZone,
    linkTo,
  }: {
    eventSequence: bigint;
    recipient: MailRecipient;
    isRepeated: boolean;
    businessTimeZone: string;
    linkTo: LinkToBooking;
  },
): Promise<LoadedMail> {
  const read = await prisma.$transaction((tx) => readMailed(tx, { eventSequence, recipient, isRepeated }), {
    isolationLevel: 'RepeatableRead',
  });
  if (read === null) return { addressed: null, apart: [] };
  const { event, together, apart, terms } = read;
  const { hotel, billedTo, language } = event.booking;
  const at = event.at.getTime();
  const today = dayInTimeZone(at, businessTimeZone);
  const linkOf = recipient === 'customer' ? linkTo : async () => null;
  const [booking, ...others] = await Promise.all(
    together.map(async ({ stored, mailed }) => ({ ...mailed, link: await linkedBy(linkOf, stored, today) })),
  );
  if (!booking || !billedTo) return { addressed: null, apart };
  const named = { name: `${billedTo.firstName} ${billedTo.lastName}`, email: billedTo.email };
  // Who has booked by phone may have none (M11).
  const customer = named.email === '' ? null : named;
  const house = hotel.reservationEmail === null ? null : { name: hotel.name, email: hotel.reservationEmail };
  // Whoever has the address that was mistyped learns nothing of the customer, no name either.
  const former = !event.formerEmail ? null : { name: '', email: event.formerEmail };
  const [to, replyTo] = {
    customer: [customer, house] as const,
    hotel: [house, customer] as const,
    former: [former, house] as const,
  }[recipient];
  if (to === null) return { addressed: null, apart };
  const mail: BookingMail = {
    booking,
    others,
    recipient,
    language: (recipient === 'hotel' ? (hotel.reservationLanguage ?? HOTEL_LANGUAGE) : language) as Locale,
    terms,
    today,
  };
  const { id: eventId, isPublic } = event;
  const bookingIds = together.map(({ stored }) => stored.id);
  return { addressed: { mail, to, replyTo, at, bookingId: event.booking.id, bookingIds, eventId, isPublic }, apart };
}

/** What is read for a mail, all of it from one snapshot: a change between two statements would mix two prices (M7). Null: nobody is notified. */
async function readMailed(
  tx: Prisma.TransactionClient,
  { eventSequence, recipient, isRepeated }: { eventSequence: bigint; recipient: MailRecipient; isRepeated: boolean },
) {
  const event = await loadEvent(tx, eventSequence);
  if (!event) return null;
  if (!shouldNotify(recipient, { event: event.type as BookingEventType, isTest: event.booking.isTest })) return null;
  const { together, apart } = await findMailedEvents(tx, event, { recipient, isRepeated });
  return {
    event,
    together: await Promise.all(
      together.map(async (one) => ({ stored: one.booking, mailed: await mailedOf(tx, one) })),
    ),
    apart,
    terms: termsOf(await tx.salesTerms.findFirst({ include: { seller: true } })),
  };
}

/** Where the customer of a booking finds it (A11); null: in no shop of ours. */
export type LinkToBooking = (booking: {
  readonly id: string;
  readonly clientId: string;
  readonly email: string;
}) => Promise<string | null>;

/** Links are good until the departure. What is only a test is in no shop. */
async function linkedBy(
  linkTo: LinkToBooking,
  { id, clientId, billedTo: { email }, departure, isTest }: MailableEvent['booking'],
  today: Day,
): Promise<string | null> {
  return isTest || email === '' || today > dayOfColumn(departure) ? null : linkTo({ id, clientId, email });
}

async function mailedOf(tx: Prisma.TransactionClient, event: MailableEvent): Promise<Omit<MailedBooking, 'link'>> {
  const { id: bookingId } = event.booking;
  const sequence = await tx.bookingEvent.count({ where: { bookingId, sequence: { lt: event.sequence } } });
  return bookingOf(event, sequence);
}

function termsOf(terms: Prisma.SalesTermsGetPayload<{ include: { seller: true } }> | null): MailedTerms {
  const { name, address, register } = terms?.seller ?? { name: null, address: null, register: null };
  return {
    paymentTerms: (terms?.paymentTerms ?? {}) as Localized,
    termsUrl: (terms?.termsUrl ?? {}) as Localized,
    seller: [name, address, register].filter(Boolean).join(', ') || null,
  };
}

/** The stay of the booking after an event: what the next change has replaced, or what the booking has. */
function stayAfter(event: MailableEvent): MailedStay {
  const replaced = replacedAfter(event);
  return replaced ? stayBefore(replaced) : toMailedStay(event.booking);
}

function stayBefore(before: StoredBefore): MailedStay {
  const { arrival, departure, cancellationTerms, ...booked } = before;
  return mailedStay({ ...booked, arrival: dayOf(arrival), departure: dayOf(departure), terms: cancellationTerms });
}

function toMailedStay(booking: LoadedBooking): MailedStay {
  return mailedStay({
    ...{ arrival: dayOfColumn(booking.arrival), departure: dayOfColumn(booking.departure) },
    roomType: booking.roomType.category,
    ...{ visitTypeNumber: booking.visitTypeNumber, visitType: booking.visitType.name },
    ...{ baseMinor: booking.baseMinor, amountMinor: booking.amountMinor, terms: booking.cancellationTerms },
    ...{ promotions: booking.promotions, discounts: booking.discounts },
  });
}

interface PriceLine {
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
  readonly amountMinor: number | bigint;
}

function mailedStay(stay: {
  readonly arrival: Day;
  readonly departure: Day;
  readonly roomType: Prisma.JsonValue;
  readonly visitTypeNumber: number;
  readonly visitType: Prisma.JsonValue;
  readonly baseMinor: number | bigint;
  readonly amountMinor: number | bigint;
  readonly terms: Prisma.JsonValue;
  readonly promotions: readonly PriceLine[];
  readonly discounts: readonly PriceLine[];
}): MailedStay {
  const { arrival, departure, terms } = stay;
  const amountMinor = Number(stay.amountMinor);
  return {
    ...{ arrival, departure, baseMinor: Number(stay.baseMinor), totalMinor: amountMinor },
    roomType: stay.roomType as Localized,
    visitTypeNumber: stay.visitTypeNumber,
    visitType: stay.visitType as Localized,
    reductions: [...stay.promotions, ...stay.discounts].map((line) => ({
      name: line.name as Localized,
      basisPoints: line.basisPoints,
      amountMinor: Number(line.amountMinor),
    })),
    cancellation: cancellationFees({ terms: terms as unknown as readonly CancellationTerm[], arrival, amountMinor }),
  };
}

function bookingOf(event: MailableEvent, sequence: number): Omit<MailedBooking, 'link'> {
  const { booking } = event;
  const { hotel, billedTo } = booking;
  const change = booking.events.find((one) => one.sequence === event.sequence && one.before !== null);
  return {
    id: booking.id,
    reference: booking.reference,
    event: event.type as BookingEventType,
    // biome-ignore lint/style/noNonNullAssertion: mails are about events of bookings, which have a status.
    status: event.status!,
    changed: recordedParts(event.data) ?? [],
    was: change ? stayBefore(change.before as unknown as StoredBefore) : null,
    sequence,
    ...stayAfter(event),
    wasConfirmed: wasConfirmedBy(event),
    isCancelledByHotel: event.cancelledBy === 'HOTEL',
    isTest: booking.isTest,
    hotel: {
      name: hotel.name,
      destination: hotel.destination.name as Localized,
      address: hotel.address,
      phone: hotel.phone,
      email: hotel.reservationEmail,
      touristTax: hotel.touristTax as Localized,
      checkInFrom: hotel.accommodationRules?.checkInFrom ?? null,
      checkOutTo: hotel.accommodationRules?.checkOutTo ?? null,
    },
    currency: booking.currency,
    feeMinor: feeOf(event),
    guests: booking.guests,
    customer: billedTo,
    customerNote: booking.customerNote,
    messageToGuest: event.messageToGuest,
  };
}

/** The fee at the event. Events of before do not say it: nothing was reinstated then, so it is that of the booking. */
function feeOf(event: MailableEvent): number | null {
  if (event.status !== 'CANCELLED' && event.status !== 'NO_SHOW') return null;
  const fee = event.feeMinor ?? event.booking.cancellationFeeMinor;
  return fee === null ? null : Number(fee);
}
