/** Dates of birth of the guests of a booking that changes (F14): what is known, what is asked for, and what the gateway gets. */
import { expect, test } from 'vitest';
import type { BookedStayFragment } from '../../../../src/web/generated/operations.ts';
import { changeOf, draftOf } from '../../../../src/web/people/change/change-draft.ts';
import { childFaultsOf, childrenRuleOf, withChildren } from '../../../../src/web/shop/checkout/children.ts';

const TODAY = '2027-01-10';
const ARRIVAL = '2027-02-01';
/** A child of just 12 years on the day of arrival, and a grown-up. */
const [CHILD, ADULT] = ['2015-02-01', '1960-05-06'];
const guest = (firstName: string, birthDate: string | null) => ({
  ...{ firstName, lastName: 'Nová', birthDate, gender: null, loyaltyProgram: null, loyaltyProgramCode: null },
});
const BOOKING = {
  ...{ status: 'CONFIRMED', arrival: ARRIVAL, departure: '2027-02-05', customerNote: null },
  ...{ visitType: { number: 101 }, roomType: { number: 11, beds: 4 } },
  guests: [guest('Jana', ADULT), guest('Eva', CHILD), guest('Petr', null)],
  billedTo: { firstName: 'Jana', lastName: 'Nová', email: 'jana@example.com', phone: null },
} as unknown as BookedStayFragment;

/** What a form sends in which this was filled in, and what it finds wrong before. */
function filledIn(more: Readonly<Record<string, string>>, { childrenFromAge = 12, guests = 3 } = {}) {
  const draft = draftOf(BOOKING, ['birthDate', 'loyaltyProgram']);
  const filled = { ...draft, guests, entries: { ...draft.entries, ...more } };
  const rule = childrenRuleOf({ accommodationRules: { childrenFromAge } }, filled.entries['stay.arrival'] ?? ARRIVAL);
  const entries = withChildren(filled, BOOKING.guests, rule);
  return {
    entries,
    births: changeOf(BOOKING, { ...filled, entries }, TODAY).guests?.map(({ birthDate }) => birthDate),
    faults: childFaultsOf(entries, guests, rule),
  };
}

test('a child of before is one with its date, of others no date is asked, and nothing of it is a change', () => {
  const { entries, births, faults } = filledIn({});
  expect(Object.entries(entries).filter(([name]) => name.endsWith('.birthDate'))).toEqual([
    ['guests.1.birthDate', CHILD],
  ]);
  expect([births, faults]).toEqual([undefined, {}]);
});

test('a date that is told, corrected or taken back is sent; those of grown-ups stay', () => {
  expect(filledIn({ 'guests.1.birthDate': '2014-02-01' }).births).toEqual([ADULT, '2014-02-01', null]);
  expect(filledIn({ 'guests.1.isChild': 'no' }).births).toEqual([ADULT, null, null]);
  expect(filledIn({ 'guests.2.isChild': 'yes', 'guests.2.birthDate': '2013-02-01' }).births).toEqual([
    ADULT,
    CHILD,
    '2013-02-01',
  ]);
  // It was told and taken back before anything was sent.
  expect(filledIn({ 'guests.2.isChild': 'no', 'guests.2.birthDate': '2013-02-01' }).births).toBeUndefined();
});

test('a child under another name, and a child whose date is missing, are asked for it', () => {
  expect(filledIn({ 'guests.1.firstName': 'Ema' }).faults).toEqual({ 'guests.1.birthDate': 'required' });
  expect(filledIn({ 'guests.2.isChild': 'yes' }).faults).toEqual({ 'guests.2.birthDate': 'required' });
  expect(filledIn({ 'guests.3.isChild': 'yes' }, { guests: 4 }).faults).toEqual({ 'guests.3.birthDate': 'required' });
  expect(filledIn({ 'guests.1.firstName': 'Ema' }, { guests: 1 }).faults).toEqual({});
});

test('on an earlier day of arrival a child may be too young, and a grown-up may be a child', () => {
  expect(filledIn({ 'stay.arrival': '2027-01-31' }).faults).toEqual({ 'guests.1.birthDate': 'tooYoung' });
  // A hotel that takes guests from 68 years on: Jana is 66.
  expect(filledIn({}, { childrenFromAge: 68 }).faults).toEqual({
    ...{ 'guests.0.birthDate': 'tooYoung', 'guests.1.birthDate': 'tooYoung' },
  });
});

test('a hotel without a rule asks for no date, and each guest keeps theirs as long as both names stay', () => {
  const { entries, births, faults } = filledIn({ 'guests.0.firstName': 'Jan' }, { childrenFromAge: 0 });
  expect(Object.keys(entries).filter((name) => /birthDate|isChild/.test(name))).toEqual([]);
  expect([births, faults]).toEqual([[null, CHILD, null], {}]);
});
