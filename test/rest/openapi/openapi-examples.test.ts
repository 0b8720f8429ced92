/**
 * The answers in the reference are real: those of the demo catalogue as of one day, with numbered ObjectIds, because
 * each import creates its own. After a change of the demo or of an answer, `--update` rewrites them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import type { RouteExample } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { CALENDAR_DATES_EXAMPLE } from '../../../src/rest/v1/calendar-dates/calendar-dates.example.ts';
import { DESTINATIONS_EXAMPLE } from '../../../src/rest/v1/destinations/destinations.example.ts';
import { LOWEST_PRICE_EXAMPLE } from '../../../src/rest/v1/lowest-price/lowest-price.example.ts';
import { PRICE_EXAMPLE } from '../../../src/rest/v1/price/price.example.ts';
import { VISIT_TYPES_EXAMPLE } from '../../../src/rest/v1/visit-types/visit-types.example.ts';
import { AMENITY_CATEGORIES_EXAMPLE } from '../../../src/rest/v2/amenity-categories/amenity-categories.example.ts';
import { HOTELS_EXAMPLE } from '../../../src/rest/v2/hotels/hotels.example.ts';
import { ROOM_TYPES_EXAMPLE } from '../../../src/rest/v2/room-types/room-types.example.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const EXAMPLE_DAY = '2026-11-21';
const LINE_CHARACTERS = 110;

const FILES: Readonly<Record<string, Readonly<Record<string, RouteExample>>>> = {
  'v1/visit-types/visit-types': { VISIT_TYPES_EXAMPLE },
  'v1/price/price': { PRICE_EXAMPLE },
  'v1/calendar-dates/calendar-dates': { CALENDAR_DATES_EXAMPLE },
  'v1/lowest-price/lowest-price': { LOWEST_PRICE_EXAMPLE },
  'v1/destinations/destinations': { DESTINATIONS_EXAMPLE },
  'v2/hotels/hotels': { HOTELS_EXAMPLE },
  'v2/amenity-categories/amenity-categories': { AMENITY_CATEGORIES_EXAMPLE },
  'v2/room-types/room-types': { ROOM_TYPES_EXAMPLE },
};

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

/** JSON with as much on a line as fits. */
function printed(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE_CHARACTERS) return line;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => `${deeper}${printed(item, deeper)}`)
    : Object.entries(value).map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${printed(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

test.each(Object.entries(FILES))('the example of %s is an answer that was given', async (file, constant) => {
  const [[name, example]] = Object.entries(constant) as [[string, RouteExample]];
  const { address, acceptLanguage } = example;
  const text = `/** An answer of the demo catalogue as of ${EXAMPLE_DAY}, written by the test that asks for it. */
// biome-ignore format: as it is written by the test
export const ${name} = ${printed({ address, ...(acceptLanguage === undefined ? {} : { acceptLanguage }), body: await answerTo(example) })};
`;
  await expect(text).toMatchFileSnapshot(`../../../src/rest/${file}.example.ts`);
});

test('every example that the reference shows of a reading route is such an answer', async () => {
  for (const { method, reference } of ROUTES) {
    if (method === 'GET') expect(await answerTo(reference.example)).toEqual(reference.example.body);
  }
});
