/**
 * The endpoints of REST below `/api`. Every response there guarantees: the key is checked before anything is read (401,
 * then 403), the problems of a request are reported together (400), headers declare languages and caching, and every
 * error, wherever it arose, has an ErrorResponse as its body (L1, I6, I7).
 */
import type { Caller } from '../data/keys/api-keys.ts';
import { dayInTimeZone } from '../domain/time/civil-date.ts';
import { codeOfError } from '../graphql/execution/errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Exchange, NO_ROUTE } from '../http/exchange.ts';
import { payFor } from '../http/limits/usage.ts';
import { readBody } from '../http/request/body.ts';
import { identify } from '../http/request/caller.ts';
import { parseJsonBody } from '../http/request/json-body.ts';
import { RefusedRequest } from '../http/request/refused-request.ts';
import { ANSWER_TOO_LARGE, answerTooLarge, MAX_ANSWER_BYTES } from '../http/response/answer-size.ts';
import { headerText } from '../http/response/representation.ts';
import type { HttpResponse, ResponseOrigin } from '../http/response/response.ts';
import { AskedResponse } from '../http/response/response-cache.ts';
import type { RequestContext } from '../operations/access/request-context.ts';
import { readAskedStay } from '../operations/booking/asked-stay.ts';
import { countBooking } from '../operations/booking/booking-counts.ts';
import { deadlineIn, withDeadline } from '../operations/deadline.ts';
import type { PageRecords } from '../operations/page/page-records.ts';
import { serializeJson } from '../operations/page/serialized-json.ts';
import { pollWhileEmpty } from './long-poll.ts';
import {
  answerToRefused,
  failure,
  invalid,
  methodNotAllowed,
  type RestResponse,
  toHttpResponse,
} from './rest-response.ts';
import { isAddressOf, type RestRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { createStoredDocument, type DocumentRequest, type StoredDocument, statusOfCode } from './run-document.ts';
import type { RestRuntime } from './runtime.ts';
import { BOOKING_NAMES } from './v1/booking/booking-body.ts';

const PREFIX = '/api';
/** The request headers that every answer depends on. */
const VARY = ['Accept-Language', 'Authorization'];

/** The response to a request that has no endpoint, because its head or its address cannot be read. */
export function answerToUnreadable(fault: RefusedRequest): HttpResponse {
  const { headers, ...response } = toHttpResponse(answerToRefused(fault));
  return { ...response, headers: { ...headers, Vary: VARY.join(', ') } };
}

/** An endpoint for every route, and one that refuses all other addresses below the prefix. */
export function restEndpoints(runtime: RestRuntime): Endpoint[] {
  return [
    ...ROUTES.map((route) => endpointOf(route, runtime)),
    ...[PREFIX, `${PREFIX}/*`].map((path) => refusingEndpoint(path, runtime)),
  ];
}

function endpointOf(route: RestRoute, runtime: RestRuntime): Endpoint {
  const document = createStoredDocument(runtime, route);
  const isRead = route.method === 'GET';
  const listsNodes = [route, ...(route.furtherDocuments ?? [])].some(({ toRecord }) => toRecord !== undefined);
  // Nobody waits for the answer of somebody else's long poll.
  const isShared = isRead && route.pollSeconds === undefined;

  /** Adds the outcome of the requested booking to the response. */
  function finish(answer: RestResponse, context: RequestContext | null = null): HttpResponse {
    const response = toHttpResponse(answer, listsNodes ? serializeJson : undefined);
    if (!route.scopes.includes('book')) return response;
    const { refusal = null } = response;
    const booking =
      context?.requestedBooking ?? (refusal === null ? null : runtime.services.bookings.addRefused(refusal));
    return { ...response, booking };
  }

  async function respond(exchange: Exchange): Promise<HttpResponse> {
    const caller = await identify(exchange, runtime.apiKeys);
    if (caller === null) return finish(failure(401));
    if (!route.scopes.some((scope) => caller.scopes.has(scope))) return finish(failure(403));
    const key = cacheKey(exchange);
    if (!isShared) return compute(exchange, { caller, key });
    const { responseCache } = runtime;
    const cached = responseCache.get(caller, key);
    if (cached) return payFor(cached, exchange.usage);
    const asked = new AskedResponse(caller, caller.isPublishable ? exchange.network : null, key);
    // Do not await when nothing is pending, so that equal requests join.
    const pending = responseCache.awaitPending(asked);
    const shared = pending && (await pending);
    if (shared) return payFor(shared, exchange.usage);
    const computed = compute(exchange, asked);
    responseCache.addPending(asked, computed);
    return computed;
  }

  /** Computes a response and caches it if it may be reused. */
  async function compute(
    exchange: Exchange,
    { caller, key, waits = null }: { caller: Caller; key: string; waits?: (() => void) | null },
  ): Promise<HttpResponse> {
    const body = isRead ? undefined : await readJson(exchange);
    const records = listsNodes ? runtime.responseCache.recordsOf(caller, key) : null;
    const { usage } = exchange;
    const charge = usage?.limitsCost ? (points: number) => usage.charge(points) : null;
    const parts = { route, document, runtime, body, records, waits, charge };
    let cost = 0;
    let spend = usage?.limitsCost
      ? async (points: number): Promise<void> => {
          const refusal = await usage.spend(points);
          if (refusal) throw refusal;
          cost += points;
        }
      : null;
    const run = (asking: Caller) => {
      const answer = answerTo(exchange, { ...parts, caller: asking, spend });
      // However often it is looked whether there is something to answer.
      spend = null;
      return answer;
    };
    const answered = route.pollSeconds
      ? await pollWhileEmpty(exchange, { route, runtime, caller }, run)
      : await run(caller);
    if (answered === null) return finish(failure(401));
    const { response: answer, context } = answered;
    const response = { ...withinSize(finish(answer, context), { route, runtime }), cost };
    const isCached = isRead && context && response.status === 200 && runtime.responseCache.put(context, key, response);
    const origin: ResponseOrigin = response.status >= 400 ? 'refused' : isCached ? 'computed' : 'not_kept';
    return { ...response, source: { origin, operation: null } };
  }

  return {
    methods: methodsOf(route),
    path: `${PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    admission: 'counted',
    vary: VARY,
    respond,
    refuse: (error, exchange) => finish(answerToThrown(error, { runtime, exchange })),
  };
}

/** The answer, or its refusal if it is too large (A2). */
function withinSize(
  response: HttpResponse,
  { route, runtime }: { route: RestRoute; runtime: RestRuntime },
): HttpResponse {
  const { maxAnswerBytes = MAX_ANSWER_BYTES } = route;
  if (response.bytes.length <= maxAnswerBytes) return response;
  runtime.services.limits.add('answer_size');
  const problem = { path: '', code: ANSWER_TOO_LARGE, message: answerTooLarge(maxAnswerBytes) };
  return toHttpResponse({ ...invalid([problem]), refusal: ANSWER_TOO_LARGE });
}

const isGet = ({ method }: Pick<RestRoute, 'method'>) => method === 'GET';
const methodsOf = (route: RestRoute) => (isGet(route) ? ['GET', 'HEAD'] : [route.method]);

/** 405 with the allowed methods, or 404. */
function refusingEndpoint(path: string, runtime: RestRuntime): Endpoint {
  return {
    methods: null,
    path,
    route: NO_ROUTE,
    admission: 'refused',
    vary: VARY,
    respond: ({ params }) => toHttpResponse(answerToUnknown(`/${params['*'] ?? ''}`)),
    refuse: (error, exchange) => toHttpResponse(answerToThrown(error, { runtime, exchange })),
  };
}

function answerToUnknown(path: string): RestResponse {
  const allowed = ROUTES.filter((route) => isAddressOf(route, path)).flatMap(methodsOf);
  return allowed.length === 0 ? failure(404) : methodNotAllowed(allowed);
}

/** The value of the body; undefined without one. */
async function readJson(exchange: Exchange): Promise<unknown> {
  const bytes = await readBody(exchange);
  if (bytes === null) return undefined;
  const read = exchange.working(() => parseJsonBody(bytes, { knownNames: BOOKING_NAMES, refusesProto: true }));
  if ('problem' in read) throw new RefusedRequest(400, read.problem);
  return read.value;
}

interface AnswerParts {
  readonly route: RestRoute;
  readonly document: StoredDocument;
  readonly runtime: RestRuntime;
  readonly caller: Caller;
  /** As parsed from JSON; undefined without a body. */
  readonly body: unknown;
  readonly records: PageRecords | null;
  readonly waits: (() => void) | null;
  readonly spend: DocumentRequest['spend'];
  readonly charge: DocumentRequest['charge'];
}

/** The answer, and the request context that produced it, if any. */
async function answerTo(
  exchange: Exchange,
  { route, document, runtime, caller, body, records, waits, spend, charge }: AnswerParts,
): Promise<{ response: RestResponse; context: RequestContext | null }> {
  const { headers, languages, params, query, requestId, simulation } = exchange;
  const { services, operationTimeoutMs } = runtime;
  const path = params as Record<string, string>;
  if (Object.values(path).includes('')) return { response: failure(404), context: null };
  if (!isGet(route) && headers['content-type'] === undefined) return { response: failure(415), context: null };
  const idempotencyKey = headerText(headers['idempotency-key']);
  const today = dayInTimeZone(services.clock.now(), services.businessTimeZone);
  const { cursors } = services;
  const read = exchange.working(() => route.read({ query, path, body, languages, idempotencyKey, today, cursors }));
  const deadline = deadlineIn(operationTimeoutMs);
  const locales = languages.included;
  const network = caller.isPublishable ? exchange.network : null;
  const hasLeft = () => exchange.response.destroyed;
  const open = () => services.open({ caller, languages, deadline, network, records, simulation, hasLeft, waits });
  if ('problems' in read) {
    const response = invalid(read.problems);
    if (!read.booking) return { response, context: null };
    const context = await open();
    countBooking(context, 'INVALID_INPUT', { asked: await readAskedStay(context, read.booking) });
    return { response, context };
  }
  const run = async () => {
    const context = await open();
    const report = (error: unknown) => runtime.report(error, requestId);
    return { context, response: await document.run({ ...read, locales, context, report, spend, charge }) };
  };
  // A booking must report its outcome, so no deadline cuts it off.
  const { response, context } = await (isGet(route) ? withDeadline(deadline, run()) : run());
  if (!route.isLocalized || response.status >= 400) return { response, context };
  const contentLanguage = { 'Content-Language': languages.contentLanguage };
  return { response: { ...response, headers: { ...response.headers, ...contentLanguage } }, context };
}

/** The cache key: everything that shapes the answer, except the caller. */
function cacheKey({ address, languages }: Exchange): string {
  return `${address.url} ${languages.included}`;
}

function answerToThrown(
  error: unknown,
  { runtime, exchange }: { runtime: RestRuntime; exchange: Exchange },
): RestResponse {
  if (error instanceof RefusedRequest) return answerToRefused(error);
  runtime.report(error, exchange.requestId);
  return failure(statusOfCode(codeOfError(error)));
}
