/**
 * REST answers before they are written: status, headers, body. All error bodies are built here, so each is an
 * ErrorResponse or a ValidationErrorResponse with its keys in one order (I7).
 */

import type { WordedProblem } from '../domain/problem/input-problem.ts';
import { REST_INPUT_CODES } from '../domain/problem/input-reasons.ts';
import { fitting, MAX_PROBLEMS } from '../domain/text/refusal-bounds.ts';
import type { RefusedRequest } from '../http/request/refused-request.ts';
import { ANSWER_TOO_LARGE } from '../http/response/answer-size.ts';
import { computeEntityTag } from '../http/response/entity-tag.ts';
import type { HttpResponse } from '../http/response/response.ts';
import { codeOfStatus, messageOfStatus } from '../http/response/status-messages.ts';
import type { Bytes } from '../operations/page/serialized-json.ts';
import { utf8 } from '../operations/utf8.ts';

export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Whether it has an entity tag, and may be answered with 304. */
  readonly isTagged?: boolean;
  /** Whether it has nothing in it, so that a long poll waits until there is something. */
  readonly isEmpty?: boolean;
  /** The stable code of a refusal, if the status is not specific enough. */
  readonly refusal?: string;
}

/** When a client may retry if the service is overloaded or its database is away. */
const RETRY_AFTER_SECONDS = 5;

/** Headers that a status requires (I6, I7). */
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  503: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
};

/** 200 with a body and an entity tag; caches must revalidate. */
export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): RestResponse {
  return { status: 200, headers: { 'Cache-Control': 'private, no-cache', ...headers }, body, isTagged: true };
}

/** An ErrorResponse; the message defaults to that of the status. */
export function failure(status: number, message = messageOfStatus(status)): RestResponse {
  return { status, headers: { ...HEADERS[status], 'Cache-Control': 'no-store' }, body: { success: false, message } };
}

export function methodNotAllowed(allowed: readonly string[]): RestResponse {
  const response = failure(405);
  return { ...response, headers: { ...response.headers, Allow: allowed.join(', ') } };
}

/** 410 with the cursor to go on from: an ErrorResponse with one field more (S15). */
export function cursorGone(message: string, nextCursor: string): RestResponse {
  return { ...failure(410), body: { success: false, message, nextCursor } };
}

/** The codes of problems in REST. */
export const REST_PROBLEM_CODES = [
  ...(Object.keys(REST_INPUT_CODES) as (keyof typeof REST_INPUT_CODES)[]),
  ANSWER_TOO_LARGE,
] as const;
const CODES: ReadonlySet<string> = new Set(REST_PROBLEM_CODES);

/**
 * 400 with a ValidationErrorResponse that lists the problems, each as `path`, `code`, `message` (I5): the first ones, if they are too many
 * for a refusal, and then the message says so (A2). A code that REST has not had from the beginning is `INVALID_VALUE` there.
 */
export function invalid(problems: readonly WordedProblem[]): RestResponse {
  const errors = fitting(
    problems.slice(0, MAX_PROBLEMS).map(({ path, code, message }) => {
      return { path, code: CODES.has(code) ? code : 'INVALID_VALUE', message };
    }),
  );
  const isComplete = errors.length === problems.length && errors.length < MAX_PROBLEMS;
  const message = isComplete
    ? messageOfStatus(400)
    : `${messageOfStatus(400)} There may be more problems than are listed here.`;
  return { ...failure(400), body: { success: false, message, errors } };
}

/** The answer to a request refused before it reached its route. */
export function answerToRefused({ status, problem, message, headers, code }: RefusedRequest): RestResponse {
  const response = status === 400 && problem ? invalid([problem]) : failure(status, message);
  return { ...response, headers: { ...response.headers, ...headers }, ...(code === null ? {} : { refusal: code }) };
}

/** @param serialize for a body with serialized nodes in it */
export function toHttpResponse(
  response: RestResponse,
  serialize: (body: unknown) => Bytes = (body) => utf8(JSON.stringify(body)),
): HttpResponse {
  const { status, headers, body, isTagged } = response;
  const refusal = status < 400 ? null : (response.refusal ?? codeOfStatus(status));
  const bytes = serialize(body);
  const tag: Record<string, string> = isTagged ? { ETag: computeEntityTag(bytes, headers['Content-Language']) } : {};
  return {
    status,
    headers: { ...headers, ...tag, 'Content-Type': 'application/json; charset=utf-8' },
    bytes,
    ...(refusal === null ? {} : { refusal }),
  };
}
