/** Enumerations are written in capitals, no value twice, and nothing of the schema is deprecated (F7). */
import { type GraphQLArgument, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

test('values are in capitals, so none differs from another by its case alone', () => {
  const names = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => `${type.name}.${name}`));
  expect(names.filter((name) => !/\.[A-Z][A-Z_]*$/.test(name))).toEqual([]);
});

test('nothing is deprecated', () => {
  const parts = types.flatMap((type) => {
    if (isEnumType(type)) return type.getValues().map((value) => ({ owner: type.name, ...value }));
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    const fields = Object.values(type.getFields()).map((field) => ({ owner: type.name, ...field }));
    const args = fields.flatMap((field) =>
      'args' in field
        ? field.args.map((one: GraphQLArgument) => ({ owner: `${type.name}.${field.name}`, ...one }))
        : [],
    );
    return [...fields, ...args];
  });
  const deprecated = parts.filter(({ deprecationReason }) => deprecationReason != null);
  expect(deprecated.map(({ owner, name }) => `${owner}.${name}`)).toEqual([]);
});

test('genders are answered as they are sent', async () => {
  const key = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11' },
    ...{ arrival: '2027-03-01', departure: '2027-03-08' },
    billedTo: { gender: 'FEMALE', firstName: 'Jana', lastName: 'Malá', email: 'jana@example.org' },
    guests: [{ gender: 'MALE', firstName: 'Jan', lastName: 'Malý' }],
  };
  const query = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on Problem { message } ... on BookingCreated {
    booking { billedTo { gender } guests { gender } } } } }`;
  expect(await gateway.ask(query, { key, variables: { input } })).toEqual({
    createBooking: { booking: { billedTo: { gender: 'FEMALE' }, guests: [{ gender: 'MALE' }] } },
  });
});

test('a list is filtered by the stay category that its rows answer', async () => {
  const query = `query ($category: StayCategory) {
    visitTypes(filter: { stayCategory: $category }) { nodes { number stayCategory } } }`;
  interface Listed {
    visitTypes: { nodes: { stayCategory: string | null }[] };
  }
  const all = (await gateway.ask<Listed>(query)).visitTypes.nodes;
  for (const category of ['HEALTH', 'WELLNESS']) {
    const { visitTypes } = await gateway.ask<Listed>(query, { variables: { category } });
    expect(visitTypes.nodes).toEqual(all.filter(({ stayCategory }) => stayCategory === category));
  }
  expect(all.map(({ stayCategory }) => stayCategory)).toContain('HEALTH');
});
