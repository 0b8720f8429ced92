/** Equal reads at the same time, counted by the contexts that are opened to compute them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CATALOGUE, cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import type { HttpResponse } from '../../../src/http/response/response.ts';
import { createResponseCache } from '../../../src/http/response/response-cache.ts';
import { dividedCatalogue, SIDES, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: dividedCatalogue(SIDES), today: TODAY });
  key = await gateway.key({ scopes: ['read', 'manage'] });
});
afterAll(() => gateway.close());

const NIGHTS = { roomType: '11', from: '2027-05-01', to: '2027-05-09' };
const STAY = 'visit_type_id=101&room_type_id=11&date_from=2027-05-03&date_to=2027-05-06';
const QUERY =
  '{ calendar(filter: {visitType: "101"}, dateFrom: "2027-05-01", dateTo: "2027-05-02") { date availability } }';
let amountMinor = 90_000;

async function updateRates(): Promise<void> {
  amountMinor += 100;
  const input = { visitType: '101', priceList: 1, changes: [{ ...NIGHTS, amountMinor }] };
  const mutation = 'mutation ($input: UpdateRatesInput!) { updateRates(input: $input) { __typename } }';
  const answer = await gateway.ask<{ updateRates: { __typename: string } }>(mutation, { key, variables: { input } });
  expect(answer.updateRates.__typename).toBe('RatesUpdated');
}

const READS = {
  REST: () => gateway.inject({ url: `/api/v1/price?${STAY}`, headers: { authorization: `Bearer ${key}` } }),
  GraphQL: () =>
    gateway.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      payload: JSON.stringify({ query: QUERY }),
    }),
};

describe.each(Object.entries(READS))('equal reads by %s at the same time', (_, read) => {
  beforeEach(async () => {
    await read();
    await updateRates();
  });

  async function computedBy(work: () => Promise<unknown>): Promise<number> {
    const opened = vi.spyOn(gateway.services, 'open');
    await work();
    const { length } = opened.mock.calls;
    opened.mockRestore();
    return length;
  }

  test('are computed once after a change, and all show it', async () => {
    const payloads = new Set<string>();
    const computed = await computedBy(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, read));
      for (const { statusCode, payload } of answers) {
        expect([statusCode, payload]).toEqual([200, expect.not.stringContaining('errors')]);
        payloads.add(payload);
      }
    });
    expect(computed).toBe(1);
    expect(payloads.size).toBe(1);
    expect([...payloads][0]).not.toBe('');
    expect(payloads).toContain((await read()).payload);
  });
});

describe('who waits for a response', () => {
  /** What a request gets that waits for the same request, during which `happen` is called. */
  async function waitDuring(happen: () => void): Promise<HttpResponse | null> {
    const { clock, businessTimeZone } = gateway.services;
    const cache = createResponseCache({ megabytes: 1, clock, businessTimeZone });
    const caller = (await gateway.apiKeys.authenticate(key))!;
    const context = await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });
    context.dependencies.use(cacheTag('rates', 101));
    let finish = () => {};
    const read = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const response: HttpResponse = { status: 200, headers: {}, bytes: Buffer.from('{}') };
    const computed = read.then(() => {
      cache.put(context, 'a question', response);
      return response;
    });
    cache.addPending(caller, 'a question', computed);
    const waiting = cache.awaitPending(caller, 'a question');
    happen();
    finish();
    await computed;
    const answer = await waiting;
    // Whoever comes later does not wait any more.
    expect(cache.awaitPending(caller, 'a question')).toBeNull();
    return answer;
  }

  test('gets it', async () => {
    expect((await waitDuring(() => {}))?.bytes.toString()).toBe('{}');
  });

  test('does not get it if something that it was made of has changed meanwhile', async () => {
    const value = gateway.epochs.of(CATALOGUE) + 1;
    const raised = ['catalogue', 'change', 'rates:101'].map((scope) => ({ scope, value }));
    expect(await waitDuring(() => gateway.epochs.observe(raised))).toBeNull();
  });
});

test('reads about the caller alone are computed for each', async () => {
  const ask = () => gateway.ask<{ viewer: { today: string } }>('{ viewer { keyPrefix today } }', { key });
  const opened = vi.spyOn(gateway.services, 'open');
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3);
  expect(opened).toHaveBeenCalledTimes(3);
  opened.mockRestore();
});
