/**
 * The GraphQL endpoint. It reads the body and checks the key before it looks at the operation. A browser gets GraphiQL
 * without a key, or 404 if GraphiQL is off.
 */
import type { Caller } from '../../data/keys/api-keys.ts';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import { codeOfError, maskError } from '../../graphql/execution/errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import { readBody } from '../../http/request/body.ts';
import { identify, identifyAgain } from '../../http/request/caller.ts';
import { splitAddress } from '../../http/request/head.ts';
import { RefusedRequest } from '../../http/request/refused-request.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { messageOfStatus } from '../../http/response/status-messages.ts';
import type { ShownKey } from '../demo/demo-key.ts';
import type { Explorer } from '../pages/graphiql.ts';
import type { Client } from '../subscriptions/subscriptions.ts';
import { reportFailure } from '../telemetry/failures.ts';
import type { Logger } from '../telemetry/log.ts';
import { errorResponse, type GraphQLAnswers } from './graphql-answers.ts';
import { GRAPHQL_PATH } from './graphql-yoga.ts';

export interface GraphQLEndpointParts {
  readonly graphql: GraphQLAnswers;
  /** Null: GraphiQL is off. */
  readonly explorer: Explorer | null;
  readonly demoKey: ShownKey;
  readonly apiKeys: ApiKeys;
  readonly log: Logger;
}

/** The endpoint, and one for unsupported methods. */
export function graphqlEndpoints({ graphql, explorer, demoKey, apiKeys, log }: GraphQLEndpointParts): Endpoint[] {
  async function showExplorer({ headers }: Exchange): Promise<HttpResponse> {
    if (!explorer) return errorResponse(404, messageOfStatus(404), 'BAD_REQUEST');
    return { ...(await explorer(await demoKey.visibleTo(headers))), vary: demoKey.vary };
  }

  async function respond(exchange: Exchange): Promise<HttpResponse> {
    if (isForBrowser(exchange)) return showExplorer(exchange);
    const { method, headers, languages, simulation, address, response } = exchange;
    const body = method === 'POST' ? await readBody(exchange) : null;
    const client: Client = {
      address: exchange.clientAddress,
      authenticate: () => identifyAgain(exchange, apiKeys),
      hasLeft: () => response.destroyed,
      onEnd: (run) => void (response.destroyed ? run() : response.once('close', run)),
    };
    const network = () => exchange.network;
    const query = splitAddress(address.url).query;
    const request = { method, query, headers, languages, simulation, body, client, network, usage: exchange.usage };
    let caller: Caller | null;
    try {
      caller = await identify(exchange, apiKeys);
    } catch (error) {
      return { ...answerToThrown(error, exchange, log), booking: graphql.refusedUnread(request, codeOfError(error)) };
    }
    if (caller) return graphql.answer(caller, request);
    return errorResponse(401, messageOfStatus(401), 'UNAUTHENTICATED', { 'WWW-Authenticate': 'Bearer' });
  }

  const common = {
    path: GRAPHQL_PATH,
    refuse: (error: unknown, exchange: Exchange) => answerToThrown(error, exchange, log),
  };
  return [
    {
      ...common,
      methods: ['GET'],
      admission: 'counted',
      vary: ['Accept', 'Accept-Language', 'Authorization'],
      respond,
    },
    // Nobody may store the answer.
    { ...common, methods: ['POST'], admission: 'counted', vary: null, respond },
    {
      ...common,
      methods: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
      admission: 'refused',
      vary: null,
      respond: () => errorResponse(405, messageOfStatus(405), 'BAD_REQUEST', { Allow: 'GET, POST' }),
    },
  ];
}

function isForBrowser({ method, headers }: Exchange): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

/** The answer to an error outside of an execution: in the body, the rate limit, or the key look-up. */
function answerToThrown(error: unknown, { requestId }: Exchange, log: Logger): HttpResponse {
  if (error instanceof RefusedRequest) {
    const code = error.code ?? (error.status === 429 ? 'RATE_LIMITED' : 'BAD_REQUEST');
    return errorResponse(error.status, error.message, code, error.headers);
  }
  reportFailure(log, error, requestId);
  const { message, extensions } = maskError(error);
  const { status = 500, headers = {} } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Record<string, string>;
  };
  return errorResponse(status, message, String(extensions.code), headers);
}
