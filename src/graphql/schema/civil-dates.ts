/** Civil dates at the edge of the schema, where they are texts. */
import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { RefusedValue } from '../../domain/problem/input-problem.ts';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';

/** A day as a variable of a stored operation, whose caller has parsed it. Clients can only send texts. */
export class DayVariable {
  readonly day: Day;

  constructor(day: Day) {
    this.day = day;
  }
}

/** What stands for a text that is no date (F8). */
const NO_DATE = new RefusedValue('notADate') as never;

/** The scalar of graphql-scalars without the year 0000, which the domain cannot represent. Resolvers get days. */
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
