/** The stay for the guest's calendar, as the mail has it: whole days, the day of departure included. */
import { createEvent, type DateArray } from 'ics';
import { calendarUidOf, calendarUidSource } from '../../../../domain/booking/calendar-uid.ts';
import { addDays } from '../../../format/civil-date.ts';

export interface CalendarStay {
  /** Of the booking. */
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly arrival: string;
  readonly departure: string;
  readonly note: string;
}

const dateOf = (date: string) => date.split('-').map(Number) as DateArray;

/** @throws Error when it cannot be written */
export async function writeCalendarFile(stay: CalendarStay): Promise<string> {
  const { id, title, place, arrival, departure, note } = stay;
  const { value, error } = createEvent({
    productId: '-//spa-stay-gateway//stays//EN',
    uid: calendarUidOf(await sha256(calendarUidSource(id))),
    start: dateOf(arrival),
    // The end of an iCalendar event is exclusive.
    end: dateOf(addDays(departure, 1)),
    title,
    location: place,
    description: note,
    status: 'CONFIRMED',
    transp: 'TRANSPARENT',
  });
  if (!value) throw error ?? new Error('the calendar file is empty');
  return value;
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gives a file to the visitor. */
export function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
