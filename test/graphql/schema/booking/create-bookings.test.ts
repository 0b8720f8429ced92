/** `createBookings`, `holdStays` and `Booking.party`, as callers see them (Y2, Y3). Issue 31, party. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const BOOK = `mutation ($input: CreateBookingsInput!) { createBookings(input: $input) { __typename
  ... on BookingsCreated { replayed ids bookings { id reference roomType { number } price { total { amountMinor } }
    guests { lastName } party { id bookings { id } } } }
  ... on Problem { code message } ... on InvalidInput { problems { path code } }
  ... on PriceChanged { expected { amountMinor } quote { total { amountMinor } } } } }`;
const HOLD = `mutation ($input: HoldStaysInput!) { holdStays(input: $input) { __typename
  ... on StaysHeld { id expiresAt replayed holds { id roomTypeNumber expiresAt } }
  ... on Problem { code message } ... on InvalidInput { problems { path code } } } }`;

const PERSON = { firstName: 'Jana', lastName: 'Nováková' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const CONTACT = { billedTo: { ...PERSON, email: 'jana@example.com', address: ADDRESS } };
/** Room type 12 has one bed and one room, room type 11 two beds and three rooms. */
const STAY = { visitType: 101, hotel: 1, arrival: '2027-04-05', departure: '2027-04-07', currency: 'CZK' };
const ROOMS = [
  { roomType: 11, guests: [PERSON, { ...PERSON, lastName: 'Malá' }] },
  { roomType: 12, guests: [{ ...PERSON, lastName: 'Velká' }] },
];

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ client: 'shop' });
});
afterAll(() => gateway.close());

// biome-ignore lint/suspicious/noExplicitAny: outcomes of all kinds.
type Outcome = any;
const ask = async (query: string, input: object, presented = key): Promise<Outcome> =>
  Object.values(await gateway.ask<object>(query, { key: presented, variables: { input } }))[0];
const book = (input: object, presented?: string) =>
  ask(BOOK, { kind: 'BINDING', ...STAY, ...CONTACT, rooms: ROOMS, ...input }, presented);

describe('Y2: createBookings', () => {
  test('books each room, which names its party, and is shown, changed and cancelled by itself', async () => {
    const made = await book({});
    expect(made).toMatchObject({ __typename: 'BookingsCreated', replayed: false });
    const { ids, bookings } = made;
    expect(
      bookings.map(({ id, roomType, guests }: Outcome) => [
        id,
        roomType.number,
        guests.map((guest: Outcome) => guest.lastName),
      ]),
    ).toEqual([
      [ids[0], 11, ['Nováková', 'Malá']],
      [ids[1], 12, ['Velká']],
    ]);
    for (const { party } of bookings)
      expect(party).toEqual({ id: party.id, bookings: ids.map((id: string) => ({ id })) });
    const { cancelBooking } = await gateway.ask<Outcome>(
      'mutation ($id: ID!) { cancelBooking(input: { id: $id }) { ... on BookingCancelled { booking { status party { bookings { status } } } } } }',
      { key, variables: { id: ids[0] } },
    );
    expect(cancelBooking.booking).toEqual({
      status: 'CANCELLED',
      party: { bookings: [{ status: 'CANCELLED' }, { status: 'CONFIRMED' }] },
    });
  });

  test('`party` cancels all rooms and says which, with the fee of all; a fee of the house is a problem beside it (Y3)', async () => {
    const { ids } = await book({ arrival: '2027-04-12', departure: '2027-04-14' });
    const cancel = async (input: object, presented = key) => {
      const query = `mutation ($input: CancelBookingInput!) { result: cancelBooking(input: $input) { __typename
        ... on BookingCancelled { booking { id } bookings { id status } fee { amountMinor } alreadyCancelled }
        ... on InvalidInput { problems { path code } } } }`;
      return (await gateway.ask<Outcome>(query, { key: presented, variables: { input } })).result;
    };
    const operator = await gateway.key({ scopes: ['operate'] });
    expect(await cancel({ id: ids[0], party: true, fee: 0 }, operator)).toEqual({
      ...{ __typename: 'InvalidInput', problems: [{ path: 'fee', code: 'INVALID_VALUE' }] },
    });
    const cancelled = {
      ...{ __typename: 'BookingCancelled', booking: { id: ids[1] }, fee: { amountMinor: 0 }, alreadyCancelled: false },
      bookings: ids.map((id: string) => ({ id, status: 'CANCELLED' })),
    };
    expect(await cancel({ id: ids[1], party: true })).toEqual(cancelled);
    expect(await cancel({ id: ids[1], party: true })).toEqual({ ...cancelled, alreadyCancelled: true });
  });

  test('of a party a key sees the bookings that it may see: those of its client, and with OPERATE those of its hotels', async () => {
    const { ids } = await book({ kind: 'REQUEST' });
    const partyOf = async (presented: string) => {
      const { booking } = await gateway.ask<Outcome>(
        'query ($id: ID!) { booking(id: $id) { party { bookings { id } } } }',
        {
          key: presented,
          variables: { id: ids[1] },
        },
      );
      return booking?.party.bookings.map(({ id }: Outcome) => id);
    };
    expect(await partyOf(key)).toEqual(ids);
    expect(await partyOf(await gateway.key({ client: 'house', scopes: ['operate'] }))).toEqual(ids);
    expect(await partyOf(await gateway.key({ client: 'other' }))).toBeUndefined();
  });

  test('says everything that is wrong, with the room in the path', async () => {
    const pathsOf = async (input: object) =>
      (await book(input)).problems.map(({ path, code }: Outcome) => `${path} ${code}`);
    const [first] = ROOMS;
    expect(
      await pathsOf({
        departure: '2027-04-05',
        rooms: [
          { ...first, guests: [{ ...PERSON, lastName: ' ' }] },
          { roomType: 'x', guests: [PERSON, { ...PERSON, lastName: 'www.spam.example', birthDate: '2030-01-01' }] },
        ],
      }),
    ).toEqual([
      'rooms.0.guests.0.lastName BLANK',
      'rooms.1.roomType NOT_AN_ID',
      'rooms.1.guests.1.lastName NOT_A_NAME',
      'departure DATES_REVERSED',
      'rooms.1.guests.1.birthDate IN_THE_FUTURE',
    ]);
    expect(await pathsOf({ rooms: [] })).toEqual(['rooms OUT_OF_RANGE']);
    expect(await pathsOf({ rooms: Array(7).fill(first) })).toEqual(['rooms OUT_OF_RANGE']);
    expect(await pathsOf({ rooms: [first, { ...first, guests: Array(101).fill(PERSON) }] })).toEqual([
      'rooms.1.guests OUT_OF_RANGE',
    ]);
    expect(await pathsOf({ visitType: undefined, rooms: [{ guests: [PERSON] }] })).toEqual([
      'visitType REQUIRED',
      'rooms.0.roomType REQUIRED',
    ]);
  });

  test('a price that is not the expected one is that of all rooms', async () => {
    const { bookings } = await book({ arrival: '2027-05-03', departure: '2027-05-05' });
    const total = bookings.reduce((sum: number, { price }: Outcome) => sum + price.total.amountMinor, 0);
    const later = { arrival: '2027-05-10', departure: '2027-05-12' };
    expect(await book({ ...later, expectedTotal: 1 })).toMatchObject({
      __typename: 'PriceChanged',
      expected: { amountMinor: 1 },
      quote: { total: { amountMinor: total } },
    });
    expect(await book({ ...later, expectedTotal: total })).toMatchObject({ __typename: 'BookingsCreated' });
  });

  test('books by the id of an offer, to which guests alone are added', async () => {
    const { offers } = await gateway.ask<Outcome>(
      `{ offers(filter: { party: [2, 1], visitType: 101, arrival: "2027-06-07", nights: 2, currency: CZK }) {
        nodes { id total { amountMinor } rooms { roomType { number } } } } }`,
      { key },
    );
    const [offer] = offers.nodes;
    const asked = { ...CONTACT, kind: 'BINDING', offer: offer.id, expectedTotal: offer.total.amountMinor };
    const rooms = ROOMS.map(({ guests }) => ({ guests }));
    const held = await ask(HOLD, { offer: offer.id });
    expect(held).toMatchObject({ __typename: 'StaysHeld', holds: [{}, {}] });
    const made = await ask(BOOK, { ...asked, hold: held.id, rooms });
    expect(made.bookings.map(({ roomType }: Outcome) => roomType.number)).toEqual(
      offer.rooms.map(({ roomType }: Outcome) => roomType.number),
    );
    const problemsOf = async (input: object) =>
      (await ask(BOOK, { ...asked, rooms, ...input })).problems.map(({ path, code }: Outcome) => `${path} ${code}`);
    expect(await problemsOf({ hotel: 1, rooms: ROOMS.slice(0, 1) })).toEqual([
      'hotel INVALID_VALUE',
      'rooms.0.roomType INVALID_VALUE',
    ]);
    expect(await problemsOf({ rooms: rooms.slice(0, 1) })).toEqual(['rooms OUT_OF_RANGE']);
    expect(await problemsOf({ offer: 'none' })).toEqual(['offer INVALID_OFFER']);
  });
});

describe('Y3: holdStays', () => {
  const hold = (input: object) => ask(HOLD, { ...STAY, ...input });
  const rooms = [
    { roomType: 11, guests: 2 },
    { roomType: 12, guests: 1 },
  ];

  test('holds all rooms under one id, which createBookings and releaseHold take', async () => {
    const dates = { arrival: '2027-07-05', departure: '2027-07-07' };
    const held = await hold({ ...dates, rooms });
    expect(held).toMatchObject({ __typename: 'StaysHeld', holds: [{ roomTypeNumber: 11 }, { roomTypeNumber: 12 }] });
    expect(held.holds.map(({ expiresAt }: Outcome) => expiresAt)).toEqual([held.expiresAt, held.expiresAt]);
    expect(await hold({ ...dates, rooms })).toMatchObject({ __typename: 'NoCapacity' });
    expect(await book({ ...dates, hold: held.id, rooms: [...ROOMS].reverse() })).toMatchObject({
      problems: [{ path: 'rooms.0.roomType', code: 'NOT_AS_HELD' }],
    });
    const { releaseHold } = await gateway.ask<Outcome>(
      'mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename } }',
      {
        key,
        variables: { id: held.id },
      },
    );
    expect(releaseHold).toEqual({ __typename: 'HoldReleased' });
    const again = await hold({ ...dates, rooms });
    expect(await book({ ...dates, hold: again.id })).toMatchObject({ __typename: 'BookingsCreated' });
  });

  test('says everything that is wrong, with the room in the path', async () => {
    const problemsOf = async (input: object) =>
      (await hold(input)).problems.map(({ path, code }: Outcome) => `${path} ${code}`);
    expect(
      await problemsOf({
        minutes: 31,
        rooms: [
          { roomType: 11, guests: 0 },
          { roomType: 12, guests: 1, loyaltyPrograms: [{ guest: 0, program: 1 }] },
        ],
      }),
    ).toEqual(['rooms.0.guests OUT_OF_RANGE', 'rooms.1.loyaltyPrograms.0.guest OUT_OF_RANGE', 'minutes OUT_OF_RANGE']);
    expect(await problemsOf({ rooms: [] })).toEqual(['rooms OUT_OF_RANGE']);
    expect(await problemsOf({})).toEqual(['rooms REQUIRED']);
    expect(await hold({ rooms: [{ roomType: 12, guests: 2 }] })).toMatchObject({ __typename: 'GuestCountProblem' });
  });

  test('needs rooms of one hotel, also where none is named', async () => {
    const other = [rooms[0], { roomType: 21, guests: 1 }];
    expect(await hold({ hotel: undefined, rooms: other })).toMatchObject({ __typename: 'StayNotAllowed' });
  });
});
