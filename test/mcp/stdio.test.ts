/** `cli mcp`: the same tools over stdin and stdout (X4), with the official client, which starts the command as an assistant does. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TODAY } from '../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { buildProgram, environmentOf, runCli } from '../support/gateway/run-cli.ts';
import { type Agent, agentAt, agentOver } from '../support/mcp/agent.ts';
import { STAY, WITH_TERMS } from '../support/mcp/stay-to-book.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let gateway: TestGateway;
let origin: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: WITH_TERMS, today: TODAY });
  origin = await gateway.listen();
  key = await gateway.key();
  await buildProgram();
});
afterAll(() => gateway.close());

const command = (args: readonly string[], env: Record<string, string> = {}) =>
  new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', '--url', origin, ...args], env });

const asked = { arrival: STAY.arrival, nights: 2, currency: 'CZK', guests: 2 };

test('an assistant on a desk has the tools that it has over HTTP, and the same answers', async () => {
  const file = join(temporaryFolder(), 'agent.key');
  await writeFile(file, `${key}\n`);
  const [desk, web]: Agent[] = await Promise.all([agentOver(command(['--key-file', file])), agentAt(origin, { key })]);
  expect(await desk!.tools()).toEqual(await web!.tools());
  const [said, expected] = await Promise.all([desk, web].map((agent) => agent!.call('find_stays', asked)));
  expect(said).toEqual(expected);
  await Promise.all([desk!.close(), web!.close()]);
});

test('speaks the protocol of 2026, too, in the language that is asked for', async () => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(command(['--language', 'de'], { GATEWAY_KEY: key }));
  const { content } = await client.callTool({ name: 'find_stays', arguments: asked });
  expect(content).toMatchObject([{ text: expect.stringMatching(/^Es gibt 1 Aufenthalt/) }]);
  await client.close();
});

test('a key that is none, and a gateway that is away, are errors of each message', async () => {
  await expect(agentOver(command([], { GATEWAY_KEY: 'nothing' }))).rejects.toThrow(/key/i);
  const away = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--url', 'http://127.0.0.1:1'],
    env: { GATEWAY_KEY: key },
  });
  await expect(agentOver(away)).rejects.toThrow('The gateway does not answer');
});

test('a line ends at its line feed alone, and only a notification goes unanswered: what is no message is refused with the id null', async () => {
  const ping = { jsonrpc: '2.0', id: 'a\u2028b\u2029c', method: 'ping' };
  const lines = [
    JSON.stringify(ping).replaceAll(',', ',\r'),
    '{"jsonrpc":',
    JSON.stringify([ping]),
    '7',
    '{}',
    '',
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    JSON.stringify({ ...ping, id: 0 }),
  ];
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--url', origin], {
    env: environmentOf({ GATEWAY_KEY: key }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(lines.join('\n'));
  const answers = (await text(child.stdout))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const error = { code: -32_600, message: expect.any(String) };
  expect(answers.filter(({ id }) => id === null)).toEqual(Array(4).fill({ jsonrpc: '2.0', id: null, error }));
  expect(new Set(answers.filter(({ result }) => result).map(({ id }) => id))).toEqual(new Set([ping.id, 0]));
  expect(answers).toHaveLength(6);
});

test('a file with more than a key is refused without its content', async () => {
  const secret = 'ssg_SECRETSECRET';
  const { code, stdout, stderr } = await runCli(['mcp', '--url', origin], { GATEWAY_KEY: `# front desk\n${secret}` });
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('an API key is one word')]);
  expect(stderr).not.toContain(secret);
});

test('without a key or an address it ends with one line that says so', async () => {
  const withoutKey = await runCli(['mcp', '--url', origin], { GATEWAY_KEY: '' });
  expect(withoutKey).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('there is no API key') });
  const nowhere = await runCli(['mcp', '--url', 'stays'], { GATEWAY_KEY: key });
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('--url must be an address') });
});
