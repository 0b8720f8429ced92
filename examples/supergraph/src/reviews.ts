/** The subgraph of reviews: what guests say of hotels and packages, which it knows by their numbers only. */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';

const REVIEWS = [
  { stars: 5, text: 'The springs are next door.', hotel: 1, visitType: 101 },
  { stars: 4, text: 'Quiet, and the cure helped.', hotel: 3, visitType: 102 },
  { stars: 3, text: 'The pool opens late.', hotel: 1, visitType: 102 },
];

/** A hotel or a booking that the caller's key does not see is null, so a field that leads there must admit it. */
export const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])

  type Query {
    latestReviews: [Review!]!
    "The stay that a guest is invited to review."
    invitation(booking: ID!): Booking
  }
  type Review { stars: Int! text: String! hotel: Hotel visitType: VisitType }
  type Hotel @key(fields: "number") { number: Int! reviews: [Review!]! }
  type VisitType @key(fields: "number") { number: Int! reviews: [Review!]! }
  type Booking @key(fields: "id") { id: ID! reviewUrl: String! }
`);

const resolvers = {
  Query: {
    latestReviews: () => REVIEWS,
    invitation: (_: unknown, { booking }: { booking: string }) => ({ id: booking }),
  },
  Review: {
    hotel: ({ hotel }: { hotel: number }) => ({ number: hotel }),
    visitType: ({ visitType }: { visitType: number }) => ({ number: visitType }),
  },
  Hotel: { reviews: (of: { number: number }) => REVIEWS.filter(({ hotel }) => hotel === of.number) },
  VisitType: { reviews: (of: { number: number }) => REVIEWS.filter(({ visitType }) => visitType === of.number) },
  Booking: { reviewUrl: ({ id }: { id: string }) => `https://reviews.example/of/${id}` },
};

export const reviews = createYoga({ schema: buildSubgraphSchema({ typeDefs, resolvers }), graphiql: false });
