/**
 * The input of a GraphQL request, read before any executor sees it: the parameters of a GET and the body of a POST, which mean the
 * same to every reader, or the problem with them. Parameters that are one operation, as those of nearly every request are, are not left to
 * Yoga: read and answered by it, one that is not in the response cache takes 3 to 6 times the processor time (bench/ABLATION.md).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { GraphQLError, isInputObjectType } from 'graphql';
import type { Simulation } from '../../domain/booking/simulation.ts';
import type { Languages } from '../../domain/text/locale.ts';
import type { OperationParams } from '../../graphql/execution/executor.ts';
import { schema } from '../../graphql/schema/schema.ts';
import type { Usage } from '../../http/limits/usage.ts';
import { type JsonReadOptions, parseJson, parseJsonBody } from '../../http/request/json-body.ts';
import { formatSentence } from '../../http/request/refused-request.ts';
import type { Client } from '../subscriptions/subscriptions.ts';
import type { Parameters } from './persisted-documents.ts';

/** A request to the endpoint, completely read. */
export interface GraphQLRequest {
  readonly method: string;
  /** The query string with the key removed. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly languages: Languages;
  readonly simulation: Simulation | null;
  readonly body: Buffer | null;
  readonly client: Client;
  /** The network that it comes from. */
  network(): string;
  /** Null: nothing is limited. */
  readonly usage: Usage | null;
}

/** The parameters, as sent; or the problem as a sentence. */
export type GraphQLInput = { readonly params: unknown } | { readonly problem: string };

const OBJECT_PARAMETERS = ['variables', 'extensions'];
const TEXT_PARAMETERS = ['query', 'operationName', 'documentId'];
const PARAMETERS = [...TEXT_PARAMETERS, ...OBJECT_PARAMETERS];

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
  const inAddress: GraphQLInput = query === '' ? { params: {} } : parseQuery(new URLSearchParams(query));
  if ('problem' in inAddress || body === null) return inAddress;
  const read = parseJsonBody(body, READ_OPTIONS);
  return 'problem' in read ? { problem: formatSentence(read.problem) } : { params: read.value };
}

/** Unknown parameters do not count, nor do empty ones. */
function parseQuery(query: URLSearchParams): GraphQLInput {
  const repeated = PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (repeated) return { problem: `The parameter ${repeated} must be given only once.` };
  const params: Record<string, unknown> = {};
  for (const name of TEXT_PARAMETERS) {
    const text = query.get(name);
    if (text) params[name] = text;
  }
  for (const name of OBJECT_PARAMETERS) {
    const text = query.get(name);
    if (!text) continue;
    const read = parseJson(text, READ_OPTIONS);
    if ('problem' in read && read.problem.code === 'REPEATED') {
      return { problem: formatSentence({ ...read.problem, path: `${name}.${read.problem.path}` }) };
    }
    if ('problem' in read || typeof read.value !== 'object' || Array.isArray(read.value)) {
      return { problem: `The parameter ${name} is not a JSON object.` };
    }
    params[name] = read.value;
  }
  return { params };
}

/** The parameters that GraphQL over HTTP knows. */
export const OPERATION_PARAMETERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions']);

/**
 * The operation of parameters that are one object with nothing but an operation, or with the name of one instead of the text; its
 * refusal; null: left to Yoga.
 */
export function parsePlainOperation(
  sent: unknown,
  resolve: (params: Parameters) => Parameters | GraphQLError,
): OperationParams | GraphQLError | null {
  if (!isObject(sent)) return null;
  const value = resolve(sent);
  if (value instanceof GraphQLError) return value;
  if (!Object.keys(value).every((name) => OPERATION_PARAMETERS.has(name))) return null;
  const { query, variables, operationName, extensions } = value;
  const isPlain =
    typeof query === 'string' &&
    (variables == null || isObject(variables)) &&
    (extensions == null || isObject(extensions)) &&
    (operationName == null || typeof operationName === 'string');
  return isPlain ? (value as unknown as OperationParams) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
