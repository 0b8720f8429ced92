/** N2: the call of a tool of agents, beside its operation by GraphQL (X4). */
import { readFileSync } from 'node:fs';
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { type Ask, contentOf, operation, send, withHeaders } from '../races/ask.ts';
import { startGateway } from '../races/contestant.ts';
import { mediansInTurn, microsOf } from '../races/processor-time.ts';

/** So often each is asked before it counts, and then in each round. */
const WARMING = 200;
const REQUESTS = 200;
const ROUNDS = 5;
const WAYS = ['graphql', 'tool'] as const;

export const MEASURED_TOOLS = ['find-stays', 'show-hotel', 'calendar'] as const;
const TOOLS = new URL('../../src/mcp/tools/', import.meta.url);
const read = (file: string) => readFileSync(new URL(`${file}.graphql`, TOOLS), 'utf8');

/** Microseconds of processor time for a request, by the name of the tool. */
export type ToolFigures = Readonly<Partial<Record<ToolName, Readonly<Record<(typeof WAYS)[number], number>>>>>;
type ToolName = (typeof MEASURED_TOOLS)[number];

/** The response cache is off. Null: the kernel does not report processor time. */
export async function measureTools(database: PreparedDatabase): Promise<ToolFigures | null> {
  const { destinationNumber, number } = await withDatabase(database.url, ({ prisma }) =>
    prisma.hotel.findFirstOrThrow({ orderBy: { number: 'asc' } }),
  );
  const arrival = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const asked: Readonly<Record<ToolName, object>> = {
    'find-stays': { arrival, nights: 7, currency: 'EUR', guests: 2, destination: destinationNumber },
    'show-hotel': { hotel: number },
    calendar: { hotel: number, currency: 'EUR' },
  };
  const gateway = await startGateway(database, { name: 'gateway for agents', storeMb: 0 });
  const figures: { -readonly [Name in ToolName]?: ToolFigures[Name] } = {};
  try {
    for (const name of MEASURED_TOOLS) {
      const asks = asksOf(name, asked[name]);
      const headers = { authorization: `Bearer ${database.key}`, 'accept-language': 'en' };
      const spent = (way: (typeof WAYS)[number], requests: number) =>
        microsOf(gateway, withHeaders(asks[way], headers), requests);
      const called = contentOf(asks.tool, await send(gateway.url, withHeaders(asks.tool, headers)));
      requireResult(name, called as Called);
      for (const way of WAYS) await spent(way, WARMING);
      figures[name] = await mediansInTurn(WAYS, ROUNDS, (way) => spent(way, REQUESTS));
    }
  } finally {
    await gateway.stop();
  }
  return Object.values(figures).some(({ tool }) => Number.isNaN(tool)) ? null : figures;
}

interface Called {
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly refusal?: unknown } };
}

/** A refusal would be cheap. @throws Error when the call has no result */
function requireResult(name: ToolName, { result }: Called): void {
  const { isError, structuredContent } = result ?? {};
  if (isError || !structuredContent || structuredContent.refusal)
    throw new Error(`${name} has no result: ${JSON.stringify(result)}`);
}

function asksOf(file: string, variables: object): Record<(typeof WAYS)[number], Ask> {
  const name = file.replace('-', '_');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: variables } };
  const accept = 'application/json, text/event-stream';
  return {
    graphql: operation(textOf(file), variables),
    tool: {
      ...operation(''),
      path: '/mcp',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(call),
    },
  };
}

/** The operation with the fragments that it spreads. */
function textOf(file: string): string {
  const shared = read('shared').split(/\n(?=fragment )/);
  const own = read(file);
  return [own, ...shared.filter((fragment) => own.includes(`...${/fragment (\w+)/.exec(fragment)?.[1]}`))].join('\n');
}
