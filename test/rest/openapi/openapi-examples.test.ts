/**
 * The answers in the reference are real: those of the demo catalogue as of one day, with numbered ObjectIds, because
 * each import creates its own. After a change of the demo or of an answer, `--update` rewrites them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import type { RouteExample } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const EXAMPLE_DAY = '2026-11-21';
const REST = fileURLToPath(new URL('../../../src/rest', import.meta.url));
/** Bookings have random ids, so the examples of theirs and of their events are written by hand. */
const BY_HAND = /(?:booking|events)\.example\.json$/;
const FILES = readdirSync(REST, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.example.json') && !BY_HAND.test(file),
);

let gateway: TestGateway;
let authorization: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: demoCatalogue(parseDay(EXAMPLE_DAY)!), today: EXAMPLE_DAY });
  authorization = `Bearer ${await gateway.key()}`;
});
afterAll(() => gateway?.close());

async function answerTo({ address, acceptLanguage }: RouteExample): Promise<unknown> {
  const headers = { authorization, ...(acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }) };
  const { statusCode, body } = await gateway.inject({ url: `/api${address}`, headers });
  expect([address, statusCode]).toEqual([address, 200]);
  return JSON.parse(withNumberedIds(body));
}

/** Equal ObjectIds stay equal. */
function withNumberedIds(json: string): string {
  const numbers = new Map<string, string>();
  return json.replaceAll(/"_id":"([0-9a-f]{24})"/g, (_, id: string) => {
    const number = numbers.get(id) ?? (numbers.size + 1).toString(16).padStart(24, '6735f0a1c2b3d4e5f6a70000');
    numbers.set(id, number);
    return `"_id":"${number}"`;
  });
}

test.each(FILES)('%s is an answer that was given', async (file) => {
  const example: RouteExample = JSON.parse(readFileSync(join(REST, file), 'utf8'));
  const text = `${JSON.stringify({ ...example, body: await answerTo(example) }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(REST, file));
});

test('every example that the reference shows of a reading route is such an answer', async () => {
  for (const { method, path, reference } of ROUTES) {
    if (method === 'GET' && path !== '/v2/events')
      expect(await answerTo(reference.example)).toEqual(reference.example.body);
  }
});
