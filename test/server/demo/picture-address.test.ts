/** Whoever asks the gateway for the demo's pictures gets addresses that load, from a page of any origin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const TODAY = '2026-11-21';
const IMAGES = 'images { url thumbnailUrl variants { url } }';

let gateway: TestGateway;
let address: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY, demo: true });
  address = await gateway.listen();
});
afterAll(() => gateway?.close());

/** All texts of an answer that are addresses. */
function addressesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return /^https?:/.test(answer) ? [answer] : [];
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(addressesIn) : [];
}

test('every address of a picture in GraphQL and in REST loads as a picture, in pages of other origins too', async () => {
  const data = await gateway.ask(`{ hotels(first: 100) { nodes { ${IMAGES} roomTypes { ${IMAGES} } } } }`);
  const rest = await Promise.all(
    ['/v2/hotels', '/v2/room-types'].map(async (path) => {
      const response = await fetch(`${address}/api${path}`, {
        headers: { authorization: `Bearer ${gateway.demoKey}` },
      });
      expect(response.status).toBe(200);
      return response.json();
    }),
  );
  for (const answer of [data, ...rest]) {
    const urls = [...new Set(addressesIn(answer))].filter(
      (url) => url.includes('/pictures/') || url.includes('images'),
    );
    expect(urls.length).toBeGreaterThan(10);
    for (const url of urls) {
      expect(url.startsWith(`${address}/pictures/`), url).toBe(true);
      const response = await fetch(url);
      expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, 'image/svg+xml']);
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
  }
});

test('behind a name they are at that name', async () => {
  const named = await startGateway({
    ...{ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY, demo: true },
    config: { publicHosts: ['demo.example'] },
  });
  const data = await named.ask(`{ hotel(id: 1) { ${IMAGES} } }`);
  expect(new Set(addressesIn(data).map((url) => new URL(url).origin))).toEqual(new Set(['https://demo.example']));
  await named.close();
});
