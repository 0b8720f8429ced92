/** The stay for the guest's calendar: the entry that the mail makes, too. */
import { calendarUidOf, calendarUidSource, writeCalendarFile } from '../../../../domain/booking/calendar-file.ts';
import { dayOf } from '../../../../domain/time/civil-date.ts';

export interface CalendarStay {
  /** The id of the booking. */
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly arrival: string;
  readonly departure: string;
  readonly note: string;
  /** What happened to the booking before what it is now: so the mail counts, too. */
  readonly sequence: number;
}

/** @throws RangeError if there is no stay */
export async function calendarFileOf(stays: readonly CalendarStay[]): Promise<string> {
  const at = Date.now();
  const [first, ...others] = await Promise.all(
    stays.map(async ({ id, arrival, departure, ...texts }) => ({
      method: 'PUBLISH' as const,
      uid: calendarUidOf(await sha256(calendarUidSource(id))),
      ...{ at, arrival: dayOf(arrival), departure: dayOf(departure) },
      ...texts,
      organizer: null,
    })),
  );
  if (!first) throw new RangeError('There is no stay.');
  return writeCalendarFile(first, ...others);
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
