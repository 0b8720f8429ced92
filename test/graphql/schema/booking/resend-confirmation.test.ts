/** Asking for the e-mail of a booking once more (S11). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const RESEND = `mutation ($id: ID!) { resendConfirmation(input: { id: $id }) {
  __typename ... on ResendRequested { booking { id } } ... on NotFound { code subject reference } } }`;

/** Nobody listens there, so mails wait. */
const MAIL = { url: 'smtp://127.0.0.1:9', from: { name: '', email: 'stays@gateway.example' }, templates: null };

let gateway: TestGateway;
let id: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { mail: MAIL } });
  const input = `{ kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-05", departure: "2027-03-09",
    billedTo: { firstName: "A", lastName: "B", email: "a@example.com" }, guests: [{ firstName: "A", lastName: "B" }] }`;
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    `mutation { createBooking(input: ${input}) { ... on BookingCreated { id } } }`,
    { key: await gateway.key({ client: 'shop' }) },
  );
  id = createBooking.id;
});
afterAll(() => gateway.close());

function repetitions() {
  return gateway.database.prisma.delivery.findMany({
    where: { recipient: { startsWith: 'customer-' } },
    include: { event: true },
  });
}

async function resend(options: KeyOptions, booking = id): Promise<unknown> {
  const asked = { key: await gateway.key(options), variables: { id: booking } };
  return (await gateway.ask<{ resendConfirmation: unknown }>(RESEND, asked)).resendConfirmation;
}

test.each<[string, KeyOptions]>([
  ['bookings of another client', { scopes: ['bookings'] }],
  ['operate elsewhere', { scopes: ['operate'], destinations: [2] }],
  ['book of its client beside operate elsewhere', { scopes: ['book', 'operate'], destinations: [2], client: 'shop' }],
])('a key with %s does not find it, and nothing is written (S11)', async (_, options) => {
  const missing = { __typename: 'NotFound', code: 'NOT_FOUND', subject: 'BOOKING', reference: id };
  expect(await resend(options)).toEqual(missing);
  expect(await repetitions()).toEqual([]);
});

test('a key with book alone is refused (S11)', async () => {
  const asked = { key: await gateway.key({ scopes: ['book'], client: 'shop' }), variables: { id } };
  expect((await gateway.graphql(RESEND, asked)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
});

test('it is queued once, however often it is asked for before the e-mail is sent (S11)', async () => {
  const answer = { __typename: 'ResendRequested', booking: { id } };
  expect(await resend({ scopes: ['operate'], client: 'hotel' })).toEqual(answer);
  expect(await resend({ scopes: ['bookings'], client: 'shop' }, id.toUpperCase())).toEqual(answer);
  expect(await repetitions()).toMatchObject([{ kind: 'mail', event: { bookingId: id, type: 'REQUESTED' } }]);
  expect(await resend({ scopes: ['operate'] }, 'f'.repeat(24))).toMatchObject({ __typename: 'NotFound' });
});
