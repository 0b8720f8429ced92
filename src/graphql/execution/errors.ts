/** What thrown errors mean outside, for both interfaces: a stable code, and no word of the inside. */
import { GraphQLError, Kind } from 'graphql';
import { ServiceUnavailable, toServiceUnavailable } from '../../operations/service-unavailable.ts';
import { TOO_LARGE, tooLarge } from './operation-limits.ts';

/** The service being unable to answer now, if that is what was thrown. */
export function asServiceUnavailable(error: unknown): ServiceUnavailable | null {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  return cause instanceof ServiceUnavailable ? cause : toServiceUnavailable(cause);
}

/** The stable code of whatever was thrown. */
export function codeOfError(error: unknown): string {
  if (asServiceUnavailable(error)) return 'SERVICE_UNAVAILABLE';
  const code = error instanceof GraphQLError ? error.extensions.code : undefined;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}

/**
 * The error that a GraphQL client sees in place of one that was thrown: its own words where they were written for it, else
 * that the service is unavailable, else that something went wrong.
 */
export function maskError(error: unknown): GraphQLError {
  const unavailable = asServiceUnavailable(error);
  const place = error instanceof GraphQLError ? { path: error.path, nodes: error.nodes } : {};
  if (unavailable) {
    return new GraphQLError(unavailable.message, {
      ...place,
      extensions: {
        code: 'SERVICE_UNAVAILABLE',
        http: { status: 503, headers: { 'Retry-After': String(unavailable.retryAfterSeconds) } },
      },
    });
  }
  // Errors of parsing are given a status by Yoga on their way here; the one of a limit is to keep its own.
  if (error instanceof GraphQLError && error.extensions.code === TOO_LARGE) return tooLarge(error.message);
  // An error without an original was made by GraphQL itself or by our own refusals, and is about the request.
  if (error instanceof GraphQLError && (!error.originalError || error.originalError instanceof GraphQLError))
    return typeof error.extensions.code === 'string' ? error : maskExecutorError(error);
  return new GraphQLError('Something went wrong on our side.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
  });
}

/** Our refusals have codes, and so have those of the server. The executor's have none, and quote values. */
function maskExecutorError(error: GraphQLError): GraphQLError {
  const { nodes, path } = error;
  if (path === undefined) {
    const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
    return new GraphQLError('The operation cannot be executed with these variables.', { nodes, extensions });
  }
  return nodes?.[0]?.kind === Kind.FIELD
    ? new GraphQLError('The value of the field cannot be shown.', {
        ...{ nodes, path, extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      })
    : new GraphQLError(argumentProblem(error), { nodes, path, extensions: { code: 'BAD_USER_INPUT' } });
}

/**
 * What is wrong with an argument that a valid document gives to a field. Literals and variables have been found to be of their
 * types, so it can only be a variable that may be null, within what may not.
 */
export function argumentProblem({ nodes }: GraphQLError): string {
  const node = nodes?.[0];
  const variable = node?.kind === Kind.VARIABLE ? `The variable "$${node.name.value}"` : 'A variable in the argument';
  return `${variable} is null or not given; expected a value there.`;
}
