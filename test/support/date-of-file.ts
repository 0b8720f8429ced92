/** The date when a test file began: around midnight, it stays the same for the whole file. */
import { type Day, dayInTimeZone } from '../../src/domain/time/civil-date.ts';

let date = now();

function now(): Day {
  return dayInTimeZone(Date.now(), 'Europe/Prague');
}

export function dateOfFile(): Day {
  return date;
}

/** Called before each file: a worker goes on to the next one with the same modules. */
export function beginFile(): void {
  date = now();
}
