/**
 * The types of events about bookings, each declared once (S14): what it means, and who gets a mail (S17). Webhooks, the feed, GraphQL, REST
 * and the command line know no others. A new one is also a value of the enumeration in the database.
 */

/** Who may get a mail: the customer, the hotel, and an address that was the customer's until the event. */
export type MailRecipient = 'customer' | 'hotel' | 'former';

interface Declaration {
  readonly description: string;
  readonly mails: readonly MailRecipient[];
}

export const BOOKING_EVENTS = {
  CONFIRMED: {
    description: 'It was made as binding, or its request was confirmed.',
    mails: ['customer', 'hotel'],
  },
  REQUESTED: { description: 'It was made as a request.', mails: ['customer', 'hotel'] },
  DECLINED: { description: 'The request was turned down.', mails: ['customer'] },
  CANCELLED: { description: 'It was called off.', mails: ['customer', 'hotel'] },
  CHANGED: {
    description: 'Its stay, its guests, its contact or its price was changed.',
    mails: ['customer', 'hotel', 'former'],
  },
  NO_SHOW: { description: 'The guests did not come.', mails: ['customer', 'hotel'] },
  REINSTATED: {
    description: 'It was cancelled, declined or a no-show by mistake, and is again what it was before.',
    mails: ['customer', 'hotel'],
  },
  EXPIRED: { description: 'The day of arrival ended before an answer to the request.', mails: ['customer'] },
  ERASED: { description: 'What it said of people was erased.', mails: [] },
} as const satisfies Readonly<Record<string, Declaration>>;

export type BookingEventType = keyof typeof BOOKING_EVENTS;
export const BOOKING_EVENT_TYPES = Object.keys(BOOKING_EVENTS) as BookingEventType[];

/** The types of the events that a recipient gets a mail about. */
export function typesMailedTo(recipient: MailRecipient): BookingEventType[] {
  return BOOKING_EVENT_TYPES.filter((type) => BOOKING_EVENTS[type].mails.some((one) => one === recipient));
}

/** The type as others receive it: `booking.confirmed` for `CONFIRMED`. One of something else names it: `hotel.closed` for `HOTEL_CLOSED`. */
export function publicType(type: string): string {
  const name = type.toLowerCase();
  return type in BOOKING_EVENTS ? `booking.${name}` : name.replace('_', '.');
}
