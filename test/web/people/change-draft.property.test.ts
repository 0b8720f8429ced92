/** Issue 29, number 7. What the desk sends of a change: what a clerk has touched, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeskBookingFragment } from '../../../src/web/generated/operations.ts';
import {
  type ChangeDraft,
  changeOf,
  draftFor,
  draftOf,
  pricedPart,
} from '../../../src/web/people/change/change-draft.ts';

const TODAY = '2027-01-10';
const guest = (position: number) => ({
  ...{ position, gender: 'FEMALE', firstName: 'Jana', lastName: 'Nová', birthDate: '1960-05-06' },
  ...{ loyaltyProgram: { number: 7, name: { text: 'Club' } }, loyaltyProgramCode: 'A-1' },
});
const BOOKING = {
  ...{ status: 'CONFIRMED', arrival: '2027-02-01', departure: '2027-02-05', customerNote: null },
  ...{ visitType: { number: 101 }, roomType: { number: 11 }, guests: [guest(1), guest(2)] },
  billedTo: {
    ...{ firstName: 'Jana', lastName: 'Nová', email: 'jana@example.com', phone: null },
    address: { street: 'Lázeňská', houseNumber: '1', zipCode: '352 01', city: 'Aš', country: 'CZE' },
  },
} as unknown as DeskBookingFragment;

const touched = (entries: Readonly<Record<string, string>>, more: Partial<ChangeDraft> = {}): ChangeDraft => {
  const draft = draftOf(BOOKING);
  return { ...draft, ...more, entries: { ...draft.entries, ...entries } };
};

test('nothing touched is nothing sent, spaces around an entry neither', () => {
  expect(changeOf(BOOKING, draftOf(BOOKING), TODAY)).toEqual({});
  expect(changeOf(BOOKING, touched({ 'billedTo.lastName': ' Nová ' }), TODAY)).toEqual({});
});

test('each touched field is sent at its path, alone, but for guests and an address, which are sent whole', () => {
  const before = draftOf(BOOKING).entries;
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...Object.keys(before)), { minLength: 1 }), (names) => {
      const entries = Object.fromEntries(names.map((name) => [name, `${before[name]}9`]));
      const sent = changeOf(BOOKING, touched(entries), TODAY) as Record<string, unknown>;
      const at = (name: string) =>
        name.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], sent);
      for (const name of Object.keys(before)) {
        const isWhole = /^(guests|billedTo\.address)\b/.exec(name)?.[0];
        const isSent = names.some((one) => (isWhole ? one.startsWith(isWhole) : one === name));
        const value = entries[name] ?? before[name];
        expect(at(name)).toEqual(isSent ? (name.endsWith('loyaltyProgram') ? Number(value) : value) : undefined);
      }
    }),
  );
});

test('a guest in the programme 0 keeps it, with its code', () => {
  const inFirst = { ...guest(1), loyaltyProgram: { number: 0, name: { text: 'Club' } } };
  const booking = { ...BOOKING, guests: [inFirst] } as unknown as DeskBookingFragment;
  for (const draft of [draftOf(booking), draftOf(booking, ['loyaltyProgram'])]) {
    const entries = { ...draft.entries, 'guests.0.lastName': 'Stará' };
    expect(changeOf(booking, { ...draft, entries }, TODAY).guests).toEqual([
      expect.objectContaining({ loyaltyProgram: 0, loyaltyProgramCode: 'A-1' }),
    ]);
  }
});

test('a guest who stays keeps what has no field; another programme takes the code of the former one away', () => {
  const [kept, other] = changeOf(BOOKING, touched({ 'guests.1.loyaltyProgram': '8' }), TODAY).guests ?? [];
  expect(kept).toMatchObject({ gender: 'FEMALE', loyaltyProgram: 7, loyaltyProgramCode: 'A-1' });
  expect(other).toMatchObject({ gender: 'FEMALE', loyaltyProgram: 8, loyaltyProgramCode: null });
  expect(changeOf(BOOKING, touched({}, { guests: 1 }), TODAY).guests).toEqual([kept]);
});

test('another visit type takes those programmes away that it does not have, and the price is asked for without them', () => {
  const other = touched({ 'stay.visitType': '102' });
  const sent = (programs: readonly number[]) => {
    const draft = draftFor(BOOKING, other, () => programs.map((number) => ({ number })));
    return changeOf(BOOKING, draft, TODAY);
  };
  expect(sent([7])).toEqual({ stay: { visitType: '102' } });
  expect(sent([8]).guests).toEqual([
    expect.objectContaining({ loyaltyProgram: null, loyaltyProgramCode: null }),
    expect.objectContaining({ loyaltyProgram: null, loyaltyProgramCode: null }),
  ]);
  expect(pricedPart(BOOKING, sent([8]))?.guests).toHaveLength(2);
  // The visit type of the booking may have given up a programme since: whoever has it keeps it.
  expect(
    changeOf(
      BOOKING,
      draftFor(BOOKING, touched({}), () => []),
      TODAY,
    ),
  ).toEqual({});
});

test('a guest who is renamed keeps what has no field, but for the date of birth; another person, by both names, keeps nothing', () => {
  const without = ['birthDate', 'loyaltyProgram'] as const;
  const renamed = (entries: Readonly<Record<string, string>>) => {
    const draft = draftOf(BOOKING, without);
    return changeOf(BOOKING, { ...draft, entries: { ...draft.entries, ...entries } }, TODAY).guests?.[1];
  };
  const facts = { gender: 'FEMALE', birthDate: null, loyaltyProgram: 7, loyaltyProgramCode: 'A-1' };
  expect(renamed({ 'guests.1.lastName': 'Stará' })).toEqual({ firstName: 'Jana', lastName: 'Stará', ...facts });
  // A child has the family's name.
  expect(renamed({ 'guests.1.firstName': 'Eva' })).toEqual({ firstName: 'Eva', lastName: 'Nová', ...facts });
  expect(renamed({ 'guests.0.firstName': 'Eva' })).toMatchObject({ firstName: 'Jana', birthDate: '1960-05-06' });
  expect(renamed({ 'guests.1.firstName': 'Petr', 'guests.1.lastName': 'Malý' })).toEqual({
    ...{ firstName: 'Petr', lastName: 'Malý', gender: null, birthDate: null },
    ...{ loyaltyProgram: null, loyaltyProgramCode: null },
  });
  // What a field shows is what is sent.
  const shown = touched({ 'guests.1.firstName': 'Petr', 'guests.1.lastName': 'Malý' });
  expect(changeOf(BOOKING, shown, TODAY).guests?.[1]).toMatchObject({ birthDate: '1960-05-06', loyaltyProgram: 7 });
});

test('what becomes of the price is said only of guests who leave early', () => {
  const departure = { 'stay.departure': '2027-02-03' };
  expect(changeOf(BOOKING, touched(departure, { price: 'REQUOTE' }), TODAY)).toEqual({
    stay: { departure: '2027-02-03' },
  });
  expect(changeOf(BOOKING, touched(departure, { price: 'REQUOTE' }), '2027-02-01')).toEqual({
    ...{ stay: { departure: '2027-02-03' }, price: 'REQUOTE' },
  });
  expect(changeOf(BOOKING, touched({ 'stay.departure': '2027-02-07' }), '2027-02-01')).toEqual({
    stay: { departure: '2027-02-07' },
  });
});

test('the price is asked for by the stay, the number of guests and their programmes, without a name that is being typed', () => {
  const priced = (draft: ChangeDraft) => pricedPart(BOOKING, changeOf(BOOKING, draft, TODAY));
  expect(priced(touched({ 'guests.0.lastName': 'Stará', 'billedTo.phone': '603 1' }))).toBeNull();
  expect(priced(touched({ 'stay.arrival': '' }))).toBeNull();
  expect(priced(touched({ 'stay.roomType': '12', 'guests.0.lastName': 'Stará' }))).toEqual({
    stay: { roomType: '12' },
  });
  const fewer = priced(touched({ 'guests.0.lastName': 'Stará' }, { guests: 1 }));
  expect(fewer?.guests).toEqual([expect.objectContaining({ loyaltyProgram: 7 })]);
  expect(JSON.stringify(fewer)).not.toContain('Stará');
});
