/** What a mail says about a booking, as plain values (S17). */

import type { BookingPart } from '../../domain/booking/booking-parts.ts';
import type { BookingStatus } from '../../domain/booking/status.ts';
import { type BookingEventType, type MailRecipient, typesMailedTo } from '../../domain/event/event-types.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { Locale } from '../../domain/text/locale.ts';
import type { Localized } from '../../domain/text/localized.ts';
import type { Day } from '../../domain/time/civil-date.ts';

/** A person or a house with an address. */
export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

/** Taken off the price: a promotion or a loyalty discount. */
export interface Reduction {
  readonly name: Localized;
  readonly basisPoints: number;
  readonly amountMinor: number;
}

/** A stay with what is booked of it, and its price. */
export interface MailedStay {
  readonly arrival: Day;
  readonly departure: Day;
  readonly roomType: Localized;
  readonly visitTypeNumber: number;
  readonly visitType: Localized;
  readonly baseMinor: number;
  readonly reductions: readonly Reduction[];
  readonly totalMinor: number;
  /** What cancelling costs from a day on, ascending; none: nothing. */
  readonly cancellation: readonly { readonly from: Day; readonly feeMinor: number }[];
}

/** A booking at the time of an event, with all that a letter shows of it. */
export interface MailedBooking extends MailedStay {
  readonly id: string;
  /** Where its customer finds it (A11); null: in no shop of ours. */
  readonly link: string | null;
  /** In the stored form. */
  readonly reference: string;
  /** What happened. */
  readonly event: BookingEventType;
  /** The state after it. */
  readonly status: BookingStatus;
  /** The parts that the event has changed; empty unless it is a change. */
  readonly changed: readonly BookingPart[];
  /** The stay before the event; null: the event did not change it. */
  readonly was: MailedStay | null;
  /** How many events of the booking were before this one: calendars take what has a higher sequence for newer. */
  readonly sequence: number;
  /** Whether it had been confirmed by then, so that it may be in a calendar. */
  readonly wasConfirmed: boolean;
  /** Whether it is the hotel that cancels. */
  readonly isCancelledByHotel: boolean;
  readonly isTest: boolean;
  readonly hotel: {
    readonly name: string;
    /** The place, shown when there is no address. */
    readonly destination: Localized;
    /** In one line. */
    readonly address: string | null;
    readonly phone: string | null;
    readonly email: string | null;
    /** The local tax on a stay, which is paid apart from the price. */
    readonly touristTax: Localized;
    /** On the hotel's clock, HH:MM. */
    readonly checkInFrom: string | null;
    readonly checkOutTo: string | null;
  };
  readonly currency: Currency;
  /** What the cancellation or the no-show cost; null: it is neither. */
  readonly feeMinor: number | null;
  readonly guests: readonly Person[];
  readonly customer: Person & { readonly email: string; readonly phone: string | null };
  readonly customerNote: string | null;
  /** What the house says about the event (M5), for example why a request was declined; null: nothing. */
  readonly messageToGuest: string | null;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** On what terms stays are sold, as far as the catalogue says so. */
export interface MailedTerms {
  /** When, how and to whom guests pay. */
  readonly paymentTerms: Localized;
  readonly termsUrl: Localized;
  /** In one line; null: not stated. */
  readonly seller: string | null;
}

/** What a letter is written from. */
export interface BookingMail {
  /** The booking; of rooms to which the same happened together, that of the first. */
  readonly booking: MailedBooking;
  /** The bookings of the other rooms, in their order; none: it is about one. */
  readonly others: readonly MailedBooking[];
  readonly terms: MailedTerms;
  readonly recipient: MailRecipient;
  readonly language: Locale;
  /** The day of the event, in the business time zone. */
  readonly today: Day;
}

/** All bookings that a letter is about. */
export function roomsOf({ booking, others }: Pick<BookingMail, 'booking' | 'others'>): readonly MailedBooking[] {
  return [booking, ...others];
}

/** Whether a recipient is notified of an event. Hotels are not notified of tests. */
export function shouldNotify(
  recipient: MailRecipient,
  { event, isTest }: Pick<MailedBooking, 'event' | 'isTest'>,
): boolean {
  return typesMailedTo(recipient).includes(event) && !(isTest && recipient === 'hotel');
}
