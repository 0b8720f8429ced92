/**
 * The GraphQL endpoint: Yoga behind Fastify. Fastify reads the body (within its limit) and the key is checked before Yoga
 * sees anything; GraphiQL, for a browser, is the one page that needs no key.
 */
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, getOperationAST } from 'graphql';
import { createYoga, type Plugin, shouldRenderGraphiQL } from 'graphql-yoga';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { schema } from '../graphql/schema.ts';
import type { Gateway } from '../operations/session.ts';
import { contextOf } from './context.ts';
import { maskedError, unavailabilityOf } from './errors.ts';
import { type ExampleTab, exampleTabs } from './example-operations.ts';
import type { Logger } from './log.ts';

export const GRAPHQL_PATH = '/graphql';

/** What Yoga is given with every request. */
interface ServerContext {
  caller: Caller | null;
  acceptLanguage: string | undefined;
}

/** Registers the endpoint. `authenticate` gives the caller of a request, or null for any key that is not accepted. */
export function registerGraphQL(
  fastify: FastifyInstance,
  {
    gateway,
    apiKeys,
    authenticate,
    demoKey,
    log,
  }: {
    gateway: Gateway;
    apiKeys: ApiKeys;
    authenticate: (request: FastifyRequest) => Promise<Caller | null>;
    demoKey: string | null;
    log: Logger;
  },
): void {
  async function tabs(): Promise<ExampleTab[]> {
    const caller = demoKey ? await apiKeys.authenticate(demoKey) : null;
    return exampleTabs({ gateway, demo: demoKey && caller ? { key: demoKey, caller } : null });
  }
  const yoga = createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    context: ({ caller, acceptLanguage }) => contextOf({ gateway, caller: caller!, acceptLanguage }),
    renderGraphiQL,
    graphiql: async () => ({
      title: 'spa-stay-gateway',
      defaultEditorToolsVisibility: 'headers',
      shouldPersistHeaders: false,
      defaultTabs: await tabs(),
    }),
    plugins: [requireScope(), reportDefects(log)],
    maskedErrors: { isDev: false, maskError: maskedError },
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
  });

  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: GRAPHQL_PATH,
      async handler(request, reply) {
        const asked = new Request(new URL(request.url, 'http://gateway'), {
          method: request.method,
          headers: headersOf(request),
          ...(request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
        });
        const caller = shouldRenderGraphiQL(asked) ? null : await authenticate(request);
        if (!caller && !shouldRenderGraphiQL(asked)) {
          reply.header('WWW-Authenticate', 'Bearer');
          return reply.code(401).send(errorBody('A valid API key is required.', 'UNAUTHENTICATED'));
        }
        const acceptLanguage = request.headers['accept-language'];
        const response = await yoga.fetch(asked, { caller, acceptLanguage });
        return reply.header('Cache-Control', 'private, no-store').send(response);
      },
    });
  });
}

/** The body of an error that is answered outside of Yoga. */
export function errorBody(message: string, code: string): object {
  return { errors: [{ message, extensions: { code } }] };
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Queries need the scope `read`, mutations the scope `book`. */
function requireScope(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const operation = getOperationAST(args.document, args.operationName);
      const scope = operation?.operation === 'mutation' ? 'book' : 'read';
      if (args.contextValue.session.caller.scopes.has(scope)) return;
      const extensions = { code: 'FORBIDDEN', http: { status: 403 } };
      const error = new GraphQLError(`The API key lacks the scope \`${scope}\`.`, { extensions });
      setResultAndStopExecution({ errors: [error] });
    },
  };
}

/** Logs what clients are not told about: errors that nobody expected. */
function reportDefects(log: Logger): Plugin<GraphQLContext> {
  return {
    onExecute() {
      return {
        onExecuteDone({ result }) {
          if (Symbol.asyncIterator in result) return;
          for (const error of result.errors ?? []) {
            const unavailable = unavailabilityOf(error);
            if (unavailable) log.warn(unavailable, 'unavailable');
            else if (error.originalError && !(error.originalError instanceof GraphQLError)) {
              log.error(error.originalError, 'a resolver failed');
            }
          }
        },
      };
    },
  };
}
