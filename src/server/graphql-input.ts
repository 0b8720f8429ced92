/**
 * The input of a GraphQL request, read before any executor sees it: query parameters and a body that mean the same to
 * every reader, or the problem with them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isInputObjectType } from 'graphql';
import type { Languages } from '../domain/locale.ts';
import { schema } from '../graphql/schema.ts';
import { type JsonReading, type ReadJson, readJson, readJsonBody } from '../http/json-body.ts';
import { sentenceOf } from '../http/request-headers.ts';

/** A request to the endpoint, completely read. */
export interface GraphQLRequest {
  readonly method: string;
  /** Without the key. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly languages: Languages;
  readonly body: Buffer | null;
}

/** The parsed body, null without one; or the problem as a sentence. */
export type GraphQLInput = { readonly body: unknown } | { readonly problem: string };

const OBJECTS = ['variables', 'extensions'];
const PARAMETERS = ['query', 'operationName', 'documentId', ...OBJECTS];

/** Names that errors may repeat: those of the schema and of the protocol. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...PARAMETERS,
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type) ? Object.keys(type.getFields()) : [],
  ),
]);

/** `__proto__` is fine here: a variable may have any name, and input objects refuse unknown ones. */
const READING: JsonReading = { knownNames: PUBLIC_NAMES };

export function readInput({ query, body }: Pick<GraphQLRequest, 'query' | 'body'>): GraphQLInput {
  const problem = query === '' ? null : problemOf(new URLSearchParams(query));
  if (problem !== null) return { problem };
  return body === null ? { body: null } : inputOf(readJsonBody(body, READING));
}

function inputOf(read: ReadJson): GraphQLInput {
  return 'problem' in read ? { problem: sentenceOf(read.problem) } : { body: read.value };
}

function problemOf(query: URLSearchParams): string | null {
  const repeated = PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (repeated) return `The parameter ${repeated} must be given only once.`;
  for (const name of OBJECTS) {
    const text = query.get(name) ?? '';
    const read = text === '' ? { value: null } : readJson(text, READING);
    if ('problem' in read && read.problem.code === 'REPEATED') return sentenceOf(within(name, read.problem));
    if ('problem' in read || !isObjectOrNull(read.value)) return `The parameter ${name} is not a JSON object.`;
  }
  return null;
}

function within<Problem extends { readonly path: string }>(name: string, problem: Problem): Problem {
  return { ...problem, path: `${name}.${problem.path}` };
}

function isObjectOrNull(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}
