/** An agent with the official client, over HTTP or over another transport. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

export interface ToolAnswer {
  readonly isError: boolean;
  /** What it says. */
  readonly text: string;
  readonly data: Record<string, never>;
  readonly bytes: number;
}

export interface Agent {
  readonly client: Client;
  /** Names of the tools that it may use. */
  tools(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export async function agentOver(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'agent of the tests', version: '1' });
  await client.connect(transport);
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [said] = result.content as { text: string }[];
      return {
        isError: result.isError === true,
        text: said!.text.replaceAll(/\s/g, ' '),
        data: result.structuredContent as ToolAnswer['data'],
        bytes: Buffer.byteLength(JSON.stringify(result)),
      };
    },
    close: () => client.close(),
  };
}

export function agentAt(
  origin: string,
  { key, headers = {} }: { key: string; headers?: Record<string, string> },
): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  return agentOver(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
}
