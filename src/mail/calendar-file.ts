/**
 * The stay as an iCalendar file (RFC 5545, RFC 5546): published when it is confirmed, cancelled under the same UID with a higher
 * sequence. Google, Apple and Outlook take both from an attachment. The days are all-day and include the day of departure, which
 * guests would miss in their calendar; the end of an iCalendar event is exclusive.
 */
import { createHash } from 'node:crypto';
import { createEvent, type DateArray, type EventAttributes } from 'ics';
import { calendarUidOf, calendarUidSource } from '../domain/booking/calendar-uid.ts';
import { formatReference } from '../domain/booking/reference.ts';
import { type Day, formatDay } from '../domain/time/civil-date.ts';
import { oneLine, phrasesFor } from './letter/phrases.ts';
import type { Told } from './letter/told-booking.ts';
import type { TextsByLocale } from './texts/index.ts';

export interface CalendarFile {
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

/** Whom the event is from. */
export interface Organizer {
  readonly name: string;
  readonly email: string;
}

/** What a file of bytes is folded at (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;

/**
 * The file for a letter to the customer; null: the state says nothing to a calendar.
 * @param at when the event happened, in milliseconds since 1970
 */
export function writeCalendarFile(
  told: Told,
  { texts, organizer, at }: { texts: TextsByLocale; organizer: Organizer; at: number },
): CalendarFile | null {
  const { booking, recipient } = told;
  const method = methodOf(told);
  if (method === null || recipient !== 'customer') return null;
  const { say, address } = phrasesFor(told, texts);
  const { hotel } = booking;
  const contact = [hotel.phone, hotel.email].filter((value) => value !== null);
  const event: EventAttributes & { timestamp: number } = {
    productId: '-//spa-stay-gateway//stays//EN',
    method,
    uid: calendarUidOf(createHash('sha256').update(calendarUidSource(booking.id)).digest('hex')),
    sequence: method === 'PUBLISH' ? 0 : 1,
    status: method === 'PUBLISH' ? 'CONFIRMED' : 'CANCELLED',
    timestamp: at,
    start: dateOf(booking.arrival),
    end: dateOf(booking.departure + 1),
    title: oneLine(say('event.summary')),
    location: oneLine([hotel.name, address].filter((part) => part !== '').join(', ')),
    description: [`${say('reference')}: ${formatReference(booking.reference)}`, ...contact].map(oneLine).join('\n'),
    organizer: { name: oneLine(organizer.name), email: organizer.email },
    transp: 'TRANSPARENT',
  };
  const { error, value } = createEvent(event);
  if (value === null) throw new Error('the calendar file of a booking is malformed', { cause: error });
  return { method, content: foldByBytes(value) };
}

function methodOf({ booking: { status, wasConfirmed } }: Told): CalendarFile['method'] | null {
  if (status === 'CONFIRMED') return 'PUBLISH';
  return status === 'CANCELLED' && wasConfirmed ? 'CANCEL' : null;
}

function dateOf(day: Day): DateArray {
  const [year, month, date] = formatDay(day).split('-').map(Number);
  return [year!, month!, date!];
}

/** The package folds by characters, which are up to four bytes. */
function foldByBytes(file: string): string {
  return file
    .replaceAll(/\r\n[\t ]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n');
}

function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
