/** Civil dates at the edge of the schema, where they are texts. */
import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';

const baseScalar = GraphQLLocalDate.toConfig();

/** A day as a variable of a stored operation, whose caller has parsed it. Clients can only send texts. */
export class DayVariable {
  readonly day: Day;

  constructor(day: Day) {
    this.day = day;
  }
}

/** The scalar of graphql-scalars without the year 0000, which the domain cannot represent. Resolvers get days. */
export const LocalDate = new GraphQLScalarType<Day, unknown>({
  ...baseScalar,
  description: 'A date without a time zone, as the `full-date` of RFC 3339: `2027-02-01`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  // Output was formatted from a day. Validating every date again would take as long as the rest of a calendar.
  serialize: (value) => value,
  parseValue: (value) => {
    if (value instanceof DayVariable) return value.day;
    // Every date that the domain reads is valid for the scalar, too. For others the scalar reports the problem.
    return (typeof value === 'string' ? parseDay(value) : null) ?? requireDay(baseScalar.parseValue(value));
  },
  parseLiteral: (node, variables) => requireDay(baseScalar.parseLiteral(node, variables), node),
});

function requireDay(text: string, node?: ValueNode): Day {
  const day = parseDay(text);
  if (day === null) throw new GraphQLError('Value is not a valid LocalDate.', { nodes: node });
  return day;
}
