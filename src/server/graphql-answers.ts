/**
 * What the GraphQL endpoint answers, whoever has read the request: from the store of finished answers, by the short way for
 * plain operations, or by Yoga. The key has been checked before.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { createYoga, processRegularResult, shouldRenderGraphiQL, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import { type Soon, when } from '../data/soon.ts';
import { preferredLocales } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { schema } from '../graphql/schema.ts';
import { type AnswerStore, aboutOf, type FinishedAnswer } from '../operations/answer-store.ts';
import type { Gateway } from '../operations/session.ts';
import { timeLimit } from '../operations/time-limit.ts';
import { utf8 } from '../operations/utf8.ts';
import { asksToBook } from './asks-to-book.ts';
import type { CompiledOperations } from './compiled-operations.ts';
import { contextOf } from './context.ts';
import { execute, MediaTypes, plainOperation } from './direct-entrance.ts';
import { createDocumentCaches } from './document-cache.ts';
import { maskedError } from './errors.ts';
import { explorer } from './graphiql.ts';
import { guards } from './graphql-guards.ts';
import { codeOfErrors, reportDefects, tellExecutions } from './graphql-reports.ts';
import { knownOperations } from './known-operations.ts';
import type { Logger } from './log.ts';
import { factsOfOperation, type OperationListener } from './operation-facts.ts';
import type { OperationLabels } from './operation-label.ts';
import { type Tracing, traceExecutions } from './tracing.ts';
import { type TrustedDocuments, trustDocuments } from './trusted-documents.ts';

export const GRAPHQL_PATH = '/graphql';

const DOCUMENT_CACHE_BYTES = 48 * 1024 * 1024;
/** Nobody is to keep an answer: what it says depends on the key, and on the moment. */
export const CACHE_CONTROL = 'private, no-store';

/** A request to the endpoint, read to its end. */
export interface GraphQLRequest {
  readonly method: string;
  /** The query of the address with its question mark, or nothing. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
}

/** The answers of the endpoint. */
export interface GraphQLAnswers {
  /** Whether a browser asks for the explorer, which needs no key. */
  isForPage(request: GraphQLRequest): boolean;
  page(request: GraphQLRequest): Promise<string>;
  /** At once when it is kept, or made of nothing but what is kept. */
  answer(caller: Caller, request: GraphQLRequest): Soon<FinishedAnswer>;
  /**
   * Counts the booking that a request asks for whose key could not be looked up.
   * @param refusal the stable code of the failure
   * @returns the outcome that it was counted as; null: it asks for none
   */
  refusedUnread(request: GraphQLRequest, refusal: string): string | null;
}

/** What Yoga is given with every request. */
interface ServerContext extends Record<string, unknown>, OperationListener {
  caller: Caller | null;
  acceptLanguage: string | undefined;
}

type Yoga = YogaServerInstance<ServerContext, GraphQLContext>;

/** Opens the endpoint. */
export function createGraphQLAnswers({
  compiled,
  gateway,
  apiKeys,
  demoKey,
  log,
  operationTimeoutMs,
  answers,
  labels,
  tracing,
  trusted,
}: {
  compiled: CompiledOperations;
  gateway: Gateway;
  apiKeys: ApiKeys;
  demoKey: string | null;
  log: Logger;
  operationTimeoutMs: number;
  answers: AnswerStore;
  labels: OperationLabels;
  tracing: Tracing | null;
  /** Null: there are no trusted documents. */
  trusted: TrustedDocuments | null;
}): GraphQLAnswers {
  const documents = createDocumentCaches({ bytes: DOCUMENT_CACHE_BYTES });
  const contextFor = ({ caller, acceptLanguage, opened }: ServerContext): Soon<GraphQLContext> => {
    const limit = timeLimit(operationTimeoutMs);
    return when(contextOf({ gateway, caller: caller!, acceptLanguage, timeLimit: limit }), (context) => {
      opened(context.session);
      return context;
    });
  };
  const executeKnown = knownOperations({
    documents: documents.documentCache,
    compiled,
    contextFor,
    trace: tracing?.operation,
  });
  const yoga: Yoga = createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    context: contextFor,
    ...explorer({ gateway, apiKeys, demoKey, onlyTrusted: trusted?.only ?? false }),
    plugins: [
      ...(trusted ? [trustDocuments(trusted)] : []),
      tellExecutions(),
      ...guards(compiled),
      reportDefects(log),
      ...(tracing ? [traceExecutions(tracing.operation)] : []),
    ],
    maskedErrors: { isDev: false, maskError: maskedError },
    parserAndValidationCache: { ...documents },
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
  });
  const mediaTypes = new MediaTypes();
  const nobody = { caller: null, acceptLanguage: undefined, opened: () => {}, executing: () => {}, refused: () => {} };

  /** By the short way, or null when the request is not for it. */
  function directly(request: GraphQLRequest, context: ServerContext): Soon<FinishedAnswer | null> {
    const mediaType = isPlain(request) ? mediaTypes.of(request.headers.accept) : null;
    const operation = mediaType && request.body && plainOperation(request.body, trusted);
    if (!operation) return null;
    const written = (result: ExecutionResult) => {
      if (result.errors) context.refused(codeOfErrors(result.errors));
      return writtenAnswer(result, mediaType);
    };
    return when(executeKnown(operation, context), (known) => {
      if (known) return written(known);
      return execute(yoga, operation, context)?.then(written) ?? null;
    });
  }

  function writtenAnswer(result: ExecutionResult, mediaType: string): Soon<FinishedAnswer> {
    // Errors have a say in the status.
    if (result.errors) return finished(processRegularResult(result, yoga.fetchAPI, mediaType));
    return jsonAnswer(JSON.stringify(result), mediaType);
  }

  async function byYoga(request: GraphQLRequest, context: ServerContext): Promise<FinishedAnswer> {
    const refusal = refusalOf(request);
    if (refusal) return refusal;
    const response = await yoga.fetch(fetchRequestOf(request), context);
    if (response.status === 200) mediaTypes.learn(request.headers.accept, response.headers.get('content-type'));
    return finished(response);
  }

  return {
    isForPage: (request) => request.method === 'GET' && shouldRenderGraphiQL(fetchRequestOf(request)),
    page: async (request) => (await yoga.fetch(fetchRequestOf(request), nobody)).text(),
    answer(caller, request) {
      const question = questionOf(request);
      const kept = answers.find(caller, question);
      if (kept) return kept;
      const facts = factsOfOperation({ labels, bookings: gateway.bookings });
      const context: ServerContext = { caller, acceptLanguage: request.headers['accept-language'], ...facts.listener };
      const made = when(directly(request, context), (answer) => answer ?? byYoga(request, context));
      return when(made, (answer) => {
        const session = facts.session();
        const operation = facts.operation();
        const isKept = session && answer.status === 200 && answers.keep(session, question, answer, operation);
        const origin = answer.status >= 400 ? 'refused' : isKept ? 'computed' : 'not_kept';
        return { about: aboutOf(origin, operation), ...facts.told(), ...answer };
      });
    },
    refusedUnread: ({ body }, refusal) => (asksToBook(body, trusted) ? gateway.bookings.addRefused(refusal) : null),
  };
}

/** Languages as they are wanted; callers send few different headers, and each is understood once. */
const wanted = new LRUCache<string, string>({ max: 200, memoMethod: (header) => preferredLocales(header).join() });

/** What is asked, with all that shapes the answer beside it; who asks is not a part of it. */
function questionOf({ method, query, headers, body }: GraphQLRequest): string {
  const { accept = '', 'content-type': type = '', 'accept-language': languages = '' } = headers;
  const asked = query === '' ? '' : query.replaceAll(/(?<=[?&])access_token=[^&]*/g, '');
  return `${method} ${asked} ${accept} ${type} ${wanted.memo(languages)} ${body ? body.toString() : ''}`;
}

/** A POST of JSON with nothing in its address but perhaps the question mark. */
function isPlain({ method, query, headers }: GraphQLRequest): boolean {
  return method === 'POST' && query.length < 2 && isJsonType(headers['content-type']);
}

/** Whether a body is said to be JSON, in no other encoding than UTF-8. */
export function isJsonType(contentType: string | undefined): boolean {
  return (
    contentType === 'application/json' || /^application\/json\s*;\s*charset="?utf-8"?\s*$/i.test(contentType ?? '')
  );
}

function jsonAnswer(text: string, mediaType: string): FinishedAnswer {
  const headers = { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': CACHE_CONTROL };
  return { status: 200, headers, bytes: utf8(text) };
}

/** A response as it is sent. */
async function finished(response: Response): Promise<FinishedAnswer> {
  // How long it is depends on the encoding that it will be sent in.
  const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...headers, 'cache-control': CACHE_CONTROL },
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The request as Yoga takes it. */
function fetchRequestOf({ method, query, headers, body }: GraphQLRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':')) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(`http://gateway${GRAPHQL_PATH}${query}`, {
    method,
    headers: copied,
    ...(body ? { body: body as Buffer<ArrayBuffer> } : {}),
  });
}

/** What is refused before Yoga is asked, which would fail on it instead. */
function refusalOf({ query, body }: GraphQLRequest): FinishedAnswer | null {
  const malformed = query === '' ? null : malformedParameter(new URLSearchParams(query));
  if (malformed) return errorAnswer(400, `The parameter ${malformed} is not a JSON object.`, 'BAD_REQUEST');
  const isRefused = body !== null && !isJson(body);
  return isRefused ? errorAnswer(400, 'The body must be one JSON object in UTF-8.', 'BAD_REQUEST') : null;
}

/** An error that is answered outside of Yoga. */
export function errorAnswer(
  status: number,
  message: string,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): FinishedAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_CONTROL },
    bytes: Buffer.from(JSON.stringify({ errors: [{ message, extensions: { code } }] })),
    refusal: code,
  };
}

function isJson(body: Buffer): boolean {
  if (!isUtf8(body)) return false;
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

function malformedParameter(query: URLSearchParams): string | null {
  for (const name of ['variables', 'extensions']) {
    const texts = query.getAll(name);
    if (texts.length === 0 || texts[0] === '') continue;
    try {
      const value: unknown = JSON.parse(texts[0]!);
      if (texts.length > 1 || (value !== null && (typeof value !== 'object' || Array.isArray(value)))) return name;
    } catch {
      return name;
    }
  }
  return null;
}
