/**
 * The input of a GraphQL request, read before any executor sees it: query parameters and a body that mean the same to
 * every reader, or the problem with them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isInputObjectType } from 'graphql';
import type { Simulation } from '../../domain/booking/simulation.ts';
import type { Languages } from '../../domain/text/locale.ts';
import { schema } from '../../graphql/schema/schema.ts';
import { type JsonReadOptions, parseJson, parseJsonBody } from '../../http/request/json-body.ts';
import { formatSentence } from '../../http/request/request-headers.ts';
import type { Client } from '../subscriptions/subscriptions.ts';

/** A request to the endpoint, completely read. */
export interface GraphQLRequest {
  readonly method: string;
  /** Without the key. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly languages: Languages;
  readonly simulation: Simulation | null;
  readonly body: Buffer | null;
  readonly client: Client;
  /** The network that it comes from. */
  network(): string;
}

/** The parsed body, null without one; or the problem as a sentence. */
export type GraphQLInput = { readonly body: unknown } | { readonly problem: string };

const OBJECT_PARAMETERS = ['variables', 'extensions'];
const PARAMETERS = ['query', 'operationName', 'documentId', ...OBJECT_PARAMETERS];

/** Names that errors may repeat: those of the schema and of the protocol. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...PARAMETERS,
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type) ? Object.keys(type.getFields()) : [],
  ),
]);

/** `__proto__` is fine here: a variable may have any name, and input objects refuse unknown ones. */
const READ_OPTIONS: JsonReadOptions = { knownNames: PUBLIC_NAMES };

export function parseInput({ query, body }: Pick<GraphQLRequest, 'query' | 'body'>): GraphQLInput {
  const problem = query === '' ? null : findQueryProblem(new URLSearchParams(query));
  if (problem !== null) return { problem };
  if (body === null) return { body };
  const read = parseJsonBody(body, READ_OPTIONS);
  return 'problem' in read ? { problem: formatSentence(read.problem) } : { body: read.value };
}

function findQueryProblem(query: URLSearchParams): string | null {
  const repeated = PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (repeated) return `The parameter ${repeated} must be given only once.`;
  for (const name of OBJECT_PARAMETERS) {
    const text = query.get(name) ?? '';
    const read = text === '' ? { value: null } : parseJson(text, READ_OPTIONS);
    if ('problem' in read && read.problem.code === 'REPEATED') {
      return formatSentence({ ...read.problem, path: `${name}.${read.problem.path}` });
    }
    if ('problem' in read || typeof read.value !== 'object' || Array.isArray(read.value)) {
      return `The parameter ${name} is not a JSON object.`;
    }
  }
  return null;
}
