/**
 * What is said of every request once it has been answered, whoever answered it. The log, the metrics and the traces are told
 * by one call and know nothing else of requests; nothing of what was sent is among it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AnswerAbout } from '../operations/answer-store.ts';

/** The route of requests that belong to none. */
export const NO_ROUTE = 'none';
/** The route of what is no request that could be routed. */
export const UNREADABLE = 'unreadable';

/** An answered request. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of its route, never the address as it was sent. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** Null: nothing is known of the answer but its status. */
  readonly about: AnswerAbout | null;
  /** The public beginning of the key that was accepted; null: there was none. */
  readonly keyPrefix: string | null;
  /** The stable code of a refusal; null: it was none, or nobody says. */
  readonly refusal: string | null;
  /** What has become of the booking that was asked for, as it was counted; null: none was asked for. */
  readonly booking: string | null;
}

/** Is told of answered requests. */
export type RequestObserver = (request: AnsweredRequest) => void;

/** Tells of every request that the framework has answered. Register it first. */
export function observeRequests(fastify: FastifyInstance, observe: RequestObserver): void {
  fastify.decorateReply('about', null);
  fastify.decorateReply('refusal', null);
  fastify.decorateReply('booking', null);
  fastify.decorateRequest('keyPrefix', null);
  fastify.addHook('onResponse', (request, reply, done) => {
    observe(answeredBy(reply, request.routeOptions.url ?? NO_ROUTE));
    done();
  });
}

/** What is said of a request of a route that was answered with `reply`. */
export function answeredBy(reply: FastifyReply, route: string): AnsweredRequest {
  const { request, statusCode: status, elapsedTime: durationMs, about = null, refusal = null, booking = null } = reply;
  const { id: requestId, method, keyPrefix = null } = request;
  return { requestId, method, route, status, durationMs, about, keyPrefix, refusal, booking };
}
