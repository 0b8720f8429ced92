/**
 * A typed client generated from `schema.graphql` by GraphQL Code Generator: typical front-end calls compile and return
 * what their types say; wrong calls do not compile.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientFolder, clientFolder } from '../../support/browser/client-folder.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

const OPERATIONS = `
query Page($first: Int!, $after: String, $filter: VisitTypeFilter) {
  visitTypes(first: $first, after: $after, filter: $filter) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { number stayCategory name { en } lowestPrice { currency amountPerNight { amount } } hotels { hotel { name stars } } }
  }
}
query Calendar($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) {
    date selectable availability price { isFinal amounts { amount currency } }
  }
}
query Quote($input: QuoteInput!) {
  quote(input: $input) {
    __typename
    ... on StayQuotes { quotes { currency total { amountMinor } promotions { percentage amount { amountMinor } } } }
    ... on NotFound { message }
    ... on Problem { code message }
  }
}
mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) {
    __typename
    ... on BookingCreated { id replayed booking { arrival departure price { total { amountMinor currency } } } }
    ... on PriceChanged { quote { total { amountMinor } } }
    ... on Problem { code message }
  }
}
query Node($id: ID!) {
  node(id: $id) { __typename id ... on Hotel { name stars } ... on VisitType { nightsMin } }
}
query Viewer { viewer { channel { code } } }
`;

/** The JSON types of scalars. */
const SCALARS = {
  ...{ ID: { input: 'string | number', output: 'string' }, SafeInt: 'number' },
  ...{ LocalDate: 'string', DateTime: 'string', EmailAddress: 'string', LocaleTag: 'string', _Any: 'unknown' },
};

const CLIENT = `
import * as spa from './operations.ts';
type Needed<These> = { [key: string]: never } extends These ? [] : [variables: These];
export function clientOf(url: string, key: string) {
  return async <Data, These>(document: spa.TypedDocumentString<Data, These>, ...[variables]: Needed<NoInfer<These>>): Promise<Data> => {
    const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json', 'Accept-Language': 'en' };
    const response = await fetch(url + '/graphql', { method: 'POST', headers, body: JSON.stringify({ query: document.toString(), variables }) });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}
`;

const HEAD = `
import { clientOf } from './client.ts';
import * as spa from './operations.ts';
`;

const CALLS = `${HEAD}
export async function run(url: string, key: string) {
  const ask = clientOf(url, key);
  const seen: Record<string, unknown> = {};

  const { viewer } = await ask(spa.ViewerDocument);
  const channel: string = viewer.channel.code;
  seen.channel = channel;

  const numbers: number[] = [];
  let after: string | null = null;
  do {
    const { visitTypes }: spa.PageQuery = await ask(spa.PageDocument, { first: 2, after, filter: { hotel: 1 } });
    // A list is null only if it has failed, which the client throws.
    for (const { number, stayCategory, name, lowestPrice, hotels } of visitTypes!.nodes) {
      numbers.push(number);
      const category: 'HEALTH' | 'WELLNESS' | null = stayCategory;
      const english: string | null = name.en;
      const cheapest: number | null | undefined = lowestPrice[0]?.amountPerNight?.amount;
      const stars: number | undefined = hotels[0]?.hotel.stars;
      if (number === 101) seen.classic = { category, english, cheapest, stars };
    }
    after = visitTypes!.pageInfo.hasNextPage ? visitTypes!.pageInfo.endCursor : null;
  } while (after !== null);
  seen.numbers = numbers;

  const { calendar } = await ask(spa.CalendarDocument, { filter: { visitType: 101, roomType: 11 }, from: '2027-03-09', to: '2027-03-10' });
  seen.calendar = calendar!.map(({ date, availability, price }) => {
    const open: boolean = availability === 'AVAILABLE';
    return [date, open, price?.amounts.find(({ currency }) => currency === 'CZK')?.amount ?? null];
  });

  const stay = { visitType: 101, roomType: 11, arrival: '2027-03-09', departure: '2027-03-13' } as const;
  const { quote } = await ask(spa.QuoteDocument, { input: { ...stay, currencies: ['CZK'] } });
  if (quote.__typename !== 'StayQuotes') throw new Error(quote.code);
  const total: number | undefined = quote.quotes[0]?.total.amountMinor;
  seen.total = total;

  const { quote: refused } = await ask(spa.QuoteDocument, { input: { ...stay, visitType: '999' } });
  seen.refused = refused.__typename === 'StayQuotes' ? null : refused.code;

  const { createBooking } = await ask(spa.BookDocument, { input: {
    ...stay, kind: 'BINDING', currency: 'CZK', hotel: 1, expectedTotal: total ?? null,
    billedTo: { firstName: 'Jana', lastName: 'N', email: 'jana@example.com',
      address: { street: 'A', houseNumber: '1', city: 'B', zipCode: '2', country: 'CZE' } },
    guests: [{ firstName: 'Jana', lastName: 'N' }],
  } });
  switch (createBooking.__typename) {
    case 'BookingCreated':
      seen.booked = createBooking.booking.price.total;
      break;
    case 'PriceChanged':
      seen.booked = createBooking.quote.total.amountMinor;
      break;
    default:
      seen.booked = createBooking.message;
  }

  const { node } = await ask(spa.NodeDocument, { id: '${OBJECT_IDS.hotel1}' });
  if (node?.__typename === 'Hotel') seen.hotel = node.name.toUpperCase();
  const { node: none } = await ask(spa.NodeDocument, { id: '0'.repeat(24) });
  seen.none = none;
  return seen;
}
`;

/** Calls with one thing wrong each. */
const WRONG: Readonly<Record<string, string>> = {
  'an argument of another type': `await ask(spa.PageDocument, { first: 'two' });`,
  'a missing variable': `await ask(spa.PageDocument, { after: null });`,
  'no variables where some are needed': `await ask(spa.QuoteDocument);`,
  'variables where there are none': `await ask(spa.ViewerDocument, { id: 1 });`,
  'an unknown variable': `await ask(spa.NodeDocument, { id: '1', number: 1 });`,
  'a field that was not asked for': `console.log((await ask(spa.ViewerDocument)).viewer.today);`,
  'a field that the schema does not have': `console.log((await ask(spa.PageDocument, { first: 1 })).visitTypes!.rows);`,
  'a list that may have failed, taken as it is': `console.log((await ask(spa.PageDocument, { first: 1 })).visitTypes.nodes);`,
  'what may be null, taken as it is': `console.log((await ask(spa.NodeDocument, { id: '1' })).node.id);`,
  'a price that may be missing, taken as it is': `const { calendar } = await ask(spa.CalendarDocument, { filter: {} });
    for (const { price } of calendar!) console.log(price.isFinal);`,
  'a result taken for a success': `console.log((await ask(spa.QuoteDocument, { input: ${JSON.stringify({
    ...{ visitType: 101, roomType: 11, arrival: '2027-03-09', departure: '2027-03-13' },
  })} })).quote.quotes);`,
  'a value that is none of the values': `const { calendar } = await ask(spa.CalendarDocument, { filter: {} });
    console.log(calendar!.filter(({ availability }) => availability === 'FREE'));`,
  'a currency that there is none of': `const currencies: spa.QuoteInput['currencies'] = ['USD']; console.log(currencies);`,
  'an input without a field that is needed': `const guest: spa.GuestInput = { firstName: 'Jana' }; console.log(guest);`,
};

let folder: ClientFolder;
let complaints: Map<string, string[]>;

beforeAll(async () => {
  folder = clientFolder(['@graphql-typed-document-node/core', 'graphql']);
  const schema = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
  const text = await codegen({
    filename: 'operations.ts',
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [{ location: 'operations.graphql', document: parse(OPERATIONS) }],
    config: {
      ...{ documentMode: 'string', useTypeImports: true, enumType: 'string-literal' },
      ...{ scalars: SCALARS, strictScalars: true, skipTypename: true },
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments },
  });
  folder.write('operations.ts', text);
  folder.write('client.ts', CLIENT);
  folder.write('calls.ts', CALLS);
  for (const [index, call] of Object.values(WRONG).entries()) {
    folder.write(`wrong-${index}.ts`, `${HEAD}const ask = clientOf('', '');\n${call}\n`);
  }
  complaints = await folder.compile();
});
afterAll(() => folder.remove());

test('calls as front ends write them compile', () => {
  expect([...complaints].filter(([file]) => !file.startsWith('wrong-'))).toEqual([]);
});

test.each(Object.keys(WRONG).map((what, index) => [what, index] as const))('%s does not compile', (_what, index) => {
  expect(complaints.get(`wrong-${index}.ts`) ?? []).toHaveLength(1);
});

test('and the compiled calls get what their types say', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  try {
    const url = await gateway.listen();
    const { run } = await import(/* @vite-ignore */ join(folder.path, 'out', 'calls.js'));
    const seen = await run(url, await gateway.key());
    expect(seen).toEqual({
      channel: 'public',
      numbers: [101, 102, 103, 105],
      classic: { category: 'HEALTH', english: 'Classic', cheapest: 800, stars: 4 },
      calendar: [
        ['2027-03-09', true, 1800],
        ['2027-03-10', true, 1800],
      ],
      total: 680_000,
      refused: 'NOT_FOUND',
      booked: { amountMinor: 680_000, currency: 'CZK' },
      hotel: 'HOTEL AURORA',
      none: null,
    });
  } finally {
    await gateway.close();
  }
});
