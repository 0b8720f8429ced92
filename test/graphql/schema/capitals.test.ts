/** Enumerations are written in capitals; the spellings of release 0.1.0 stay, deprecated (F7). */
import { isEnumType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

/** Its values are names of fields, and their languages. */
const OTHERS = ['Locale'];

test('every value in lower case is deprecated, and names the same in capitals', () => {
  const values = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.startsWith('__') && !OTHERS.includes(name))
    .flatMap((type) => type.getValues().map((value) => ({ ...value, owner: type.name })));
  const names = new Set(values.map(({ owner, name }) => `${owner}.${name}`));
  const strays = values.filter(({ name, deprecationReason }) => {
    const [, instead = '', capitals = ''] = /^Use `(\w+\.(\w+))`\.$/.exec(deprecationReason ?? '') ?? [];
    const isInCapitals = name === name.toUpperCase();
    return isInCapitals ? deprecationReason != null : !names.has(instead) || capitals !== name.toUpperCase();
  });
  expect(strays.map(({ owner, name }) => `${owner}.${name}`)).toEqual([]);
});

test('genders are accepted in both spellings, and mean the same booking', async () => {
  const key = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
  const book = (gender: string, guestGender: string) => ({
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11' },
    ...{ arrival: '2027-03-01', departure: '2027-03-08', idempotencyKey: 'the-same' },
    billedTo: { gender, firstName: 'Jana', lastName: 'Malá', email: 'jana@example.org' },
    guests: [{ gender: guestGender, firstName: 'Jan', lastName: 'Malý' }],
  });
  const query = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on Problem { message } ... on BookingCreated { replayed
    booking { billedTo { gender salutation } guests { gender salutation } } } } }`;
  const answers = [];
  for (const input of [book('FEMALE', 'male'), book('female', 'MALE')]) {
    answers.push((await gateway.ask<{ createBooking: object }>(query, { key, variables: { input } })).createBooking);
  }
  const booking = {
    billedTo: { gender: 'female', salutation: 'FEMALE' },
    guests: [{ gender: 'male', salutation: 'MALE' }],
  };
  expect(answers).toEqual([
    { replayed: false, booking },
    { replayed: true, booking },
  ]);
});

test('lists are filtered by stay categories in both spellings', async () => {
  const query = `query ($category: StayCategoryInput) {
    visitTypes(filter: { stayCategory: $category }) { nodes { number stayCategory } } }`;
  const listed = async (category: string) =>
    (await gateway.ask<{ visitTypes: { nodes: object[] } }>(query, { variables: { category } })).visitTypes.nodes;
  expect(await listed('HEALTH')).toEqual(await listed('health'));
  expect(await listed('HEALTH')).toContainEqual({ number: expect.any(Number), stayCategory: 'health' });
});

test('old fields answer as before, those beside them in capitals', async () => {
  const data = await gateway.ask<{
    viewer: { scopes: string[]; rights: string[] };
    visitTypes: { nodes: { stayCategory: string | null; purpose: string | null }[] };
    amenityCategories: { amenities: { detailKinds: string[]; details: string[] }[] }[];
  }>(
    `{ viewer { scopes rights } visitTypes { nodes { stayCategory purpose } } amenityCategories { amenities { detailKinds details } } }`,
  );
  const pairs: (readonly [old: readonly (string | null)[], spelled: readonly (string | null)[]])[] = [
    [data.viewer.scopes, data.viewer.rights],
    ...data.visitTypes.nodes.map(({ stayCategory, purpose }) => [[stayCategory], [purpose]] as const),
    ...data.amenityCategories.flatMap(({ amenities }) =>
      amenities.map(({ detailKinds, details }) => [detailKinds, details] as const),
    ),
  ];
  for (const [old, spelled] of pairs) {
    expect(old).toEqual(old.map((value) => value?.toLowerCase() ?? null));
    expect(spelled).toEqual(old.map((value) => value?.toUpperCase() ?? null));
  }
  expect(pairs.flatMap(([old]) => old).filter((value) => value !== null).length).toBeGreaterThan(2);
});
