/** What is said of failures of which only the status is known: a message, and a code for logs and counts. */
const MESSAGES = {
  400: 'The request is not valid.',
  401: 'A valid API key is required.',
  403: 'The API key does not allow this.',
  404: 'There is nothing at this address.',
  405: 'This address does not support the method.',
  408: 'The request took too long to arrive.',
  409: 'The request conflicts with another one.',
  410: 'The cursor is not valid any more.',
  413: 'The body of the request is too large.',
  414: 'The address of the request is too long.',
  415: 'The body of the request must be sent as application/json.',
  417: 'The server meets no expectation but 100-continue.',
  429: 'Too many requests.',
  431: 'The headers of the request are too large.',
  500: 'Something went wrong on the server.',
  503: 'The service is busy or not ready. Try again later.',
  507: 'A disk of the server is full. Nothing was changed.',
} as const;

/** Other statuses have the message of 400 or 500. */
export function messageOfStatus(status: number): string {
  return (MESSAGES as Readonly<Record<number, string>>)[status] ?? MESSAGES[status < 500 ? 400 : 500];
}

/** The stable codes of refusals that only have a status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  410: 'CURSOR_GONE',
  413: 'BODY_TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  422: 'NOT_POSSIBLE',
  429: 'RATE_LIMITED',
  431: 'HEADERS_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
};

/** Other statuses have the code of 400 or 500. */
export function codeOfStatus(status: number): string {
  return CODES[status] ?? (status < 500 ? 'INVALID_INPUT' : 'INTERNAL_SERVER_ERROR');
}
