/** What a clerk must fill in before a booking is sent; the gateway decides. */
import { expect, test } from 'vitest';
import { missingFields, type Offer } from '../../../../src/web/desk/bookings/new/new-draft.ts';

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
