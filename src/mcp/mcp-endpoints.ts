/** `POST /mcp`: the tools of agents over Streamable HTTP (X4), under the limits of every request. */
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../data/keys/api-keys.ts';
import type { ApiKeys } from '../data/keys/key-lookup.ts';
import type { Day } from '../domain/time/civil-date.ts';
import type { Executor } from '../graphql/execution/executor.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Exchange, readLanguages } from '../http/exchange.ts';
import { readBody } from '../http/request/body.ts';
import { identify } from '../http/request/caller.ts';
import { parseJsonBody } from '../http/request/json-body.ts';
import { RefusedRequest } from '../http/request/refused-request.ts';
import type { BaseHeadersByOrigin } from '../http/response/base-headers.ts';
import { headerText } from '../http/response/representation.ts';
import type { HttpResponse } from '../http/response/response.ts';
import { codeOfStatus, messageOfStatus } from '../http/response/status-messages.ts';
import { VERSION } from '../http/version.ts';
import type { Services } from '../operations/access/request-context.ts';
import { deadlineIn } from '../operations/deadline.ts';
import { agentSpeech } from '../wording/agents/agent-speech.ts';
import { runTool, type ToolResult } from './run-tool.ts';
import type { McpCaller, ServeMcp } from './serve-mcp.ts';
import type { Arguments } from './tool.ts';
import { type ToolOperation, ToolOperations } from './tool-operations.ts';
import { ToolRequest } from './tool-request.ts';

export const MCP_PATH = '/mcp';
/** The headers that the protocol reads. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** The language of agents that name none. */
const DEFAULT_LANGUAGE = 'en';
/** Errors of JSON-RPC: what is no request, and what the server refuses. */
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

export interface McpEndpointParts {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly services: Services;
  readonly apiKeys: ApiKeys;
  /** How long a request may read, in milliseconds. */
  readonly operationTimeoutMs: number;
  /** It knows the origins whose pages may use the gateway (F11). */
  readonly baseHeaders: Pick<BaseHeadersByOrigin, 'allows'>;
  /** The day that counts as today. */
  readonly today: () => Day;
  /** Called with every failure that is not the caller's fault. */
  report(error: unknown, requestId: string): void;
}

export function mcpEndpoints(parts: McpEndpointParts): Endpoint[] {
  const { schema, executor, services, apiKeys, operationTimeoutMs, baseHeaders, today, report } = parts;
  let tools: ToolOperations | null = null;
  let serving: Promise<ServeMcp> | null = null;
  const load = () => import('./serve-mcp.ts').then(({ createMcpServing }) => createMcpServing(VERSION));

  async function respond(exchange: Exchange): Promise<HttpResponse> {
    const { headers, simulation, response } = exchange;
    const { origin } = headers;
    if (origin !== undefined && !(await baseHeaders.allows(origin))) return refusal(403, messageOfStatus(403));
    const caller = await identify(exchange, apiKeys);
    if (caller === null) return refusal(401, messageOfStatus(401), { 'WWW-Authenticate': 'Bearer' });
    const network = caller.isPublishable ? exchange.network : null;
    const body = await readJson(exchange);
    serving ??= load();
    const serve = await serving;
    tools ??= new ToolOperations(schema);
    let request: ToolRequest | null = null;
    let code: string | null = null;
    const wished = readLanguages(headers['accept-language']);
    const locale = wished.messages ?? DEFAULT_LANGUAGE;
    const languages = wished.messages === null ? readLanguages(DEFAULT_LANGUAGE) : wished;
    const ofCaller = toolsOf(tools, caller, (tool, args) => {
      request = new ToolRequest(
        services,
        {
          ...{ caller, languages, messages: locale, simulation, deadline: deadlineIn(operationTimeoutMs) },
          ...{ network, hasLeft: () => response.destroyed },
        },
        exchange.usage,
      );
      return runTool(tool, args, {
        executor,
        request,
        speech: agentSpeech(locale, today()),
        by: { isTest: caller.isTest, network },
      }).then(
        (result) => {
          code = (result.structuredContent.refusal as { code: string } | undefined)?.code ?? null;
          return result;
        },
        // The protocol would answer with the message of whatever went wrong.
        (error) => {
          report(error, exchange.requestId);
          throw new Error(messageOfStatus(500));
        },
      );
    });
    const answer = await exchange.working(() => serve(body, protocolHeaders(exchange), ofCaller));
    const asked = request as ToolRequest | null;
    const refused = code ?? answer.refusal;
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' },
      bytes: Buffer.from(answer.body ?? ''),
      refusal: refused,
      booking: asked?.requestedBooking(code) ?? null,
      source: { origin: refused === null ? 'not_kept' : 'refused', operation: asked?.label ?? null },
    };
  }

  const common = { path: MCP_PATH, vary: null, refuse: refuseBy(report) };
  return [
    { ...common, methods: ['POST'], admission: 'counted', respond },
    {
      ...common,
      methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      admission: 'refused',
      respond: () => refusal(405, messageOfStatus(405), { Allow: 'POST' }),
    },
  ];
}

function toolsOf(
  tools: ToolOperations,
  { scopes }: Caller,
  run: (tool: ToolOperation, args: Arguments) => Promise<ToolResult>,
): McpCaller {
  return {
    list: () => tools.of(scopes).map(({ listed }) => listed),
    call(name, args) {
      const tool = tools.find(name, scopes);
      return tool && run(tool, args);
    },
  };
}

/** One message: a batch would count as one request, whatever is in it. */
async function readJson(exchange: Exchange): Promise<unknown> {
  const bytes = await readBody(exchange);
  if (bytes === null) throw new RefusedRequest(415);
  const read = exchange.working(() => parseJsonBody(bytes, { knownNames: new Set(), refusesProto: true }));
  if ('problem' in read) throw new RefusedRequest(400, read.problem);
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) throw new RefusedRequest(400);
  return read.value;
}

function protocolHeaders({ headers }: Exchange): Record<string, string> {
  return Object.fromEntries(
    PROTOCOL_HEADERS.flatMap((name) => {
      const value = headerText(headers[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function refuseBy(report: McpEndpointParts['report']): Endpoint['refuse'] {
  return (error, { requestId }) => {
    if (error instanceof RefusedRequest) {
      return refusal(error.status, error.problem?.message ?? error.message, error.headers, error.code ?? undefined);
    }
    report(error, requestId);
    return refusal(500, messageOfStatus(500));
  };
}

/** A request that is refused before any tool is asked. */
function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code = codeOfStatus(status),
): HttpResponse {
  const error = { code: status === 400 ? INVALID_REQUEST : REFUSED, message };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' },
    bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', error, id: null })),
    refusal: code,
  };
}
