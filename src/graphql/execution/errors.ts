/** Maps thrown errors to what both interfaces report: a stable code, and no internals. */
import { GraphQLError, Kind } from 'graphql';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import { ServiceUnavailable, toServiceUnavailable } from '../../operations/service-unavailable.ts';

declare module 'graphql' {
  /** An error has one of the declared codes, so that whoever distinguishes them knows all. */
  interface GraphQLErrorExtensions {
    code?: ErrorCode;
  }
}

/** The unavailability behind an error; null: another reason. */
export function asServiceUnavailable(error: unknown): ServiceUnavailable | null {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  return cause instanceof ServiceUnavailable ? cause : toServiceUnavailable(cause);
}

export function codeOfError(error: unknown): ErrorCode {
  if (asServiceUnavailable(error)) return 'SERVICE_UNAVAILABLE';
  const code = error instanceof GraphQLError ? error.extensions.code : undefined;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}

/**
 * The error that a client gets in place of a thrown one: its message if it was written for clients, else that the
 * service is unavailable or that something went wrong.
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
  // An error without an original one comes from GraphQL itself or from our refusals, and is about the request.
  if (error instanceof GraphQLError && (!error.originalError || error.originalError instanceof GraphQLError))
    return typeof error.extensions.code === 'string' ? error : maskExecutorError(error);
  return new GraphQLError('Something went wrong on our side.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
  });
}

/** Our refusals and the server's errors have codes. The executor's have none, and quote values. */
function maskExecutorError(error: GraphQLError): GraphQLError {
  const { nodes, path } = error;
  if (path === undefined) {
    const extensions = { code: 'BAD_USER_INPUT' as const, http: { status: 400 } };
    return new GraphQLError('The operation cannot be executed with these variables.', { nodes, extensions });
  }
  return nodes?.[0]?.kind === Kind.FIELD
    ? new GraphQLError('The value of the field cannot be shown.', {
        ...{ nodes, path, extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      })
    : new GraphQLError(argumentProblem(nodes), {
        ...{ nodes, path, extensions: { code: 'BAD_USER_INPUT', ...variableOf(nodes) } },
      });
}

/**
 * The problem of an argument in a valid document. Literals and variables match their types, so it can only be a
 * nullable variable in a non-null place.
 */
export function argumentProblem(nodes: GraphQLError['nodes']): string {
  const node = nodes?.[0];
  const variable = node?.kind === Kind.VARIABLE ? `The variable "$${node.name.value}"` : 'A variable in the argument';
  return `${variable} is null or not given; expected a value there.`;
}

/** The problem of a variable that is null where a value is needed, in the form of those of its value. */
export function variableOf(nodes: GraphQLError['nodes']): { readonly problems?: readonly object[] } {
  const node = nodes?.[0];
  if (node?.kind !== Kind.VARIABLE) return {};
  return { problems: [{ path: node.name.value, message: 'Expected a value, not null.' }] };
}
