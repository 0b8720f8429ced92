/**
 * Requests of at most 256 kB that are refused, and try to make that dear (A2): every hostile value in every place of every argument,
 * and of every tool of agents, hostile documents, bodies that are no JSON, addresses, and catalogue files. All as data, for whatever measures them.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
  typeFromAST,
} from 'graphql';
import { SCOPES } from '../../../src/data/keys/scopes.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { MCP_PATH } from '../../../src/mcp/mcp-endpoints.ts';
import { ToolOperations } from '../../../src/mcp/tool-operations.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { bindingBody } from '../booking/booking-body.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

export interface HostileRefusal {
  /** What it tries, in words. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made anew at each call: all of them together would fill the memory. */
  body(): Buffer | null;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const post = (name: string, url: string, body: () => string, headers: Readonly<Record<string, string>> = {}) =>
  ({ name, method: 'POST', url, headers: { ...JSON_TYPE, ...headers }, body: () => Buffer.from(body()) }) as const;

/** An acceptable value of each scalar. */
const ACCEPTABLE: Readonly<Record<string, unknown>> = {
  ID: '11',
  Int: 1,
  Float: 1,
  String: 'x',
  Boolean: true,
  LocalDate: '2027-04-05',
  DateTime: '2027-04-05T10:00:00Z',
  EmailAddress: 'a@example.org',
  SafeInt: 1,
  _Any: { __typename: 'Hotel', id: '1', number: 1 },
};

function acceptable(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return acceptable(type.ofType);
  if (isListType(type)) return [acceptable(type.ofType)];
  if (isInputObjectType(type)) {
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, acceptable(field.type)]));
  }
  return isEnumType(type) ? type.getValues()[0]!.name : ACCEPTABLE[type.name];
}

/** Selects what tells of problems, under as many names as a careful client would use. */
function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  const problems = 'code message ... on InvalidInput { problems { path code reason message expected fields value } }';
  return isUnionType(named)
    ? `{ __typename ... on Problem { ${problems} } ... on NotFound { subject reference } }`
    : '{ __typename }';
}

/** All places within a value, itself included, as keys. */
function placesIn(value: unknown): (string | number)[][] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
  return [[], ...inside.flatMap(([key, inner]) => placesIn(inner).map((place) => [keyOf(key), ...place]))];
}

const PLACEHOLDER = '@here@';

/** The JSON of a value with another text of JSON in a place. */
function withAt(value: unknown, place: readonly (string | number)[], text: (item: string) => string): string {
  const copy = { root: structuredClone(value) } as Record<string | number, unknown>;
  const keys = ['root', ...place];
  const last = keys.pop()!;
  const parent = keys.reduce<Record<string | number, unknown>>((at, key) => at[key] as never, copy);
  const item = Array.isArray(parent[last]) ? JSON.stringify((parent[last] as unknown[])[0] ?? {}) : '{}';
  parent[last] = PLACEHOLDER;
  const [before, after] = JSON.stringify(copy.root).split(`"${PLACEHOLDER}"`);
  return `${before}${text(item)}${after}`;
}

function* inVariables(): Generator<HostileRefusal> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots as GraphQLObjectType[]) {
    const operation =
      root === schema.getQueryType() ? 'query' : root === schema.getMutationType() ? 'mutation' : 'subscription';
    for (const field of Object.values(root.getFields())) {
      if (field.args.length === 0) continue;
      const declared = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
      const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const query = `${operation} Q(${declared}) { ${field.name}(${given}) ${selectionOf(field)} }`;
      const variables = Object.fromEntries(field.args.map((arg) => [arg.name, acceptable(arg.type)]));
      for (const place of placesIn(variables)) {
        for (const [name, write] of Object.entries(HOSTILE_VALUES)) {
          yield post(`${field.name}, ${place.join('.') || 'variables'}: ${name}`, '/graphql', () => {
            return `{"query":${JSON.stringify(query)},"variables":${withAt(variables, place, write)}}`;
          });
        }
      }
    }
  }
}

function* inDocuments(): Generator<HostileRefusal> {
  for (const [name, write] of Object.entries(HOSTILE_DOCUMENTS)) {
    yield post(`a document, ${name}`, '/graphql', () => JSON.stringify({ query: write() }));
    yield post(`a document for Yoga, ${name}`, '/graphql?by=yoga', () => JSON.stringify({ query: write() }));
    yield post(`a document for a stream, ${name}`, '/graphql', () => JSON.stringify({ query: write() }), {
      accept: 'text/event-stream',
    });
  }
}

const QUERY = '{ viewer { today } }';

function* inBodies(): Generator<HostileRefusal> {
  const asked = {
    query: QUERY,
    operationName: 'x',
    variables: {},
    extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } },
  };
  for (const place of placesIn(asked)) {
    for (const [name, write] of Object.entries(HOSTILE_VALUES)) {
      yield post(`a request, ${place.join('.') || 'all of it'}: ${name}`, '/graphql', () =>
        withAt(asked, place, write),
      );
    }
  }
  const booking = bindingBody({ customer_note: 'x', affilUserName: 'x' });
  const guest = {
    gender: 'male',
    first_name: 'A',
    last_name: 'B',
    birth_date: '2000-01-01',
    loyalty_program_id: 1,
    loyalty_program_code: 'x',
  };
  const full = { ...booking, guests: [guest] };
  for (const place of placesIn(full)) {
    for (const [name, write] of Object.entries(HOSTILE_VALUES)) {
      yield post(`POST /v1/booking, ${place.join('.') || 'all of it'}: ${name}`, '/api/v1/booking', () =>
        withAt(full, place, write),
      );
    }
  }
  const deep = (name: string, levels: number) =>
    `${`{"${name}":`.repeat(levels)}{"query":1,"query":1}${'}'.repeat(levels)}`;
  for (const url of ['/graphql', '/api/v1/booking']) {
    yield post(`${url}, a name that is repeated deep inside`, url, () => deep('variables', 2_000));
    yield post(`${url}, a name that is repeated very deep inside`, url, () => deep('guests', 20_000));
    yield post(
      `${url}, a name that is repeated deep inside lists`,
      url,
      () => `${'['.repeat(3_000)}{"query":1,"query":1}${']'.repeat(3_000)}`,
    );
    yield post(`${url}, a body that breaks off`, url, () => '{"a":'.repeat(50_000));
    yield post(`${url}, a body of braces`, url, () => '{'.repeat(250_000));
    yield post(`${url}, a body of quotes`, url, () => '"'.repeat(250_000));
    yield post(`${url}, a body of backslashes`, url, () => `"${'\\'.repeat(250_001)}"`);
    yield post(`${url}, a body of spaces`, url, () => ' '.repeat(250_000));
    yield { ...post(`${url}, a body that is not UTF-8`, url, () => ''), body: () => Buffer.alloc(250_000, 0xff) };
  }
}

/** What an address of at most 8 kB can hold. */
const ADDRESSED: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(7_000),
  digits: '1'.repeat(7_000),
  zeros: `${'0'.repeat(7_000)}1`,
  'percent signs': '%41'.repeat(2_300),
  'halves of characters': '%ED%A0%80'.repeat(770),
  commas: ','.repeat(7_000),
  dots: '.'.repeat(7_000),
};

function* inAddresses(): Generator<HostileRefusal> {
  const get = (name: string, url: string): HostileRefusal => ({
    name,
    method: 'GET',
    url,
    headers: {},
    body: () => null,
  });
  for (const route of ROUTES.filter(({ method }) => method === 'GET')) {
    for (const [name, { in: where, canonical }] of Object.entries(route.parameters)) {
      const with_ = (text: string) =>
        where === 'path'
          ? `/api${route.path.replace(`{${name}}`, text)}`
          : `/api${route.path.replaceAll(/\{\w+\}/g, '1')}?${name}=${text}`;
      for (const [what, text] of Object.entries(ADDRESSED))
        yield get(`GET ${route.path}, ${canonical}: ${what}`, with_(text));
      yield get(
        `GET ${route.path}, ${canonical}: many times`,
        with_(Array.from({ length: 400 }, () => 'x').join(`&${name}=`)),
      );
    }
  }
  for (const [what, text] of Object.entries(ADDRESSED)) {
    yield get(`GET /graphql, query: ${what}`, `/graphql?query=${text}`);
    yield get(`GET /graphql, variables: ${what}`, `/graphql?query=${encodeURIComponent(QUERY)}&variables=${text}`);
    yield get(`GET, a path of ${what}`, `/api/${text}`);
    yield get(`GET, a name of ${what}`, `/api/v1/price?${text}=1`);
  }
  yield get(
    'GET /v1/price, many parameters',
    `/api/v1/price?${Array.from({ length: 1_500 }, (_, i) => `${i.toString(36)}=1`).join('&')}`,
  );
}

/** What agents send: whole messages, and calls of every tool. */
function* inMessages(): Generator<HostileRefusal> {
  const call = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const hostile = function* (name: string, message: object, places: readonly (string | number)[][]) {
    for (const place of places) {
      for (const [what, write] of Object.entries(HOSTILE_VALUES)) {
        yield post(
          `${name}, ${place.join('.') || 'all of it'}: ${what}`,
          MCP_PATH,
          () => withAt(message, place, write),
          {
            accept: 'application/json, text/event-stream',
          },
        );
      }
    }
  };
  const clientInfo = { name: 'x', version: 'x', icons: [{ src: 'x' }] };
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  for (const message of [
    call({ name: 'show_hotel', arguments: { hotel: 1 }, _meta: { progressToken: 1 } }),
    { ...call(initialize), method: 'initialize' },
  ]) {
    yield* hostile(`the message ${message.method}`, message, placesIn(message));
  }
  for (const { listed, operation } of new ToolOperations(schema).of(new Set(SCOPES))) {
    const given = operation.node.variableDefinitions!.map(({ variable, type }) => [
      variable.name.value,
      acceptable(typeFromAST(schema, type) as GraphQLInputType),
    ]);
    const args = Object.fromEntries(given);
    const places = placesIn(args).map((place) => ['params', 'arguments', ...place]);
    yield* hostile(`the tool ${listed.name}`, call({ name: listed.name, arguments: args }), places);
  }
}

function* inFiles(): Generator<HostileRefusal> {
  const file = {
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: 1, name: { en: 'Valley' } }],
    hotels: [
      {
        id: 1,
        code: 'aurora',
        name: 'Aurora',
        destinationId: 1,
        stars: 4,
        roomTypes: [{ id: 11, code: 'DBL', beds: 2 }],
      },
    ],
    visitTypes: [
      {
        id: 101,
        name: { en: 'Classic' },
        hotelIds: [1],
        boarding: 'HALF_BOARD',
        nightsMin: 1,
        nightsMax: 14,
        priceLists: [],
      },
    ],
    inventory: [{ roomTypeId: 11, from: '2027-01-01', to: '2027-02-01', units: 1 }],
  };
  for (const place of placesIn(file)) {
    for (const [name, write] of Object.entries(HOSTILE_VALUES)) {
      const { body, ...request } = post(
        `a file, ${place.join('.') || 'all of it'}: ${name}`,
        '/manage/catalogue?dryRun=1',
        () => withAt(file, place, write),
      );
      yield { ...request, method: 'PUT', body };
    }
  }
}

/** Families of requests, named by what they are aimed at. */
export const HOSTILE_REFUSALS: Readonly<Record<string, () => Generator<HostileRefusal>>> = {
  variables: inVariables,
  documents: inDocuments,
  bodies: inBodies,
  messages: inMessages,
  addresses: inAddresses,
  'catalogue files': inFiles,
};
