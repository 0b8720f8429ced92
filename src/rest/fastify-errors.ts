/**
 * What the HTTP server itself refuses (bodies that are no JSON, too large, of another type; addresses that cannot be read)
 * as answers of the REST interface. The server's own messages are not passed on: they speak of its insides (I7).
 */
import { failure, invalid, type RestAnswer } from './answer.ts';
import { NOT_JSON } from './json-body.ts';
import { RefusedRequest } from './request-headers.ts';

function refusal({ statusCode, problem, message, headers }: RefusedRequest): RestAnswer {
  const answer = statusCode === 400 ? invalid([problem]) : failure(statusCode, message);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The answer to an error that the server raised over a request; null when it is another error. */
export function answerToFastifyError(error: unknown): RestAnswer | null {
  if (typeof error !== 'object' || error === null) return null;
  if (error instanceof RefusedRequest) return refusal(error);
  // Plugins may throw plain objects with a status: the rate limiter does.
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return invalid([NOT_JSON]);
  return (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? failure(statusCode) : null;
}
