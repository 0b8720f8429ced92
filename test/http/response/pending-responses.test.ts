/** Equal reads at the same time, counted by the contexts that are opened to compute them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CATALOGUE, cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import type { HttpResponse } from '../../../src/http/response/response.ts';
import { AskedResponse, createResponseCache } from '../../../src/http/response/response-cache.ts';
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
  const response: HttpResponse = { status: 200, headers: {}, bytes: Buffer.from('{}') };

  /** A cache, and questions of networks with one key; `answer` answers one that is pending. */
  async function asking() {
    const { clock, businessTimeZone } = gateway.services;
    const cache = createResponseCache({ megabytes: 1, clock, businessTimeZone });
    const caller = (await gateway.apiKeys.authenticate(key))!;
    const context = await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });
    context.dependencies.use(cacheTag('rates', 101));
    const ask = (network: string) => new AskedResponse(caller, network, 'a question');
    const pend = (asked: AskedResponse) => {
      let finish = () => {};
      const read = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const computed = read.then(() => {
        cache.put(context, 'a question', response);
        return response;
      });
      cache.addPending(asked, computed);
      return async () => {
        finish();
        await computed;
      };
    };
    return { cache, ask, pend };
  }

  /** What a request gets that waits for the same request, during which `happen` is called. */
  async function waitDuring(happen: () => void): Promise<HttpResponse | null> {
    const { cache, ask, pend } = await asking();
    const answer = pend(ask('192.0.2.1'));
    const waiting = cache.awaitPending(ask('192.0.2.2'));
    happen();
    await answer();
    const found = await waiting;
    // Whoever comes later does not wait any more.
    expect(cache.awaitPending(ask('192.0.2.2'))).toBeNull();
    return found;
  }

  test('gets it', async () => {
    expect((await waitDuring(() => {}))?.bytes.toString()).toBe('{}');
  });

  test('does not get it if something that it was made of has changed meanwhile', async () => {
    const value = gateway.epochs.of(CATALOGUE) + 1;
    const raised = ['catalogue', 'change', 'rates:101'].map((scope) => ({ scope, value }));
    expect(await waitDuring(() => gateway.epochs.observe(raised))).toBeNull();
  });

  test('computes it once that of another holder waits for a place, and then others wait for this one', async () => {
    const { cache, ask, pend } = await asking();
    const loud = ask('192.0.2.1');
    const answerLoud = pend(loud);
    const waiting = [ask('192.0.2.2'), ask('192.0.2.1')].map((asked) => cache.awaitPending(asked));
    loud.waits();
    expect(await waiting[0]).toBeNull();
    expect(cache.awaitPending(ask('192.0.2.2'))).toBeNull();
    const answerQuiet = pend(ask('192.0.2.2'));
    waiting.push(cache.awaitPending(ask('192.0.2.3')));
    loud.waits();
    await answerQuiet();
    expect((await waiting[2])?.bytes.toString()).toBe('{}');
    // Those of the same holder still wait for its own.
    expect(cache.awaitPending(ask('192.0.2.1'))).toBeInstanceOf(Promise);
    await answerLoud();
    expect((await waiting[1])?.bytes.toString()).toBe('{}');
    for (const network of ['192.0.2.1', '192.0.2.2']) expect(cache.awaitPending(ask(network))).toBeNull();
  });

  test('does not wait for one of another holder that has waited before others could wait for it', async () => {
    const { cache, ask, pend } = await asking();
    const loud = ask('192.0.2.1');
    loud.waits();
    const answer = pend(loud);
    expect(cache.awaitPending(ask('192.0.2.2'))).toBeNull();
    const own = cache.awaitPending(ask('192.0.2.1'));
    await answer();
    expect((await own)?.bytes.toString()).toBe('{}');
  });

  test('waits for the later of two that are computed at the same time, though the earlier one ends first', async () => {
    const { cache, ask, pend } = await asking();
    const loud = ask('192.0.2.1');
    const answerLoud = pend(loud);
    loud.waits();
    const answerQuiet = pend(ask('192.0.2.2'));
    await answerLoud();
    expect(cache.awaitPending(ask('192.0.2.3'))).toBeInstanceOf(Promise);
    await answerQuiet();
    expect(cache.awaitPending(ask('192.0.2.3'))).toBeNull();
  });
});

test('reads about the caller alone are computed for each', async () => {
  const ask = () => gateway.ask<{ viewer: { today: string } }>('{ viewer { keyPrefix today } }', { key });
  const opened = vi.spyOn(gateway.services, 'open');
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3);
  expect(opened).toHaveBeenCalledTimes(3);
  opened.mockRestore();
});
