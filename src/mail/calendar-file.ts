/** The stay for the guest's calendar: published when it is confirmed or changed, taken back under the same UID when it is cancelled (M7). */
import { createHash } from 'node:crypto';
import {
  type CalendarEvent,
  calendarUidOf,
  calendarUidSource,
  writeCalendarFile,
} from '../domain/booking/calendar-file.ts';
import { formatReference } from '../domain/booking/reference.ts';
import type { BookingMail } from './letter/booking-mail.ts';
import { oneLine, phrasesFor } from './letter/phrases.ts';
import type { TextsByLocale } from './texts/index.ts';

export interface CalendarFile {
  readonly method: CalendarEvent['method'];
  readonly content: string;
}

/** Whom the event is from. */
export interface Organizer {
  readonly name: string;
  readonly email: string;
}

/**
 * The file for a letter to the customer; null: the state says nothing to a calendar.
 * @param at when the event happened, in milliseconds since 1970
 */
export function calendarFileOf(
  mail: BookingMail,
  { texts, organizer, at }: { texts: TextsByLocale; organizer: Organizer; at: number },
): CalendarFile | null {
  const { booking, recipient } = mail;
  const method = methodOf(mail);
  if (method === null || recipient !== 'customer') return null;
  const { say, address } = phrasesFor(mail, texts);
  const { hotel, arrival, departure } = booking;
  const contact = [hotel.phone, hotel.email].filter((value) => value !== null);
  const content = writeCalendarFile({
    method,
    sequence: booking.sequence,
    uid: calendarUidOf(createHash('sha256').update(calendarUidSource(booking.id)).digest('hex')),
    at,
    arrival,
    departure,
    title: oneLine(say('event.summary')),
    place: oneLine([hotel.name, address].filter((part) => part !== '').join(', ')),
    note: [`${say('reference')}: ${formatReference(booking.reference)}`, ...contact].map(oneLine).join('\n'),
    organizer: { name: oneLine(organizer.name), email: organizer.email },
  });
  return { method, content };
}

function methodOf({ booking: { status, wasConfirmed } }: BookingMail): CalendarFile['method'] | null {
  if (status === 'CONFIRMED') return 'PUBLISH';
  const isOff = status === 'CANCELLED' || status === 'NO_SHOW';
  return isOff && wasConfirmed ? 'CANCEL' : null;
}
