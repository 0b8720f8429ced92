/** The operations by which the benchmark compares costs with the processor time that is taken (A9). */
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedDocument } from '../../../src/graphql/execution/documents.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { costedOperations, DEAR_REFUSALS, NOT_COMPARED } from '../../support/requests/costed-operations.ts';
import { HOSTILE_REFUSALS } from '../../support/requests/hostile-refusals.ts';

const SALE = { visitType: 101, hotel: 1, roomType: 11, arrival: '2027-03-01', departure: '2027-03-04' };
const dayAfter = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);
const OPERATIONS = Object.entries(costedOperations(dayAfter, SALE)).map(([name, varied]) => ({ name, ...varied(1) }));

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  await gateway.database.prisma.inventoryNight.updateMany({ data: { units: 9 } });
  key = await gateway.key({ scopes: ['read', 'book', 'bookings', 'manage'] });
});
afterAll(() => gateway.close());

test('each root field of queries and mutations is compared, or it is said why it is not', () => {
  const asked = OPERATIONS.flatMap(({ query }) => [
    ...new PreparedDocument(parse(query), { schema }).operation()!.rootFields,
  ]);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type!.getFields()));
  expect(new Set([...asked, ...Object.keys(NOT_COMPARED)])).toEqual(new Set([...fields, '__schema', '__type']));
  expect(Object.keys(NOT_COMPARED).filter((name) => asked.includes(name))).toEqual([]);
});

test.each(OPERATIONS)('the key of the benchmark may ask $name', async ({ query, variables, makes }) => {
  const { data, errors } = await gateway.graphql(query, { key, ...(variables && { variables: { ...variables } }) });
  expect(errors).toBeUndefined();
  if (makes !== undefined) expect(Object.values(data!)).toEqual([{ __typename: makes }]);
});

test('the refusals that the benchmark compares are among those that it tries', () => {
  const names = Object.values(HOSTILE_REFUSALS).flatMap((refusals) => [...refusals()].map(({ name }) => name));
  expect(DEAR_REFUSALS.filter((name) => !names.includes(name))).toEqual([]);
});
