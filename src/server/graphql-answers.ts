/**
 * What the GraphQL endpoint answers, whoever has read the request: from the store of finished answers, by the short way for
 * plain operations, or by Yoga. The key has been checked before.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { createYoga, processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../data/api-keys.ts';
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
import { execute, plainOperation } from './direct-entrance.ts';
import { createDocumentCaches } from './document-cache.ts';
import { maskedError } from './errors.ts';
import { guards } from './graphql-guards.ts';
import { readInput } from './graphql-input.ts';
import { isJsonType, MEDIA_TYPES, type MediaType, mediaTypeFor } from './graphql-media-type.ts';
import { codeOfErrors, reportDefects, tellExecutions } from './graphql-reports.ts';
import { knownOperations } from './known-operations.ts';
import type { Logger } from './log.ts';
import { factsOfOperation, type OperationListener } from './operation-facts.ts';
import { NO_OPERATION, type OperationLabels } from './operation-label.ts';
import { type Tracing, traceExecutions } from './tracing.ts';
import { type TrustedDocuments, trustDocuments } from './trusted-documents.ts';

export const GRAPHQL_PATH = '/graphql';

const DOCUMENT_CACHE_BYTES = 48 * 1024 * 1024;
/** Nobody is to keep an answer: what it says depends on the key, and on the moment. */
export const CACHE_CONTROL = 'private, no-store';

/** A request to the endpoint, read to its end. */
export interface GraphQLRequest {
  readonly method: string;
  /** The query of the address, without a key. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
}

/** The answers of the endpoint. */
export interface GraphQLAnswers {
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
  log,
  operationTimeoutMs,
  answers,
  labels,
  tracing,
  trusted,
}: {
  compiled: CompiledOperations;
  gateway: Gateway;
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
    graphiql: false,
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

  /** By the short way, or null when the request is not for it. */
  function directly(
    { method, query }: GraphQLRequest,
    { body, mediaType }: { body: unknown; mediaType: MediaType },
    context: ServerContext,
  ): Soon<FinishedAnswer | null> {
    const isPlain = method === 'POST' && query === '' && isJsonType(mediaType);
    const operation = isPlain ? plainOperation(body, trusted) : null;
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

  async function byYoga(
    request: GraphQLRequest,
    mediaType: MediaType,
    context: ServerContext,
  ): Promise<FinishedAnswer> {
    // In the spellings that it knows: what the headers mean has been decided.
    const headers = { accept: mediaType, ...(request.body ? { 'content-type': 'application/json' } : {}) };
    return finished(await yoga.fetch(fetchRequestOf({ ...request, headers }), context));
  }

  function madeFor(request: GraphQLRequest, mediaType: MediaType, context: ServerContext): Soon<FinishedAnswer> {
    const input = readInput(request);
    if ('problem' in input) return errorAnswer(400, input.problem, 'BAD_REQUEST');
    const direct = directly(request, { body: input.body, mediaType }, context);
    return when(direct, (answer) => answer ?? byYoga(request, mediaType, context));
  }

  return {
    answer(caller, request) {
      const mediaType = mediaTypeFor(request.headers.accept);
      if (mediaType === null) return { about: aboutOf('refused', NO_OPERATION), ...NOT_ACCEPTABLE };
      const question = questionOf(request, mediaType);
      const kept = answers.find(caller, question);
      if (kept) return kept;
      const facts = factsOfOperation({ labels, bookings: gateway.bookings });
      const context: ServerContext = { caller, acceptLanguage: request.headers['accept-language'], ...facts.listener };
      return when(madeFor(request, mediaType, context), (answer) => {
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

const NOT_ACCEPTABLE = errorAnswer(406, `Accept: Must allow one of ${MEDIA_TYPES.join(', ')}.`, 'BAD_REQUEST');

/** Languages as they are wanted; callers send few different headers, and each is understood once. */
const wanted = new LRUCache<string, string>({ max: 200, memoMethod: (header) => preferredLocales(header).join() });

/** What is asked, with all that shapes the answer beside it; who asks is not a part of it. */
function questionOf({ method, query, headers, body }: GraphQLRequest, mediaType: MediaType): string {
  const { 'accept-language': languages = '' } = headers;
  // No part but the last can have a space in it.
  return `${method} ${mediaType} ${wanted.memo(languages)} ${query} ${body ? body.toString() : ''}`;
}

function jsonAnswer(text: string, mediaType: string): FinishedAnswer {
  const headers = { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': CACHE_CONTROL };
  return { status: 200, headers, bytes: utf8(text) };
}

/** How an answer is framed, encoded and cached, in whatever case it is written: that is decided where the answer is sent. */
const NOT_OF_THE_ANSWER: ReadonlySet<string> = new Set([
  ...['cache-control', 'content-encoding', 'content-length'],
  ...['connection', 'keep-alive', 'transfer-encoding'],
]);

/** A response as it is sent: whole, one of each header. */
async function finished(response: Response): Promise<FinishedAnswer> {
  const headers: Record<string, string> = { 'cache-control': CACHE_CONTROL };
  for (const [name, value] of response.headers) {
    const lowerCase = name.toLowerCase();
    if (!NOT_OF_THE_ANSWER.has(lowerCase)) headers[lowerCase] = value;
  }
  return { status: response.status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The request as Yoga takes it. */
function fetchRequestOf({ method, query, headers, body }: GraphQLRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':')) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(`http://gateway${GRAPHQL_PATH}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: copied,
    ...(body ? { body: body as Buffer<ArrayBuffer> } : {}),
  });
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
