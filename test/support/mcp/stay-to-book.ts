/** A stay of the small catalogue as an agent finds, books and cancels it: 4,000 CZK, and cancelling costs something from 27 May on. */
import { SMALL_CATALOGUE } from '../catalogue/small-catalogue.ts';

const [first, ...others] = SMALL_CATALOGUE.visitTypes!;

/** A catalogue with terms of cancelling for visit type 101. */
export const WITH_TERMS = {
  ...SMALL_CATALOGUE,
  visitTypes: [{ ...first!, cancellationTerms: [{ daysBeforeArrival: 14, percentage: 50 }] }, ...others],
};

export const STAY = { visitType: 101, arrival: '2027-06-10', departure: '2027-06-12' };
export const TOTAL = 400_000;
export const FREE_UNTIL = '2027-05-26';

const PERSON = { firstName: 'Anna', lastName: 'Nová' };

/** What `book_stay` is asked, all agreed. */
export const BOOKING = {
  ...STAY,
  hotel: 1,
  currency: 'CZK',
  rooms: [{ roomType: 11, guests: [PERSON] }],
  billedTo: {
    ...PERSON,
    email: 'anna@example.com',
    address: { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' },
  },
  expectedTotal: TOTAL,
  expectedCancellation: FREE_UNTIL,
};
