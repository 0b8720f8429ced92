/** A mail as it goes out: subject, text, HTML, and the stay for a calendar (S17). */
import { letterAsHtml } from './as-html.tsx';
import { letterAsText } from './as-text.ts';
import { type CalendarFile, calendarFileOf } from './calendar-file.ts';
import type { BookingMail, Mailbox } from './letter/booking-mail.ts';
import { writeLetter } from './letter/write-letter.ts';
import type { TextsByLocale } from './texts/index.ts';

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: CalendarFile | null;
}

/** What letters are rendered with. */
export interface Stationery {
  readonly texts: TextsByLocale;
  readonly organizer: Mailbox;
}

/** @param at when the event happened, in milliseconds since 1970 */
export function renderMail(mail: BookingMail, { texts, organizer }: Stationery, at: number): RenderedMail {
  const letter = writeLetter(mail, texts);
  return {
    subject: letter.subject,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    calendar: calendarFileOf(mail, { texts, organizer, at }),
  };
}
