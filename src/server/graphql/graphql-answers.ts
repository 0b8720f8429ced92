/**
 * Answers GraphQL requests whose body is read and whose caller is known: from the cache; an operation in a JSON object
 * by the executor; everything else in GraphQL over HTTP by Yoga, over the same executor. Subscriptions get a stream.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { Documents } from '../../graphql/execution/documents.ts';
import type { Executor, OperationParams } from '../../graphql/execution/executor.ts';
import { NO_OPERATION } from '../../graphql/execution/operation-label.ts';
import { Subscription } from '../../graphql/execution/subscription.ts';
import { PendingResponses } from '../../http/response/pending-responses.ts';
import { type HttpResponse, responseSource } from '../../http/response/response.ts';
import type { ResponseCache } from '../../http/response/response-cache.ts';
import type { Services } from '../../operations/access/request-context.ts';
import { type Deadline, deadlineIn } from '../../operations/deadline.ts';
import { utf8 } from '../../operations/utf8.ts';
import { EVENT_STREAM } from '../subscriptions/event-stream.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type GraphQLRequest, parseInput } from './graphql-input.ts';
import {
  acceptsEventStream,
  isJsonType,
  MEDIA_TYPES,
  type MediaType,
  negotiateMediaType,
} from './graphql-media-type.ts';
import { createYogaHandler, toFetchRequest } from './graphql-yoga.ts';
import { parsePlainOperation } from './plain-operation.ts';
import { firstErrorCode, RequestedOperation } from './requested-operation.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** No intermediary may cache an answer: it depends on the key and on the moment. */
export const CACHE_CONTROL = 'private, no-store';

export interface GraphQLAnswers {
  /** Synchronous when it is cached or all its data is. */
  answer(caller: Caller, request: GraphQLRequest): MaybePromise<HttpResponse>;
  /**
   * Counts the booking of a request whose key could not be looked up.
   * @param refusal the stable code of the failure
   * @returns the outcome it was counted as; null: no booking was requested
   */
  refusedUnread(request: GraphQLRequest, refusal: string): string | null;
}

export interface GraphQLAnswersParts {
  readonly documents: Documents;
  readonly executor: Executor;
  readonly services: Services;
  readonly operationTimeoutMs: number;
  readonly responseCache: ResponseCache;
  readonly subscriptions: Subscriptions;
  /** Null: no trusted documents. */
  readonly trusted: TrustedDocuments | null;
}

export function createGraphQLAnswers(parts: GraphQLAnswersParts): GraphQLAnswers {
  const { documents, executor, services, operationTimeoutMs, responseCache, subscriptions, trusted } = parts;
  const yoga = createYogaHandler(executor, trusted);
  const pendingResponses = new PendingResponses(responseCache);

  function toResponse(
    result: ExecutionResult,
    requested: RequestedOperation,
    mediaType: MediaType,
  ): MaybePromise<HttpResponse> {
    if (!result.errors) return jsonResponse(JSON.stringify(result), mediaType);
    requested.refusal = firstErrorCode(result.errors);
    // The status depends on the errors.
    return readResponse(processRegularResult(result, yoga.fetchAPI, mediaType));
  }

  /** Its stream; or its refusal, in JSON and with a status, because none of it was executed. */
  async function toStream(
    outcome: ExecutionResult | Subscription,
    requested: RequestedOperation,
    { client }: GraphQLRequest,
  ): Promise<HttpResponse> {
    if (outcome instanceof Subscription) return subscriptions.respond(requested.admitted!, client, outcome);
    const { status, headers, ...refusal } = await toResponse(outcome, requested, 'application/graphql-response+json');
    // Yoga takes errors without a status of their own for those of a field.
    const ownStatus = status === 200 ? 400 : status;
    return {
      ...refusal,
      status: ownStatus,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    };
  }

  function isSubscription({ query, operationName }: OperationParams): boolean {
    const prepared = documents.prepare(query);
    return 'operation' in prepared && prepared.operation(operationName)?.isSubscription === true;
  }

  async function answerByYoga(
    request: GraphQLRequest,
    mediaType: MediaType,
    requested: RequestedOperation,
  ): Promise<HttpResponse> {
    // Normalised for Yoga: the headers have been interpreted already.
    const headers = { accept: mediaType, ...(request.body ? { 'content-type': 'application/json' } : {}) };
    const response = await yoga.fetch(toFetchRequest({ ...request, headers }), { requested });
    return requested.outcome ? toStream(requested.outcome, requested, request) : readResponse(response);
  }

  function execute(
    request: GraphQLRequest,
    mediaType: MediaType,
    requested: RequestedOperation,
  ): MaybePromise<HttpResponse> {
    const input = parseInput(request);
    if ('problem' in input) return errorResponse(400, input.problem, 'BAD_REQUEST');
    const operation =
      request.method === 'POST' && request.query === '' ? parsePlainOperation(input.body, trusted) : null;
    if (!operation || !(isJsonType(mediaType) || isSubscription(operation)))
      return answerByYoga(request, mediaType, requested);
    return chain(executor.execute(operation, requested), (result) =>
      result instanceof Subscription || requested.isSubscription
        ? toStream(result, requested, request)
        : toResponse(result, requested, mediaType),
    );
  }

  /** Computes a response and caches it if it may be reused. */
  function compute({
    caller,
    request,
    mediaType,
    key,
    deadline,
  }: {
    caller: Caller;
    request: GraphQLRequest;
    mediaType: MediaType;
    key: string;
    deadline: Deadline;
  }): MaybePromise<HttpResponse> {
    const requested = new RequestedOperation(services, {
      caller,
      languages: request.languages,
      messages: request.languages.messages,
      simulation: request.simulation,
      deadline,
      network: caller.isPublishable ? request.network() : null,
      isReadOnly: request.method === 'GET',
      admit(admitted) {
        if (!acceptsEventStream(request.headers.accept)) throw onlyStreamed();
        return subscriptions.admit(admitted, request.client);
      },
    });
    const computed = chain(execute(request, mediaType, requested), (response): HttpResponse => {
      const { context, label, refusal } = requested;
      if (response.events) return response;
      const isCached = context && response.status === 200 && responseCache.put(context, key, response, label);
      const origin = response.status >= 400 ? 'refused' : isCached ? 'computed' : 'not_kept';
      return { refusal, booking: requested.bookingOutcome(), ...response, source: responseSource(origin, label) };
    });
    if (requested.isQuery) pendingResponses.add(caller, key, computed);
    return computed;
  }

  return {
    answer(caller, request) {
      const mediaType = negotiateMediaType(request.headers.accept);
      if (mediaType === null) return { source: responseSource('refused', NO_OPERATION), ...NOT_ACCEPTABLE };
      const key = cacheKey(request, mediaType);
      const cached = responseCache.get(caller, key);
      if (cached) return cached;
      const asked = { caller, request, mediaType, key, deadline: deadlineIn(operationTimeoutMs) };
      return chain(pendingResponses.get(caller, key), (shared) => shared ?? compute(asked));
    },
    refusedUnread({ body }, refusal) {
      const input = parseInput({ query: '', body });
      const operation = 'problem' in input ? null : parsePlainOperation(input.body, trusted);
      const prepared = operation && documents.prepare(operation.query);
      const isBooking =
        prepared !== null && 'operation' in prepared && prepared.operation(operation!.operationName)?.books;
      return isBooking ? services.bookings.addRefused(refusal) : null;
    },
  };
}

const NOT_ACCEPTABLE = errorResponse(406, `Accept: Must allow one of ${MEDIA_TYPES.join(', ')}.`, 'BAD_REQUEST');

function onlyStreamed(): GraphQLError {
  const message = `Subscriptions are answered as events; expected ${EVENT_STREAM} in Accept.`;
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } });
}

/** The cache key: everything that shapes the answer, except the caller. */
function cacheKey({ method, query, languages, body }: GraphQLRequest, mediaType: MediaType): string {
  // Only the last part can contain a space.
  return `${method} ${mediaType} ${languages.preferred} ${languages.messages} ${query} ${body ? body.toString() : ''}`;
}

function jsonResponse(text: string, mediaType: string): HttpResponse {
  const headers = { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': CACHE_CONTROL };
  return { status: 200, headers, bytes: utf8(text) };
}

/** Lower-case names of headers that frame, encode or cache a response. The writer sets those. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  ...['cache-control', 'content-encoding', 'content-length'],
  ...['connection', 'keep-alive', 'transfer-encoding'],
]);

async function readResponse(response: Response): Promise<HttpResponse> {
  const headers: Record<string, string> = { 'cache-control': CACHE_CONTROL };
  for (const [name, value] of response.headers) {
    const lowerCase = name.toLowerCase();
    if (!TRANSPORT_HEADERS.has(lowerCase)) headers[lowerCase] = value;
  }
  return { status: response.status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** An error without an execution. */
export function errorResponse(
  status: number,
  message: string,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_CONTROL },
    bytes: Buffer.from(JSON.stringify({ errors: [{ message, extensions: { code } }] })),
    refusal: code,
  };
}
