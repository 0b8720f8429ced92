/** The stay for the guest's calendar, as the mail has it: whole days, the day of departure included. */
import { createEvent, type DateArray } from 'ics';
import { addDays } from '../../../format/civil-date.ts';

export interface CalendarStay {
  readonly reference: string;
  readonly title: string;
  readonly place: string;
  readonly arrival: string;
  readonly departure: string;
  readonly note: string;
}

const dateOf = (date: string) => date.split('-').map(Number) as DateArray;

/** @throws Error when it cannot be written */
export function writeCalendarFile({ reference, title, place, arrival, departure, note }: CalendarStay): string {
  const { value, error } = createEvent({
    productId: '-//spa-stay-gateway//stays//EN',
    uid: `${reference}@spa-stay-gateway`,
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
