/**
 * `mcp`: the tools of a running gateway for an assistant on this machine, which speaks over stdin and stdout (X4). Each line is one message; it is
 * posted to `/mcp`, and what comes back is written as one line.
 */
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandError } from '../error-line.ts';

interface McpOptions {
  readonly url: string;
  readonly keyFile?: string;
  readonly language?: string;
}

interface Message {
  /** Null: what was sent is no message. Missing: it is a notification. */
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly _meta?: Readonly<Record<string, unknown>> };
}

/** Where a message since 2026 says by which version of the protocol it is; over HTTP headers say the same. */
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
/** JSON-RPC: the server did not do it. */
const FAILED = -32_000;
/** It is answered with the id null, as JSON-RPC wants it. */
const NO_MESSAGE: Message = { id: null };

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('pass the tools of a running gateway on to an assistant, over stdin and stdout')
    .requiredOption('--url <url>', 'address of the gateway: https://stays.example')
    .option('--key-file <file>', 'file with the API key (default: the key in GATEWAY_KEY)')
    .option('--language <language>', 'language of what tools say: cs, de, en or ru')
    .addHelpText(
      'after',
      `
Example of an assistant's settings:
  { "command": "npm", "args": ["run", "-s", "--prefix", "/srv/spa-stay-gateway", "cli", "--",
    "mcp", "--url", "https://stays.example", "--key-file", "/home/anna/agent.key"] }

Examples:
  spa-stay-gateway mcp --url http://127.0.0.1:4000 --key-file agent.key
  GATEWAY_KEY=ssg_... spa-stay-gateway mcp --url https://stays.example --language de`,
    )
    .action(async ({ url, keyFile, language }: McpOptions) => {
      const key = keyFile === undefined ? process.env.GATEWAY_KEY : await readFile(keyFile, 'utf8');
      if (!key?.trim())
        throw new CommandError('there is no API key: name its file with --key-file, or set GATEWAY_KEY');
      if (!/^[!-~]+$/.test(key.trim()))
        throw new CommandError('an API key is one word: there is more, or less, than that');
      const address = URL.canParse('/mcp', url) ? new URL('/mcp', url) : null;
      if (!/^https?:$/.test(address?.protocol ?? ''))
        throw new CommandError('--url must be an address with https: or http:');
      const headers = {
        authorization: `Bearer ${key.trim()}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(language !== undefined && { 'accept-language': language }),
      };
      await passOn((message, line) => post(message, { line, address: address as URL, headers }));
    });
}

/** Answers each line of stdin on stdout; ends with stdin, when all lines are answered. */
async function passOn(answer: (message: Message, line: string) => Promise<string | null>): Promise<void> {
  const answering = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line.trim() === '') continue;
    const said = answer(readMessage(line), line).then((text) => {
      if (text !== null) process.stdout.write(`${text}\n`);
    });
    answering.add(said);
    said.finally(() => answering.delete(said));
  }
  await Promise.all(answering);
}

/** Only a line feed ends a line: JSON may have a carriage return between its values, and U+2028 in its texts, where `readline` would cut it. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    begun += first;
    for (const next of others) {
      yield begun;
      begun = next;
    }
  }
  yield begun;
}

/** What is no message, as a batch, is passed on all the same: the gateway refuses it. */
function readMessage(line: string): Message {
  try {
    const { id, method, params } = JSON.parse(line) as Message;
    return id === undefined && method === undefined ? NO_MESSAGE : { id, method, params };
  } catch {
    return NO_MESSAGE;
  }
}

/** The answer as one line; null: a notification has none. */
async function post(
  message: Message,
  { line, address, headers }: { line: string; address: URL; headers: Readonly<Record<string, string>> },
): Promise<string | null> {
  const { id, method, params } = message;
  const refuse = (text: string) =>
    id === undefined ? null : JSON.stringify({ jsonrpc: '2.0', id, error: { code: FAILED, message: text } });
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, ...protocolHeaders(method, params) },
      body: line,
    });
    const text = await response.text();
    if (id === undefined || text === '') return null;
    // A request that was refused before it was read is refused without its id.
    return JSON.stringify({ ...JSON.parse(text), id });
  } catch (error) {
    // The message may repeat a header, and so the key.
    const { code = (error as Error).name } = ((error as Error).cause ?? {}) as { code?: string };
    return refuse(`The gateway does not answer: ${code}`);
  }
}

function protocolHeaders(method: string | undefined, params: Message['params']): Record<string, string> {
  const version = params?._meta?.[PROTOCOL_VERSION];
  if (typeof version !== 'string' || method === undefined) return {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof params?.name === 'string' && { 'mcp-name': params.name }),
  };
}
