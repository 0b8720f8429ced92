/**
 * The front: what comes all day is answered before the framework gets to it, whose ways with a request cost several times
 * what the answer does. That is GraphQL operations sent as JSON, and REST answers that are kept. Only requests are taken of
 * which everything is known already: the key has been looked up, its limit is not reached, and the headers that the framework
 * sets for callers of this origin have been seen. Everything else, all refusals included, is the framework's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import { type Soon, when } from '../data/soon.ts';
import type { AnswerAbout, AnswerStore, FinishedAnswer } from '../operations/answer-store.ts';
import { addressOf, type RequestAddress } from '../rest/address.ts';
import { isEncodable } from '../rest/content-encoding.ts';
import { presentedKey } from '../rest/credentials.ts';
import { VARY } from '../rest/plugin.ts';
import { questionOf } from '../rest/question.ts';
import { representationOf } from '../rest/representation.ts';
import { isJsonInUtf8, repeatedHeaderOf } from '../rest/request-headers.ts';
import { reportFailure } from './errors.ts';
import { GRAPHQL_PATH, type GraphQLAnswers } from './graphql-answers.ts';
import { answerToThrown } from './graphql-endpoint.ts';
import type { Logger } from './log.ts';
import type { Count, RequestCounts } from './request-counts.ts';
import type { RequestObserver } from './request-observer.ts';
import { type HeadersByOrigin, headOf, knownHeadOf, type OriginHeaders } from './response-heads.ts';

/** Answers a request, or leaves it alone and says so with false. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What the front answers with, and what it has to keep to. */
export interface FrontParts {
  readonly apiKeys: ApiKeys;
  readonly answers: AnswerStore;
  readonly graphql: GraphQLAnswers;
  readonly counts: RequestCounts;
  /** 0: no limit. */
  readonly perMinute: number;
  readonly bodyLimit: number;
  readonly headers: HeadersByOrigin;
  readonly nextRequestId: () => string;
  readonly observe: RequestObserver;
  readonly log: Logger;
}

/** Creates the front of an application. */
export function createFront(parts: FrontParts): Front {
  return (request, response) => {
    const isOperation = request.method === 'POST' && request.url === GRAPHQL_PATH && hasPlainBody(request, parts);
    if ((!isOperation && !isPlainRead(request)) || repeatedHeaderOf(request) !== null) return false;
    const address = addressOf(request);
    const headers = parts.headers.of(request.headers.origin);
    const caller = headers && callerOf(request, address, parts.apiKeys);
    if (!caller || (parts.perMinute > 0 && parts.counts.of(caller.apiKeyId).current >= parts.perMinute)) return false;
    if (isOperation) {
      const exchange = begin({ request, response, headers, caller, route: GRAPHQL_PATH }, parts);
      answerOperation(exchange, parts);
      return true;
    }
    const kept = parts.answers.find(caller, questionOf(address.url, request.headers['accept-language']));
    if (!kept) return false;
    const exchange = begin({ request, response, headers, caller, route: kept.route ?? 'kept' }, parts);
    answerRead(exchange, kept, parts);
    return true;
  };
}

/** A GET of the REST interface without a body. */
function isPlainRead({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url!.startsWith('/api/') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** Whether the body is JSON of a known length within the limit, to be sent without asking. */
function hasPlainBody({ headers }: IncomingMessage, { bodyLimit }: FrontParts): boolean {
  const length = Number(headers['content-length']);
  return (
    length > 0 &&
    length <= bodyLimit &&
    headers.expect === undefined &&
    headers['content-encoding'] === undefined &&
    isJsonInUtf8(headers['content-type'])
  );
}

/** The caller, if the key in the headers is one that was looked up before. */
function callerOf(
  { headers: { authorization } }: IncomingMessage,
  { accessToken }: RequestAddress,
  apiKeys: ApiKeys,
): Caller | null {
  if (authorization === undefined || accessToken !== undefined) return null;
  const key = presentedKey({ authorization, accessToken });
  return key === null ? null : apiKeys.recall(key);
}

/** A request that the front answers. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: OriginHeaders;
  readonly caller: Caller;
  readonly requestId: string;
  /** Null: there is no limit. */
  readonly count: Count | null;
  /** How the answer came about, once there is one, and what is told of it. */
  about: AnswerAbout | null;
  refusal: string | null;
  booking: string | null;
}

/** From here on the request is the front's: it counts, and observers are told when it has been answered. */
function begin(
  {
    request,
    response,
    headers,
    caller,
    route,
  }: Pick<Exchange, 'request' | 'response' | 'headers' | 'caller'> & { route: string },
  { counts, perMinute, nextRequestId, observe }: FrontParts,
): Exchange {
  const requestId = nextRequestId();
  const count = perMinute > 0 ? counts.add(caller.apiKeyId) : null;
  const exchange: Exchange = {
    request,
    response,
    headers,
    caller,
    requestId,
    count,
    about: null,
    refusal: null,
    booking: null,
  };
  const start = performance.now();
  response.on('close', () => {
    // Whose caller has hung up before is not answered.
    if (!response.headersSent) return;
    observe({
      requestId,
      method: request.method!,
      route,
      status: response.statusCode,
      durationMs: performance.now() - start,
      about: exchange.about,
      keyPrefix: caller.prefix,
      refusal: exchange.refusal,
      booking: exchange.booking,
    });
  });
  return exchange;
}

const ENCODABLE_VARY: readonly string[] = [...VARY, 'Accept-Encoding'];
const NO_VARY: readonly string[] = [];

/** Answers a read from what is kept. */
function answerRead(exchange: Exchange, kept: FinishedAnswer, parts: FrontParts): void {
  respond(exchange, { vary: isEncodable(kept) ? ENCODABLE_VARY : VARY, make: () => kept }, parts);
}

/** Reads the body, and answers the operation in it. */
function answerOperation(exchange: Exchange, parts: FrontParts): void {
  const { request, caller } = exchange;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Of a request that breaks off nothing more is heard, and nobody waits for an answer.
  request.once('error', () => {});
  request.once('end', () => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const asked = { method: 'POST', query: '', headers: request.headers, body };
    respond(exchange, { vary: NO_VARY, make: () => parts.graphql.answer(caller, asked) }, parts);
  });
}

/** Writes the answer that `make` makes, or what is to be said when that fails; at once if it is there at once. */
function respond(
  exchange: Exchange,
  { vary, make }: { vary: readonly string[]; make: () => Soon<FinishedAnswer> },
  parts: FrontParts,
): void {
  const { requestId, request, response } = exchange;
  const failed = (error: unknown) => {
    const answer = answerToThrown(error, { requestId, log: parts.log });
    exchange.refusal = answer.refusal ?? null;
    return answer;
  };
  let answer: Soon<FinishedAnswer>;
  try {
    answer = when(make(), (made) => {
      exchange.about = made.about ?? null;
      exchange.refusal = made.refusal ?? null;
      exchange.booking = made.booking ?? null;
      return representationOf(made, request.headers);
    });
    if (!(answer instanceof Promise)) {
      write(exchange, { answer, vary }, parts);
      return;
    }
  } catch (error) {
    answer = failed(error);
  }
  Promise.resolve(answer)
    .catch(failed)
    .then((made) => write(exchange, { answer: made, vary }, parts))
    .catch((error) => {
      reportFailure(parts.log, error, requestId);
      response.destroy();
    });
}

/** Writes an answer with everything that the framework would have added to it. */
function write(
  { response, headers: ofOrigin, count, about }: Exchange,
  { answer, vary }: { answer: FinishedAnswer; vary: readonly string[] },
  { perMinute }: FrontParts,
): void {
  const { status, bytes } = answer;
  const head =
    about?.origin === 'stored' ? knownHeadOf(answer, { ofOrigin, vary }) : headOf(answer, { ofOrigin, vary });
  if (count) {
    const reset = String(Math.ceil(count.ttl / 1_000));
    const remaining = String(perMinute - count.current);
    const limits = ['ratelimit-limit', String(perMinute), 'ratelimit-remaining', remaining, 'ratelimit-reset', reset];
    response.writeHead(status, [...head, ...limits]);
  } else response.writeHead(status, head as string[]);
  response.end(status === 304 ? undefined : bytes);
}
