/**
 * Yoga, for everything in GraphQL over HTTP but a single operation that is answered in JSON: answers as an event or a part, malformed
 * requests. It reads requests and writes responses; the executor runs the operations. Of subscriptions it only reads the
 * request.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { maskError } from '../../graphql/execution/errors.ts';
import type { Executor, OperationParams } from '../../graphql/execution/executor.ts';
import { schema } from '../../graphql/schema/schema.ts';
import { type GraphQLRequest, isObject, OPERATION_PARAMETERS } from './graphql-input.ts';
import type { MediaType } from './graphql-media-type.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { firstErrorCode, type RequestedOperation } from './requested-operation.ts';

export const GRAPHQL_PATH = '/graphql';

interface ServerContext extends Record<string, unknown> {
  readonly requested: RequestedOperation;
  /** The holder whose limits count. */
  readonly holder: string;
}

export function createYogaHandler(
  executor: Executor,
  persisted: PersistedDocuments,
): YogaServerInstance<ServerContext, object> {
  return createYoga<ServerContext, object>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    graphiql: false,
    plugins: [resolveDocuments(persisted), refuseUnknownParameters(), delegateExecution(executor)],
    maskedErrors: { isDev: false, maskError },
    parserAndValidationCache: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
  });
}

/** Replaces the name of a document by its text. */
function resolveDocuments(persisted: PersistedDocuments): Plugin {
  return {
    onParams({ params, request: { method, url }, setParams, context }) {
      if (!isObject(params)) return;
      const { holder, requested } = context as unknown as ServerContext;
      const address = method === 'GET' ? url : undefined;
      const resolved = requested.working(() => persisted.resolve({ ...params }, holder, address));
      if (resolved instanceof GraphQLError) throw resolved;
      setParams(resolved as typeof params);
    },
  };
}

/** Refuses unknown parameters without repeating their names. Yoga refuses bodies that are not objects. */
function refuseUnknownParameters(): Plugin {
  return {
    onParams({ params }) {
      const sent = Object.entries({ ...params });
      if (sent.every(([name, value]) => value == null || OPERATION_PARAMETERS.has(name))) return;
      const message = `The request has a parameter that is not known; expected ${[...OPERATION_PARAMETERS].join(', ')}.`;
      throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
    },
  };
}

function delegateExecution(executor: Executor): Plugin {
  return {
    onParams({ setParamsHandler, context }) {
      const { requested } = context as unknown as ServerContext;
      setParamsHandler(async ({ params }) => {
        const outcome = await executor.execute(params as OperationParams, requested);
        if (!requested.isSubscription) return outcome as never;
        // Streams, and refusals of those who asked for one, are written without Yoga: it would make a pipeline for each.
        requested.outcome = outcome;
        return {} as never;
      });
    },
    onResultProcess({ result, serverContext }) {
      const { errors } = result as ExecutionResult;
      if (errors) (serverContext as unknown as ServerContext).requested.refusal = firstErrorCode(errors);
    },
  };
}

/** The request as Yoga reads it. Its headers have been interpreted already: of them it gets the media types alone. */
export function toFetchRequest({ method, query, body }: GraphQLRequest, accept: MediaType): Request {
  return new Request(`http://gateway${GRAPHQL_PATH}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: { accept, ...(body && { 'content-type': 'application/json' }) },
    ...(body ? { body: body as Buffer<ArrayBuffer> } : {}),
  });
}
