/**
 * Requests to the GraphQL endpoint with random operations: as POST and as GET, with parameters in right and in wrong
 * places, in bodies that are not JSON or not text, with every header that the endpoint reads.
 */
import fc from 'fast-check';
import type { GraphQLSchema } from 'graphql';
import { drawFromBytes } from '../../catalogue/random/random-draw.ts';
import { type ArbitraryOperation, operationFrom } from './arbitrary-operations.ts';
import { type ArbitraryRequest, credentials, escaped } from './arbitrary-requests.ts';

/** Choices of one operation; after the last one, the simplest are taken. */
const CHOICES = { minLength: 40, maxLength: 200, size: 'max' } as const;

const headers = fc.record(
  {
    'accept-language': fc.constantFrom('de', 'cs, en;q=0', '*;q=0', ',,,', 'en-'.repeat(300)),
    accept: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(
          'application/json',
          'application/graphql-response+json',
          '*/*',
          'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('image/png', 'application/json;q=0', ';') },
    ),
    'x-graphql-event-stream-token': fc.constant('x'),
  },
  { requiredKeys: [] },
);

type Sent = Pick<ArbitraryRequest, 'method' | 'url' | 'payload'> & { type: string };

const JSON_TYPE = 'application/json';

/** Other values in place of the parameters of a request. */
const strangeParameters = fc.record(
  {
    query: fc.constantFrom<unknown>(null, 5, '', [], {}, ' ', '# nothing', '{', 'x'.repeat(3_000)),
    variables: fc.constantFrom<unknown>(null, 5, 'x', [], '{}', [{}], { __proto__: null }),
    operationName: fc.constantFrom<unknown>(null, 5, [], {}, 'none'),
    extensions: fc.constantFrom<unknown>(null, 5, 'x', [], { persistedQuery: { version: 1, sha256Hash: 'x' } }),
    id: fc.constantFrom<unknown>('x', null),
    __proto__: fc.constant<unknown>({ query: '{ viewer { today } }' }),
  },
  { requiredKeys: [] },
);

function asPost(parameters: object, type = JSON_TYPE): Sent {
  return { method: 'POST', url: '/graphql', payload: JSON.stringify(parameters), type };
}

function asGet({ query, variables, operationName }: ArbitraryOperation, text: string): Sent {
  const name = operationName === undefined ? '' : `&operationName=${escaped(operationName)}`;
  const url = `/graphql?query=${escaped(query)}&variables=${escaped(JSON.stringify(variables))}${name}${text}`;
  return { method: 'GET', url, type: '' };
}

/** The operation as a request, mostly a plain POST. */
function sent(operation: fc.Arbitrary<ArbitraryOperation>): fc.Arbitrary<Sent> {
  const bytes = fc.tuple(
    operation.map((parameters) => Buffer.from(JSON.stringify(parameters))),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
  );
  return fc.oneof(
    { weight: 30, arbitrary: operation.map((parameters) => asPost(parameters)) },
    {
      weight: 10,
      arbitrary: fc
        .tuple(operation, fc.constantFrom('', '', '', '&variables=%7B', '&extensions=%7B', '&query=%7B', '&%', '&x=1'))
        .map(([parameters, more]) => asGet(parameters, more)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(operation, strangeParameters)
        .map(([parameters, strange]) => asPost({ ...parameters, ...strange })),
    },
    { weight: 1, arbitrary: operation.map((parameters) => asPost([parameters, parameters])) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(operation, fc.constantFrom('text/plain', 'application/graphql', 'application/x-www-form-urlencoded', ''))
        .map(([parameters, type]) => asPost(parameters, type)),
    },
    {
      weight: 2,
      arbitrary: bytes.map(([body, changes]): Sent => {
        for (const [at, to] of changes) body[at % body.length] = to;
        return { method: 'POST', url: '/graphql', payload: body, type: JSON_TYPE };
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'null', '['.repeat(9_000)))
        .map((payload): Sent => ({ method: 'POST', url: '/graphql', payload, type: JSON_TYPE })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(operation, fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'))
        .map(([parameters, method]): Sent => ({ ...asPost(parameters), method })),
    },
  );
}

/** Any request to the endpoint; the first of the keys has all scopes. */
export function arbitraryGraphQLRequest(
  schema: GraphQLSchema,
  keys: readonly string[],
): fc.Arbitrary<ArbitraryRequest> {
  const operation = fc.uint8Array(CHOICES).map((bytes) => operationFrom(drawFromBytes(bytes), schema));
  return fc
    .record({ sent: sent(operation), headers, credentials: credentials(keys) })
    .map(({ sent: { method, url, payload, type }, headers, credentials: { authorization, accessToken } }) => {
      const token = accessToken === undefined ? '' : `access_token=${escaped(accessToken)}`;
      return {
        method,
        url: token === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${token}`,
        headers: {
          ...headers,
          ...(authorization ? { authorization } : {}),
          ...(type && payload !== undefined ? { 'content-type': type } : {}),
        },
        ...(payload === undefined ? {} : { payload }),
      };
    });
}
