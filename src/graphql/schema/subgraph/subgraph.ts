/** The schema as a subgraph of Apollo Federation 2 (X1, X2): the fields that a router asks for beside it, and its text with directives. */
import { readFileSync } from 'node:fs';
import { getTypeBrand } from '@pothos/core';
import {
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  graphqlSync,
} from 'graphql';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { builder, requiresScope } from '../builder.ts';
import { entriesCost, SUBGRAPH_COST } from '../cost.ts';
import { throwIfInvalid } from '../errors.ts';
import { ENTITY_NAMES, findEntity, type Representation, representationProblems } from './entities.ts';

/** The oldest version that knows every directive in use, so that older routers take it, too. */
const FEDERATION = 'https://specs.apollo.dev/federation/v2.3';
const DIRECTIVES = ['@key', '@shareable'];
const PRINTED = new URL('../../../../subgraph.graphql', import.meta.url);

/** The text for routers, as in `subgraph.graphql`. Servers read that file: to print it takes as long as to build the schema twice. */
export function printedSubgraph(): string {
  const built = builder.toSubGraphSchema({ linkUrl: FEDERATION, federationDirectives: DIRECTIVES });
  const { data } = graphqlSync({ schema: built, source: '{ _service { sdl } }' });
  return `${(data as unknown as { readonly _service: { readonly sdl: string } })._service.sdl.trim()}\n`;
}

let printed: string | null = null;

const SERVICE: GraphQLFieldConfig<unknown, RequestContext> = {
  type: new GraphQLNonNull(
    new GraphQLObjectType({
      name: '_Service',
      description: 'This schema for routers.',
      fields: { sdl: { type: GraphQLString, description: 'As in `subgraph.graphql`.' } },
    }),
  ),
  description: 'What a router needs to know of this subgraph of Apollo Federation 2 (X1).',
  extensions: { ...requiresScope(), complexity: SUBGRAPH_COST },
  resolve() {
    printed ??= readFileSync(PRINTED, 'utf8');
    return { sdl: printed };
  },
};

const ANY = new GraphQLScalarType({
  name: '_Any',
  description: 'What a router knows of an entity: its type as `__typename`, and its `id` or `number`.',
});

interface Asked {
  readonly representations: readonly Representation[];
}

/** Each costs what an id of `nodes` does (X2), however many they are. */
function costOf({ representations }: Asked) {
  const { length } = representations;
  return { field: entriesCost({ ids: representations }).field, multiplier: Math.max(1, length) };
}

function entitiesField(schema: GraphQLSchema): GraphQLFieldConfig<unknown, RequestContext, Asked> {
  const entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'An entity that other subgraphs extend.',
    types: ENTITY_NAMES.map((name) => schema.getType(name) as GraphQLObjectType),
    resolveType: (row) => getTypeBrand(row) as unknown as string,
  });
  return {
    type: new GraphQLNonNull(new GraphQLList(entity)),
    description:
      'The entities that a router of a supergraph knows by their keys, in the order of the representations; null for each that does not exist for the API key: what is of the catalogue needs `READ`, bookings `BOOKINGS` or `OPERATE` (X2).',
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(ANY))),
        description: 'At most 1,000 entities, each with `__typename` and a key.',
      },
    },
    extensions: { ...requiresScope('read', 'bookings', 'operate'), complexity: costOf },
    resolve(_, { representations }, context) {
      throwIfInvalid(representationProblems(representations));
      return representations.map((one) => findEntity(context, one));
    },
  };
}

/** The schema with `_service` and `_entities`, which are scoped, costed and batched as `node` and `nodes` are. */
export function withRouterFields(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (!query) throw new Error('the schema has no queries');
  const { fields, ...ofQuery } = query.toConfig();
  const added = { _entities: entitiesField(schema) as GraphQLFieldConfig<unknown, unknown>, _service: SERVICE };
  return new GraphQLSchema({
    ...config,
    query: new GraphQLObjectType({ ...ofQuery, fields: { ...fields, ...added } }),
    types: types.filter((type) => type !== query),
  });
}
