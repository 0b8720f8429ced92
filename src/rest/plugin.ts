/**
 * The REST interface as a Fastify plugin, to be registered under `/api`. It guarantees for every answer below that prefix:
 * a key is asked for before anything is read (401, then 403), problems of the request are told together (400), languages and
 * caching are declared in the headers, and every error, wherever it arose, has an ErrorResponse as its body (L1, I6, I7).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../data/api-keys.ts';
import { includedLocales, languageTag } from '../domain/locale.ts';
import { type AnswerAbout, aboutOf, type FinishedAnswer } from '../operations/answer-store.ts';
import type { Session } from '../operations/session.ts';
import { timeLimit, within } from '../operations/time-limit.ts';
import { splitAddress } from './address.ts';
import { failure, finished, invalid, type RestAnswer, refusalOf } from './answer.ts';
import { isEncodable } from './content-encoding.ts';
import { keyOf } from './credentials.ts';
import { answerToFastifyError } from './fastify-errors.ts';
import { readJsonBody } from './json-body.ts';
import { questionOf } from './question.ts';
import { headerText, representationOf } from './representation.ts';
import { RefusedRequest, refuseUnreadableBody } from './request-headers.ts';
import { isAddressOf, type RestRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { type StoredDocument, statusOfCode, storedDocument } from './run-document.ts';
import type { RestRuntime } from './runtime.ts';
import { BOOKING_NAMES } from './v1/booking-body.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** How the answer came about, where that is told. */
    about: AnswerAbout | null;
    /** The stable code of the refusal that was sent. */
    refusal: string | null;
    /** What has become of the booking that was asked for. */
    booking: string | null;
  }
  interface FastifyRequest {
    /** The public beginning of the key that was accepted. */
    keyPrefix: string | null;
  }
  interface FastifyContextConfig {
    /** Whether the route makes bookings. */
    makesBookings?: boolean;
  }
}

/** What every answer depends on beside the address. */
export const VARY = ['Accept-Language', 'Authorization'];

/** Registers every route; options: the runtime, and the prefix that Fastify handles. */
export async function restPlugin(fastify: FastifyInstance, { runtime }: { runtime: RestRuntime }): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>();
  acceptOnlyJson(fastify);
  fastify.addHook('onRequest', async (request, reply) => {
    vary(reply, VARY);
    // Before any body is read: an unknown address or a wrong method needs none.
    if (request.is404) return send(reply, answerToUnknown(request, fastify.prefix));
  });
  fastify.setNotFoundHandler((request, reply) => send(reply, answerToUnknown(request, fastify.prefix)));
  /** Counts and tells what has become of a booking that was refused before any session could say. */
  const refusedBooking = (request: FastifyRequest, reply: FastifyReply, answer: RestAnswer) => {
    const refusal = request.routeOptions.config.makesBookings ? refusalOf(answer) : null;
    if (refusal !== null) reply.booking = runtime.bookings.addRefused(refusal);
  };
  fastify.setErrorHandler((error, request, reply) => {
    const answer = answerToThrown(error, { runtime, request });
    refusedBooking(request, reply, answer);
    return send(reply, answer);
  });
  for (const route of ROUTES) {
    const document = storedDocument(runtime, route);
    fastify.route({
      // Fastify's own answer to HEAD would tell a length of 0 with a 304, which has none.
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      exposeHeadRoute: false,
      config: { makesBookings: route.scope === 'book' },
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Before any body is read, and after the rate limit has counted: guessing keys is limited, too.
      async preParsing(request, reply) {
        const admitted = await admission(request, { runtime, scope: route.scope });
        request.keyPrefix = admitted.caller?.prefix ?? null;
        if (!('refusal' in admitted)) {
          callers.set(request, admitted.caller);
          return;
        }
        refusedBooking(request, reply, admitted.refusal);
        await send(reply, admitted.refusal);
      },
      async handler(request, reply) {
        const caller = callers.get(request)!;
        const question = route.method === 'GET' ? questionOf(request.url, request.headers['accept-language']) : null;
        const kept = question === null ? null : runtime.answers.find(caller, question);
        if (kept) return sendRepresentation(reply, kept);
        const { answer, session } = await answerTo(request, { route, document, runtime, caller });
        if (session?.bookingOutcome) reply.booking = session.bookingOutcome;
        else refusedBooking(request, reply, answer);
        const made = { route: request.routeOptions.url!, ...finished(answer) };
        const isKept =
          question !== null && session && made.status === 200 && runtime.answers.keep(session, question, made);
        const about = aboutOf(made.status >= 400 ? 'refused' : isKept ? 'computed' : 'not_kept');
        return sendRepresentation(reply, { about, ...made });
      },
    });
  }
}

/** The caller, or 401 for any key that is not accepted, or 403 for one whose scopes do not reach. */
async function admission(
  request: FastifyRequest,
  { runtime, scope }: { runtime: RestRuntime; scope: RestRoute['scope'] },
): Promise<{ caller: Caller } | { caller: Caller | null; refusal: RestAnswer }> {
  const key = keyOf(request.raw);
  const caller = key === null ? null : await runtime.authenticate(key);
  if (!caller) return { caller, refusal: failure(401) };
  return caller.scopes.has(scope) ? { caller } : { caller, refusal: failure(403) };
}

/** The answer, and the session that made it, if it came to that. */
async function answerTo(
  request: FastifyRequest,
  parts: { route: RestRoute; document: StoredDocument; runtime: RestRuntime; caller: Caller },
): Promise<{ answer: RestAnswer; session: Session | null }> {
  const { route, document, runtime, caller } = parts;
  const path = request.params as Record<string, string>;
  if (Object.values(path).includes('')) return { answer: failure(404), session: null };
  if (route.method === 'POST' && request.headers['content-type'] === undefined) {
    return { answer: failure(415), session: null };
  }
  const read = route.read({
    query: request.query as Record<string, unknown>,
    path,
    body: request.body,
    acceptLanguage: request.headers['accept-language'],
    idempotencyKey: headerText(request.headers['idempotency-key']),
    today: runtime.today(),
    cursors: runtime.cursors,
  });
  if ('problems' in read) return { answer: invalid(read.problems), session: null };
  const locales = includedLocales(request.headers['accept-language']);
  const limit = timeLimit(runtime.operationTimeoutMs);
  const running = Promise.resolve(runtime.contextFor(caller, request, limit)).then(async (context) => ({
    session: context.session,
    answer: await document.run({
      variables: read.variables,
      locales,
      context,
      codeOfError: (error) => runtime.codeOfError(error),
      report: (error) => runtime.report(error, request),
    }),
  }));
  // A booking is always answered with what became of it.
  const { answer, session } = await (route.method === 'GET' ? within(limit, running) : running);
  if (!route.isLocalized || answer.status >= 400) return { answer, session };
  const languages = { 'Content-Language': locales.map(languageTag).join(', ') };
  return { answer: { ...answer, headers: { ...answer.headers, ...languages } }, session };
}

/** 405 with what the address allows, or 404. */
function answerToUnknown(request: FastifyRequest, prefix: string): RestAnswer {
  const path = splitAddress(request.url).path.slice(prefix.length);
  const methods = ROUTES.filter((route) => isAddressOf(route, path)).map((route) => route.method);
  if (methods.length === 0) return failure(404);
  const answer = failure(405);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { ...answer, headers: { ...answer.headers, Allow: allowed.join(', ') } };
}

/**
 * Answers a request whose address cannot even be read, so that no route and no hook sees it: for the server's option
 * `frameworkErrors`.
 */
export function refuseUnreadableAddress(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Content-Type-Options', 'nosniff');
  vary(reply, VARY);
  send(reply, answerToFastifyError(error) ?? failure(400));
}

function answerToThrown(
  error: unknown,
  { runtime, request }: { runtime: RestRuntime; request: FastifyRequest },
): RestAnswer {
  const known = answerToFastifyError(error);
  if (known) return known;
  runtime.report(error, request);
  return failure(statusOfCode(runtime.codeOfError(error)));
}

function acceptOnlyJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseUnreadableBody(request.headers);
      const read = readJsonBody(body, { knownNames: BOOKING_NAMES, refusesProto: true });
      if ('problem' in read) throw new RefusedRequest(400, read.problem);
      return read.value;
    },
  );
}

/** Writes an answer. */
export function send(reply: FastifyReply, answer: RestAnswer): FastifyReply {
  return sendFinished(reply, finished(answer));
}

/** Writes an answer as the caller wants it. It depends on these headers of the request, and on the encodings that it accepts. */
export async function sendRepresentation(
  reply: FastifyReply,
  answer: FinishedAnswer,
  depends: readonly string[] = [],
): Promise<FastifyReply> {
  reply.about = answer.about ?? null;
  reply.refusal = answer.refusal ?? null;
  vary(reply, isEncodable(answer) ? [...depends, 'Accept-Encoding'] : depends);
  return sendFinished(reply, await representationOf(answer, reply.request.headers));
}

/** When to come back, the rate limiter knows better than the answer does. */
function sendFinished(reply: FastifyReply, { status, headers, bytes, refusal }: FinishedAnswer): FastifyReply {
  if (refusal !== undefined) reply.refusal = refusal;
  const retryAfter = reply.getHeader('retry-after');
  reply.code(status).headers(headers);
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  return status === 304 ? reply.send() : reply.send(bytes);
}

/** Adds to `Vary` what is not there yet: CORS has put its own word in before. */
function vary(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const present = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  reply.header('Vary', [...new Set([...present, ...names])].join(', '));
}
