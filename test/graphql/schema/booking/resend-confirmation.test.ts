/** Asking for the e-mail of a booking once more (S11). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const RESEND = `mutation ($id: ID!) { resendConfirmation(id: $id) {
  __typename ... on ResendRequested { booking { id } } ... on NotFound { code subject reference } } }`;

let gateway: TestGateway;
let id: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const input = `{ kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-05", departure: "2027-03-09",
    billedTo: { firstName: "A", lastName: "B", email: "a@example.com" }, guests: [{ firstName: "A", lastName: "B" }] }`;
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    `mutation { createBooking(input: ${input}) { ... on BookingCreated { id } } }`,
    { key: await gateway.key({ client: 'shop' }) },
  );
  id = createBooking.id;
});
afterAll(() => gateway.close());

async function resend(options: KeyOptions, booking = id): Promise<unknown> {
  const asked = { key: await gateway.key(options), variables: { id: booking } };
  return (await gateway.ask<{ resendConfirmation: unknown }>(RESEND, asked)).resendConfirmation;
}

test.each<[string, KeyOptions]>([
  ['bookings of another client', { scopes: ['bookings'] }],
  ['operate elsewhere', { scopes: ['operate'], destinations: [2] }],
  ['book of its client beside operate elsewhere', { scopes: ['book', 'operate'], destinations: [2], client: 'shop' }],
])('a key with %s does not find it, and nothing is written (S11)', async (_, options) => {
  const missing = { __typename: 'NotFound', code: 'NOT_FOUND', subject: 'booking', reference: id };
  expect(await resend(options)).toEqual(missing);
  expect(await gateway.database.prisma.resendRequest.count()).toBe(0);
});

test('a key with book alone is refused (S11)', async () => {
  const asked = { key: await gateway.key({ scopes: ['book'], client: 'shop' }), variables: { id } };
  expect((await gateway.graphql(RESEND, asked)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
});

test('it is written once, however often it is asked for before the e-mail is taken up (S11)', async () => {
  const answer = { __typename: 'ResendRequested', booking: { id } };
  expect(await resend({ scopes: ['operate'], client: 'hotel' })).toEqual(answer);
  expect(await resend({ scopes: ['bookings'], client: 'shop' }, id.toUpperCase())).toEqual(answer);
  const rows = await gateway.database.prisma.resendRequest.findMany({ include: { client: true } });
  expect(rows).toMatchObject([
    { bookingId: id, client: { name: 'hotel' }, requestedAt: new Date(`${TODAY}T12:00:00Z`) },
  ]);
  expect(await resend({ scopes: ['operate'] }, 'f'.repeat(24))).toMatchObject({ __typename: 'NotFound' });
});
