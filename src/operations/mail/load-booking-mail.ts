/**
 * Loads the mail about an event: the stay as it was after the event, whatever changed since, people and the hotel as they are now. Only what is in
 * the mail leaves this file, and nothing of it is cached.
 */

import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { dayOfColumn } from '../../data/sql/column-types.ts';
import type { StayRows } from '../../data/stay-changes.ts';
import type { BookingPart } from '../../domain/booking/booking-parts.ts';
import { type CancellationTerm, cancellationFees } from '../../domain/booking/cancellation-terms.ts';
import type { BookingEventType } from '../../domain/event/event-types.ts';
import { comparableEmail } from '../../domain/text/email-address.ts';
import type { Locale } from '../../domain/text/locale.ts';
import type { Localized } from '../../domain/text/localized.ts';
import { type Day, dayInTimeZone, dayOf } from '../../domain/time/civil-date.ts';
import {
  type BookingMail,
  type MailedBooking,
  type MailedStay,
  type MailedTerms,
  type Recipient,
  shouldNotify,
} from '../../mail/letter/booking-mail.ts';
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
  sequence: true,
  messageToGuest: true,
  isPublic: true,
  formerEmail: true,
  data: true,
  cancelledBy: true,
  feeMinor: true,
  mailedWith: true,
  booking: {
    include: {
      hotel: { include: { accommodationRules: true, destination: true } },
      roomType: true,
      visitType: true,
      billedTo: true,
      guests: { orderBy: { position: 'asc' } },
      promotions: { orderBy: { position: 'asc' } },
      discounts: { orderBy: { guestPosition: 'asc' } },
      events: {
        where: { type: { in: ['CONFIRMED', 'ERASED', 'CHANGED'] } },
        orderBy: { sequence: 'asc' },
        select: { type: true, sequence: true, before: true },
      },
    },
  },
} satisfies Prisma.BookingEventSelect;

type LoadedEvent = Prisma.BookingEventGetPayload<{ select: typeof SELECTION }>;
type Loaded = NonNullable<LoadedEvent['booking']>;

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
    linkTo,
  }: { eventSequence: bigint; recipient: Recipient; businessTimeZone: string; linkTo: LinkToBooking },
): Promise<Addressed | null> {
  const event = await prisma.bookingEvent.findUnique({ where: { sequence: eventSequence }, select: SELECTION });
  if (!event?.booking?.billedTo || has('ERASED', event.booking)) return null;
  const { hotel, billedTo, language } = event.booking;
  const at = event.at.getTime();
  const today = dayInTimeZone(at, businessTimeZone);
  const linkOf = recipient === 'customer' ? linkTo : async () => null;
  const together = await Promise.all(
    (await toldTogether(prisma, event, recipient)).map(async (one) => ({
      ...(await mailedOf(prisma, one)),
      link: await linkedBy(linkOf, one.booking, today),
    })),
  );
  const [booking, ...others] = together;
  if (!booking || !shouldNotify(recipient, booking)) return null;
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
  if (to === null) return null;
  const mail: BookingMail = {
    booking,
    others,
    recipient,
    language: (recipient === 'hotel' ? (hotel.reservationLanguage ?? HOTEL_LANGUAGE) : language) as Locale,
    terms: termsOf(await prisma.salesTerms.findFirst({ include: { seller: true } })),
    today,
  };
  return { mail, to, replyTo, at, bookingId: event.booking.id, eventId: event.id, isPublic: event.isPublic };
}

type ToldEvent = LoadedEvent & { readonly booking: Loaded };

/**
 * The event, or with it what happened to other rooms of the party at once, in the order of the rooms: one mail tells of all of them (Y2). A
 * customer reads of bookings under the own address only.
 */
async function toldTogether(
  prisma: Database['prisma'],
  event: LoadedEvent,
  recipient: Recipient,
): Promise<readonly ToldEvent[]> {
  const { booking } = event;
  if (!booking) return [];
  if (booking.partyId === null) return [{ ...event, booking }];
  const first = event.mailedWith ?? event.id;
  const found = await prisma.bookingEvent.findMany({
    where: { booking: { partyId: booking.partyId }, OR: [{ id: first }, { mailedWith: first }] },
    select: SELECTION,
    orderBy: { booking: { partyRoom: 'asc' } },
  });
  return found.filter((one): one is ToldEvent => {
    const billedTo = one.booking?.billedTo;
    if (!one.booking || !billedTo || has('ERASED', one.booking)) return false;
    return recipient === 'hotel' || comparableEmail(billedTo.email) === comparableEmail(booking.billedTo?.email ?? '');
  });
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
  { id, clientId, billedTo, departure, isTest }: Loaded,
  today: Day,
): Promise<string | null> {
  const { email } = billedTo ?? { email: '' };
  return isTest || email === '' || today > dayOfColumn(departure) ? null : linkTo({ id, clientId, email });
}

async function mailedOf(prisma: Database['prisma'], event: ToldEvent): Promise<Omit<MailedBooking, 'link'>> {
  const { id: bookingId } = event.booking;
  const sequence = await prisma.bookingEvent.count({ where: { bookingId, sequence: { lt: event.sequence } } });
  return bookingOf(event, { booking: event.booking, sequence });
}

function termsOf(terms: Prisma.SalesTermsGetPayload<{ include: { seller: true } }> | null): MailedTerms {
  const { name, address, register } = terms?.seller ?? { name: null, address: null, register: null };
  return {
    paymentTerms: (terms?.paymentTerms ?? {}) as Localized,
    termsUrl: (terms?.termsUrl ?? {}) as Localized,
    seller: [name, address, register].filter(Boolean).join(', ') || null,
  };
}

function has(type: 'CONFIRMED' | 'ERASED', { events }: Loaded): boolean {
  return events.some((event) => event.type === type);
}

/** The stay of the booking after an event: what the next change has replaced, or what the booking has. */
function stayAfter({ sequence }: LoadedEvent, booking: Loaded): MailedStay {
  const next = booking.events.find((one) => one.before !== null && one.sequence > sequence);
  return next ? stayBefore(next) : toMailedStay(booking);
}

/** Stored by the statement of the change, with the names of what was booked. */
type StoredBefore = StayRows & { readonly roomType: Localized; readonly visitType: Localized };

function stayBefore({ before }: Loaded['events'][number]): MailedStay {
  const { arrival, departure, roomType, visitType, cancellationTerms, ...price } = before as unknown as StoredBefore;
  const dates = { arrival: dayOf(arrival), departure: dayOf(departure) };
  return mailedStay({ ...dates, roomType, visitType, ...price, terms: cancellationTerms });
}

function toMailedStay(booking: Loaded): MailedStay {
  return mailedStay({
    ...{ arrival: dayOfColumn(booking.arrival), departure: dayOfColumn(booking.departure) },
    ...{ roomType: booking.roomType.category, visitType: booking.visitType.name },
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
    visitType: stay.visitType as Localized,
    reductions: [...stay.promotions, ...stay.discounts].map((line) => ({
      name: line.name as Localized,
      basisPoints: line.basisPoints,
      amountMinor: Number(line.amountMinor),
    })),
    cancellation: cancellationFees({ terms: terms as unknown as readonly CancellationTerm[], arrival, amountMinor }),
  };
}

function bookingOf(
  event: LoadedEvent,
  { booking, sequence }: { readonly booking: Loaded; readonly sequence: number },
): Omit<MailedBooking, 'link'> {
  const { hotel, billedTo } = booking;
  const change = booking.events.find((one) => one.sequence === event.sequence && one.before !== null);
  return {
    id: booking.id,
    reference: booking.reference,
    event: event.type as BookingEventType,
    // biome-ignore lint/style/noNonNullAssertion: mails are about events of bookings, which have a status.
    status: event.status!,
    changed: (event.data as { readonly changed?: readonly BookingPart[] } | null)?.changed ?? [],
    was: change ? stayBefore(change) : null,
    sequence,
    ...stayAfter(event, booking),
    wasConfirmed: has('CONFIRMED', booking),
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
    feeMinor: feeOf(event, booking),
    guests: booking.guests,
    // biome-ignore lint/style/noNonNullAssertion: a booking without a contact has been left out.
    customer: billedTo!,
    customerNote: booking.customerNote,
    messageToGuest: event.messageToGuest,
  };
}

/** The fee at the event. Events of before do not say it: nothing was reinstated then, so it is that of the booking. */
function feeOf(event: LoadedEvent, { cancellationFeeMinor }: Loaded): number | null {
  if (event.status !== 'CANCELLED' && event.status !== 'NO_SHOW') return null;
  const fee = event.feeMinor ?? cancellationFeeMinor;
  return fee === null ? null : Number(fee);
}
