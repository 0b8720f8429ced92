/** The guide for agents: its booking is made as it stands, and its tools are those that keys have. */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDEMPOTENCY_LIFETIME_MS } from '../../src/domain/booking/idempotency.ts';
import { BOOK_STAY } from '../../src/mcp/tools/book-stay.ts';
import { TODAY } from '../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { agentAt } from '../support/mcp/agent.ts';
import { WITH_TERMS } from '../support/mcp/stay-to-book.ts';

const GUIDE = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
const EXAMPLES = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!));

let gateway: TestGateway;
let origin: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: WITH_TERMS, today: TODAY });
  origin = await gateway.listen();
});
afterAll(() => gateway.close());

test('its booking is what the tool says that it takes, and is made', async () => {
  const booking = EXAMPLES.find((example) => 'expectedTotal' in example);
  const agent = await agentAt(origin, { key: await gateway.key({ scopes: ['read', 'book'] }) });
  const { tools } = await agent.client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'book_stay')!;
  const validate = addFormats.default(new Ajv.default({ strict: false, allErrors: true })).compile(inputSchema);
  validate(booking);
  expect(validate.errors).toBeNull();
  expect(await agent.call('book_stay', booking)).toMatchObject({
    isError: false,
    data: { booked: { replayed: false } },
  });
  await agent.close();
});

test('the same call is said to get the same booking for as long as idempotency keys are kept (B6)', () => {
  const lifetime = `within ${IDEMPOTENCY_LIFETIME_MS / 3_600_000} hours`;
  expect(GUIDE).toContain(`The same call again ${lifetime} gets the same booking.`);
  expect(BOOK_STAY.description).toContain(lifetime);
});

test('its assistants are told where the tools are', () => {
  const servers = EXAMPLES.flatMap((example) => Object.values({ ...example.mcpServers, ...example.servers }));
  expect(servers).toMatchObject([
    { command: 'npm', args: expect.arrayContaining(['mcp', '--url', '--key-file']) },
    {
      type: 'http',
      url: expect.stringMatching(/\/mcp$/),
      headers: { Authorization: expect.stringMatching(/^Bearer /) },
    },
  ]);
  expect(GUIDE).toMatch(/claude mcp add --transport http \w+ https:\S+\/mcp --header "Authorization: Bearer /);
});

test.each(['read', 'book', 'bookings', 'operate'] as const)(
  'the row of `%s` names only tools that it has',
  async (scope) => {
    const [, row] = new RegExp(`^\\| \`${scope}\` \\| (.+) \\|$`, 'm').exec(GUIDE)!;
    const named = [...row!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
    const agent = await agentAt(origin, { key: await gateway.key({ scopes: [scope] }) });
    const tools = await agent.tools();
    expect(named.filter((name) => !tools.includes(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
    await agent.close();
  },
);
