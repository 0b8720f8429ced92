/** The address of a search: what a visitor chose survives it, and nothing else comes out of it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../../src/web/format/civil-date.ts';
import { inRoomsOf } from '../../../../src/web/people/rooms.ts';
import { stayToBookOf } from '../../../../src/web/shop/checkout/stay-to-book.ts';
import { partyAddress, partyStayOf } from '../../../../src/web/shop/search/party-address.ts';
import {
  BOARDINGS,
  bookAddress,
  forRooms,
  hotelAddress,
  offerFilterOf,
  offersAddress,
  PURPOSES,
  type Search,
  SORTS,
  searchOf,
  stayAddress,
  stayChoiceOf,
  wishOf,
} from '../../../../src/web/shop/search/search-query.ts';

const TODAY = '2027-01-10';

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
/** The number of an entity, as a catalogue file may have it. */
const number = fc.nat(2 ** 31 - 1);
const reference = orNull(number);
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const rooms = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
const searches: fc.Arbitrary<Search> = fc
  .record({
    wish: orNull(fc.constantFrom('sauna', 'bolest kloubů', 'Карловы Вары', '7 & ¾, 100 %')),
    arrival: orNull(day),
    nights: fc.integer({ min: 1, max: 28 }),
    flex: fc.integer({ min: 0, max: 7 }),
    rooms,
    destination: reference,
    hotel: reference,
    visitType: reference,
    stars: orNull(fc.integer({ min: 1, max: 5 })),
    category: reference,
    tag: reference,
    purpose: orNull(fc.constantFrom(...PURPOSES)),
    boarding: orNull(fc.constantFrom(...BOARDINGS)),
    max: orNull(fc.integer({ min: 1, max: 99_999_999 })),
    onRequest: fc.boolean(),
    sort: fc.constantFrom(...SORTS),
    byHotel: fc.boolean(),
    currency: orNull(fc.constantFrom('CZK' as const, 'EUR' as const)),
    pages: fc.integer({ min: 1, max: 20 }),
  })
  // The address of a party has no other guests.
  .map(({ rooms, ...rest }) => ({ ...rest, ...forRooms(rooms), ...(rooms.length > 1 && { guests: 2 }) }));

const queryOf = (address: string) => Object.fromEntries(new URL(address, 'http://shop.test').searchParams);

test('whatever a visitor chose is in the address and comes back from it', () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(searchOf(queryOf(offersAddress(search)))).toEqual(search);
    }),
  );
});

test('an address that names more pages than are shown has all that are', () => {
  for (const pages of ['20', '21', '999999999']) expect(searchOf({ pages }).pages).toBe(20);
  for (const pages of [undefined, '0', '-1', 'many'])
    expect(searchOf(pages === undefined ? {} : { pages }).pages).toBe(1);
});

test('the address of a hotel has who comes, when and for how long, and nothing that its page does not ask for', () => {
  fc.assert(
    fc.property(searches, (search) => {
      const { arrival, nights, flex, guests, party, currency, pages } = search;
      const address = hotelAddress(7, search);
      expect(new URL(address, 'http://shop.test').pathname).toBe('/hotels/7');
      expect(searchOf(queryOf(address))).toEqual({
        ...searchOf({}),
        ...{ arrival, nights, flex, guests, party, currency, pages },
      });
    }),
  );
});

test('whatever stands in an address, the gateway is asked something within its bounds', () => {
  const names = Object.keys(searchOf({}));
  const parties = fc.oneof(rooms.map(String), fc.constantFrom('2', '2,', '7,1', '1,1,1,1,1,1,1'));
  const values = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.constantFrom('2026-02-31', '0', '-1', '1e3', 'NaN'),
    parties,
  );
  const queries = fc.dictionary(fc.constantFrom(...names), values);
  fc.assert(
    fc.property(queries, (query) => {
      const filter = offerFilterOf(searchOf(query), TODAY, 'cs');
      expect(filter.arrival >= TODAY).toBe(true);
      expect(new Date(filter.arrival).toISOString().slice(0, 10)).toBe(filter.arrival);
      expect(filter.nights).toSatisfy((nights: number) => Number.isInteger(nights) && nights >= 1 && nights <= 28);
      expect(filter.flexibleDays).toSatisfy((days: number) => Number.isInteger(days) && days >= 0 && days <= 7);
      const asked = filter.party ?? [filter.guests];
      expect(asked.length <= 6 && asked.every((guests) => [1, 2, 3, 4, 5, 6].includes(guests!))).toBe(true);
      expect(filter.party == null || filter.guests === undefined).toBe(true);
      expect(filter.maxTotal).toSatisfy((max: number | null) => max === null || Number.isSafeInteger(max));
    }),
  );
});

test('a wish that is too long is cut between characters, never within one', () => {
  const cut = [99, 100].map((length) => wishOf(`${'a'.repeat(length)}😀😀`));
  expect(cut).toEqual([`${'a'.repeat(99)}😀`, 'a'.repeat(100)]);
});

test('guests who do not fit into a room are proposed smaller ones, as even as can be, for all of them', () => {
  fc.assert(
    fc.property(rooms, fc.integer({ min: 1, max: 6 }), (asked, most) => {
      const proposed = inRoomsOf(most, asked);
      const needed = asked.reduce((sum, guests) => sum + Math.ceil(guests / most), 0);
      expect(proposed === null).toBe(needed > 6);
      if (!proposed) return;
      const sum = (all: readonly number[]) => all.reduce((whole, guests) => whole + guests, 0);
      expect([proposed.length, sum(proposed)]).toEqual([needed, sum(asked)]);
      expect(proposed.every((guests) => guests >= 1 && guests <= most)).toBe(true);
    }),
  );
  expect(inRoomsOf(3, [5])).toEqual([3, 2]);
  expect(inRoomsOf(2, [4, 1])).toEqual([2, 2, 1]);
});

test('whatever stands in the address of a stay, its last day and its guests can be shown', () => {
  const numbers = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('999999999', '1e3', '0', '366', '732', '733', '20', '21'),
  );
  fc.assert(
    fc.property(numbers, day, (number, arrival) => {
      const { nights, guests } = stayChoiceOf({ arrival, nights: number, guests: number });
      expect(nights === null || (nights >= 1 && nights <= 732)).toBe(true);
      expect(addDays(arrival, nights ?? 1) > arrival).toBe(true);
      expect(guests >= 1 && guests <= 6).toBe(true);
      const place = { visitType: '101', hotel: '1', room: '11' };
      const stay = stayToBookOf({ ...place, arrival, departure: addDays(arrival, 2), guests: number }, 'en');
      expect(stay?.guests).toBe(/^([1-9]|1\d|20)$/.test(number) ? Number(number) : 1);
    }),
    { examples: [['999999999', '2027-03-08']] },
  );
});

test('a stay, or that of a party, comes back from its address whatever numbers the catalogue file has (I1)', () => {
  const place = fc.record({ visitType: number, hotel: number, room: number });
  fc.assert(
    fc.property(place, ({ visitType, hotel, room }) => {
      const days = { arrival: TODAY, departure: addDays(TODAY, 3) };
      const stay = { visitType, hotel, room, ...days, currency: 'EUR' as const, guests: 2 };
      expect(stayToBookOf(queryOf(bookAddress(stay)), 'cs')).toEqual(stay);
      expect(stayChoiceOf(queryOf(stayAddress(visitType, hotel, { room }))).room).toBe(room);
      const party = { visitType, hotel, arrival: TODAY, nights: 3, party: [2, 1], currency: 'EUR' as const };
      expect(partyStayOf(queryOf(partyAddress(party)), 'cs')).toEqual(party);
    }),
    { examples: [[{ visitType: 0, hotel: 1_100_000_007, room: 2 ** 31 - 1 }]] },
  );
  for (const room of ['2147483648', '01', '-1', '1e3', '']) expect(stayChoiceOf({ room }).room).toBeNull();
});
