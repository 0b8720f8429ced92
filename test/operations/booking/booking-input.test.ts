/** The form of a booking request, checked before any look-up (B2, B4, I5). */
import fc from 'fast-check';
import type { GraphQLScalarType } from 'graphql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { describe, expect, test } from 'vitest';
import { toAsciiEmail } from '../../../src/domain/text/email-address.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { parseBooking, parseDeskBooking } from '../../../src/operations/booking/booking-problems.ts';

const TODAY = parseDay('2027-01-10')!;
const ADDRESS = { street: 'Lázeňská', houseNumber: '1', city: 'Aš', zipCode: '352 01', country: 'CZE' };
const BOOKING = {
  kind: 'REQUEST',
  currency: 'EUR',
  visitType: '101',
  hotel: '1',
  roomType: '0123456789abcdef01234567',
  arrival: '2027-02-01',
  departure: '2027-02-08',
  billedTo: { firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com' },
  guests: [{ firstName: 'Anna', lastName: 'Nová' }],
};

type Path = readonly (string | number)[];

/** The booking with the value at a path replaced; undefined removes it. */
function bookingWith(path: Path, value: unknown): unknown {
  const copy = structuredClone(BOOKING) as Record<string | number, unknown>;
  const last = path.at(-1)!;
  let owner = copy;
  for (const name of path.slice(0, -1)) owner = owner[name] as Record<string | number, unknown>;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}

function problemsOf(raw: unknown): string[] {
  const checked = parseBooking(raw, TODAY);
  return checked.ok ? [] : checked.problems.map(({ path, code }) => `${path} ${code}`);
}

describe('a booking that is well-formed', () => {
  test('is parsed to days for dates, and null for values that were not sent', () => {
    expect(parseBooking(BOOKING, TODAY)).toEqual({
      ok: true,
      input: {
        ...BOOKING,
        arrival: parseDay('2027-02-01'),
        departure: parseDay('2027-02-08'),
        customerNote: null,
        affiliate: null,
        billedTo: { ...BOOKING.billedTo, gender: null, phone: null, consentMarketing: false, address: null },
        guests: [
          { ...BOOKING.guests[0], gender: null, birthDate: null, loyaltyProgram: null, loyaltyProgramCode: null },
        ],
        idempotencyKey: null,
        hold: null,
        expectedTotal: null,
        expectedCancellation: null,
        language: null,
      },
    });
  });

  const OPTIONAL: Path[] = [
    ...['customerNote', 'affiliate', 'idempotencyKey', 'hold', 'expectedTotal', 'language'].map((name) => [name]),
    ...['gender', 'phone', 'consentMarketing', 'address'].map((name) => ['billedTo', name]),
    ...['gender', 'birthDate', 'loyaltyProgram', 'loyaltyProgramCode'].map((name) => ['guests', 0, name]),
  ];
  test.each(OPTIONAL.map((path) => [path.join('.'), path] as const))('may have null for %s', (_, path) => {
    expect(parseBooking(bookingWith(path, null), TODAY)).toEqual(parseBooking(BOOKING, TODAY));
  });

  test('keeps texts as sent, including line breaks in the note', () => {
    const checked = parseBooking(bookingWith(['customerNote'], ' a\r\n\tb '), TODAY);
    expect(checked).toMatchObject({ ok: true, input: { customerNote: ' a\r\n\tb ' } });
  });

  test('may have no guests or too many: that is for those to judge who know the room', () => {
    expect(problemsOf(bookingWith(['guests'], []))).toEqual([]);
    expect(problemsOf(bookingWith(['guests'], Array(40).fill(BOOKING.guests[0])))).toEqual([]);
  });

  test('drops unknown fields, a price among them', () => {
    const checked = parseBooking({ ...BOOKING, price: 1, billedTo: { ...BOOKING.billedTo, vip: true } }, TODAY);
    expect(checked).toEqual(parseBooking(BOOKING, TODAY));
  });

  test('that is binding has a complete address', () => {
    const binding = { ...BOOKING, kind: 'BINDING', billedTo: { ...BOOKING.billedTo, address: ADDRESS } };
    expect(parseBooking(binding, TODAY)).toMatchObject({ ok: true, input: { billedTo: { address: ADDRESS } } });
  });
});

describe('a required field', () => {
  const REQUIRED: Path[] = [
    ...['kind', 'currency', 'visitType', 'hotel', 'roomType', 'arrival', 'departure', 'billedTo', 'guests'].map(
      (name) => [name],
    ),
    ...['firstName', 'lastName', 'email'].map((name) => ['billedTo', name]),
    ...['firstName', 'lastName'].map((name) => ['guests', 0, name]),
  ];
  test.each(REQUIRED.map((path) => [path.join('.'), path] as const))(
    '%s is required and must not be null',
    (name, path) => {
      expect(problemsOf(bookingWith(path, undefined))).toEqual([`${name} REQUIRED`]);
      expect(problemsOf(bookingWith(path, null))).toEqual([`${name} REQUIRED`]);
    },
  );

  test('address is required for a binding booking, and must not be null', () => {
    expect(problemsOf(bookingWith(['kind'], 'BINDING'))).toEqual(['billedTo.address REQUIRED']);
    const withNull = { ...BOOKING, kind: 'BINDING', billedTo: { ...BOOKING.billedTo, address: null } };
    expect(problemsOf(withNull)).toEqual(['billedTo.address REQUIRED']);
  });

  test.each(Object.keys(ADDRESS))(
    '%s of the address is required for a binding booking, and must not be blank',
    (name) => {
      const { [name as keyof typeof ADDRESS]: _, ...address } = ADDRESS;
      const binding = (given: object) => ({
        ...BOOKING,
        kind: 'BINDING',
        billedTo: { ...BOOKING.billedTo, address: given },
      });
      expect(problemsOf(binding(address))).toEqual([`billedTo.address.${name} REQUIRED`]);
      expect(problemsOf(binding({ ...address, [name]: ' ' }))).toEqual([`billedTo.address.${name} BLANK`]);
    },
  );

  describe('B2: beside REST v1, a binding booking', () => {
    const { houseNumber: _, ...withoutNumber } = ADDRESS;
    test.each<[string, object | null, string[]]>([
      ['needs an address', null, ['billedTo.address REQUIRED']],
      ['needs a country', {}, ['billedTo.address.country REQUIRED']],
      ['needs a country that is not blank', { street: ' ', country: ' ' }, ['billedTo.address.country BLANK']],
      ['needs nothing but a country', { street: ' ', houseNumber: null, country: 'CZE' }, []],
      ['takes a street that has the house number in it', withoutNumber, []],
      ['takes a whole address', ADDRESS, []],
      [
        'needs for an invoice what leads there',
        { houseNumber: '1', city: '', country: 'CZE' },
        ['billedTo.address.street REQUIRED', 'billedTo.address.city BLANK', 'billedTo.address.zipCode REQUIRED'],
      ],
    ])('%s', (_, address, problems) => {
      const raw = { ...BOOKING, kind: 'BINDING', billedTo: { ...BOOKING.billedTo, address } };
      for (const isDesk of [false, true]) {
        const checked = parseDeskBooking(raw, { today: TODAY, isDesk });
        expect(checked.ok ? [] : checked.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
      }
    });
  });

  test.each([
    [{}, null],
    [{ street: '', country: ' ' }, null],
    [
      { city: 'Praha', street: '' },
      { street: null, houseNumber: null, city: 'Praha', zipCode: null, country: null },
    ],
  ])('B2: a request may give any part of an address: %j', (address, kept) => {
    expect(parseBooking(bookingWith(['billedTo', 'address'], address), TODAY)).toMatchObject({
      ok: true,
      input: { billedTo: { address: kept } },
    });
  });
});

describe('a wrong value', () => {
  test.each<[string, Path, unknown, string]>([
    ['a kind that is none', ['kind'], 'MAYBE', 'INVALID_VALUE'],
    ['a currency that is not taken', ['currency'], 'USD', 'INVALID_VALUE'],
    ['a reference of another form', ['hotel'], 'first', 'NOT_AN_ID'],
    ['a date that does not exist', ['arrival'], '2027-02-30', 'NOT_A_DATE'],
    ['a date that is no text', ['arrival'], true, 'INVALID_TYPE'],
    ['a date with a time', ['departure'], '2027-02-08T00:00:00Z', 'NOT_A_DATE'],
    ['a departure that is the arrival', ['departure'], '2027-02-01', 'DATES_REVERSED'],
    ['a blank name', ['billedTo', 'firstName'], ' \t ', 'CONTROL_CHARACTER'],
    ['a name of spaces', ['guests', 0, 'lastName'], '   ', 'BLANK'],
    ['an empty name', ['guests', 0, 'lastName'], '', 'BLANK'],
    ['a name that is too long', ['guests', 0, 'firstName'], 'x'.repeat(61), 'TOO_LONG'],
    ['a name that is a message', ['billedTo', 'firstName'], 'Parcel held: pay at https://evil.example', 'NOT_A_NAME'],
    ['a name with a host', ['guests', 0, 'lastName'], 'see evil.com', 'NOT_A_NAME'],
    ...(
      [
        ['invisible tags', '\u{e0020}'],
        ['emoji', '😀'],
      ] as const
    ).map(([what, one]): [string, Path, unknown, string] => [
      `a message that has 60 characters, but more UTF-16 units for its ${what}`,
      ['billedTo', 'firstName'],
      `pay at https://evil.example/parcel-held!${one.repeat(20)}`,
      'NOT_A_NAME',
    ]),
    ['a name of 61 characters of two units', ['guests', 0, 'firstName'], '😀'.repeat(61), 'TOO_LONG'],
    [
      'a name that is too long, which is not looked at further',
      ['billedTo', 'lastName'],
      'a.com '.repeat(20_000),
      'TOO_LONG',
    ],
    ['a name with a line break', ['billedTo', 'lastName'], 'Nová\r\nBcc: all@example.com', 'CONTROL_CHARACTER'],
    ...(
      [
        ['zero-width spaces', '\u200b\u200b'],
        ['spaces of other widths', '\u00a0\u2003\u3000'],
        ['Hangul fillers', '\u3164\u115f\uffa0'],
        ['empty Braille patterns', '\u2800'],
        ['joiners and byte order marks', '\u200d\u2060\ufeff'],
        ['combining marks alone', '\u0301\u0323'],
        ['variation selectors and tags', '\ufe0f\u{e0041}'],
      ] as const
    ).map(([what, text]): [string, Path, unknown, string] => [
      `a name of ${what}`,
      ['guests', 0, 'firstName'],
      text,
      'BLANK',
    ]),
    ...(
      [
        ['an override of the direction', 'Anna\u202egro'],
        ['an embedding of another direction', '\u202bAnna'],
        ['an isolate', '\u2067Anna\u2069'],
        ['a separator of lines', 'Anna\u2028Nová'],
        ['a separator of paragraphs', 'Anna\u2029Nová'],
        ['a control character beyond ASCII', 'Anna\u0085Nová'],
      ] as const
    ).flatMap(([what, text]): [string, Path, unknown, string][] =>
      [['billedTo', 'lastName'], ['billedTo', 'phone'], ['affiliate'], ['guests', 0, 'loyaltyProgramCode']].map(
        (path) => [`${path.join('.')} with ${what}`, path, text, 'CONTROL_CHARACTER'],
      ),
    ),
    ['a note with an override of the direction', ['customerNote'], 'two lines\n\u202egro', 'CONTROL_CHARACTER'],
    ['a note with an isolate', ['customerNote'], '\u2066x\u2069', 'CONTROL_CHARACTER'],
    ['a note with a control character', ['customerNote'], 'bell\u0007', 'CONTROL_CHARACTER'],
    ...['anna..nova@example.com', '.anna@example.com', 'anna.@example.com', '.@example.com', 'anna@example..com'].map(
      (email): [string, Path, unknown, string] => [
        `the e-mail address ${email}`,
        ['billedTo', 'email'],
        email,
        'NOT_AN_EMAIL',
      ],
    ),
    ...[
      'anna@.com',
      ...['a?bcc=thief@x.example', 'a&b@x.example', 'a%40b@x.example', 'a=b@x.example', '"a b"@x.example'],
      ...['anna@exa mple.com', 'anna@müller.de/x', 'anna@müller.de:25', 'anna@müller.de?x', 'anna@[127.0.0.1]'],
      ...['anna@mü\nller.de', 'anna@%6dül.de', 'änna@example.com', 'anna@ü', `anna@${'ü'.repeat(100)}.de`],
      'anna@example.',
      '@example.com',
      `${'x'.repeat(65)}@example.com`,
      `anna@${'x'.repeat(64)}.com`,
    ].map((email): [string, Path, unknown, string] => [
      `the e-mail address ${email}`,
      ['billedTo', 'email'],
      email,
      'NOT_AN_EMAIL',
    ]),
    ['a note with NUL', ['customerNote'], 'a\0b', 'CONTROL_CHARACTER'],
    ['a note with half of a character', ['customerNote'], 'a\ud83d', 'MALFORMED'],
    ['a name with half of a character', ['guests', 0, 'firstName'], '\udc00\ud83d', 'MALFORMED'],
    ['a note that is too long', ['customerNote'], 'x'.repeat(4001), 'TOO_LONG'],
    ['an affiliate that is too long', ['affiliate'], 'x'.repeat(101), 'TOO_LONG'],
    ['an e-mail address without a domain', ['billedTo', 'email'], 'anna', 'NOT_AN_EMAIL'],
    ['an e-mail address that is too long', ['billedTo', 'email'], `${'x'.repeat(250)}@example.com`, 'TOO_LONG'],
    ['a telephone number that is too long', ['billedTo', 'phone'], '1'.repeat(41), 'TOO_LONG'],
    ['a telephone number without a digit', ['billedTo', 'phone'], 'call me', 'INVALID_VALUE'],
    ['a telephone number of signs', ['billedTo', 'phone'], '+()-', 'INVALID_VALUE'],
    ['a gender that is not used', ['guests', 0, 'gender'], 'other', 'INVALID_VALUE'],
    ['a consent in words', ['billedTo', 'consentMarketing'], 'yes', 'INVALID_TYPE'],
    ['a birth date in the future', ['guests', 0, 'birthDate'], '2027-01-11', 'IN_THE_FUTURE'],
    ['a birth date of 1800', ['guests', 0, 'birthDate'], '1800-01-01', 'OUT_OF_RANGE'],
    ['a birth date more than 130 years ago', ['guests', 0, 'birthDate'], '1897-01-09', 'OUT_OF_RANGE'],
    ['a birth date that does not exist', ['guests', 0, 'birthDate'], '1999-02-29', 'NOT_A_DATE'],
    ['a program of another form', ['guests', 0, 'loyaltyProgram'], 'gold', 'NOT_AN_ID'],
    ['guests that are no list', ['guests'], {}, 'INVALID_TYPE'],
    ['a guest that is no object', ['guests', 0], 'Anna', 'INVALID_TYPE'],
    ['a contact that is no object', ['billedTo'], 'Anna', 'INVALID_TYPE'],
    ['a name that is a number', ['billedTo', 'firstName'], 7, 'INVALID_TYPE'],
    ['an expected total below nothing', ['expectedTotal'], -1, 'OUT_OF_RANGE'],
    ['an expected total in fractions', ['expectedTotal'], 1.5, 'INVALID_TYPE'],
    ['an empty idempotency key', ['idempotencyKey'], '', 'INVALID_VALUE'],
    ['an idempotency key with a space', ['idempotencyKey'], 'a b', 'INVALID_VALUE'],
    ['an idempotency key beyond ASCII', ['idempotencyKey'], 'klíč', 'INVALID_VALUE'],
    ['an idempotency key that is too long', ['idempotencyKey'], 'k'.repeat(256), 'TOO_LONG'],
    ['a language that is not kept', ['language'], 'fr', 'INVALID_VALUE'],
  ])('is refused: %s', (_, path, value, code) => {
    expect(problemsOf(bookingWith(path, value))).toEqual([`${path.join('.')} ${code}`]);
  });

  test('no guests are reported beside other problems, and by themselves are left to the rules of the room', () => {
    const noGuests = bookingWith(['guests'], []) as typeof BOOKING;
    expect(problemsOf(noGuests)).toEqual([]);
    expect(problemsOf({ ...noGuests, currency: 'USD', billedTo: { ...BOOKING.billedTo, email: 'anna' } })).toEqual([
      'currency INVALID_VALUE',
      'billedTo.email NOT_AN_EMAIL',
      'guests REQUIRED',
    ]);
    expect(problemsOf({ ...noGuests, departure: BOOKING.arrival })).toEqual([
      'departure DATES_REVERSED',
      'guests REQUIRED',
    ]);
  });

  test.each(['CZ', 'cze', 'QQQ', 'CZE '])('is refused: %j for a country', (country) => {
    expect(problemsOf(bookingWith(['billedTo', 'address'], { ...ADDRESS, country }))).toEqual([
      'billedTo.address.country NOT_A_COUNTRY',
    ]);
  });

  test.each<[string, Path, string]>([
    ['a name in Hebrew with a mark of direction', ['billedTo', 'lastName'], 'כהן\u200f'],
    ['a name in Persian with a joiner', ['billedTo', 'lastName'], 'علی\u200cزاده'],
    ['a name with an accent of its own', ['guests', 0, 'firstName'], 'Zoe\u0308'],
    ['a name in Korean', ['guests', 0, 'firstName'], '민준'],
    ['a birth date 130 years ago', ['guests', 0, 'birthDate'], '1897-01-10'],
    ['a telephone number in words and digits', ['billedTo', 'phone'], 'reception, ext. 5'],
    ['no telephone number, as a blank', ['billedTo', 'phone'], ' '],
    ['a note of several lines', ['customerNote'], 'late\r\n\tquiet\nroom\u2028please'],
    ['a mailbox with dots and signs', ['billedTo', 'email'], "o'neill.anna+spa@mail.example.co.uk"],
    ['a name of 60 characters', ['guests', 0, 'firstName'], 'x'.repeat(60)],
    ['a name of 60 characters of two units', ['guests', 0, 'firstName'], '𠀀'.repeat(60)],
    ['a name with initials', ['guests', 0, 'firstName'], 'J.R.Novák'],
    ['a name of a saint', ['billedTo', 'lastName'], 'St.John'],
    ['a mailbox of 64 characters', ['billedTo', 'email'], `${'x'.repeat(64)}@example.com`],
  ])('is not %s', (_, path, value) => {
    expect(problemsOf(bookingWith(path, value))).toEqual([]);
  });

  test.each(['\u200b', '\u3164', '\u00a0\u2800'])(
    'is an address with the invisible street %j, for a binding booking',
    (street) => {
      const raw = { ...(bookingWith(['billedTo', 'address'], { ...ADDRESS, street }) as object), kind: 'BINDING' };
      expect(problemsOf(raw)).toEqual(['billedTo.address.street BLANK']);
    },
  );

  test('is not a birth today', () => {
    expect(problemsOf(bookingWith(['guests', 0, 'birthDate'], '2027-01-10'))).toEqual([]);
  });

  test('is reported with all others, once per field', () => {
    const raw = {
      ...BOOKING,
      kind: 'BINDING',
      departure: '2027-01-01',
      billedTo: { firstName: '', lastName: 7, email: '' },
      guests: [{ firstName: 'A', lastName: 'B' }, { birthDate: '2099-01-01' }],
    };
    expect(problemsOf(raw)).toEqual([
      'billedTo.firstName BLANK',
      'billedTo.lastName INVALID_TYPE',
      'billedTo.email NOT_AN_EMAIL',
      'guests.1.firstName REQUIRED',
      'guests.1.lastName REQUIRED',
      'departure DATES_REVERSED',
      'billedTo.address REQUIRED',
      'guests.1.birthDate IN_THE_FUTURE',
    ]);
  });

  test.each([null, undefined, 'text', 7, [], [BOOKING]])('%j for a booking is one problem of the whole', (raw) => {
    expect(problemsOf(raw)).toHaveLength(1);
    expect(problemsOf(raw)[0]).toMatch(/^ (REQUIRED|INVALID_TYPE)$/);
  });
});

test('days that an interface has parsed are taken like their texts', () => {
  const days = { arrival: parseDay('2027-02-01'), departure: parseDay('2027-02-08') };
  expect(parseBooking({ ...BOOKING, ...days }, TODAY)).toEqual(parseBooking(BOOKING, TODAY));
  expect(problemsOf({ ...BOOKING, ...days, departure: days.arrival })).toEqual(['departure DATES_REVERSED']);
});

test('for any input, the result is a booking or problems, never an exception', () => {
  const path = fc.constantFrom<Path>(
    ['kind'],
    ['guests'],
    ['guests', 0],
    ['billedTo'],
    ['billedTo', 'address'],
    ['arrival'],
  );
  fc.assert(
    fc.property(path, fc.anything(), (at, value) => {
      const checked = parseBooking(bookingWith(at, value ?? null), TODAY);
      expect(checked.ok || checked.problems.length > 0).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('an international domain of an e-mail address is stored in its ASCII form, another one as it was sent (A5)', () => {
  const stored = (email: string) => {
    const parsed = parseBooking(bookingWith(['billedTo', 'email'], email), TODAY);
    return parsed.ok && parsed.input.billedTo.email;
  };
  expect(stored('eva@MÜLLER.example')).toBe('eva@xn--mller-kva.example');
  expect(stored('eva@пример.рф')).toBe('eva@xn--e1afmkfd.xn--p1ai');
  expect(stored('eva@例え。テスト')).toBe('eva@xn--r8jz45g.xn--zckzah');
  expect(stored('Eva.Nova@Example.COM')).toBe('Eva.Nova@Example.COM');
});

test('every accepted date or e-mail address is accepted by the scalars of the schema as well', () => {
  const text = fc.oneof(
    fc.emailAddress(),
    fc.string(),
    fc.stringMatching(/^[a-z.!_-]{1,9}@[a-z0-9._-]{1,9}\.[a-z]{1,3}$/),
    fc.stringMatching(/^[a-z]{1,9}@[a-zäßüčйł]{1,9}\.[a-zрф]{2,3}$/),
  );
  const scalar = schema.getType('EmailAddress') as GraphQLScalarType;
  fc.assert(
    fc.property(text, (email) => {
      const isTaken = problemsOf(bookingWith(['billedTo', 'email'], email)).length === 0;
      if (isTaken) expect(scalar.parseValue(email)).toBe(toAsciiEmail(email));
    }),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{4}-[01][0-9]-[0-3][0-9]$/), (date) => {
      if (parseDay(date) !== null) expect(GraphQLLocalDate.parseValue(date)).toBe(date);
    }),
    { numRuns: 3000 },
  );
});
