/** The shops of `examples/` are built and run as they stand: what they print is true, and they leave nothing behind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleFolder, exampleFolder } from '../support/examples/example-folder.ts';
import { type AskedRequest, type ExampleGateway, exampleGateway } from '../support/examples/example-gateway.ts';
import { until } from '../support/requests/until.ts';

const SCHEMA = {
  file: 'schema.graphql',
  text: readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
};

/** An amount of crowns in German. */
const crowns = (amount: number) => `${amount.toLocaleString('de').replaceAll('.', '\\.')}\\sCZK`;

/** Automatic persisted queries, which the gateway takes without a setting. Apollo names Hold, Book and Cancel as well. */
const MUTATIONS_BY_HASH: Readonly<Record<string, number>> = { apollo: 3, urql: 0 };
const QUERIES_OVER_GET = ['List', 'HotelPage', 'Month', 'Offers', 'Terms'];
/** What a guest is told before the button (F14). */
const TERMS =
  'from Lázně Pramen, a.s.: Sie zahlen bei der Anreise im Hotel, bar oder mit Karte. Im Voraus ist nichts zu zahlen. https://shop.example.com/de/agb';
/** MyBooking is asked for by its hash, too. */
const QUERIES = QUERIES_OVER_GET.length + 1;

const queriesOverGet = (requests: readonly AskedRequest[]) =>
  requests
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => new URL(url, 'http://gateway').searchParams)
    .map((query) => ({
      operation: query.get('operationName'),
      hash: JSON.parse(query.get('extensions') ?? '{}').persistedQuery?.sha256Hash,
      hasText: query.has('query'),
    }));

let served: ExampleGateway;
let publishable: string;
let testKey: string;
async function serve() {
  served = await exampleGateway();
  publishable = await served.gateway.key({ isPublishable: true });
  testKey = await served.gateway.key({ isTest: true });
}

describe.each(['apollo', 'urql', 'relay'])('the shop with %s', (example) => {
  let shop: ExampleFolder;
  let lines: string[];
  let requests: AskedRequest[];
  const start = (key: string, env: Record<string, string> = {}) =>
    shop.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: key, ...env });
  beforeAll(async () => {
    await serve();
    shop = await exampleFolder(example, SCHEMA);
    await shop.run('build');
    served.takeRequests();
    lines = await start(publishable);
    requests = served.takeRequests();
  });
  afterAll(async () => {
    await shop?.remove();
    await served?.close();
  });

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const [booking] = await served.takeBookings();
    const inCrowns = crowns(booking!.total);
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ packages; Kur zum Kennenlernen from \S+\sCZK a night$/),
      'Hotel Aurora, 4 stars, Karlsbad: Doppelzimmer Comfort',
      expect.stringMatching(/^\d\d days; on 2027-0\d-\d\d \d+ lengths of stay, 2 nights for \S+\sCZK$/),
      ...(example === 'urql' ? [expect.stringMatching(/^followed: \d\d days$/)] : []),
      expect.stringMatching(new RegExp(`^\\d+ offers; 2027-\\S+ to 2027-\\S+, Doppelzimmer Comfort: ${inCrowns}$`)),
      expect.stringMatching(/^held until 2027-01-10T12:10:00/),
      TERMS,
      expect.stringMatching(new RegExp(`^booked: \\S{4}-\\S{4} is CONFIRMED for ${inCrowns}$`)),
      'sent again: the same booking',
      expect.stringMatching(/^cancelled for \S+\sCZK: CANCELLED$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });

  const mutationsByHash = MUTATIONS_BY_HASH[example];
  if (mutationsByHash !== undefined)
    test('names every query by its hash, over GET but for the reference and e-mail address of a guest (A8); the text goes once, and then whoever comes later is answered', async () => {
      await start(publishable);
      const later = served.takeRequests();
      const named = queriesOverGet(requests).filter(({ hasText }) => !hasText);
      expect(named.map(({ operation }) => operation)).toEqual(QUERIES_OVER_GET);
      for (const { hash } of named) expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(queriesOverGet(later)).toEqual(named);
      expect(requests.length - later.length).toBe(QUERIES + mutationsByHash);
      expect([...requests, ...later].map(({ url }) => decodeURIComponent(url)).join()).not.toMatch(
        /"(?:email|reference)"/,
      );
      expect(await served.takeBookings()).toMatchObject([{ status: 'CANCELLED' }]);
    });

  if (example === 'urql')
    test('shows four friends why no room takes them, and offers, holds, books and cancels two rooms (Y1 to Y3)', async () => {
      const lines = await shop.run('party', {
        GATEWAY_URL: served.url,
        GATEWAY_KEY: publishable,
        ARRIVAL: '2027-03-01',
      });
      const bookings = await served.takeBookings();
      expect(lines).toEqual([
        expect.stringMatching(/^4 in a room: NO_ROOM_FOR_GUESTS, a room has [23] beds at most$/),
        expect.stringMatching(/^\S.* until 2027-0\d-\d\d, 2 in [^,]+, 2 in [^,]+: \S+\sCZK$/),
        expect.stringMatching(/^held until 2027-01-10T/),
        ...bookings.map(({ total }) =>
          expect.stringMatching(new RegExp(`^booked: \\S{4}-\\S{4} for ${crowns(total)}$`)),
        ),
        expect.stringMatching(/^cancelled for \S+\sCZK: CANCELLED, CANCELLED$/),
      ]);
      expect(bookings).toHaveLength(2);
      expect(await served.nightsTaken()).toBe(0);
    });

  if (example === 'urql')
    test('proposes what is being typed, and finds by a wish one offer of each hotel with the cheapest stay of its year (F4, F15, F16)', async () => {
      const lines = await shop.run('wish', {
        GATEWAY_URL: served.url,
        GATEWAY_KEY: publishable,
        ARRIVAL: '2027-03-01',
      });
      const [proposed, found, ...rest] = lines;
      expect(proposed).toBe('karlsb: DESTINATION Karlsbad');
      expect(found).toMatch(/^sauna: [1-9]\d* hotels$/);
      const hotels = rest.slice(0, -1);
      expect(hotels).toHaveLength(Number(/\d+/.exec(found!)![0]));
      for (const line of hotels) expect(line).toMatch(/^\S.*: [1-9]\d* offers, \S.*, 3 nights for \S+\sCZK$/);
      expect(new Set(hotels.map((line) => line.split(':')[0])).size).toBe(hotels.length);
      expect(rest.at(-1)).toMatch(/^the cheapest of the year: [1-9]\d* nights from 202[78]-\d\d-\d\d for \S+\sCZK$/);
    });

  test('takes a changed price once the guest does, and shows why it cannot book in the end', async () => {
    const printed = await start(testKey, { GATEWAY_SIMULATE: 'price-changed' });
    expect(printed.at(-2)).toMatch(/^Der Preis .* The guest takes it at \S+\sCZK\.$/);
    expect(printed.at(-1)).toMatch(/^not booked: .{10,}/);
    expect(await served.takeBookings()).toEqual([]);
    expect(await served.nightsTaken()).toBe(0);
  });

  test('shows that the last room has gone, in the sentence that the gateway gives', async () => {
    const printed = await start(testKey, { GATEWAY_SIMULATE: 'no-capacity' });
    expect(printed.at(-1)).toMatch(/^not booked: .{10,}/);
  });

  test('shows the first refusal of all when its key is wrong', async () => {
    await expect(start('ssg_wrong')).rejects.toThrow(/401|[Kk]ey/);
  });

  test('says that it has tried too often, where a booking is null beside the error, and does not take it for missing', async () => {
    // What a publishable key may book within the hour, the tests before have used up.
    const key = await served.gateway.key({ scopes: ['read', 'book'] });
    const ask = { reference: '0000-0000', email: 'nobody@example.com' };
    const wrongPair = () =>
      fetch(`${served.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'query ($reference: String, $email: String) { booking(reference: $reference, email: $email) { id } }',
          variables: ask,
        }),
      }).then((response) => response.text());
    await until(wrongPair, (answer) => answer.includes('RATE_LIMITED'));
    await expect(start(key)).rejects.toThrow(/[Tt]oo many/);
  });
});

test('the shop with Relay sends nothing but ids to a server that answers nothing else', async () => {
  const shop = await exampleFolder('relay', SCHEMA);
  await shop.run('build:trusted');
  const path = join(shop.path, 'trusted-documents.json');
  const only = await exampleGateway({ trustedDocuments: { path, only: true } });
  const key = await only.gateway.key({ isPublishable: true });
  const lines = await shop.run('start', { GATEWAY_URL: only.url, GATEWAY_KEY: key });
  expect(lines.at(-1)).toMatch(/^cancelled for .*: CANCELLED$/);
  expect(await only.takeBookings()).toMatchObject([{ status: 'CANCELLED' }]);
  await only.close();
  await shop.remove();
});

describe('the shop over REST', () => {
  let shop: ExampleFolder;
  const start = (key: string, env: Record<string, string> = {}) =>
    shop.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: key, ...env });
  beforeAll(async () => {
    await serve();
    const document = await (await fetch(`${served.url}/openapi.json`)).text();
    shop = await exampleFolder('rest', { file: 'openapi.json', text: document });
    await shop.run('build');
  });
  afterAll(async () => {
    await shop?.remove();
    await served?.close();
  });

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const lines = await start(publishable);
    const [booking] = await served.takeBookings();
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ packages; Kur zum Kennenlernen in 4 hotels$/),
      'Hotel Aurora, 4 stars, Karlsbad: Doppelzimmer Comfort',
      expect.stringMatching(/^\d\d days; a stay from 2027-0\d-\d\d to 2027-0\d-\d\d$/),
      `offer: ${booking!.total} EUR`,
      expect.stringMatching(/^booked: [0-9a-f]{24}$/),
      'sent again: the same booking',
      expect.stringMatching(/^cancelled for \d+(\.\d+)? EUR: CANCELLED$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });

  test('shows that the last room has gone, in the sentence that the gateway gives', async () => {
    const lines = await start(testKey, { GATEWAY_SIMULATE: 'no-capacity' });
    expect(lines.at(-1)).toMatch(/^not booked: .{10,}/);
  });
});

describe('the flow with the client of the project', () => {
  let flow: ExampleFolder;
  beforeAll(async () => {
    await serve();
    flow = await exampleFolder('flow', SCHEMA);
    await flow.run('build');
  });
  afterAll(async () => {
    await flow?.remove();
    await served?.close();
  });

  test('goes from the list to the cancelled booking, and every room is free again', async () => {
    const lines = await flow.run('start', { GATEWAY_URL: served.url, GATEWAY_KEY: publishable });
    const [booking] = await served.takeBookings();
    expect(lines).toEqual([
      'proposed: Karlsbad',
      expect.stringMatching(/^\d+ packages, the first: Kur zum Kennenlernen$/),
      'Hotel Aurora, 4 stars: Doppelzimmer Comfort',
      expect.stringMatching(/^2027-0\d-\d\d: \d+ lengths of stay from \S+\sCZK on$/),
      expect.stringMatching(new RegExp(`^2027-0\\d-\\d\\d to 2027-0\\d-\\d\\d: ${crowns(booking!.total)}$`)),
      expect.stringMatching(/^held until 2027-01-10T12:10:00/),
      TERMS,
      expect.stringMatching(/^booked: \S{4}-\S{4} is CONFIRMED$/),
      expect.stringMatching(/^cancelled for \S+\sCZK$/),
    ]);
    expect(booking).toMatchObject({ status: 'CANCELLED', isTest: false });
    expect(await served.nightsTaken()).toBe(0);
  });
});
