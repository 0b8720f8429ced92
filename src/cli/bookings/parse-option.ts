/** Values of options, as commander asks for them. */
import { InvalidArgumentError } from 'commander';
import { parseEntityNumber } from '../../domain/entity-number.ts';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';

const NUMBER = /^\d{1,9}$/;

export function parseNumber(text: string): number {
  if (!NUMBER.test(text)) throw new InvalidArgumentError('It must be a number.');
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

export function parseTime(text: string): Date {
  const [date = '', time = '00:00:00Z'] = text.split('T');
  const ms = parseDay(date) === null ? Number.NaN : Date.parse(`${date}T${time}`);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It must be a time like 2027-05-01T12:00:00Z, or a date (from 0:00 UTC).');
  return new Date(ms);
}
