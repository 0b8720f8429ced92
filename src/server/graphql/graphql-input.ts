/**
 * What a GraphQL request carries, read before the server that executes it sees any of it: parameters of the address and a body
 * that mean the same to every reader, or the problem with them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isInputObjectType } from 'graphql';
import type { Languages } from '../../domain/text/locale.ts';
import { schema } from '../../graphql/schema/schema.ts';
import { type JsonReadOptions, type JsonResult, parseJson, parseJsonBody } from '../../http/request/json-body.ts';
import { formatSentence } from '../../http/request/request-headers.ts';

/** A request to the endpoint, read to its end. */
export interface GraphQLRequest {
  readonly method: string;
  /** The query of the address, without a key. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly languages: Languages;
  readonly body: Buffer | null;
}

/** The parsed body, null where there is none; or what is wrong, in a sentence. */
export type GraphQLInput = { readonly body: unknown } | { readonly problem: string };

const OBJECT_PARAMETERS = ['variables', 'extensions'];
const PARAMETERS = ['query', 'operationName', 'documentId', ...OBJECT_PARAMETERS];

/** Names that errors may repeat: those that stand in the schema, and those of the protocol. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...PARAMETERS,
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type) ? Object.keys(type.getFields()) : [],
  ),
]);

/** A variable may have any name, and an object of the schema refuses those that it does not know. */
const READ_OPTIONS: JsonReadOptions = { knownNames: PUBLIC_NAMES };

/** Reads the query of an address, and the bytes of a body if there is one. */
export function parseInput({ query, body }: Pick<GraphQLRequest, 'query' | 'body'>): GraphQLInput {
  const problem = query === '' ? null : findQueryProblem(new URLSearchParams(query));
  if (problem !== null) return { problem };
  return body === null ? { body: null } : toInput(parseJsonBody(body, READ_OPTIONS));
}

function toInput(read: JsonResult): GraphQLInput {
  return 'problem' in read ? { problem: formatSentence(read.problem) } : { body: read.value };
}

function findQueryProblem(query: URLSearchParams): string | null {
  const repeated = PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (repeated) return `The parameter ${repeated} must be given only once.`;
  for (const name of OBJECT_PARAMETERS) {
    const text = query.get(name) ?? '';
    const read = text === '' ? { value: null } : parseJson(text, READ_OPTIONS);
    if ('problem' in read && read.problem.code === 'REPEATED') return formatSentence(prefixPath(name, read.problem));
    if ('problem' in read || !isObjectOrNull(read.value)) return `The parameter ${name} is not a JSON object.`;
  }
  return null;
}

function prefixPath<Problem extends { readonly path: string }>(name: string, problem: Problem): Problem {
  return { ...problem, path: `${name}.${problem.path}` };
}

function isObjectOrNull(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}
