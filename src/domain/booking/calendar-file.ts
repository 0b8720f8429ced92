/**
 * A stay as an iCalendar file (RFC 5545, RFC 5546), which Google, Apple and Outlook take. The days are all-day and include the day of
 * departure, which guests would miss in their calendar; the end of an iCalendar event is exclusive.
 */
import { type Day, formatDay } from '../time/civil-date.ts';

export interface CalendarEvent {
  readonly method: 'PUBLISH' | 'CANCEL';
  /** The same for every file about the booking (`calendarUidOf`). */
  readonly uid: string;
  /** Higher than that of every earlier file about the booking: a calendar takes it for newer. */
  readonly sequence: number;
  /** When this was decided, in milliseconds since 1970. */
  readonly at: number;
  readonly arrival: Day;
  readonly departure: Day;
  readonly title: string;
  readonly place: string;
  readonly note: string;
  /** Whom it is from; null: nobody is named. */
  readonly organizer: { readonly name: string; readonly email: string } | null;
}

/** What is hashed for the UID, with SHA-256. */
export const calendarUidSource = (bookingId: string): string => `calendar:${bookingId}`;

/**
 * The UID of a stay in calendars, the same in mails and on pages, so that a calendar has it once. It is stable for the booking and
 * tells nothing of it: the id itself is a secret (S3).
 * @param hash the SHA-256 of the source in hexadecimal digits
 */
export const calendarUidOf = (hash: string): string => `${hash.slice(0, 32)}@spa-stay-gateway`;

/** Each room of a party is an event of its own, as it is in later files about it alone. All have the same method. */
export function writeCalendarFile(event: CalendarEvent, ...others: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//spa-stay-gateway//stays//EN',
    `METHOD:${event.method}`,
    ...[event, ...others].flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { method, uid, sequence, at, arrival, departure, title, place, note, organizer } = event;
  const isCancelled = method === 'CANCEL';
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${compact(new Date(at).toISOString().slice(0, 19))}Z`,
    `DTSTART;VALUE=DATE:${compact(formatDay(arrival))}`,
    `DTEND;VALUE=DATE:${compact(formatDay(departure + 1))}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(note)}`,
    ...(organizer === null ? [] : [`ORGANIZER;CN="${quotable(organizer.name)}":MAILTO:${organizer.email}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** 20270503 for 2027-05-03, and moments alike. */
const compact = (moment: string): string => moment.replaceAll(/[-:]/g, '');

/** Line breaks stay as escapes; other control characters have no place in a text. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A parameter in quotation marks may have neither these nor control characters. */
const quotable = (name: string): string => name.replaceAll(/["\p{Cc}]/gu, ' ');

/** What a file of bytes is folded at (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;
const UTF8 = new TextEncoder();

function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = UTF8.encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
