/** The schema builder. Types of the data model take their descriptions from the comments of the Prisma schema. */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DirectivesPlugin from '@pothos/plugin-directives';
import FederationPlugin from '@pothos/plugin-federation';
import PrismaPlugin from '@pothos/plugin-prisma';
import { defaultFieldResolver, type GraphQLField } from 'graphql';
import type PrismaTypes from '../../data/generated/pothos.ts';
import { getDatamodel } from '../../data/generated/pothos.ts';
import type { Destination, Hotel, RoomType, VisitType, VisitTypeCategory } from '../../data/generated/prisma/client.ts';
import type { Scope } from '../../data/generated/prisma/enums.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { FIELD_COST, TYPICAL_ENTRIES } from './cost.ts';
import { DateTime, EmailAddress, LocalDate, SafeInt } from './scalars.ts';

export const builder = new SchemaBuilder<{
  Context: RequestContext;
  PrismaTypes: PrismaTypes;
  /** Types refer to each other by name; otherwise their files would import one another in a circle. */
  Objects: {
    Destination: Destination;
    Hotel: Hotel;
    RoomType: RoomType;
    VisitType: VisitType;
    VisitTypeCategory: VisitTypeCategory;
  };
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Parsed by the scalar, formatted by the resolvers. */
    LocalDate: { Input: Day; Output: string };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    LocaleTag: { Input: never; Output: string };
  };
}>({
  // Directives are written into the text for routers by the second one.
  plugins: [ComplexityPlugin, DirectivesPlugin, FederationPlugin, PrismaPlugin],
  // The executor checks the cost of an operation before it runs; fields only declare theirs.
  complexity: { defaultComplexity: FIELD_COST, defaultListMultiplier: TYPICAL_ENTRIES, disabled: true },
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.services.database.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    onUnusedQuery: 'error',
  },
});

/** Options of a field that passes its query to the Prisma plugin. */
export const LOADS_THROUGH_PRISMA = { loadsThroughPrisma: true } as const;

/**
 * Options of a field that returns the property of its own name. Its resolver exists only for the type checker and is removed.
 */
export const DEFAULT_RESOLVER = { readAsItIs: true } as const;

/**
 * Whether a field only reads the property of its own name. It then needs no resolver: executors read the property themselves,
 * and a compiled operation inlines the read, without the call, path and closures that a resolver costs.
 */
export function usesDefaultResolver({ resolve, extensions }: GraphQLField<unknown, unknown>): boolean {
  return resolve === defaultFieldResolver || 'readAsItIs' in extensions;
}

/** Options of an input of which exactly one field must be given. */
export const ONE_OF = { isOneOf: true } as const;

/**
 * Options of a field that can fail by itself: a query that refuses its arguments, a page within an answer that does, a mutation that too many
 * wrong pairs keep from looking its booking up. It is null then, and its siblings are answered (F9). What only an unavailable service makes
 * fail is never null.
 */
export const FAILS_ALONE = { nullable: true } as const;

/** Options of a field within an answer that is never null and refuses arguments: a mutation that has it is refused before it writes (F9). */
export function refusesArguments<Arguments>(problems: (args: Arguments) => readonly InputProblem[]) {
  return { argumentProblems: problems };
}

/** What a field refuses of its arguments before a mutation; undefined: nothing. */
export function argumentProblemsOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>) {
  return extensions.argumentProblems as ((args: object) => readonly InputProblem[]) | undefined;
}

/**
 * Options of a root field that needs one of these scopes; of none: any key may ask it. Without them, queries and subscriptions
 * need `read`, mutations `book`.
 */
export function requiresScope<const Scopes extends readonly Scope[]>(...scopes: Scopes) {
  return { scopes } as const;
}

/** The scopes of which a root field requires one; null: the field does not say. */
export function scopesOfField({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): readonly Scope[] | null {
  return (extensions.scopes as readonly Scope[] | undefined) ?? null;
}

/** Whether the Prisma plugin builds a field's query, or a part of it, from the selection. */
export function loadsThroughPrisma({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return 'loadsThroughPrisma' in extensions || 'pothosPrismaRelationField' in extensions;
}

/** The builder's types, for functions generic in a type of the schema. */
export type SchemaTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

builder.addScalarType('LocalDate', LocalDate);
builder.addScalarType('DateTime', DateTime);
builder.addScalarType('EmailAddress', EmailAddress);
builder.addScalarType('SafeInt', SafeInt);
builder.scalarType('LocaleTag', {
  description: 'A language as a BCP 47 tag: `cs-CZ`, `de`, `en` or `ru` (F6). It is only answered, never sent.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/bcp/bcp47.txt',
  serialize: (tag) => tag,
});

builder.queryType({
  description:
    'What can be read. A query needs an API key with the right `READ`, unless its description names others: those about bookings `BOOK`, `BOOKINGS` or `OPERATE`, about figures `OPERATE`, about stored capacity and prices `INVENTORY`, `RATES` or `OPERATE`, about what has changed them `INVENTORY` or `RATES`, about webhooks `WEBHOOKS`, about keys `KEYS`. Every key may ask `viewer`.',
});
builder.subscriptionType({
  description:
    'What can be followed, as server-sent events (`Accept: text/event-stream`). Subscriptions need an API key with the right `READ`, that of bookings one with `BOOKINGS` or `OPERATE`.',
});
builder.mutationType({
  description:
    'What can be changed. A mutation needs an API key with the right `BOOK`, unless its description names others: changing and cancelling a booking `BOOK`, `BOOKINGS` or `OPERATE`, sending its mail again `BOOKINGS` or `OPERATE`, answering requests, no-shows and taking back `OPERATE`, erasing `ERASE`, changes of prices `RATES`, of capacity `INVENTORY`, webhooks `WEBHOOKS`, keys `KEYS`.',
});
