/** What is said of failures of which only the status is known: a stable code for logs and counts, and a message. */
const BY_STATUS = {
  400: ['INVALID_INPUT', 'The request is not valid.'],
  401: ['UNAUTHENTICATED', 'A valid API key is required.'],
  403: ['FORBIDDEN', 'The API key does not allow this.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  405: ['METHOD_NOT_ALLOWED', 'This address does not support the method.'],
  408: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
  409: ['CONFLICT', 'The request conflicts with another one.'],
  410: ['CURSOR_GONE', 'The cursor is not valid any more.'],
  413: ['BODY_TOO_LARGE', 'The body of the request is too large.'],
  414: ['ADDRESS_TOO_LONG', 'The address of the request is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The body of the request must be sent as application/json.'],
  417: ['EXPECTATION_FAILED', 'The server meets no expectation but 100-continue.'],
  422: ['NOT_POSSIBLE', 'The request is not valid.'],
  429: ['RATE_LIMITED', 'Too many requests.'],
  431: ['HEADERS_TOO_LARGE', 'The headers of the request are too large.'],
  500: ['INTERNAL_SERVER_ERROR', 'Something went wrong on the server.'],
  503: ['SERVICE_UNAVAILABLE', 'The service is busy or not ready. Try again later.'],
  507: ['INSUFFICIENT_STORAGE', 'A disk of the server is full. Nothing was changed.'],
} as const;

/** Other statuses have the row of 400 or 500. */
function rowOf(status: number): readonly [code: string, message: string] {
  const rows: Readonly<Record<number, readonly [code: string, message: string]>> = BY_STATUS;
  return rows[status] ?? BY_STATUS[status < 500 ? 400 : 500];
}

export const codeOfStatus = (status: number): string => rowOf(status)[0];
export const messageOfStatus = (status: number): string => rowOf(status)[1];
