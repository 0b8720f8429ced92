/** M9: what somebody says finds the bookings that a look at each of them finds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FoundBy, searchedWords, searchTerms } from '../../../src/domain/booking/booking-search.ts';

/** As the column and its condition are matched by PostgreSQL. */
function isFound(booking: FoundBy, said: string): boolean {
  const terms = searchTerms(booking);
  const words = searchedWords(said);
  return (
    words.length > 0 &&
    words.every((alternatives) =>
      alternatives.some((all) => all.every((beginning) => terms.some((term) => term.startsWith(beginning)))),
    )
  );
}

const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o').replaceAll('ł', 'l');

/** Written as the rule says it, for one word without signs. */
function saysIt({ reference, contact, guests }: FoundBy, said: string): boolean {
  const names = [contact, ...guests].flatMap((one) => plain(`${one.firstName} ${one.lastName}`).split(/[ '-]/));
  const dialled = (contact.phone ?? '').replaceAll('(0)', '').replaceAll(/[^0-9]/g, '');
  const read = said.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const digits = /^[0-9]{3,}$/.test(said) ? said : null;
  return (
    names.some((name) => name.startsWith(plain(said))) ||
    plain(contact.email).startsWith(plain(said)) ||
    (said.length >= 3 && reference.includes(read)) ||
    (digits !== null &&
      (dialled.endsWith(digits) ||
        (/[1-9]/.test(digits) &&
          digits.replace(/^0+/, '').length >= 3 &&
          [0, 1, 2, 3].some((code) =>
            dialled.replace(/^00/, '').slice(code).replace(/^0+/, '').startsWith(digits.replace(/^0+/, '')),
          ))))
  );
}

const NAMES = [
  'Jana',
  'Nováková',
  'Ňuchal',
  'Ølsen',
  'Łukasz',
  "O'Brien",
  'Svobodová-Dvořáková',
  'Müller',
  'Живкова',
  'An',
  'Li',
  '604',
];
const name = fc.constantFrom(...NAMES);
const person = fc.record({ firstName: name, lastName: name });
const booking: fc.Arbitrary<FoundBy> = fc.record({
  reference: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  contact: fc.record({
    ...{ firstName: name, lastName: name },
    email: fc.constantFrom('jana.novakova@example.com', 'an@muller.example', 'ŽIVKOVA@example.com', ''),
    phone: fc.constantFrom(
      ...['+420 604 123 456', '00420604123456', '604-123-456', '0171 604', '12', null],
      ...['+421 (0)604 123 456', '00421 (0) 604 123 456', '+421 0604123456', '+49 (0)171 604', '+1 (0) 604 123'],
    ),
  }),
  guests: fc.array(person, { maxLength: 3 }),
});
const WORDS = [
  'j',
  'JAN',
  'nova',
  'novakova',
  'ňu',
  'nu',
  'brien',
  'o',
  'dvor',
  'DVOŘÁ',
  'mul',
  'luk',
  'жив',
  '604',
  '6041',
  '123',
  '456',
  '3456',
  '420',
  '604123456',
  '421604',
];
const word = fc.oneof(
  fc.constantFrom(...WORDS, '0604', '171604', '0171604', '000', 'an', 'jana.n'),
  fc.stringMatching(/^[0-9A-Za-z]{3,5}$/),
);

test('a word finds what begins with it, a part of the reference, beginning and end of the phone number', () => {
  fc.assert(
    fc.property(booking, word, (one, said) => {
      fc.pre(!said.includes('.'));
      expect(isFound(one, said)).toBe(saysIt(one, said));
    }),
    { numRuns: 3_000 },
  );
});

test('a part of its own reference always finds a booking, as people write it', () => {
  fc.assert(
    fc.property(booking, fc.nat(5), fc.integer({ min: 3, max: 8 }), fc.boolean(), (one, start, length, isDashed) => {
      const written = isDashed ? `${one.reference.slice(0, 4)}-${one.reference.slice(4)}` : one.reference;
      const part = written.slice(start, start + length);
      fc.pre(part.replace('-', '').length >= 3);
      const heard = part.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(isFound(one, heard)).toBe(true);
    }),
  );
});

test('several words find what all of them find, in any order', () => {
  const letters = fc.constantFrom('j', 'nova', 'brien', 'müll', 'an', 'li', 'ölsen', 'svobodova');
  fc.assert(
    fc.property(booking, fc.array(letters, { minLength: 1, maxLength: 3 }), (one, said) => {
      expect(isFound(one, said.join('  '))).toBe(said.every((each) => isFound(one, each)));
      expect(isFound(one, said.toReversed().join(' '))).toBe(isFound(one, said.join(' ')));
    }),
  );
});

const JANA: FoundBy = {
  reference: '7KQ2M4RV',
  contact: { firstName: 'Jana', lastName: 'Nováková', email: 'jana.novakova@example.com', phone: '+420 604 123 456' },
  guests: [{ firstName: 'Karel', lastName: 'Novák' }],
};

test.each([
  ...['novakova', 'Nováková Jana', 'karel', 'jana novak karel', 'jana.novakova@example.com', 'jana.nov', 'JANA'],
  ...[
    '7KQ2-M4RV',
    '7kq2m4rv',
    'KQ2',
    '2-M4',
    '7KQ2 M4RV',
    '+420 604 123 456',
    '604 123 456',
    '604123456',
    '0604 123 456',
    '456',
  ],
])('%s finds her booking', (said) => expect(isFound(JANA, said)).toBe(true));

test.each(
  ['+421 (0)905 123 456', '00421 (0) 905 123 456', '+421 0905 123 456', '+421 905 123 456'].flatMap((phone) =>
    ['0905 123', '905 123', '0905 123 456', '(0)905 123', '123 456'].map((said) => [phone, said] as const),
  ),
)('a booking with the number %s is found by %s, with and without the zero in it', (phone, said) =>
  expect(isFound({ ...JANA, contact: { ...JANA.contact, phone } }, said)).toBe(true),
);

test('a number with (0) in it is found by the number as it is dialled from abroad, and the other way round', () => {
  const [written, dialled] = ['+421 (0)905 123 456', '+421 905 123 456'];
  expect(isFound({ ...JANA, contact: { ...JANA.contact, phone: written } }, dialled)).toBe(true);
  expect(isFound({ ...JANA, contact: { ...JANA.contact, phone: dialled } }, written)).toBe(true);
});

test.each(['vakova', 'jana svobodova', 'example.com', 'KQ', '7KQ3', '123 4', '605', '  ', '-- !', ''])(
  '"%s" does not',
  (said) => expect(isFound(JANA, said)).toBe(false),
);

test('what was erased of a booking finds it no more, its reference does', () => {
  const nobody = { firstName: '', lastName: '' };
  const erased = { ...JANA, contact: { ...nobody, email: '', phone: null }, guests: [nobody] };
  expect(searchTerms(erased).every((term) => term.startsWith('#'))).toBe(true);
  expect(isFound(erased, '7KQ2')).toBe(true);
});
