/** The options of `keys`, read strictly. */
import { InvalidArgumentError } from 'commander';
import { formatScopes, SCOPES, type Scope } from '../../data/keys/scopes.ts';
import { parseEntityNumber } from '../../domain/entity-number.ts';
import { MS_PER_DAY, parseDay } from '../../domain/time/civil-date.ts';
import { CommandError } from '../error-line.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;
const MS_PER_UNIT: Readonly<Record<string, number>> = { m: MS_PER_MINUTE, h: MS_PER_HOUR, d: MS_PER_DAY };
const DURATION = /^(?<amount>0|[1-9]\d{0,3})(?<unit>[mhd])$/;
/** A name is a cell in the table of `keys list`, so it has no control characters. */
const PRINTABLE_NAME = /^\P{Cc}{0,100}$/u;

/** A parser of names. Its error does not repeat the name, which may have several lines. */
export function nameOf(option: '--name' | '--client'): (text: string) => string {
  return (text) => {
    if (PRINTABLE_NAME.test(text)) return text;
    throw new CommandError(`the ${option} of a key is one line of at most 100 characters`);
  };
}

/** A parser of numbers separated by commas. */
export function numbersOf(many: 'destinations' | 'hotels'): (text: string) => number[] {
  return (text) => {
    const numbers = text.split(',').map((part) => parseEntityNumber(part.trim()));
    if (numbers.every((number) => number !== null)) return numbers;
    throw new InvalidArgumentError(`It must be ids of ${many} separated by commas, for example 1,2.`);
  };
}

export function parseScopes(text: string): Scope[] {
  const parts = text.split(',').map((part) => part.trim());
  const scopes = SCOPES.filter((scope) => parts.includes(scope));
  if (scopes.length === 0 || !parts.every((part) => SCOPES.some((scope) => scope === part))) {
    throw new InvalidArgumentError(`It must be ${formatScopes(SCOPES)}, or several of them like read,book.`);
  }
  return scopes;
}

export function parseExpiry(text: string): Date {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError('It must be a date like 2030-12-31.');
  return new Date(day * MS_PER_DAY);
}

/** A duration in milliseconds. */
export function parseDuration(text: string): number {
  if (text === '0') return 0;
  const { amount, unit } = DURATION.exec(text)?.groups ?? {};
  if (amount === undefined) {
    throw new InvalidArgumentError('It must be up to 9999 minutes, hours or days like 30m, 24h or 7d, or 0.');
  }
  // biome-ignore lint/style/noNonNullAssertion: the pattern allows only these units, and matches an amount with one.
  return Number(amount) * MS_PER_UNIT[unit!]!;
}
