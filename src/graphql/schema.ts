/** The schema, built from the types in the other files of this folder. */
import { type GraphQLSchema, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { builder, usesDefaultResolver } from './builder.ts';
import './amenity.ts';
import './booking.ts';
import './calendar.ts';
import './create-booking.ts';
import './destination.ts';
import './hotel.ts';
import './hotel-details.ts';
import './image.ts';
import './lowest-price.ts';
import './loyalty-program.ts';
import './node.ts';
import './price-from.ts';
import './quote.ts';
import './room-type.ts';
import './viewer.ts';
import './visit-type.ts';
import './visit-type-category.ts';

export const schema: GraphQLSchema = dropDefaultResolvers(builder.toSchema());

function dropDefaultResolvers(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (usesDefaultResolver(field)) field.resolve = undefined;
    }
  }
  return built;
}

/** The sorted schema as text, as in `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
