/** No answer of an operation is larger than 3 MB (A2), whichever way it is asked for; exports and pages of `/v1/visit-types` are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../../src/http/response/answer-size.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readMetrics } from '../../support/gateway/read-metrics.ts';
import { openEventStream } from '../../support/subscriptions/event-stream.ts';

/** A page of 40 such hotels is beyond the limit in two languages, not in one. */
const DESCRIPTION = 'Ein Haus am Wald. '.repeat(2_700);
/** Each of 40 such visit types of one category has the names of all, which makes a page of 16 MB in two languages. */
const NAME = 'Kur am Wald. '.repeat(380);
const CATALOGUE = {
  ...SMALL_CATALOGUE,
  visitTypeCategories: [...SMALL_CATALOGUE.visitTypeCategories!, { id: 1_000, name: { en: 'Large' } }],
  visitTypes: [
    ...SMALL_CATALOGUE.visitTypes!,
    ...Array.from({ length: 40 }, (_, index) => ({
      ...{ id: 1_000 + index, name: { cs_CZ: NAME, de: NAME }, categoryIds: [1_000], hotelIds: [1_000] },
      ...({ boarding: 'BREAKFAST', nightsMin: 1, nightsMax: 7 } as const),
    })),
  ],
  hotels: [
    ...SMALL_CATALOGUE.hotels!,
    ...Array.from({ length: 40 }, (_, index) => ({
      ...{ id: 1_000 + index, code: `large-${index}`, name: 'Hotel Large', destinationId: 1, stars: 3, roomTypes: [] },
      shortDescription: { cs_CZ: DESCRIPTION, de: DESCRIPTION },
    })),
  ],
};

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
});
afterAll(() => gateway.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  gateway.inject({ url, headers: { authorization: `Bearer ${key}`, ...headers } });
const post = (query: string, headers: Record<string, string> = {}) =>
  gateway.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query } },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const refusals = async () =>
  (await readMetrics(gateway)).samples.find(
    ({ name, labels }) => name === 'gateway_limit_refusals_total' && labels.limit === 'answer_size',
  )!.value;

/** Long names for the same field. */
const days = (count: number) => {
  const names = Array.from({ length: count }, (_, index) => `${'n'.repeat(95)}${index}: date`);
  return `calendar(filter: { visitType: 101, hotel: 1 }, dateTo: "2028-12-31") { ${names.join(' ')} }`;
};
const TOO_LARGE = {
  errors: [{ message: expect.stringContaining('Ask for fewer days'), extensions: { code: 'ANSWER_TOO_LARGE' } }],
};

describe('in GraphQL', () => {
  test.each(['application/json', 'application/graphql-response+json'])(
    'a larger answer as %s is 400 ANSWER_TOO_LARGE, counted and not kept; a smaller one is whole',
    async (accept) => {
      const before = await refusals();
      for (let time = 1; time <= 2; time++) {
        const refused = await post(`{ ${days(45)} }`, { accept });
        expect([refused.statusCode, refused.json()]).toEqual([400, TOO_LARGE]);
        expect(await refusals()).toBe(before + time);
      }
      const answered = await post(`{ ${days(30)} }`, { accept });
      expect([answered.statusCode, answered.json().errors]).toEqual([200, undefined]);
      expect(answered.rawPayload.length).toBeGreaterThan(MAX_ANSWER_BYTES / 2);
    },
  );

  test.each(['text/event-stream', 'multipart/mixed'])(
    'a larger answer as %s is the same refusal, in JSON',
    async (accept) => {
      const refused = await post(`{ ${days(45)} }`, { accept });
      expect([refused.statusCode, refused.json()]).toEqual([400, TOO_LARGE]);
      expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  test('also by GET, and beside a field that failed', async () => {
    const query = encodeURIComponent('{ hotels(first: 100) { nodes { shortDescription { cs de } } } }');
    const refused = await get(`/graphql?query=${query}`, { accept: 'application/json' });
    expect([refused.statusCode, refused.json()]).toEqual([400, TOO_LARGE]);
    const failed = await post(`{ wrong: calendar(filter: { occupancy: 3 }) { date } ${days(45)} }`);
    expect([failed.statusCode, failed.json()]).toEqual([400, TOO_LARGE]);
  });

  test('an event of a subscription says it, and is the last one', async () => {
    const url = await gateway.listen();
    const followed = days(45).replace(') { ', ') { days { ').concat(' }');
    const stream = await openEventStream({ url, key, query: `subscription { ${followed} }` });
    expect(await stream.result()).toEqual(TOO_LARGE);
    expect(await stream.next()).toEqual({ event: 'complete', data: '' });
    expect(await stream.next()).toBeNull();
  });
});

test('in REST a larger answer is 400 with the code, counted, and not kept; a smaller page or fewer languages are answered', async () => {
  const before = await refusals();
  for (let time = 1; time <= 2; time++) {
    const refused = await get('/api/v2/hotels?limit=100');
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        success: false,
        message: expect.any(String),
        errors: [
          {
            path: '',
            code: 'ANSWER_TOO_LARGE',
            message: `The answer would have more than ${MAX_ANSWER_BYTES} bytes. Ask for fewer days or smaller pages.`,
          },
        ],
      },
    ]);
    expect(await refusals()).toBe(before + time);
  }
  expect((await get('/api/v2/hotels?limit=100', { 'accept-language': 'de' })).statusCode).toBe(200);
  expect((await get('/api/v2/hotels?limit=20')).statusCode).toBe(200);
});

test('26.3 (A2): a page of /v1/visit-types, in which categories repeat what is in them, may have 12 MB; a larger one is 400 and says what helps', async () => {
  const page = (max: number, headers?: Record<string, string>) =>
    get(`/api/v1/visit-types?hotel_id=1000&max=${max}`, headers);
  const refused = await page(100);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [
      {
        ...{ path: '', code: 'ANSWER_TOO_LARGE' },
        message: 'The answer would have more than 12000000 bytes. Ask for fewer days or smaller pages.',
      },
    ],
  ]);
  for (const answered of [await page(20), await page(100, { 'accept-language': 'de' })]) {
    expect(answered.statusCode).toBe(200);
    expect(answered.rawPayload.length).toBeGreaterThan(2 * MAX_ANSWER_BYTES);
  }
});

test('an export is larger', async () => {
  const exported = await get('/manage/catalogue');
  expect(exported.statusCode).toBe(200);
  expect(exported.rawPayload.length).toBeGreaterThan(MAX_ANSWER_BYTES);
});
