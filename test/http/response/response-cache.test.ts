/**
 * The response cache. It must never return a stale response or another caller's; it must return a valid one without a
 * single query or resolver.
 */

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import { dayOf } from '../../../src/domain/time/civil-date.ts';
import { createResponseCache } from '../../../src/http/response/response-cache.ts';
import { PageRecords } from '../../../src/operations/page/page-records.ts';
import { Gap, SerializedJson, serializeJson } from '../../../src/operations/page/serialized-json.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());
afterEach(() => {
  vi.restoreAllMocks();
  gateway.setToday(TODAY);
});

const TONIGHT = { from: dayOf(TODAY), to: dayOf(TODAY) };
const CALENDAR = '/api/v1/calendar/dates?visit_type_id=101&hotel_id=1&room_type_id=11';

interface Asked {
  headers?: Record<string, string>;
  by?: string;
}

async function get(url: string, { headers = {}, by = key }: Asked = {}) {
  return gateway.inject({ url, headers: { authorization: `Bearer ${by}`, ...headers } });
}

async function post(query: string, { headers = {}, by = key }: Asked & { variables?: object } = {}) {
  return gateway.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ query }),
  });
}

/** Whether a request is answered from the cache, without opening a context. */
async function isCached(ask: () => Promise<unknown>): Promise<boolean> {
  const open = vi.spyOn(gateway.services, 'open');
  await ask();
  const opened = open.mock.calls.length;
  open.mockRestore();
  return opened === 0;
}

/** Sends the request once, so that it can be cached. */
async function cachedAfterwards(ask: () => Promise<unknown>): Promise<boolean> {
  await ask();
  return isCached(ask);
}

const book = (payload = bindingBody()) =>
  gateway.inject({ method: 'POST', url: '/api/v1/booking', headers: { authorization: `Bearer ${key}` }, payload });

describe('a cached response', () => {
  test.each([
    ['REST', () => get('/api/v1/visit-types')],
    ['REST with a query', () => get(CALENDAR)],
    ['REST v2', () => get('/api/v2/hotels?limit=1')],
    ['GraphQL by POST', () => post('{ visitTypes(first: 3) { nodes { number } } }')],
    ['GraphQL by GET', () => get('/graphql?query={hotels{totalCount}}', { headers: { accept: 'application/json' } })],
  ])('is reused for %s without opening a context, with the same bytes and headers', async (_, ask) => {
    const first = await ask();
    expect(first.statusCode).toBe(200);
    let second = first;
    expect(
      await isCached(async () => {
        second = await ask();
      }),
    ).toBe(true);
    expect([second.statusCode, second.payload]).toEqual([200, first.payload]);
    const { date: _date, 'x-request-id': _id, ...headers } = first.headers;
    expect(second.headers).toMatchObject(headers);
  });

  test('is shared by keys with the same visibility, and is a 304 to callers who have it', async () => {
    const first = await get('/api/v1/destinations');
    const by = await gateway.key();
    expect(await isCached(() => get('/api/v1/destinations', { by }))).toBe(true);
    const again = await get('/api/v1/destinations', { by, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  test('has no API key in its cache key, not even one from the address', async () => {
    await get('/api/v1/destinations?x=1');
    const request = { url: `/api/v1/destinations?access_token=${key}&x=1` };
    expect(await isCached(() => gateway.inject(request))).toBe(true);
  });
});

describe('is not reused', () => {
  test('to a key of another channel, of other destinations or of other scopes', async () => {
    const ask = (by: string) => () => get('/api/v2/hotels', { by });
    expect(await cachedAfterwards(ask(key))).toBe(true);
    for (const options of [{ channel: 'partner' }, { destinations: [1] }, { scopes: ['read'] as const }]) {
      expect(await isCached(ask(await gateway.key(options)))).toBe(false);
    }
  });

  test('in other languages, or in another order of them where that matters', async () => {
    const rest = (language: string) => () => get('/api/v1/destinations', { headers: { 'accept-language': language } });
    expect(await cachedAfterwards(rest('de'))).toBe(true);
    expect(await isCached(rest('en'))).toBe(false);
    const query = '{ destinations { name { text } } }';
    const graphql = (language: string) => () => post(query, { headers: { 'accept-language': language } });
    expect(await cachedAfterwards(graphql('de, en;q=0.5'))).toBe(true);
    expect(await isCached(graphql('en, de;q=0.5'))).toBe(false);
  });

  test('on another day, nor after an import that changes something', async () => {
    const ask = () => get(CALENDAR);
    expect(await cachedAfterwards(ask)).toBe(true);
    gateway.setClock('2027-01-01T12:00:00Z');
    expect(await isCached(ask)).toBe(false);
    gateway.setToday(TODAY);
    const before = JSON.parse((await get('/api/v2/hotels/1')).payload) as { name: string };
    const changed = structuredClone(SMALL_CATALOGUE) as unknown as { hotels: { name: string }[] };
    changed.hotels[0]!.name = `${before.name} anew`;
    await importCatalogue({ database: gateway.database, source: changed as never });
    gateway.epochs.observe(await readRaised(gateway.database));
    expect(JSON.parse((await get('/api/v2/hotels/1')).payload)).toMatchObject({ name: `${before.name} anew` });
  });

  test('with another content type than requested', async () => {
    const ask = (accept: string) => post('{ hotels { totalCount } }', { headers: { accept } });
    const types = ['application/json', 'application/graphql-response+json'];
    for (const type of [...types, ...types]) expect((await ask(type)).headers['content-type']).toContain(type);
  });
});

describe('a booking', () => {
  test('invalidates the responses about the capacity of its hotel, and no others', async () => {
    const other = '/api/v1/calendar/dates?hotel_id=2';
    const asks = { same: () => get(CALENDAR), other: () => get(other), catalogue: () => get('/api/v1/visit-types') };
    for (const ask of Object.values(asks)) expect(await cachedAfterwards(ask)).toBe(true);
    expect((await book()).statusCode).toBe(201);
    expect(await isCached(asks.same)).toBe(false);
    expect(await isCached(asks.other)).toBe(true);
    expect(await isCached(asks.catalogue)).toBe(true);
  });

  test('invalidates responses about several hotels if it is in one of them', async () => {
    const ask = () => get('/api/v1/calendar/dates?visit_type_id=101&date_from=2027-04-01');
    expect(await cachedAfterwards(ask)).toBe(true);
    expect((await book()).statusCode).toBe(201);
    expect(await isCached(ask)).toBe(false);
  });
});

test('a response during which a room was sold is not reused, even if its later parts reflect the sale', async () => {
  const caller = (await gateway.apiKeys.authenticate(key))!;
  const context = await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });
  await context.capacity.load({ number: 11, hotelNumber: 1 }, TONIGHT);
  const { prisma } = gateway.database;
  gateway.epochs.observe(await prisma.$transaction((tx) => raiseEpochs(tx, ['inventory:1'])));
  await context.capacity.load({ number: 12, hotelNumber: 1 }, TONIGHT);
  const responseCache = createResponseCache({
    megabytes: 1,
    clock: gateway.services.clock,
    businessTimeZone: gateway.services.businessTimeZone,
  });
  responseCache.put(context, 'a question', { status: 200, headers: {}, bytes: Buffer.from('{}') });
  expect(responseCache.get(caller, 'a question')).toBeNull();
});

test('a small response takes no more memory than its own bytes', async () => {
  const caller = (await gateway.apiKeys.authenticate(key))!;
  const { clock, businessTimeZone } = gateway.services;
  const responseCache = createResponseCache({ megabytes: 1, clock, businessTimeZone });
  const bytes = Buffer.from('{"small":true}');
  expect(bytes.buffer.byteLength).toBeGreaterThan(bytes.length);
  responseCache.put(
    await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null }),
    'a question',
    { status: 200, headers: {}, bytes },
  );
  const cached = responseCache.get(caller, 'a question')!;
  expect(cached.bytes).toEqual(bytes);
  expect((cached.bytes as Buffer).buffer.byteLength).toBe(bytes.length);
});

test('a page in parts counts what its records show in common, which has bytes of its own', async () => {
  const caller = (await gateway.apiKeys.authenticate(key))!;
  const { clock, businessTimeZone } = gateway.services;
  const responseCache = createResponseCache({ megabytes: 64, clock, businessTimeZone });
  const category = new SerializedJson(1, { text: 'a'.repeat(100_000) });
  const shown = Array.from({ length: 20 }, (_, number) => new SerializedJson(number, { categories: new Gap([1]) }));
  const records = new PageRecords(null);
  const epochs = { isFresh: () => true, size: 0 };
  for (const json of shown) records.add({ operation: 1, entity: json.number }, { json, epochs });
  records.add({ operation: 2, entity: 1 }, { json: category, epochs });
  const bytes = serializeJson(shown.map((one) => one.filled(() => [category])));
  expect(bytes).toHaveProperty('parts');
  const context = await gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null, records });
  expect(responseCache.put(context, 'a question', { status: 200, headers: {}, bytes })).toBe(true);
  // Beside the page and its compressed variants, and what each record takes besides its JSON.
  const further = responseCache.stats().size - bytes.length * 1.5;
  expect(further).toBeGreaterThan(100_000);
  expect(further).toBeLessThan(120_000);
});

describe('is never cached:', () => {
  test('a response about the caller, a booking, a change or a failure', async () => {
    const made = JSON.parse((await book(requestBody())).payload) as { _id: string };
    const never: [string, () => Promise<unknown>][] = [
      ['the viewer', () => post('{ viewer { keyPrefix } }')],
      ['the viewer beside others', () => post('{ hotels { totalCount } viewer { today } }')],
      ['a booking', () => post(`{ booking(id: "${made._id}") { id } }`)],
      ['a booking that does not exist', () => post('{ booking(id: "ffffffffffffffffffffffff") { id } }')],
      ['a field that failed', () => post('{ hotels(first: 0) { totalCount } }')],
      ['bad input', () => get('/api/v1/visit-types?max=0')],
      ['what is not there', () => get('/api/v2/hotels/999')],
    ];
    for (const [what, ask] of never) {
      const first = await ask();
      const second = await ask();
      expect([what, (second as { payload: string }).payload]).toEqual([what, (first as { payload: string }).payload]);
    }
    for (const [what, ask] of never) {
      // Bad input is refused without a context.
      if (what !== 'bad input') expect([what, await cachedAfterwards(ask)]).toEqual([what, false]);
    }
  });

  test('anything when RESPONSE_STORE_MB is 0', async () => {
    const without = await startGateway({
      catalogue: SMALL_CATALOGUE,
      today: TODAY,
      config: { responseStoreMb: 0 },
    });
    const by = await without.key();
    const open = vi.spyOn(without.services, 'open');
    for (const _ of [1, 2]) {
      await without.inject({ url: '/api/v1/destinations', headers: { authorization: `Bearer ${by}` } });
    }
    expect(open).toHaveBeenCalledTimes(2);
    await without.close();
  });
});
