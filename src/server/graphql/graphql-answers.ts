/**
 * Answers GraphQL requests whose body is read and whose caller is known: from the cache; an operation in a JSON object or an address
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
import { holderOf } from '../../http/limits/rate-limit.ts';
import { payFor } from '../../http/limits/usage.ts';
import { ANSWER_TOO_LARGE, ANSWER_TOO_LARGE_MESSAGE, MAX_ANSWER_BYTES } from '../../http/response/answer-size.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse, ResponseOrigin, ResponseSource } from '../../http/response/response.ts';
import { AskedResponse, type ResponseCache } from '../../http/response/response-cache.ts';
import type { Services } from '../../operations/access/request-context.ts';
import type { RequestedBooking } from '../../operations/booking/booking-counts.ts';
import { type Deadline, deadlineIn } from '../../operations/deadline.ts';
import { utf8 } from '../../operations/utf8.ts';
import { EVENT_STREAM } from '../subscriptions/event-stream.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type GraphQLRequest, isObject, parseInput, parsePlainOperation } from './graphql-input.ts';
import {
  acceptsEventStream,
  isJsonType,
  MEDIA_TYPES,
  type MediaType,
  negotiateMediaType,
} from './graphql-media-type.ts';
import { createYogaHandler, toFetchRequest } from './graphql-yoga.ts';
import { bringsDocument, type PersistedDocuments } from './persisted-documents.ts';
import { firstErrorCode, RequestedOperation } from './requested-operation.ts';

/** No intermediary may cache an answer: it depends on the key and on the moment. */
const CACHE_CONTROL = 'private, no-store';
/** The caller may store the answer to a GET, and asks before each use whether it still holds (F10). */
const CACHE_CONTROL_OF_GET = 'private, no-cache';

export interface GraphQLAnswers {
  /** Synchronous when it is cached or all its data is. */
  answer(caller: Caller, request: GraphQLRequest): MaybePromise<HttpResponse>;
  /**
   * Counts the booking of a request whose key could not be looked up.
   * @param refusal the stable code of the failure
   * @returns as what it was counted; null: no booking was requested
   */
  refusedUnread(request: GraphQLRequest, refusal: string): RequestedBooking | null;
}

export interface GraphQLAnswersParts {
  readonly documents: Documents;
  readonly executor: Executor;
  readonly services: Services;
  readonly operationTimeoutMs: number;
  readonly responseCache: ResponseCache;
  readonly subscriptions: Subscriptions;
  readonly persisted: PersistedDocuments;
}

export function createGraphQLAnswers(parts: GraphQLAnswersParts): GraphQLAnswers {
  const { documents, executor, services, operationTimeoutMs, responseCache, subscriptions, persisted } = parts;
  const yoga = createYogaHandler(executor, persisted);

  function toResponse(
    result: ExecutionResult,
    requested: RequestedOperation,
    mediaType: MediaType,
  ): MaybePromise<HttpResponse> {
    if (!result.errors) {
      const text = JSON.stringify(result);
      // UTF-8 has no fewer bytes, so it need not be encoded.
      return text.length > MAX_ANSWER_BYTES
        ? refuseSize(requested, mediaType)
        : jsonResponse(text, mediaType, requested);
    }
    requested.refusal = firstErrorCode(result.errors);
    // The status depends on the errors.
    return readResponse(processRegularResult(result, yoga.fetchAPI, mediaType));
  }

  function refuseSize(requested: RequestedOperation, mediaType: MediaType): MaybePromise<HttpResponse> {
    services.limits.add('answer_size');
    const type = isJsonType(mediaType) ? mediaType : 'application/json';
    return toResponse({ errors: [answerTooLarge(requested)] }, requested, type);
  }

  /** The stream of an operation; or its refusal, in JSON and with a status, because none of it was executed. */
  async function toStream(
    outcome: ExecutionResult | Subscription,
    requested: RequestedOperation,
    { client }: GraphQLRequest,
  ): Promise<HttpResponse> {
    // biome-ignore lint/style/noNonNullAssertion: an operation is admitted before it becomes a subscription.
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

  function isSubscription({ query, operationName }: OperationParams, requested: RequestedOperation): boolean {
    const prepared = requested.working(() => documents.prepare(query));
    return 'operation' in prepared && prepared.operation(operationName)?.isSubscription === true;
  }

  async function answerByYoga(
    request: GraphQLRequest,
    mediaType: MediaType,
    requested: RequestedOperation,
  ): Promise<HttpResponse> {
    const holder = holderOf(requested.caller, request.client.address);
    const response = await yoga.fetch(toFetchRequest(request, mediaType), { requested, holder });
    return requested.outcome ? toStream(requested.outcome, requested, request) : readResponse(response);
  }

  function execute(
    request: GraphQLRequest,
    mediaType: MediaType,
    requested: RequestedOperation,
  ): MaybePromise<HttpResponse> {
    const input = requested.working(() => parseInput(request));
    if ('problem' in input) return errorResponse(400, input.problem, 'BAD_REQUEST');
    const { params } = input;
    requested.bringsDocument = isObject(params) && bringsDocument(params);
    const operation =
      request.method === 'GET' || request.query === ''
        ? parsePlainOperation(params, (sent) => {
            const holder = holderOf(requested.caller, request.client.address);
            // A text that comes with its hash is parsed and validated here.
            return requested.working(() => persisted.resolve(sent, holder));
          })
        : null;
    const isRefused = operation instanceof GraphQLError;
    if (!operation || !(isJsonType(mediaType) || (!isRefused && isSubscription(operation, requested))))
      return answerByYoga(request, mediaType, requested);
    if (isRefused) return toResponse({ errors: [operation] }, requested, mediaType);
    return chain(executor.execute(operation, requested), (result) =>
      result instanceof Subscription || requested.isSubscription
        ? toStream(result, requested, request)
        : toResponse(result, requested, mediaType),
    );
  }

  /** Computes a response and caches it if it may be reused. */
  function compute({
    asked,
    request,
    mediaType,
    deadline,
  }: {
    asked: AskedResponse;
    request: GraphQLRequest;
    mediaType: MediaType;
    deadline: Deadline;
  }): MaybePromise<HttpResponse> {
    const { caller, network, key, waits } = asked;
    const requested = new RequestedOperation(services, {
      caller,
      languages: request.languages,
      messages: request.languages.messages,
      simulation: request.simulation,
      deadline,
      ...{ network, waits, hasLeft: request.client.hasLeft },
      usage: request.usage,
      isReadOnly: request.method === 'GET',
      admit(admitted) {
        if (!acceptsEventStream(request.headers.accept)) throw onlyStreamed();
        return subscriptions.admit(admitted, request.client);
      },
    });
    const executed = chain(execute(request, mediaType, requested), (answer) =>
      answer.bytes.length > MAX_ANSWER_BYTES ? refuseSize(requested, mediaType) : answer,
    );
    const computed = chain(executed, (answer): HttpResponse => {
      const { context, label, refusal, cost } = requested;
      const response = { ...answer, cost };
      if (response.events) return response;
      // Asked again, a text that came with its hash has to be registered again.
      const mayCache = context && requested.isQuery && response.status === 200 && !requested.bringsDocument;
      const isCached = mayCache && responseCache.put(context, key, response, label);
      const origin: ResponseOrigin = response.status >= 400 ? 'refused' : isCached ? 'computed' : 'not_kept';
      return { refusal, booking: requested.requestedBooking(), ...response, source: { origin, operation: label } };
    });
    if (requested.isQuery) responseCache.addPending(asked, computed);
    return computed;
  }

  return {
    answer(caller, request) {
      const mediaType = negotiateMediaType(request.headers.accept);
      if (mediaType === null) return { source: UNACCEPTED, ...NOT_ACCEPTABLE };
      const key = cacheKey(request, mediaType, persisted.version);
      const cached = responseCache.get(caller, key);
      if (cached) return payFor(cached, request.usage);
      const deadline = deadlineIn(operationTimeoutMs);
      const asked = new AskedResponse(caller, caller.isPublishable ? request.network() : null, key);
      return chain(responseCache.awaitPending(asked), (shared) =>
        shared ? payFor(shared, request.usage) : compute({ asked, request, mediaType, deadline }),
      );
    },
    refusedUnread({ body }, refusal) {
      const input = parseInput({ query: '', body });
      const operation =
        'problem' in input ? null : parsePlainOperation(input.params, (sent) => persisted.resolve(sent, null));
      if (operation === null || operation instanceof GraphQLError) return null;
      const prepared = documents.prepare(operation.query);
      const isBooking = 'operation' in prepared && prepared.operation(operation.operationName)?.books;
      return isBooking ? services.bookings.addRefused(refusal) : null;
    },
  };
}

const UNACCEPTED: ResponseSource = { origin: 'refused', operation: NO_OPERATION };
const NOT_ACCEPTABLE = errorResponse(406, `Accept: Must allow one of ${MEDIA_TYPES.join(', ')}.`, 'BAD_REQUEST');

/** What a mutation has changed stays so. */
function answerTooLarge({ isQuery }: RequestedOperation): GraphQLError {
  const message = isQuery ? ANSWER_TOO_LARGE_MESSAGE : `The operation was executed. ${ANSWER_TOO_LARGE_MESSAGE}`;
  return new GraphQLError(message, { extensions: { code: ANSWER_TOO_LARGE, http: { status: 400 } } });
}

function onlyStreamed(): GraphQLError {
  const message = `Subscriptions are answered as events; expected ${EVENT_STREAM} in Accept.`;
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } });
}

/** The cache key: everything that shapes the answer, except the caller. */
function cacheKey({ method, query, languages, body }: GraphQLRequest, mediaType: MediaType, version: number): string {
  // Only the last part can contain a space.
  return `${method} ${version} ${mediaType} ${languages.preferred} ${languages.messages} ${query} ${body ? body.toString() : ''}`;
}

function jsonResponse(
  text: string,
  mediaType: MediaType,
  { isReadOnly, isPersonal }: RequestedOperation,
): HttpResponse {
  const bytes = utf8(text);
  const type = `${mediaType}; charset=utf-8`;
  if (!isReadOnly) {
    return { status: 200, headers: { 'content-type': type, 'cache-control': CACHE_CONTROL }, bytes };
  }
  const cacheControl = isPersonal ? CACHE_CONTROL : CACHE_CONTROL_OF_GET;
  // The same bytes in another media type are another representation.
  const tag = computeEntityTag(bytes, mediaType);
  return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': cacheControl, ETag: tag }, bytes };
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
