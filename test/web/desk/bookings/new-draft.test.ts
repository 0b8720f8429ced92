/** What a clerk must fill in before a booking is sent, and what is sent; the gateway decides. */
import { expect, test } from 'vitest';
import {
  bookingInput,
  missingFields,
  type Offer,
  quoteInputs,
} from '../../../../src/web/desk/bookings/new/new-draft.ts';
import { programsOf, withPrograms } from '../../../../src/web/people/entries.ts';
import { orderOf } from '../../../../src/web/shop/checkout/order.ts';
import type { StayToBook } from '../../../../src/web/shop/search/search-query.ts';

const NAMED = {
  ...{
    rooms: '1',
    'rooms.0.guests': '1',
    'billedTo.firstName': 'Jana',
    'billedTo.lastName': 'Nová',
    'billedTo.phone': '603',
  },
  'billedTo.address.country': 'CZE',
};
const missing = (entries: Readonly<Record<string, string>>, availability = 'AVAILABLE') =>
  missingFields({ ...NAMED, ...entries }, { availability } as unknown as Offer);

test('a caller needs no address but the country, and of an address all but the house number, which may stand in the street (B2)', () => {
  expect(missing({})).toEqual([]);
  expect(missing({ 'billedTo.address.country': '' })).toEqual(['billedTo.address.country']);
  expect(missing({ 'billedTo.address.street': 'Lázeňská 1' })).toEqual([
    'billedTo.address.zipCode',
    'billedTo.address.city',
  ]);
  expect(missing({ 'billedTo.address.houseNumber': '1' })).toEqual(
    ['street', 'zipCode', 'city'].map((field) => `billedTo.address.${field}`),
  );
  expect(missing({ 'billedTo.address.country': '', 'billedTo.address.city': 'Aš' }, 'ON_DEMAND')).toEqual([]);
});

test('who gives no e-mail address is reached by telephone, and every other guest has a name', () => {
  expect(missing({ 'billedTo.phone': '' })).toEqual(['billedTo.phone']);
  expect(missing({ 'billedTo.phone': '', 'billedTo.email': 'jana@example.com' })).toEqual([]);
  expect(missing({ 'rooms.0.guests': '2' })).toEqual(['guests.1.firstName', 'guests.1.lastName']);
});

test('a loyalty programme that was chosen for another stay counts for none where the stay does not take part in it', () => {
  const offer = { ...{ visitType: { number: 101 }, hotel: { number: 1 } }, rooms: [{ roomType: { number: 11 } }] };
  const programs = (taking: readonly number[] | null, number = 7) => {
    const entries = { ...NAMED, 'guests.0.loyaltyProgram': String(number) };
    const known = withPrograms(entries, taking?.map((number) => ({ number })) ?? null);
    const [room] = bookingInput(known, offer as unknown as Offer).rooms;
    return [
      quoteInputs(known, offer as unknown as Offer)[0]?.loyaltyPrograms,
      orderOf(known, { stay: { guests: 1 } as StayToBook, isBinding: true, childrenRule: null }).guests[0]
        ?.loyaltyProgram ?? null,
      programsOf(known, 1),
      room?.guests?.[0]?.loyaltyProgram,
    ];
  };
  const chosen = [{ guest: 1, program: 7 }];
  expect(programs([7, 8])).toEqual([chosen, 7, chosen, 7]);
  expect(programs([8])).toEqual([[], null, [], null]);
  expect(programs([])).toEqual([[], null, [], null]);
  // It is not known yet.
  expect(programs(null)).toEqual([chosen, 7, chosen, 7]);
  // The catalogue file may number one 0.
  const first = [{ guest: 1, program: 0 }];
  expect(programs([0], 0)).toEqual([first, 0, first, 0]);
  expect(programs([7], 0)).toEqual([[], null, [], null]);
});
