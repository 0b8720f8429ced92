/** Civil dates at the edge of the schema, where they are texts. */
import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';

const baseScalar = GraphQLLocalDate.toConfig();

/** The scalar of graphql-scalars without the year 0000, which the domain cannot represent. */
export const LocalDate = new GraphQLScalarType({
  ...baseScalar,
  // Output was formatted from a day. Validating every date again would take as long as the rest of a calendar.
  serialize: (value) => value,
  // Every date that the domain reads is valid for the scalar, too. For others the scalar reports the problem.
  parseValue: (value) => (isReadable(value) ? value : requireReadable(baseScalar.parseValue(value))),
  parseLiteral: (node, variables) => requireReadable(baseScalar.parseLiteral(node, variables), node),
});

function isReadable(value: unknown): value is string {
  return typeof value === 'string' && parseDay(value) !== null;
}

function requireReadable(text: string, node?: ValueNode): string {
  if (!isReadable(text)) throw new GraphQLError('Value is not a valid LocalDate.', { nodes: node });
  return text;
}

/** The day of a date argument, which the scalar has validated; null if it was not given. */
export function parseDateArgument(text: string | null | undefined): Day | null {
  return text == null ? null : parseDay(text);
}
