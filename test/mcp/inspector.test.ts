/** The tools through the command line of the MCP inspector, as developers of agents look at them. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TODAY } from '../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { TOTAL, WITH_TERMS } from '../support/mcp/stay-to-book.ts';

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const { bin } = createRequire(import.meta.url)(PACKAGE) as { bin: Record<string, string> };
const PROGRAM = join(dirname(PACKAGE), Object.values(bin)[0]!);

let gateway: TestGateway;
let asked: string[];
beforeAll(async () => {
  gateway = await startGateway({ catalogue: WITH_TERMS, today: TODAY });
  const header = `Authorization: Bearer ${await gateway.key()}`;
  asked = [PROGRAM, '--cli', `${await gateway.listen()}/mcp`, '--header', header, '--method'];
});
afterAll(() => gateway.close());

const inspect = (...args: readonly string[]) => promisify(execFile)(process.execPath, [...asked, ...args]);

test('the inspector lists the tools, and finds nothing in their schemas that some models would not take', async () => {
  const { stdout, stderr } = await inspect('tools/list', '--strict');
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_stays', 'book_stay']));
  expect(stderr).not.toMatch(/^(Error|Warning):/m);
});

test('the inspector calls a tool, and its result is as its schema says', async () => {
  const stay = { visitType: 101, roomType: 11, currencies: '["CZK"]', arrival: '2027-06-10', departure: '2027-06-12' };
  const args = Object.entries(stay).map(([name, value]) => `${name}=${value}`);
  const { stdout } = await inspect('tools/call', '--tool-name', 'quote', '--tool-arg', ...args);
  expect(JSON.parse(stdout)).toMatchObject({
    structuredContent: { priced: { quotes: [{ total: { amountMinor: TOTAL } }] } },
  });
});
