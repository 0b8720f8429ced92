/** Values of options, as commander asks for them. */
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { parseEntityNumber } from '../../domain/entity-number.ts';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';

export function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function parseEntity(text: string): number {
  const number = parseEntityNumber(text);
  if (number === null) throw new InvalidArgumentError('It must be a number as the catalogue file has it.');
  return number;
}

export function parseDate(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError('It must be a date like 2027-05-31.');
  return day;
}

/** A date is its first moment in UTC. */
export function parseTime(text: string): Date {
  if (parseDay(text) !== null) return new Date(`${text}T00:00:00Z`);
  // Without an offset it would be another moment on another machine.
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError(
    'It must be a time like 2027-05-01T12:00:00Z or 2027-05-01T12:00:00+02:00, or a date (in UTC).',
  );
}

/** A date is its last moment in UTC, as the last of other dates includes its day. */
export function parseLastTime(text: string): Date {
  return parseDay(text) === null ? parseTime(text) : new Date(`${text}T23:59:59.999Z`);
}
