/** The schema, built from the types in the other files of this folder. */
import { type GraphQLSchema, isInputObjectType, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { builder, usesDefaultResolver } from './builder.ts';
import { withRouterFields } from './subgraph/subgraph.ts';
import './catalogue/amenity.ts';
import './booking/answer-request.ts';
import './booking/booking.ts';
import './booking/booking-list.ts';
import './booking/booking-party.ts';
import './stays/calendar.ts';
import './booking/cancel-booking.ts';
import './booking/change-booking.ts';
import './booking/create/create-booking.ts';
import './booking/create/create-bookings.ts';
import './booking/booking-notice.ts';
import './booking/resend-confirmation.ts';
import './booking/erase-guest-data.ts';
import './figures/figures.ts';
import './booking/find-booking.ts';
import './catalogue/destination.ts';
import './catalogue/hotel.ts';
import './catalogue/hotel-details.ts';
import './booking/hold/hold.ts';
import './booking/hold/hold-stay.ts';
import './booking/hold/hold-stays.ts';
import './booking/ended-bookings.ts';
import './catalogue/image.ts';
import './stays/lowest-price.ts';
import './catalogue/loyalty-program.ts';
import './catalogue/node.ts';
import './stays/cheapest-stay.ts';
import './stays/offers.ts';
import './stays/price-from.ts';
import './stays/quote.ts';
import './catalogue/room-type.ts';
import './stays/sales-terms.ts';
import './stays/suggestions.ts';
import './update/adjust-rates.ts';
import './update/changes.ts';
import './update/inventory.ts';
import './update/rates.ts';
import './update/undo-change.ts';
import './update/update-inventory.ts';
import './update/update-rates.ts';
import './key/key.ts';
import './key/key-mutations.ts';
import './problem/refusal-fields.ts';
import './update/conflict.ts';
import './viewer.ts';
import './webhook/webhook.ts';
import './webhook/webhook-delivery.ts';
import './webhook/webhook-mutations.ts';
import './catalogue/visit-type.ts';
import './catalogue/visit-type-list.ts';
import './catalogue/visit-type-category.ts';

const DESCRIPTION =
  'Stays in spa hotels: what there is, what it costs, whether it is free, and bookings of it. Entities are named by an ObjectId or a number. What can be wrong with a request is a member of its result and has a code and facts beside a message; the codes of bookings and stays are explained in `docs/rules.md` under the numbers in brackets (S12, F4). Enumerations and unions may grow: have a branch for what you do not know (`... on Problem`).';

export const schema: GraphQLSchema = described(dropDefaultResolvers(withRouterFields(oneOf(builder.toSchema()))));

/** What the builder cannot say, because the text for routers would have a directive that they do not know. */
function oneOf(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap()).filter(isInputObjectType)) {
    type.isOneOf = 'isOneOf' in type.extensions;
  }
  return built;
}

function described(built: GraphQLSchema): GraphQLSchema {
  built.description = DESCRIPTION;
  return built;
}

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
