/** Issue 29, number 1. Changing a booking over GraphQL: what is answered, what each scope may, how the booking is named (M1 to M4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const PRICE = 'basePrice { amountMinor } total { amountMinor currency } nights cancellation { from }';
const PROBLEMS = `... on Problem { code message } ... on InvalidInput { problems { path code } }
    ... on NotChangeable { freeCancellationUntil }`;
const CHANGE = `mutation ($input: ChangeBookingInput!) {
  changeBooking(input: $input) {
    __typename
    ... on BookingChanged {
      booking { id reference arrival departure roomType { number } price { total { amountMinor } } billedTo { email phone }
        guests { firstName gender } history { type by note messageToGuest } }
      before { ${PRICE} } difference { amountMinor } replayed
    }
    ${PROBLEMS} ... on PriceChanged { quote { ${PRICE} } expected { amountMinor } }
  }
}`;
const QUOTE = `query ($input: ChangeBookingInput!) {
  quoteChange(input: $input) {
    __typename
    ... on ChangeQuoted { quote { ${PRICE} } before { ${PRICE} } difference { amountMinor } feeBefore { amountMinor } feeAfter { amountMinor } }
    ${PROBLEMS}
  }
}`;
const STAY = { visitType: 101, hotel: 1, roomType: 11, arrival: '2027-03-05', departure: '2027-03-09' };
const PERSON = { firstName: 'Anna', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };

type Answer = Readonly<Record<string, unknown>> & {
  readonly quote: { readonly total: { readonly amountMinor: number } };
};

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ client: 'shop' });
  await gateway.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 100 } });
});
beforeEach(() => gateway.setToday(TODAY));
afterAll(() => gateway.close());

async function book(presented = key): Promise<{ id: string; booking: { reference: string } }> {
  const billedTo = { ...PERSON, email: 'anna@example.com', phone: '1', address: ADDRESS };
  const input = { ...STAY, kind: 'BINDING', currency: 'CZK', billedTo, guests: [PERSON] };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string; booking: { reference: string } } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id booking { reference } } ... on Problem { message } } }',
    { key: presented, variables: { input } },
  );
  return createBooking;
}

async function ask(document: string, input: object, presented = key): Promise<Answer> {
  const answers = await gateway.ask<Record<string, Answer>>(document, { key: presented, variables: { input } });
  return Object.values(answers)[0]!;
}
const change = (input: object, presented?: string) => ask(CHANGE, input, presented);
const quote = (input: object, presented?: string) => ask(QUOTE, input, presented);

describe('a stay', () => {
  const stay = { arrival: '2027-03-06', departure: '2027-03-08' };

  test('is quoted, then changed at the price of the quote; the booking says what it is now, the answer what it was', async () => {
    const { id, booking } = await book();
    const quoted = await quote({ id, stay });
    expect(quoted).toMatchObject({ __typename: 'ChangeQuoted', quote: { nights: 2 }, before: { nights: 4 } });
    const expectedTotal = quoted.quote.total.amountMinor;
    const changed = await change({ id, stay, expectedTotal });
    expect(changed).toMatchObject({
      __typename: 'BookingChanged',
      booking: { id, reference: booking.reference, ...stay, price: { total: { amountMinor: expectedTotal } } },
      ...{ before: quoted.before, difference: quoted.difference, replayed: false },
    });
    expect((changed.difference as { amountMinor: number }).amountMinor).toBeLessThan(0);
  });

  test('without the price that is expected is answered by the price', async () => {
    const { id } = await book();
    const refused = await change({ id, stay });
    expect(refused).toMatchObject({ __typename: 'PriceChanged', code: 'PRICE_CHANGED', quote: { nights: 2 } });
    const { before } = (await quote({ id })) as unknown as { before: { total: { amountMinor: number } } };
    expect(refused.expected).toEqual({ amountMinor: before.total.amountMinor });
  });

  test('is kept by a guest when cancelling is not free any more; the answer says until when it was', async () => {
    const { id } = await book();
    await gateway.database.prisma.booking.update({
      where: { id },
      data: { cancellationTerms: [{ daysBeforeArrival: 400, basisPoints: 100 }] },
    });
    expect(await change({ id, stay, expectedTotal: 1 })).toMatchObject({
      ...{ __typename: 'NotChangeable', code: 'FEE_DUE', freeCancellationUntil: '2026-01-28' },
      message:
        'The booking cannot be changed so: cancelling was free, and the stay could be changed, up to and including 2026-01-28.',
    });
    const operator = await gateway.key({ scopes: ['operate'] });
    expect(await quote({ id, stay }, operator)).toMatchObject({ __typename: 'ChangeQuoted' });
    expect((await quote({ id, stay }, operator)).feeBefore).not.toEqual({ amountMinor: 0 });
  });
});

test('a contact changes field by field, and guests as a whole; the answer has no price to pay', async () => {
  const { id } = await book();
  const input = { id, billedTo: { email: 'right@example.com', phone: '' }, guests: [{ ...PERSON, gender: 'FEMALE' }] };
  expect(await change(input)).toMatchObject({
    booking: {
      billedTo: { email: 'right@example.com', phone: null },
      ...{ guests: [{ firstName: 'Anna', gender: 'FEMALE' }], history: [{ type: 'CONFIRMED' }, { type: 'CHANGED' }] },
    },
    difference: { amountMinor: 0 },
  });
});

test('everything that is wrong with the input is reported at once, each with its field', async () => {
  const { id } = await book();
  const wrong = {
    ...{
      id,
      email: 'x',
      stay: { arrival: '2027-03-09', departure: '2027-03-05' },
      billedTo: { firstName: 'http://a.cz' },
    },
    ...{ guests: [{ ...PERSON, birthDate: '2999-01-01' }], expectedTotal: -1, customerNote: 'a'.repeat(4_001) },
  };
  const { problems } = (await change(wrong)) as unknown as { problems: { path: string }[] };
  expect(problems.map(({ path }) => path).sort()).toEqual(
    ['billedTo.firstName', 'customerNote', 'email', 'expectedTotal', 'guests.0.birthDate', 'stay.departure'].sort(),
  );
  expect(await change({ id, billedTo: { address: { street: 'A' } } })).toMatchObject({
    __typename: 'InvalidInput',
    problems: [{ path: 'billedTo.address.city', code: 'REQUIRED' }, {}, {}],
  });
});

test('with a publishable key the address is needed beside the id, and wrong ones are counted as those of look-ups', async () => {
  const publishable = await gateway.key({ client: 'shop', isPublishable: true });
  const { id, booking } = await book();
  expect(await change({ id, customerNote: 'Late' }, publishable)).toMatchObject({ problems: [{ path: 'email' }] });
  const { reference } = booking;
  expect(await change({ reference, email: 'other@example.com', customerNote: 'Late' }, publishable)).toMatchObject({
    ...{ __typename: 'NotFound' },
  });
  expect(await change({ reference, email: 'ANNA@example.com', customerNote: 'Late' }, publishable)).toMatchObject({
    booking: { history: [{}, { type: 'CHANGED', by: 'GUEST' }] },
  });
});

test('the answer that was lost comes again under its key, by the reference and the address that named the booking then', async () => {
  const { booking } = await book();
  const { reference } = booking;
  const input = {
    reference,
    email: 'anna@example.com',
    billedTo: { email: 'new@example.com' },
    idempotencyKey: 'lost',
  };
  expect(await change(input)).toMatchObject({ __typename: 'BookingChanged', replayed: false });
  expect(await change(input)).toMatchObject({ replayed: true, booking: { billedTo: { email: 'new@example.com' } } });
  expect(await change({ ...input, idempotencyKey: 'other' })).toMatchObject({ __typename: 'NotFound' });
});

test('a text beside nothing that could change is refused, so that nobody believes that it was sent', async () => {
  const { id } = await book();
  const desk = await gateway.key({ scopes: ['operate'] });
  for (const [field, said] of [
    ['messageToGuest', 'See you soon'],
    ['note', 'Called'],
  ] as const) {
    for (const asked of [change, quote]) {
      for (const nothing of [
        {},
        { stay: {} },
        { billedTo: {} },
        { stay: { arrival: null }, billedTo: { email: null } },
      ]) {
        expect(await asked({ id, ...nothing, [field]: said }, desk)).toMatchObject({
          __typename: 'InvalidInput',
          problems: [{ path: field, code: 'REQUIRED' }],
        });
      }
    }
  }
  expect((await change({ id, note: ' ' }, desk)).__typename).toBe('BookingChanged');
});

test('texts of the house stand in the history; a key that does not operate the hotel may send neither', async () => {
  const { id } = await book();
  const texts = { messageToGuest: 'As you asked by phone.', note: 'Called twice.' };
  expect(await change({ id, customerNote: 'a', ...texts })).toMatchObject({
    problems: [{ path: 'messageToGuest' }, { path: 'note' }],
  });
  const operator = await gateway.key({ scopes: ['operate'] });
  expect(await change({ id, customerNote: 'a', ...texts }, operator)).toMatchObject({
    booking: { history: [{}, { type: 'CHANGED', ...texts }] },
  });
});
