/** One operation makes one booking, however it is written: several are refused before any is made. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const CONTENT_TYPES = ['application/json', 'application/graphql-response+json'];

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

const bearer = (accept = 'application/json') => ({ authorization: `Bearer ${key}`, accept });
const post = (payload: string | object, accept?: string) =>
  gateway.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...bearer(accept), 'content-type': 'application/json' },
    payload,
  });

describe('one operation books once:', () => {
  const input = `(input: { kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11,
    arrival: "2027-03-05", departure: "2027-03-09", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" },
    guests: [{ firstName: "A", lastName: "B" }] })`;
  const book = (directive = '') => `createBooking${input} ${directive} { __typename }`;
  const BOOK = book();
  const bookings = () => gateway.database.prisma.booking.count();

  test.each([
    ['an alias', `mutation { ${BOOK} again: ${BOOK} }`],
    ['the same field twice', `mutation { ${BOOK} ${BOOK} }`],
    ['an inline fragment', `mutation { ${BOOK} ... { again: ${BOOK} } }`],
    ['a fragment', `mutation { ${BOOK} ...Again } fragment Again on Mutation { again: ${BOOK} }`],
    ['a fragment spread twice', `mutation { ...Once ...Once } fragment Once on Mutation { ${BOOK} }`],
    ['a fragment of two', `mutation { ...Both } fragment Both on Mutation { ${BOOK} again: ${BOOK} }`],
    ['a field that is not skipped', `mutation { ${BOOK} again: ${book('@skip(if: false)')} }`],
    ['a field that is skipped', `mutation { ${BOOK} again: ${book('@skip(if: true)')} }`],
    ['a fragment that is included', `mutation { ${BOOK} ... @include(if: true) { again: ${BOOK} } }`],
    ['a fragment that is not included', `mutation { ${BOOK} ... @include(if: false) { again: ${BOOK} } }`],
    [
      'a fragment that a variable skips',
      `mutation ($no: Boolean = true) { ${BOOK} ... @skip(if: $no) { again: ${BOOK} } }`,
    ],
  ])('%s is refused, and nothing is booked', async (_, query) => {
    const before = await bookings();
    for (const accept of CONTENT_TYPES) {
      const answer = await post({ query }, accept);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          errors: [
            expect.objectContaining({
              message: 'The mutation has 2 fields of its own; 1 are the most.',
              extensions: { code: 'OPERATION_TOO_LARGE' },
            }),
          ],
        },
      ]);
    }
    expect(await bookings()).toBe(before);
  });

  test('several operations in one request are refused or the named one alone is carried out', async () => {
    const before = await bookings();
    const batch = await post([{ query: `mutation { ${BOOK} }` }, { query: `mutation { ${BOOK} }` }]);
    expect(batch.statusCode).toBe(400);
    const both = `mutation A { ${BOOK} } mutation B { ${BOOK} }`;
    expect((await post({ query: both }, CONTENT_TYPES[1])).statusCode).toBe(400);
    expect(await bookings()).toBe(before);
    const one = await post({ query: both, operationName: 'B' });
    expect([one.statusCode, one.json().data]).toEqual([200, { createBooking: { __typename: 'BookingCreated' } }]);
    expect(await bookings()).toBe(before + 1);
  });

  test('__typename beside it does not count, and only one booking is made', async () => {
    const before = await bookings();
    const answer = await post({ query: `mutation { __typename ${BOOK} }` });
    const data = { __typename: 'Mutation', createBooking: { __typename: 'BookingCreated' } };
    expect([answer.statusCode, answer.json().data]).toEqual([200, data]);
    expect(await bookings()).toBe(before + 1);
  });

  test('a GET books nothing', async () => {
    const before = await bookings();
    const url = `/graphql?query=${encodeURIComponent(`mutation { ${BOOK} }`)}`;
    expect((await gateway.inject({ url, headers: bearer() })).statusCode).toBe(405);
    expect(await bookings()).toBe(before);
  });
});
