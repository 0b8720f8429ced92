/** Pages that others find: what the first HTML says of itself, for whom, in which language, and what asking for very many of them takes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/server/config.ts';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { DESCRIBED_CATALOGUE } from '../../support/catalogue/described-hotels.ts';
import { TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const HOSTILE = '</script><script>alert(1)</script>"&<!--';
/** A catalogue file may leave out any language, so all of them. */
const NAMES: Readonly<Record<number, Record<string, string>>> = { 102: { en: HOSTILE }, 103: {} };
const CATALOGUE = {
  ...DESCRIBED_CATALOGUE,
  visitTypes: DESCRIBED_CATALOGUE.visitTypes!.map((visitType) =>
    visitType.id in NAMES ? { ...visitType, name: NAMES[visitType.id]! } : visitType,
  ),
};
const HOST = 'stays.example';
const ORIGIN = `https://${HOST}`;
const LANGUAGES = ['cs', 'de', 'en', 'ru'];

let main: TestGateway;
let pagesKey: string;
beforeAll(async () => {
  main = await startGateway({ today: TODAY, catalogue: CATALOGUE });
  pagesKey = await main.key({ isPublishable: true, destinations: [1] });
});
afterAll(() => main?.close());

/** A gateway over the same catalogue, or over that of another gateway, with pages. */
async function serving(config: Partial<Config> = {}, { database } = main): Promise<TestGateway> {
  const own = { pagesKey, publicHosts: [HOST], ...config };
  return startGateway({ today: TODAY, database, pages: sourcePages(), config: own });
}

interface Thing {
  '@type': string;
  makesOffer?: Record<string, unknown>;
  [name: string]: unknown;
}

const BROWSER = { accept: 'text/html' };

async function open(gateway: TestGateway, url: string, headers: Record<string, string> = {}) {
  const response = await gateway.inject({ url, headers: { host: 'inside.example', ...BROWSER, ...headers } });
  const html = response.body;
  const contents = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, content]) => content!);
  return {
    ...{ response, html, status: response.statusCode },
    titles: contents(/<title>([^<]*)<\/title>/g),
    descriptions: contents(/<meta name="description" content="([^"]*)"/g),
    canonicals: contents(/<link rel="canonical" href="([^"]*)"/g),
    alternates: Object.fromEntries(
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, tag, href]) => [
        tag,
        href,
      ]),
    ),
    graph: Object.fromEntries(
      [...html.matchAll(/<meta property="og:([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]),
    ),
    things: contents(/<script type="application\/ld\+json">(.*?)<\/script>/gs).map((json) => JSON.parse(json) as Thing),
    key: (JSON.parse(contents(/id="settings">(.*?)<\/script>/g)[0]!) as { key: string | null }).key,
  };
}

describe('the first HTML', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await serving();
  });
  afterAll(() => gateway?.stop());

  test.each([
    ['/', 'Take the waters, take your time – Spa stays', /^Spa cures and wellness/],
    ['/stays/101/1', 'Classic, Hotel Aurora – Spa stays', /^A cure\.$/],
    ['/hotels/1', 'Hotel Aurora – Spa stays', /Aurora/],
  ])(
    'of %s has one title, one description, its address, and what is shown where a link to it is posted',
    async (path, title, says) => {
      const page = await open(gateway, `${path}?guests=3`);
      expect([page.status, page.titles]).toEqual([200, [title]]);
      expect(page.descriptions).toEqual([expect.stringMatching(says)]);
      expect(page.canonicals).toEqual([ORIGIN + path]);
      expect(page.graph).toMatchObject({
        ...{ type: 'website', site_name: 'Spa stays', title: title.replace(' – Spa stays', '') },
        ...{ description: page.descriptions[0], url: ORIGIN + path, locale: 'en_GB' },
        image: 'https://images.example/front.jpg',
      });
      expect(page.key).toBe(pagesKey);
    },
  );

  test.each(['/', '/offers', '/stays/101/1', '/hotels/1'])(
    'of %s is there in each of four languages, each with an address that leads to the others',
    async (path) => {
      const found = await Promise.all(LANGUAGES.map((language) => open(gateway, `${path}?lang=${language}`)));
      const alternates = {
        ...Object.fromEntries(LANGUAGES.map((language) => [language, `${ORIGIN}${path}?lang=${language}`])),
        'x-default': ORIGIN + path,
      };
      for (const [index, page] of found.entries()) {
        const language = LANGUAGES[index]!;
        expect(page.alternates).toEqual(alternates);
        expect(page.canonicals).toEqual([alternates[language as keyof typeof alternates]]);
        expect([page.response.headers['content-language'], page.graph.locale]).toEqual([
          language,
          expect.stringContaining(`${language}_`),
        ]);
      }
      expect(new Set(found.map(({ titles }) => titles[0]!.split(' – ').at(-1))).size).toBe(4);
      // Without a language in the address it is the visitor's.
      const german = await open(gateway, path, { 'accept-language': 'de-AT' });
      expect([german.titles, german.canonicals]).toEqual([found[1]!.titles, [ORIGIN + path]]);
    },
  );

  test('names the hotel with the cheapest stay of a year, by what the gateway says to the key of the pages', async () => {
    for (const [path, asked] of [
      ['/stays/101/1', 'visitType: 101, '],
      ['/hotels/1', ''],
    ] as const) {
      const { hotel } = await gateway.ask<{ hotel: { cheapestStay: Cheapest } }>(
        `{ hotel(id: 1) { cheapestStay(${asked}currency: EUR) {
          arrival nights availability visitType { number name { text(locale: EN) } } roomType { number } total { amountMinor } } } }`,
        { key: pagesKey },
      );
      const { visitType, roomType, arrival, nights, total } = hotel.cheapestStay;
      const [lodging] = (await open(gateway, path)).things;
      expect(lodging).toMatchObject({
        ...{
          '@context': 'https://schema.org',
          '@type': 'LodgingBusiness',
          '@id': `${ORIGIN}/hotels/1`,
          name: 'Hotel Aurora',
        },
        ...{ telephone: '+420 354 000 001', starRating: { ratingValue: 4 }, checkinTime: '14:00', petsAllowed: false },
        address: { '@type': 'PostalAddress', streetAddress: 'Lázeňská 1, 353 01 Mariánské Lázně' },
        makesOffer: {
          ...{ '@type': 'Offer', name: visitType.name.text, priceCurrency: 'EUR', availabilityStarts: arrival },
          price: (total.amountMinor / 100).toFixed(2),
          availability: `https://schema.org/${hotel.cheapestStay.availability === 'AVAILABLE' ? 'InStock' : 'LimitedAvailability'}`,
          eligibleDuration: { value: nights, unitCode: 'DAY' },
        },
      });
      const { pathname, searchParams } = new URL(String(lodging!.makesOffer!.url));
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        `/stays/${visitType.number}/1`,
        expect.objectContaining({ room: String(roomType.number), arrival, nights: String(nights), currency: 'EUR' }),
      ]);
    }
  });

  test('of the offers has those of its search, which is one page however the search is written', async () => {
    const search = '/offers?arrival=2027-04-05&nights=2&guests=1&currency=CZK';
    const { offers } = await gateway.ask<{ offers: { totalCount: number; nodes: { hotel: { name: string } }[] } }>(
      `{ offers(filter: { arrival: "2027-04-05", nights: 2, flexibleDays: 0, guests: 1, currency: CZK }, first: 12) {
        totalCount nodes { hotel { name } } } }`,
      { key: pagesKey },
    );
    expect(offers.totalCount).toBeGreaterThan(0);
    const { html, status, canonicals, titles, descriptions, graph, response } = await open(gateway, search);
    expect([status, titles, canonicals]).toEqual([200, ['Offers – Spa stays'], [`${ORIGIN}/offers`]]);
    expect(descriptions).toEqual([
      expect.stringMatching(new RegExp(`^${offers.totalCount} offers?, from CZK[^.]+\\. Spa cures and wellness`)),
    ]);
    expect(graph.image).toBe('https://images.example/front.jpg');
    expect(html.match(/<li class="card tile offer/g)).toHaveLength(Math.min(12, offers.totalCount));
    for (const { hotel } of offers.nodes) expect(html).toContain(hotel.name);
    const same = await open(gateway, '/offers?currency=CZK&flex=0&nights=2&guests=1&arrival=2027-04-05&utm_source=x');
    expect(same.response.headers.etag).toBe(response.headers.etag);
    expect(same.html).not.toContain('utm_source');
    const none = await open(gateway, `${search}&max=1`);
    expect([none.status, none.descriptions]).toEqual([200, [expect.stringMatching(/^Spa cures/)]]);
  });

  test('of a stay that is sold in another currency alone has its price in that one', async () => {
    const [lodging] = (await open(gateway, '/stays/102/1')).things;
    expect(lodging!.makesOffer).toMatchObject({ priceCurrency: 'CZK', name: HOSTILE });
  });

  test('names the shop and its hotels on the front page, as far as the key of the pages sees them', async () => {
    const { things } = await open(gateway, '/');
    expect(things.map((thing) => thing['@type'])).toEqual(['WebSite', 'ItemList']);
    const listed = (things[1]!.itemListElement as { item: { url: string } }[]).map(({ item }) => item.url);
    expect(listed).toEqual([`${ORIGIN}/hotels/1`, `${ORIGIN}/hotels/3`]);
  });

  test('of a stay without a name in any language has the hotel for it, and nothing that is null', async () => {
    const { titles, graph, things, html: page } = await open(gateway, '/stays/103/1');
    expect(page).toMatch(/<h1[^>]*>Hotel Aurora<\/h1>/);
    expect([titles, graph.title]).toEqual([['Hotel Aurora – Spa stays'], 'Hotel Aurora']);
    expect(things[0]!.makesOffer).toMatchObject({ priceCurrency: 'EUR' });
    const { html } = await open(gateway, '/');
    expect(html).toMatch(/<a href="\/stays\/103\/1">Hotel Aurora<\/a>/);
    expect(html).not.toContain('>null');
    expect((await open(gateway, '/hotels/1')).html).not.toMatch(/<a [^>]*><\/a>/);
    expect(JSON.stringify([graph, things])).not.toContain('null');
  });

  test('keeps what a catalogue says within its element: it is a text, or data', async () => {
    const { html, titles, things } = await open(gateway, '/stays/102/1');
    expect(titles).toHaveLength(1);
    expect(titles[0]).toContain('&lt;/script>');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<!--');
    expect(things).toHaveLength(1);
    expect(html.match(/<script\b[^>]*>/g)?.filter((tag) => !/ src=| type="application\//.test(tag))).toEqual([]);
  });

  test.each([
    '/stays/999/1',
    '/stays/101/999',
    '/stays/104/1',
    '/hotels/999',
    '/hotels/nonsense',
    '/stays/__proto__/1',
  ])('of %s, which there is not, is the page with 404, never as unchanged', async (path) => {
    const { status, things, response, canonicals } = await open(gateway, path);
    expect([status, things, canonicals, response.headers.etag]).toEqual([404, [], [], undefined]);
  });

  test('of a stay that an import removes between its answers is the page with 404', async () => {
    const { renderer } = await sourcePages().load();
    const settings = { key: pagesKey, graphiql: true, mail: false, hasMail: false };
    const place = { language: 'en', origin: ORIGIN, today: TODAY, settings };
    const page = await renderer.find({ url: '/stays/101/1', ...place });
    const answers = await Promise.all(
      page!.operations.map(({ query, variables }) =>
        gateway.ask<Record<string, unknown>>(query, { variables: variables as Record<string, unknown>, key: pagesKey }),
      ),
    );
    expect(page!.render(answers).isFound).toBe(true);
    for (const removed of [{ visitType: null }, { hotel: null }]) {
      const [first, second] = answers;
      expect(page!.render([first, { ...second, ...removed }]).isFound).toBe(false);
      expect(page!.render([{ ...first, ...removed }, second]).isFound).toBe('visitType' in removed);
    }
  });

  test('of what the key of the pages does not see is the page with 404', async () => {
    const other = await gateway.ask<{ hotels: { nodes: { number: number }[] } }>('{ hotels { nodes { number } } }');
    const seen = await gateway.ask<typeof other>('{ hotels { nodes { number } } }', { key: pagesKey });
    const hidden = other.hotels.nodes.filter(({ number }) => !seen.hotels.nodes.some((one) => one.number === number));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { number } of hidden) expect((await open(gateway, `/hotels/${number}`)).status).toBe(404);
  });

  test('is as new as the catalogue: a price that changes changes the page, and nothing else makes another one', async () => {
    const priceOf = async () => (await open(gateway, '/stays/101/1?lang=cs')).things[0]!.makesOffer!.price;
    const before = await priceOf();
    const page = await open(gateway, '/stays/101/1?lang=cs');
    expect((await open(gateway, '/stays/101/1?lang=cs&utm_source=x')).response.headers.etag).toBe(
      page.response.headers.etag,
    );
    const rights = await gateway.key({ scopes: ['read', 'manage'] });
    const { updateRates } = await gateway.ask<{ updateRates: { __typename: string } }>(
      `mutation { updateRates(input: { visitType: 101, priceList: 1, changes: [
        { roomType: 12, from: "${TODAY}", to: "2027-12-31", amountMinor: 110000 }] }) { __typename } }`,
      { key: rights },
    );
    expect(updateRates.__typename).toBe('RatesUpdated');
    expect(await priceOf()).not.toBe(before);
  });
});

interface Cheapest {
  arrival: string;
  nights: number;
  availability: string;
  visitType: { number: number; name: { text: string } };
  roomType: { number: number };
  total: { amountMinor: number };
}

/** What is left of the limit of cost. */
const left = (headers: Record<string, unknown>) => Number(/"cost";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);

describe('whoever asks for very many pages', () => {
  test('is refused with the page that asks by itself, and with when to come back; what is rendered costs', async () => {
    const gateway = await serving({ rateLimitPerMinute: 3, rateLimitCostPerMinute: 600_000 });
    const ask = (url: string) => open(gateway, url);
    const first = await ask('/hotels/1');
    expect([first.status, first.things.length]).toEqual([200, 1]);
    const afterFirst = left(first.response.headers);
    expect(100_000 - afterFirst).toBeGreaterThan(5_000);
    const afterSame = left((await ask('/hotels/1')).response.headers);
    // The same again costs its answers, not the rendering.
    expect(afterFirst - afterSame).toBeLessThan(100_000 - afterFirst - 4_000);
    await ask('/hotels/3');
    const refused = await ask('/hotels/1');
    expect([refused.status, refused.things, refused.key]).toEqual([429, [], pagesKey]);
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.response.headers.etag).toBeUndefined();
    await gateway.stop();
  });

  test('I7: is told when to come back also where less is left than some answers of a page cost, and more than others', async () => {
    // What remains to an address is a sixth of it.
    const gateway = await serving({ rateLimitCostPerMinute: 12_000 });
    const { status, response } = await open(gateway, '/hotels/1');
    expect([status, Number(response.headers['retry-after'])]).toEqual([429, expect.toSatisfy((wait) => wait > 0)]);
    await gateway.stop();
  });
});

test('pages whose code could not be loaded are rendered once it can be', async () => {
  const { load, ...pages } = sourcePages();
  let failures = 1;
  const gateway = await startGateway({
    ...{ today: TODAY, database: main.database, config: { pagesKey, publicHosts: [HOST] } },
    pages: { ...pages, load: async () => (failures-- > 0 ? Promise.reject(new Error('EMFILE')) : load()) },
  });
  const asked = () => gateway.inject({ url: '/hotels/1', headers: BROWSER });
  expect((await asked()).statusCode).toBe(500);
  expect((await asked()).statusCode).toBe(200);
  expect((await gateway.inject({ url: '/sitemap.xml' })).statusCode).toBe(200);
  await gateway.stop();
});

describe('without a key for the pages', () => {
  test('nothing is rendered, and there is no list of pages', async () => {
    const gateway = await serving({ pagesKey: null });
    const { status, things, titles, key } = await open(gateway, '/hotels/1');
    expect([status, things, titles, key]).toEqual([200, [], ['Spa stays'], null]);
    expect((await gateway.inject({ url: '/sitemap.xml' })).statusCode).toBe(404);
    expect((await gateway.inject({ url: '/robots.txt' })).body).not.toContain('Sitemap');
    await gateway.stop();
  });

  test('and so it is once the key is revoked', async () => {
    const own = await main.key({ isPublishable: true });
    const gateway = await serving({ pagesKey: own });
    expect((await open(gateway, '/hotels/1')).things).toHaveLength(1);
    await main.database.prisma.apiKey.updateMany({
      where: { prefix: own.slice(0, 12) },
      data: { revokedAt: new Date() },
    });
    const fresh = await serving({ pagesKey: own });
    expect((await open(fresh, '/hotels/1')).things).toEqual([]);
    await Promise.all([gateway.stop(), fresh.stop()]);
  });

  test('and so it is once the key has expired, also in what a running server shows', async () => {
    const own = await main.key({ isPublishable: true, expiresAt: new Date(`${TODAY}T18:00:00Z`) });
    const gateway = await serving({ pagesKey: own });
    const before = await open(gateway, '/hotels/1');
    expect([before.things.length, before.key]).toEqual([1, own]);
    gateway.setClock(`${TODAY}T18:00:00Z`);
    const after = await open(gateway, '/hotels/1');
    expect([after.status, after.things, after.key]).toEqual([200, [], null]);
    expect((await gateway.inject({ url: '/robots.txt' })).body).not.toContain('Sitemap');
    await gateway.stop();
  });
});

describe('/sitemap.xml', () => {
  test('lists the front page, and every hotel and stay that the key of the pages sees; each of them is there', async () => {
    const gateway = await serving();
    const { headers, body } = await gateway.inject({ url: '/sitemap.xml' });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const listed = [...body.matchAll(/<url><loc>([^<]*)<\/loc><\/url>/g)].map(([, address]) => address!);
    const { hotels, visitTypes } = await gateway.ask<{
      hotels: { nodes: { number: number }[] };
      visitTypes: { nodes: { number: number; hotels: { hotel: { number: number }; roomTypes: unknown[] }[] }[] };
    }>(
      `{ hotels(first: 100) { nodes { number } }
        visitTypes(first: 100) { nodes { number hotels { hotel { number } roomTypes { roomType { number } } } } } }`,
      { key: pagesKey },
    );
    const stays = visitTypes.nodes.flatMap((one) =>
      one.hotels.flatMap(({ hotel, roomTypes }) =>
        roomTypes.length > 0 ? [`/stays/${one.number}/${hotel.number}`] : [],
      ),
    );
    expect(stays.length).toBeGreaterThan(3);
    const paths = ['/', ...hotels.nodes.map(({ number }) => `/hotels/${number}`), ...stays];
    expect(listed).toEqual(paths.map((path) => ORIGIN + path));
    for (const address of listed)
      expect([address, (await open(gateway, address.slice(ORIGIN.length))).status]).toEqual([address, 200]);
    for (const part of ['0', '2', 'x', '1&part=1'])
      expect((await gateway.inject({ url: `/sitemap.xml?part=${part}` })).statusCode).toBe(404);
    expect((await gateway.inject({ url: '/sitemap.xml?part=1' })).body).toBe(body);
    await gateway.stop();
  });
});

test('a hotel and a stay have one canonical address, however they are asked for', async () => {
  const gateway = await serving();
  const { hotel, visitType } = await gateway.ask<{ hotel: { id: string }; visitType: { id: string } }>(
    '{ hotel(id: 1) { id } visitType(id: 101) { id } }',
    { key: pagesKey },
  );
  const objectIds = [hotel.id.toUpperCase(), visitType.id];
  for (const written of ['/hotels/1', '/hotels/%31', `/hotels/${objectIds[0]}`])
    expect((await open(gateway, written)).canonicals).toEqual([`${ORIGIN}/hotels/1`]);
  for (const written of ['/stays/%3101/1/', `/stays/${objectIds[1]}/${objectIds[0]}`])
    expect((await open(gateway, written)).canonicals).toEqual([`${ORIGIN}/stays/101/1`]);
  await gateway.stop();
});

test('addresses of pages begin with the name that the visitor knows, where no other is configured', async () => {
  const gateway = await serving({ publicHosts: [] });
  const canonicalAt = async (host: string) => (await open(gateway, '/hotels/1', { host })).canonicals;
  expect(await canonicalAt('Spa.Example:8443')).toEqual(['https://spa.example:8443/hotels/1']);
  expect(await canonicalAt('127.0.0.1:4000')).toEqual(['http://127.0.0.1:4000/hotels/1']);
  expect(await canonicalAt('[::1]')).toEqual(['http://[::1]/hotels/1']);
  await gateway.stop();
});

test('the front page of 400 hotels with ten pictures each is about as large as that of a few', async () => {
  const [hotel] = DESCRIBED_CATALOGUE.hotels!;
  const [image] = hotel!.images!;
  const hotels = Array.from({ length: 400 }, (_, index) => ({
    ...{ id: 1_000 + index, code: `H${index}`, name: `House ${index}`, destinationId: 1, stars: 4 },
    images: Array.from({ length: 10 }, (_, place) => ({
      ...image!,
      url: `https://images.example/${index}-${place}.jpg`,
    })),
  }));
  const visitTypes = CATALOGUE.visitTypes.map((visitType) => ({
    ...visitType,
    hotelIds: [...(visitType.hotelIds ?? []), ...hotels.map(({ id }) => id)],
  }));
  const catalogue = { ...CATALOGUE, hotels: [...CATALOGUE.hotels!, ...hotels], visitTypes };
  const owner = await startGateway({ today: TODAY, catalogue });
  const large = await serving({ pagesKey: await owner.key({ isPublishable: true, destinations: [1] }) }, owner);
  const small = await serving();
  const { html, status, things, graph } = await open(large, '/');
  expect([status, graph.image]).toEqual([200, 'https://images.example/front.jpg']);
  expect(things.find((thing) => thing['@type'] === 'ItemList')!.itemListElement).toHaveLength(24);
  expect(html).toContain('href="/hotels/1000"');
  expect(html.length).toBeLessThan(2 * (await open(small, '/')).html.length);
  await Promise.all([small.stop(), large.stop()]);
  await owner.close();
});
