/**
 * The code of an error of GraphQL (`extensions.code`), for each of which agents are told what to do next (X6). What can be expected is no
 * error but a typed refusal (`refusals.ts`).
 */
export type ErrorCode =
  | 'ANSWER_TOO_LARGE'
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'COST_EXCEEDED'
  | 'CURSOR_GONE'
  | 'FORBIDDEN'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_REFERENCE'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'OPERATION_TOO_LARGE'
  | 'PERSISTED_QUERY_ID_REQUIRED'
  | 'PERSISTED_QUERY_MISMATCH'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'RATE_LIMITED'
  | 'REFUSAL_TOO_LARGE'
  | 'SERVICE_UNAVAILABLE'
  | 'TRUSTED_DOCUMENTS_ONLY';
