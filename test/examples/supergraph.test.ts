/** X3: two routers run the supergraph of `examples/supergraph` over a gateway, with the key of each caller. Issue 31, number 1. */
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleFolder, exampleFolder, type Served } from '../support/examples/example-folder.ts';
import { type ExampleGateway, exampleGateway } from '../support/examples/example-gateway.ts';
import type { GraphQLAnswer } from '../support/gateway/gateway.ts';

const SCHEMA = {
  file: 'subgraph.graphql',
  text: readFileSync(new URL('../../subgraph.graphql', import.meta.url), 'utf8'),
};

let served: ExampleGateway;
let example: ExampleFolder;
let running: Served;
let key: string;
beforeAll(async () => {
  served = await exampleGateway();
  key = await served.gateway.key({ scopes: ['read', 'book', 'bookings'], client: 'shop' });
  example = await exampleFolder('supergraph', SCHEMA);
  running = await example.serve('start', { GATEWAY_URL: served.url, PORT: '0' }, 3);
});
afterAll(async () => {
  await running?.stop();
  await example?.remove();
  await served?.close();
});

describe.each(['apollo', 'hive'])('the router of %s', (router) => {
  async function send<Data = Record<string, unknown>>(
    query: string,
    headers: Record<string, string>,
    variables: Record<string, unknown> = {},
  ): Promise<GraphQLAnswer<Data>> {
    const line = running.lines.find((one) => one.startsWith(`${router}: `))!;
    const response = await fetch(line.slice(router.length + 2), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphQLAnswer<Data>;
  }
  const ask = (query: string, presented = key, variables = {}) =>
    send(query, { authorization: `Bearer ${presented}` }, variables);

  const STAY = { visitType: 101, roomType: 11, arrival: '2027-03-03', departure: '2027-03-05' };

  test('answers what hotels, packages and their reviews are, with the price of a stay beside them', async () => {
    const { data, errors } = await ask(
      `query ($input: QuoteInput!) {
        hotels(first: 3) { nodes { number name reviews { stars } } }
        latestReviews { text hotel { name } visitType { name { text(locale: EN) } } }
        quote(input: $input) { ... on StayQuotes { quotes { total { amountMinor } } } }
      }`,
      key,
      { input: { ...STAY, currencies: ['CZK'] } },
    );
    expect(errors).toBeUndefined();
    const aurora = { hotel: { name: 'Hotel Aurora' } };
    expect(data).toEqual({
      hotels: {
        nodes: [
          { number: 1, name: 'Hotel Aurora', reviews: [{ stars: 5 }, { stars: 3 }] },
          { number: 2, name: 'Vřídelní Palace', reviews: [] },
          { number: 3, name: 'Lázeňský dům Křížový pramen', reviews: [{ stars: 4 }] },
        ],
      },
      latestReviews: [
        { text: 'The springs are next door.', ...aurora, visitType: { name: { text: 'Spa taster' } } },
        expect.objectContaining({ hotel: { name: 'Lázeňský dům Křížový pramen' } }),
        { text: 'The pool opens late.', ...aurora, visitType: { name: { text: 'Classic spa cure' } } },
      ],
      quote: { quotes: [{ total: { amountMinor: expect.any(Number) } }] },
    });
  });

  test('passes on the key, the language and the address of each caller, and nothing else of theirs', async () => {
    const asked: IncomingHttpHeaders[] = [];
    const hear = ({ headers }: IncomingMessage) => asked.push(headers);
    served.gateway.server.on('request', hear);
    const authorization = `Bearer ${key}`;
    await send('{ latestReviews { hotel { name } } }', { authorization, 'accept-language': 'cs', cookie: 'a=b' });
    served.gateway.server.off('request', hear);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ authorization, 'accept-language': 'cs', 'x-forwarded-for': '127.0.0.1' });
    expect(asked[0]).not.toHaveProperty('cookie');
  });

  test.each<Record<string, string>>([{}, { authorization: 'Bearer ssg_wrong' }])(
    'refuses what the gateway refuses, and answers what the reviews know: %j',
    async (headers) => {
      const { data, errors } = await send(
        '{ hotels(first: 1) { totalCount } latestReviews { text hotel { name } } }',
        headers,
      );
      expect(data).toEqual({ hotels: null, latestReviews: Array(3).fill({ text: expect.any(String), hotel: null }) });
      expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAUTHENTICATED']));
    },
  );

  test('shows a hotel of a hidden destination to no key that does not see it', async () => {
    const { data } = await ask('{ latestReviews { hotel { name } } }', await served.gateway.key({ destinations: [1] }));
    const aurora = { hotel: { name: 'Hotel Aurora' } };
    expect(data).toEqual({ latestReviews: [aurora, { hotel: null }, aurora] });
  });

  test('books, and finds the booking for the key that may read it alone', async () => {
    const person = { firstName: 'Jana', lastName: 'Nováková' };
    const billedTo = { ...person, email: 'jana.novakova@example.com' };
    const booked = await ask(
      `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } } }`,
      key,
      { input: { ...STAY, hotel: 1, kind: 'REQUEST', currency: 'CZK', billedTo, guests: [person] } },
    );
    const { id } = booked.data.createBooking as { id: string };
    const invitation = async (presented: string) =>
      (await ask('query ($id: ID!) { invitation(booking: $id) { reviewUrl status } }', presented, { id })).data;
    expect(await invitation(key)).toEqual({
      invitation: { reviewUrl: `https://reviews.example/of/${id}`, status: 'REQUESTED' },
    });
    const other = await served.gateway.key({ scopes: ['read', 'book', 'bookings'], client: 'another shop' });
    expect(await invitation(other)).toEqual({ invitation: null });
  });
});
