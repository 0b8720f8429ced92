/** The scalars of graphql-scalars, with parsing of our own where ours is stricter. */
import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTime, GraphQLEmailAddress, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars';
import { RefusedValue } from '../../domain/problem/input-problem.ts';
import { toAsciiEmail } from '../../domain/text/email-address.ts';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';
import { withStandIns } from './refused-values.ts';

/** A day as a variable of a stored operation, whose caller has parsed it. Clients can only send texts. */
export class DayVariable {
  readonly day: Day;

  constructor(day: Day) {
    this.day = day;
  }
}

/** What stands for a text that is no date (F8). */
const NO_DATE = new RefusedValue('notADate') as never;

/** Dates but for the year 0000, which the domain cannot represent. Resolvers get days. */
export const LocalDate = new GraphQLScalarType<Day, unknown>({
  ...GraphQLLocalDate.toConfig(),
  description: 'A date without a time zone, as the `full-date` of RFC 3339: `2027-02-01`, in the years 0001 to 9999.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  // Output was formatted from a day. Validating every date again would take as long as the rest of a calendar.
  serialize: (value) => value,
  parseValue: (value) => {
    if (value instanceof DayVariable) return value.day;
    return (typeof value === 'string' ? parseDay(value) : null) ?? NO_DATE;
  },
  parseLiteral: (node) => (node.kind === Kind.STRING ? parseDay(node.value) : null) ?? NO_DATE,
});

export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  description: 'A moment, as the `date-time` of RFC 3339, answered in UTC: `2027-02-01T10:15:30.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
});

/** What stands for a text that is no e-mail address (F8). */
const NO_EMAIL = new RefusedValue('notAnEmail') as never;

function parseEmail(value: unknown): string {
  return (typeof value === 'string' ? toAsciiEmail(value) : null) ?? NO_EMAIL;
}

/** The scalar of graphql-scalars takes no international domains (A5). Only parsing is ours. */
export const EmailAddress = new GraphQLScalarType<string, string>({
  ...GraphQLEmailAddress.toConfig(),
  description:
    'An e-mail address as a mail server knows it, without quotes and without `?`, `&`, `%` and `=`. It is only sent; an international domain is stored, and answered by `Contact.email`, in its ASCII form.',
  parseValue: parseEmail,
  parseLiteral: (node) => parseEmail(node.kind === Kind.STRING ? node.value : null),
});

const SAFE_INT = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  description: 'A whole number from -9,007,199,254,740,991 to 9,007,199,254,740,991: `Int64`, `Long`, `long`.',
  specifiedByURL: 'https://tc39.es/ecma262/#sec-number.max_safe_integer',
});
export const SafeInt = withStandIns(SAFE_INT, 'notAnInteger');
