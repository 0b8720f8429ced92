/**
 * The endpoints of REST below `/api`. Every response there guarantees: the key is checked before anything is read (401,
 * then 403), all problems of a request are reported together (400), headers declare languages and caching, and every
 * error, wherever it arose, has an ErrorResponse as its body (L1, I6, I7).
 */
import type { Caller } from '../data/api-keys.ts';
import { includedLocales, languageTag } from '../domain/locale.ts';
import { splitAddress } from '../http/address.ts';
import { readBody } from '../http/body.ts';
import { identify } from '../http/caller.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Exchange, NO_ROUTE } from '../http/exchange.ts';
import { readJsonBody } from '../http/json-body.ts';
import { headerText } from '../http/representation.ts';
import { RefusedRequest } from '../http/request-headers.ts';
import { aboutOf, type HttpResponse } from '../http/response.ts';
import type { Session } from '../operations/session.ts';
import { timeLimit, within } from '../operations/time-limit.ts';
import { failure, finished, invalid, type RestAnswer } from './answer.ts';
import { questionOf } from './question.ts';
import { isAddressOf, type RestRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { type StoredDocument, statusOfCode, storedDocument } from './run-document.ts';
import type { RestRuntime } from './runtime.ts';
import { BOOKING_NAMES } from './v1/booking-body.ts';

const PREFIX = '/api';
/** The request headers that every answer depends on. */
const VARY = ['Accept-Language', 'Authorization'];

/** The response to an address that cannot be decoded, which therefore has no endpoint. */
export const UNREADABLE_ADDRESS: HttpResponse = (() => {
  const { headers, ...response } = finished(failure(400));
  return { ...response, headers: { ...headers, Vary: VARY.join(', ') } };
})();

/** An endpoint for every route, and one that refuses all other addresses below the prefix. */
export function restEndpoints(runtime: RestRuntime): Endpoint[] {
  return [
    ...ROUTES.map((route) => endpointOf(route, runtime)),
    ...[PREFIX, `${PREFIX}/*`].map((path) => refusing(path, runtime)),
  ];
}

function endpointOf(route: RestRoute, runtime: RestRuntime): Endpoint {
  const document = storedDocument(runtime, route);

  /** Adds the outcome of the requested booking to the response. */
  function finish(answer: RestAnswer, session: Session | null = null): HttpResponse {
    const response = finished(answer);
    if (route.scope !== 'book') return response;
    const { refusal = null } = response;
    const booking = session?.bookingOutcome ?? (refusal === null ? null : runtime.bookings.addRefused(refusal));
    return { ...response, booking };
  }

  async function respond(exchange: Exchange): Promise<HttpResponse> {
    const caller = await identify(exchange, runtime.apiKeys);
    if (caller === null) return finish(failure(401));
    if (!caller.scopes.has(route.scope)) return finish(failure(403));
    const isRead = route.method === 'GET';
    const key = questionOf(exchange.address.url, exchange.headers['accept-language']);
    const cached = isRead ? runtime.answers.find(caller, key) : null;
    if (cached) return cached;
    const body = isRead ? undefined : await readJson(exchange);
    const { answer, session } = await answerTo(exchange, { route, document, runtime, caller, body });
    const response = finish(answer, session);
    const isCached = isRead && session && response.status === 200 && runtime.answers.keep(session, key, response);
    return { ...response, about: aboutOf(response.status >= 400 ? 'refused' : isCached ? 'computed' : 'not_kept') };
  }

  return {
    methods: isGet(route) ? ['GET', 'HEAD'] : ['POST'],
    path: `${PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    admission: 'counted',
    vary: VARY,
    respond,
    refuse: (error, exchange) => finish(answerToThrown(error, { runtime, exchange })),
  };
}

const isGet = ({ method }: Pick<RestRoute, 'method'>) => method === 'GET';

/** 405 with the allowed methods, or 404. */
function refusing(path: string, runtime: RestRuntime): Endpoint {
  return {
    methods: null,
    path,
    route: NO_ROUTE,
    admission: 'refused',
    vary: VARY,
    respond: ({ address }) => finished(answerToUnknown(splitAddress(address.url).path.slice(PREFIX.length))),
    refuse: (error, exchange) => finished(answerToThrown(error, { runtime, exchange })),
  };
}

function answerToUnknown(path: string): RestAnswer {
  const methods = ROUTES.filter((route) => isAddressOf(route, path)).map((route) => route.method);
  if (methods.length === 0) return failure(404);
  const answer = failure(405);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { ...answer, headers: { ...answer.headers, Allow: allowed.join(', ') } };
}

/** The value of the body; undefined without one. */
async function readJson(exchange: Exchange): Promise<unknown> {
  const bytes = await readBody(exchange);
  if (bytes === null) return undefined;
  const read = readJsonBody(bytes, { knownNames: BOOKING_NAMES, refusesProto: true });
  if ('problem' in read) throw new RefusedRequest(400, read.problem);
  return read.value;
}

/** The answer, and the request context that produced it, if any. */
async function answerTo(
  { headers, params, query, requestId }: Exchange,
  parts: { route: RestRoute; document: StoredDocument; runtime: RestRuntime; caller: Caller; body: unknown },
): Promise<{ answer: RestAnswer; session: Session | null }> {
  const { route, document, runtime, caller, body } = parts;
  const acceptLanguage = headers['accept-language'];
  const path = params as Record<string, string>;
  if (Object.values(path).includes('')) return { answer: failure(404), session: null };
  if (!isGet(route) && headers['content-type'] === undefined) return { answer: failure(415), session: null };
  const read = route.read({
    query,
    path,
    body,
    acceptLanguage,
    idempotencyKey: headerText(headers['idempotency-key']),
    today: runtime.today(),
    cursors: runtime.cursors,
  });
  if ('problems' in read) return { answer: invalid(read.problems), session: null };
  const locales = includedLocales(acceptLanguage);
  const limit = timeLimit(runtime.operationTimeoutMs);
  const running = Promise.resolve(runtime.contextFor(caller, acceptLanguage, limit)).then(async (context) => ({
    session: context.session,
    answer: await document.run({
      variables: read.variables,
      locales,
      context,
      codeOfError: (error) => runtime.codeOfError(error),
      report: (error) => runtime.report(error, requestId),
    }),
  }));
  // A booking must report its outcome, so no deadline cuts it off.
  const { answer, session } = await (isGet(route) ? within(limit, running) : running);
  if (!route.isLocalized || answer.status >= 400) return { answer, session };
  const languages = { 'Content-Language': locales.map(languageTag).join(', ') };
  return { answer: { ...answer, headers: { ...answer.headers, ...languages } }, session };
}

function answerToThrown(
  error: unknown,
  { runtime, exchange }: { runtime: RestRuntime; exchange: Exchange },
): RestAnswer {
  if (error instanceof RefusedRequest) return answerToRefused(error);
  runtime.report(error, exchange.requestId);
  return failure(statusOfCode(runtime.codeOfError(error)));
}

/** The answer to a request refused before it reached its route. */
export function answerToRefused({ status, problem, message, headers }: RefusedRequest): RestAnswer {
  const answer = status === 400 && problem ? invalid([problem]) : failure(status, message);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
