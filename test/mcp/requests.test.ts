/** `/mcp` as an address of the gateway (X4, X6): without sessions, under the limits of every request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_SIZE } from '../../src/data/reads/catalogue-size.ts';
import { SMALL_CATALOGUE, TODAY } from '../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { agentAt } from '../support/mcp/agent.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = 'application/json, text/event-stream';

interface Refused {
  readonly refusal: { readonly code: string; readonly message: string; readonly retryAfterSeconds: number };
}

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config: { corsOrigins: ['https://agents.example'] },
  });
  key = await gateway.key();
});
afterAll(() => gateway.close());

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  gateway.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${key}`, accept: ACCEPT, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

describe('a request', () => {
  test('is answered by one JSON object, without a session, and nobody may store it', async () => {
    const response = await post(LIST);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(response.headers).not.toHaveProperty('mcp-session-id');
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
  });

  test('that is wrong in very many ways is refused in a few words', async () => {
    const clientInfo = { name: 'a', version: 'b', icons: Array(19_900).fill(7) };
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const calls = [
      { method: 'initialize', params: initialize },
      { method: 'initialize', params: { ...initialize, protocolVersion: Array(19_900).fill(7) } },
      { method: 'tools/call', params: { name: 'x'.repeat(60_000) } },
      {
        method: 'tools/call',
        params: { name: Array(19_900).fill(7), _meta: { progressToken: Array(19_900).fill({}) } },
      },
    ];
    for (const call of calls) {
      const { payload } = await post({ jsonrpc: '2.0', id: 1, ...call });
      expect(payload.length).toBeLessThan(2_000);
    }
  });

  test('whose id is longer than any client needs is refused without it: no refusal is larger than 16 kB (A2)', async () => {
    const withId = (id: unknown) => [
      { ...LIST, id },
      { ...LIST, id, method: 'nothing' },
      { id, jsonrpc: '2.0' },
    ];
    for (const message of [...withId('x'.repeat(200_000)), ...withId(Array(19_000).fill(7))]) {
      const { statusCode, payload } = await post(message);
      expect([statusCode, JSON.parse(payload)]).toMatchObject([400, { id: null, error: { code: -32_600 } }]);
      expect(payload.length).toBeLessThan(1_000);
    }
    const longest = '\u20ac'.repeat(3_998);
    expect((await post({ ...LIST, id: longest })).json()).toMatchObject({ id: longest, result: {} });
    const refused = await post({ ...LIST, id: longest, method: 'nothing' });
    expect(refused.json()).toMatchObject({ id: longest, error: {} });
    expect(Buffer.byteLength(refused.payload)).toBeLessThan(16_000);
  });

  test('is served whatever its client says of itself, with pictures of any size', async () => {
    const clientInfo = { name: 'a', version: '1', icons: [{ src: `data:image/png;base64,${'A'.repeat(20_000)}` }] };
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const started = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    expect(started.json()).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    const [version, method] = ['2026-07-28', 'tools/list'];
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listed = await post(
      { jsonrpc: '2.0', id: 2, method, params: { _meta } },
      { 'mcp-protocol-version': version, 'mcp-method': method },
    );
    expect(listed.json()).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  });

  test('needs a key', async () => {
    const response = await post(LIST, { authorization: 'Bearer nothing' });
    expect(response).toMatchObject({ statusCode: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } });
  });

  test('comes from no page of another origin than those that are allowed', async () => {
    expect((await post(LIST, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post(LIST, { origin: 'null' })).statusCode).toBe(403);
    const allowed = await post(LIST, { origin: 'https://agents.example' });
    expect(allowed).toMatchObject({
      statusCode: 200,
      headers: { 'access-control-allow-origin': 'https://agents.example' },
    });
  });

  test.each(['GET', 'DELETE', 'PUT'] as const)('is no %s: there is no stream and no session', async (method) => {
    const response = await gateway.inject({ method, url: '/mcp', headers: { authorization: `Bearer ${key}` } });
    expect(response).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
  });

  test.each([
    ['a batch', [LIST, LIST], 400],
    ['no JSON', '{', 400],
    ['no object', '7', 400],
    ['a repeated name', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 400],
    ['too much', JSON.stringify({ ...LIST, params: { x: 'x'.repeat(300_000) } }), 413],
  ])('is refused when it is %s', async (_, payload, status) => {
    expect((await post(payload)).statusCode).toBe(status);
  });

  test('of a method that is none is answered by an error, also where a stream was asked for', async () => {
    for (const method of ['resources/list', 'subscriptions/listen', 'nothing']) {
      const response = await post({ ...LIST, method });
      expect(response.headers['content-type']).toContain('application/json');
      expect(response.json()).toHaveProperty('error');
    }
  });
});

describe('limits of the key', () => {
  test('hold: a call costs what its operation costs, and beyond the limit it is refused', async () => {
    const limited = await startGateway({
      catalogue: SMALL_CATALOGUE,
      today: TODAY,
      config: { rateLimitPerMinute: 5, rateLimitCostPerMinute: 1_000_000 },
    });
    const agent = await agentAt(await limited.listen(), { key: await limited.key() });
    const calls = await Promise.allSettled(Array.from({ length: 6 }, () => agent.call('show_hotel', { hotel: 1 })));
    expect(calls.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await agent.close();
    await limited.close();
  });

  test('an operation that costs more than is left is a tool error that says when to try again', async () => {
    const limited = await startGateway({
      catalogue: SMALL_CATALOGUE,
      today: TODAY,
      config: { rateLimitCostPerMinute: 3 },
    });
    const agent = await agentAt(await limited.listen(), { key: await limited.key() });
    const refused = await agent.call('find_stays', { arrival: '2027-06-10', nights: 2, currency: 'CZK' });
    expect(refused).toMatchObject({
      isError: true,
      data: { refusal: { code: 'RATE_LIMITED' }, next: 'Wait, then try again.' },
    });
    const { retryAfterSeconds } = (refused.data as unknown as Refused).refusal;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    await agent.close();
    await limited.close();
  });

  test('hold for what a search of a large catalogue takes beyond its estimate (A9)', async () => {
    const spentWith = async (visitTypes: number) => {
      const limited = await startGateway({
        ...{ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize: { ...USUAL_SIZE, visitTypes } },
        config: { rateLimitCostPerMinute: 5_000_000 },
      });
      const arguments_ = { arrival: '2027-06-10', nights: 2, currency: 'CZK' };
      const { headers } = await limited.inject({
        ...{ method: 'POST', url: '/mcp' },
        headers: { authorization: `Bearer ${await limited.key()}`, accept: ACCEPT },
        payload: { ...LIST, method: 'tools/call', params: { name: 'find_stays', arguments: arguments_ } },
      });
      await limited.close();
      return 5_000_000 - Number(/"cost";r=(\d+)/.exec(String(headers.ratelimit))![1]);
    };
    // Both are estimated at the most.
    expect((await spentWith(200_000)) - (await spentWith(100_000))).toBe(4 * 100_000);
  });

  test('look-ups that failed too often are a tool error that says when to try again', async () => {
    const agent = await agentAt(await gateway.listen(), { key: await gateway.key() });
    const guess = (tool: string) => agent.call(tool, { reference: '0000-0000', email: 'a@example.com' });
    for (let time = 0; time < 10; time++) await guess('find_booking');
    for (const tool of ['find_booking', 'cancel_booking']) {
      const { isError, data } = await guess(tool);
      const { refusal } = data as unknown as Refused;
      expect([isError, refusal.code]).toEqual([true, 'RATE_LIMITED']);
      expect(refusal.message).toContain(`try again in ${refusal.retryAfterSeconds} seconds`);
    }
    await agent.close();
  });
});
