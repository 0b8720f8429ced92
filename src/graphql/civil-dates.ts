/** Civil dates at the edge of the schema, where they are text. */
import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { type Day, parseDay } from '../domain/civil-date.ts';

const known = GraphQLLocalDate.toConfig();

/** The known scalar, less the year 0000, which the domain has no days of. */
export const LocalDate = new GraphQLScalarType({
  ...known,
  // What goes out was formatted from a day; to read it again, date by date, takes as long as all the rest of a calendar.
  serialize: (value) => value,
  // Every date that the domain can read is one of the scalar's; of the others the scalar says what is wrong.
  parseValue: (value) => (isReadable(value) ? value : readable(known.parseValue(value))),
  parseLiteral: (node, variables) => readable(known.parseLiteral(node, variables), node),
});

function isReadable(value: unknown): value is string {
  return typeof value === 'string' && parseDay(value) !== null;
}

function readable(text: string, node?: ValueNode): string {
  if (!isReadable(text)) throw new GraphQLError('Value is not a valid LocalDate.', { nodes: node });
  return text;
}

/** The day of a date argument; the scalar has made sure that it is one. Null when it was not given. */
export function dayOfArgument(text: string | null | undefined): Day | null {
  return text == null ? null : parseDay(text);
}
