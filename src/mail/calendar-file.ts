/** The stay for the guest's calendar: published when it is confirmed or changed, taken back under the same UID when it is cancelled (M7). */
import { createHash } from 'node:crypto';
import {
  type CalendarEvent,
  calendarUidOf,
  calendarUidSource,
  writeCalendarFile,
} from '../domain/booking/calendar-file.ts';
import { formatReference } from '../domain/booking/reference.ts';
import { type BookingMail, type Mailbox, type MailedBooking, roomsOf } from './letter/booking-mail.ts';
import { oneLine, phrasesFor } from './letter/phrases.ts';
import type { TextsByLocale } from './texts/index.ts';

export interface CalendarFile {
  readonly method: CalendarEvent['method'];
  readonly content: string;
}

/**
 * The file for a letter to the customer; null: the state says nothing to a calendar.
 * @param at when the event happened, in milliseconds since 1970
 */
export function calendarFileOf(
  mail: BookingMail,
  { texts, organizer, at }: { texts: TextsByLocale; organizer: Mailbox; at: number },
): CalendarFile | null {
  if (mail.recipient !== 'customer') return null;
  const { say, address } = phrasesFor(mail, texts);
  const [first, ...others] = roomsOf(mail).flatMap((room): CalendarEvent[] => {
    const method = methodOf(room);
    if (method === null) return [];
    const { hotel, arrival, departure } = room;
    const contact = [hotel.phone, hotel.email].filter((value) => value !== null);
    const event = {
      method,
      sequence: room.sequence,
      uid: calendarUidOf(createHash('sha256').update(calendarUidSource(room.id)).digest('hex')),
      at,
      arrival,
      departure,
      title: oneLine(say('event.summary')),
      place: oneLine([hotel.name, address].filter((part) => part !== '').join(', ')),
      note: [`${say('reference')}: ${formatReference(room.reference)}`, ...contact].map(oneLine).join('\n'),
      organizer: { name: oneLine(organizer.name), email: organizer.email },
    };
    return [event];
  });
  return first ? { method: first.method, content: writeCalendarFile(first, ...others) } : null;
}

function methodOf({ status, wasConfirmed }: MailedBooking): CalendarFile['method'] | null {
  if (status === 'CONFIRMED') return 'PUBLISH';
  const isOff = status === 'CANCELLED' || status === 'NO_SHOW';
  return isOff && wasConfirmed ? 'CANCEL' : null;
}
