/**
 * Which events a mail is about. What happened to rooms of a party at once is in one mail (Y2), that of the event of the first. By the time it
 * is written the rooms may differ: whatever can no longer be in it gets a mail of its own.
 */
import { MAILS } from '../../data/deliveries/recipients.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { dayOfColumn } from '../../data/sql/column-types.ts';
import type { StayRows } from '../../data/stay-changes.ts';
import { type MailRecipient, typesMailedTo } from '../../domain/event/event-types.ts';
import { comparableEmail } from '../../domain/text/email-address.ts';
import type { Localized } from '../../domain/text/localized.ts';
import { dayOf } from '../../domain/time/civil-date.ts';

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
  deliveries: { where: { kind: MAILS.kind }, select: { recipient: true } },
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
        where: { type: { in: ['CONFIRMED', 'CHANGED'] } },
        orderBy: { sequence: 'asc' },
        select: { type: true, sequence: true, before: true },
      },
    },
  },
} satisfies Prisma.BookingEventSelect;

type LoadedEvent = Prisma.BookingEventGetPayload<{ select: typeof SELECTION }>;
export type LoadedBooking = NonNullable<LoadedEvent['booking']>;
/** An event of a booking. */
type EventOfBooking = LoadedEvent & { readonly booking: LoadedBooking };
/** An event of a booking whose guest data is there. */
export type MailableEvent = LoadedEvent & {
  readonly booking: LoadedBooking & { readonly billedTo: NonNullable<LoadedBooking['billedTo']> };
};

/** What a change has replaced, stored by its statement with the names of what was booked. */
export type StoredBefore = StayRows & { readonly roomType: Localized; readonly visitType: Localized };

/** The stay that the booking had after an event, if a later change has replaced it; null: it has it. */
export function replacedAfter({ sequence, booking }: EventOfBooking): StoredBefore | null {
  const next = booking.events.find((one) => one.before !== null && one.sequence > sequence);
  return next ? (next.before as unknown as StoredBefore) : null;
}

/** Whether the booking had been confirmed by an event. */
export function wasConfirmedBy({ sequence, booking }: EventOfBooking): boolean {
  return booking.events.some((one) => one.type === 'CONFIRMED' && one.sequence <= sequence);
}

/** The event of a booking; null: there is none, or it is about something else. */
export async function loadEvent(tx: Prisma.TransactionClient, sequence: bigint): Promise<EventOfBooking | null> {
  const event = await tx.bookingEvent.findUnique({ where: { sequence }, select: SELECTION });
  return event?.booking ? { ...event, booking: event.booking } : null;
}

/** The event of a mail together with those that happened with it. */
export interface MailedEvents {
  /** The events that the mail is about, in the order of the rooms; none: there is nothing that may be mailed. */
  readonly together: readonly MailableEvent[];
  /** The sequences of those that need a mail of their own to the recipient. */
  readonly apart: readonly number[];
}

/**
 * The events that the mail of an event is about. That of the first room is about all that can be in one mail with it, and leaves the others to
 * mails of their own. A repeated mail is about the present: it has the rooms to which nothing has happened since that the recipient is mailed about.
 */
export async function findMailedEvents(
  tx: Prisma.TransactionClient,
  event: EventOfBooking,
  { recipient, isRepeated }: { readonly recipient: MailRecipient; readonly isRepeated: boolean },
): Promise<MailedEvents> {
  const own = isMailable(event) ? [event] : [];
  const isFirst = event.mailedWith === null;
  if (event.booking.partyId === null || recipient === 'former' || !(isFirst || isRepeated)) {
    return { together: own, apart: [] };
  }
  const first = event.mailedWith ?? event.id;
  const found = await tx.bookingEvent.findMany({
    where: { booking: { partyId: event.booking.partyId }, OR: [{ id: first }, { mailedWith: first }] },
    select: SELECTION,
    orderBy: { booking: { partyRoom: 'asc' } },
  });
  const mailable = found.filter(isMailable);
  const group = own.map((one) => mailGroupOf(recipient, one))[0];
  const isLike = (one: MailableEvent) => one.id === event.id || mailGroupOf(recipient, one) === group;
  if (isRepeated) {
    const latest = await latestMailed(tx, mailable, recipient);
    const isPresent = (one: MailableEvent) => one.id === event.id || latest.get(one.booking.id) === one.sequence;
    return { together: own.length === 0 ? [] : mailable.filter((one) => isLike(one) && isPresent(one)), apart: [] };
  }
  // A mail that was queued apart at an earlier try is about its room, whatever has become of the rooms since.
  const hasOwn = (one: MailableEvent) =>
    one.id !== event.id && one.deliveries.some((mail) => mail.recipient === recipient);
  const left = mailable.filter((one) => !hasOwn(one));
  return {
    together: left.filter(isLike),
    apart: left.filter((one) => !isLike(one)).map(({ sequence }) => Number(sequence)),
  };
}

function isMailable(event: LoadedEvent): event is MailableEvent {
  return event.booking?.billedTo != null && event.booking.erasedAt === null;
}

/**
 * What a mail to a recipient says once for all of its rooms: the stay after the event, whether it was ever booked, and the customer of now.
 * Rooms that differ in any of it are in different mails.
 */
function mailGroupOf(recipient: MailRecipient, event: MailableEvent): string {
  const { booking } = event;
  const { billedTo, customerNote } = booking;
  const replaced = replacedAfter(event);
  const stay = replaced
    ? [replaced.visitTypeNumber, dayOf(replaced.arrival), dayOf(replaced.departure)]
    : [booking.visitTypeNumber, dayOfColumn(booking.arrival), dayOfColumn(booking.departure)];
  const customer = [billedTo.firstName, billedTo.lastName, comparableEmail(billedTo.email)];
  return JSON.stringify([
    stay,
    wasConfirmedBy(event),
    customer,
    recipient === 'hotel' ? [billedTo.phone, customerNote] : [],
  ]);
}

/** The sequences of the latest events of bookings that a recipient gets a mail about. */
async function latestMailed(
  tx: Prisma.TransactionClient,
  events: readonly MailableEvent[],
  recipient: MailRecipient,
): Promise<ReadonlyMap<string | null, bigint | null>> {
  const found = await tx.bookingEvent.groupBy({
    by: ['bookingId'],
    where: { bookingId: { in: events.map(({ booking }) => booking.id) }, type: { in: typesMailedTo(recipient) } },
    _max: { sequence: true },
  });
  return new Map(found.map(({ bookingId, _max }) => [bookingId, _max.sequence]));
}
