/**
 * What is said of problems in four languages (F7). Every reason and every refusal is worded with sample facts; what a sentence may
 * contain is judged from the sentence, not from the code that made it.
 */
import type { GraphQLEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type FactsOf, type InputProblem, inputProblem } from '../../src/domain/problem/input-problem.ts';
import type { InputReason } from '../../src/domain/problem/input-reasons.ts';
import { OBSTACLES as DECLARED, type ObstacleCode } from '../../src/domain/problem/obstacles.ts';
import { codeOf, type ProblemCode, type Refusal } from '../../src/domain/problem/refusal.ts';
import { SPENT_LIMITS, type SpentLimit } from '../../src/domain/problem/spent-limits.ts';
import { LOCALES, type Locale } from '../../src/domain/text/locale.ts';
import { dayOf, formatDay, parseDay } from '../../src/domain/time/civil-date.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { wordInputProblem, wordRefusal } from '../../src/wording/word-problem.ts';

const day = (text: string) => parseDay(text)!;
const FROM = day('2027-03-04');
const TO = day('2027-05-16');
const TODAY = day('2026-11-21');

/** Facts of every reason, none of them small numbers that a sentence might contain anyway. Complete by its type. */
const REASONS: { readonly [Reason in InputReason]: readonly FactsOf<Reason>[] } = {
  required: [{}],
  requiredToBind: [{}],
  oneRequired: [{ fields: ['units', 'closed'] }],
  requiredBeside: [
    { fields: ['reference'], rights: ['bookings', 'operate'] },
    { fields: ['id'], rights: [] },
  ],
  wrongType: ['object', 'array', 'boolean', 'int', 'number', 'string'].map((type) => ({ expected: [type] })),
  wrongValue: [{}],
  notListed: [{ expected: ['CZK', 'EUR'] }],
  notAKey: [{ maximum: 255 }],
  onlyWithRight: [{ rights: ['operate'] }],
  excluded: [{ fields: ['id'] }],
  reservedName: [{}],
  foreignClient: [{}],
  ownKey: [{}],
  wrongScheme: [{ expected: ['https:', 'http:'] }],
  hasCredentials: [{}],
  hasFragment: [{}],
  unknownHost: [{}],
  privateHost: [{}],
  notAnInteger: [{}],
  notAnId: [{}],
  notADate: [{}],
  notAnEmail: [{ maximum: null }, { maximum: 254 }],
  notACountry: [{}],
  notAReference: [{}],
  blank: [{}],
  notAName: [{}],
  notAPhone: [{}],
  tooManyWords: [{ maximum: 1 }, { maximum: 8 }],
  tooLong: [
    { maximum: 200, isSearched: false },
    { maximum: 200, isSearched: true },
  ],
  controlCharacter: [{}],
  halfCharacter: [{}],
  outOfRange: [
    { minimum: 11, maximum: 95, value: 97 },
    { minimum: 11, maximum: null, value: 7 },
    { minimum: null, maximum: 95, value: null },
    { minimum: 11, maximum: null, value: null },
  ],
  wrongCount: [{ minimum: 11, maximum: 900, value: 901 }],
  outOfDates: [{ earliest: FROM, latest: TO, date: TODAY }],
  tooManyWebhooks: [{ maximum: 20 }],
  tooManySecrets: [{ maximum: 10 }],
  inTheFuture: [{ today: TODAY }],
  tooLongAgo: [{ earliest: FROM }],
  repeatedGuest: [{ guest: 17 }],
  notAfter: [{ from: FROM, to: TO }],
  before: [{ from: FROM, to: TO }],
  firstAfterLast: [{ from: FROM, to: TO }],
  beforeField: [{ fields: ['createdFrom'] }],
  tooManyDays: [{ from: FROM, to: TO, maximum: 731, value: 735 }],
  tooManyDaysWithStays: [{ from: FROM, to: TO, maximum: 366, value: 735 }],
  tooManyNights: [{ maximum: 900, value: 901 }],
  tooManyRanges: [{ maximum: 900, value: 901 }],
  minimumAboveMaximum: [{ value: 97, maximum: 95, fields: ['nightsMax'] }],
  belowSold: [
    { value: 7, sold: 9, includesHeld: false, nights: 1, firstNight: FROM },
    { value: 7, sold: 9, includesHeld: true, nights: 22, firstNight: FROM },
  ],
  overlapsSeason: [{ season: { from: FROM, to: TO } }],
  overlapsPriceList: [null, 7].map((nights) => ({
    ...{ currency: 'CZK', nights, roomType: 11, priceList: 66, season: { from: FROM, to: TO } },
    ...{ otherPriceList: 77, otherSeason: { from: TODAY, to: FROM } },
  })),
  unconfirmed: [
    { before: 990_000, after: 99_000, currency: 'CZK', roomType: 11, night: FROM },
    { before: null, after: 0, currency: 'EUR', roomType: 11, night: FROM },
  ],
  notSoldThere: [{ roomType: 11, hotel: 44 }],
  notAsHeld: [{ held: 'EUR' }, { held: formatDay(FROM) }],
  notAnOffer: [{}],
  offerExpired: [{ latest: TO }],
  offerOfRooms: [{ value: 17, maximum: 11 }],
  notACursor: [{}],
  cursorChanged: [{}],
  cursorOfResource: [{ resource: 'hotels', expectedResource: 'roomTypes' }],
  cursorOfSortMode: [{ mode: '-stars', expectedMode: 'name', words: 'name' }],
  cursorOfValues: [{ valueType: 'number', expectedMode: 'stars' }],
};

const PRICE = { currency: 'CZK', amountMinor: 654_300, expectedMinor: 987_600 } as const;
const CANCELLATION_CHANGED = { kind: 'priceChanged', code: 'CANCELLATION_CHANGED', ...PRICE } as const;
const OBSTACLES = Object.keys(DECLARED) as ObstacleCode[];

const LIMITS = (Object.keys(SPENT_LIMITS) as SpentLimit[]).map((limit) => {
  return { kind: 'tooManyRequests', limit, most: 6, windowSeconds: 3_600, retryAfterSeconds: 18, hotel: 44 } as const;
});

const REFUSALS: readonly Refusal[] = [
  { kind: 'invalidInput', problems: [inputProblem('billedTo.email', 'notAnEmail', { maximum: null })] },
  ...(['VISIT_TYPE', 'HOTEL', 'ROOM_TYPE', 'LOYALTY_PROGRAM', 'PRICE_LIST', 'HOLD'] as const).map((subject) => {
    return { kind: 'notFound', subject, id: '104' } as const;
  }),
  { kind: 'notFound', subject: 'BOOKING', id: '104' },
  { kind: 'notFound', subject: 'WEBHOOK', id: 'x'.repeat(30) },
  { kind: 'notFound', subject: 'DELIVERY', id: '104' },
  { kind: 'notFound', subject: 'CHANGE', id: '104' },
  { kind: 'stayNotAllowed', code: 'ROOM_TYPE_OF_OTHER_HOTEL', roomType: 11, hotel: 44, lengths: [] },
  { kind: 'stayNotAllowed', code: 'NOT_SOLD_IN_HOTEL', visitType: '104', roomType: 11, hotel: 44, lengths: [] },
  { kind: 'stayNotAllowed', code: 'NOT_ON_SALE', sellingFrom: FROM, sellingTo: TO, today: TODAY, lengths: [] },
  { kind: 'stayNotAllowed', code: 'NOT_ON_SALE', sellingFrom: null, sellingTo: FROM, today: TO, lengths: [] },
  { kind: 'stayNotAllowed', code: 'IN_THE_PAST', arrival: TODAY, today: FROM, lengths: [] },
  {
    kind: 'stayNotAllowed',
    code: 'BEYOND_HORIZON',
    lastNight: TO,
    latestNight: FROM,
    latestArrival: TODAY,
    lengths: [],
  },
  { kind: 'stayNotAllowed', code: 'TOO_SHORT', nights: 2, minNights: 7, lengths: [] },
  { kind: 'stayNotAllowed', code: 'TOO_LONG', nights: 22, maxNights: 14, lengths: [] },
  { kind: 'stayNotAllowed', code: 'NOT_WHOLE_WEEKS', nights: 9, lengths: [] },
  {
    kind: 'stayNotAllowed',
    code: 'STARTING_DAY',
    arrival: FROM,
    weekday: 'THU',
    weekdays: ['MON', 'SUN'],
    lengths: [],
  },
  {
    ...{ kind: 'stayNotAllowed', code: 'TIME_CONSTRAINTS', arrival: FROM, lastNight: TO, lengths: [] },
    ranges: [{ from: TODAY, to: FROM }],
  },
  ...[false, true].map((isNightPriced) => {
    const facts = { firstNight: FROM, isNightPriced, roomType: 11, lengths: [2, 3, 7] };
    return { kind: 'notPriced', currencies: ['CZK', 'EUR'], ...facts } as const;
  }),
  { kind: 'noCapacity', firstNight: FROM, roomType: 11 },
  { kind: 'onDemandOnly', visitType: '104' },
  { kind: 'guestCount', guests: 0, beds: 2 },
  { kind: 'guestCount', guests: 5, beds: 4 },
  { kind: 'loyaltyNotApplicable', code: 'LOYALTY_NOT_APPLICABLE', guest: 2, program: 33, beds: 2 },
  { kind: 'loyaltyNotApplicable', code: 'GUEST_BEYOND_BEDS', guest: 7, program: 33, beds: 2 },
  { kind: 'priceChanged', code: 'PRICE_CHANGED', ...PRICE },
  ...[null, FROM].map((freeCancellationUntil) => {
    return { ...CANCELLATION_CHANGED, freeCancellationUntil, lastFreeDay: FROM };
  }),
  { kind: 'conflict', changes: [{ path: 'changes.2', night: FROM, units: 4, closed: false }] },
  { kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' },
  { kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS' },
  ...LIMITS,
  { kind: 'tooManyHolds', open: 22, most: 20, retryAfterSeconds: 60, holder: 'client', oldest: null },
  { kind: 'tooManyHolds', open: 6, most: 5, retryAfterSeconds: 60, holder: 'address', oldest: null },
  ...OBSTACLES.flatMap((code) =>
    (['notCancellable', 'notConfirmable', 'notDeclinable', 'notMarkable', 'notReinstatable'] as const).map(
      // More of them than the compiler tells apart.
      (kind) => ({ kind, code }) as Refusal,
    ),
  ),
  ...([...OBSTACLES.slice(1), 'ERASED'] as const).map((code) => ({
    kind: 'notChangeable' as const,
    code: code as 'ERASED',
  })),
  { kind: 'notChangeable', code: 'FEE_DUE', freeCancellationUntil: dayOf('2027-04-20') },
];

interface Sample {
  readonly name: string;
  readonly code: ProblemCode;
  readonly facts: unknown;
  word(locale: Locale | null): string;
}

const SAMPLES: readonly Sample[] = [
  ...Object.entries(REASONS).flatMap(([reason, all]) =>
    (all as readonly FactsOf<InputReason>[]).map((facts): Sample => {
      const make = inputProblem as (path: string, reason: string, facts: unknown) => InputProblem;
      const problem = make('billedTo.email', reason, facts);
      return { name: reason, code: problem.code, facts, word: (locale) => wordInputProblem(problem, locale) };
    }),
  ),
  ...REFUSALS.map(
    (refusal): Sample => ({
      name: `${refusal.kind} ${codeOf(refusal)}`,
      code: codeOf(refusal),
      facts: refusal,
      word: (locale) => wordRefusal(refusal, locale),
    }),
  ),
];

/** Words that only English has. */
const ENGLISH =
  /\b(?:the|must|is|are|has|have|not|of|for|with|only|beside|stay|room|night|nights|guest|booking|price)\b/i;
const OTHER_LETTERS: Readonly<Record<Locale, RegExp>> = {
  cs_CZ: /[а-яёäöüß]/i,
  de: /[а-яёěščřžýůňťď]/i,
  en: /[а-яёěščřžýůňťďäöüß]/i,
  ru: /[äöüßěščřžýůňťď]/i,
};

test('every code of the enumeration is worded, and nothing else', () => {
  const codes = (schema.getType('ProblemCode') as GraphQLEnumType).getValues().map(({ name }) => name);
  expect([...new Set(SAMPLES.map(({ code }) => code as string))].sort()).toEqual(codes.sort());
});

describe.each(LOCALES)('in %s', (locale) => {
  test.each(SAMPLES)('$name is a whole sentence without placeholders, with no word of another language', ({ word }) => {
    const said = word(locale);
    expect(said).not.toMatch(/undefined|null|NaN|\[object|[{}]|\s{2}|\.\./);
    expect(said).toMatch(/^\p{Lu}|^\d/u);
    expect(said).toMatch(/\.$/);
    expect(said).not.toMatch(OTHER_LETTERS[locale]);
    const names =
      /billedTo\.email|ObjectId|lastSortValue|\b[A-Z]{3,}\b|-stars|createdFrom|nightsMax|reference|hotels|roomTypes|bookings|operate/g;
    if (locale !== 'en') expect(said.replaceAll(names, '')).not.toMatch(ENGLISH);
    if (locale === 'ru') expect(said).toMatch(/[а-я]{3}/);
  });

  test.each(SAMPLES)('$name differs from what is said in other languages', ({ word }) => {
    const others = LOCALES.filter((other) => other !== locale).map((other) => word(other));
    expect(others).not.toContain(word(locale));
  });

  test('dates are written as people write them, never as YYYY-MM-DD', () => {
    for (const { word } of SAMPLES) expect(word(locale)).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });
});

/** Every number in a value, at any depth; dates as their year, month and day. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') {
    const date = new Date(value * 86_400_000);
    return [value, date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), value / 100];
  }
  if (typeof value === 'string') return (value.match(/\d+/g) ?? []).map(Number);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** Figures of sentences that are the same for every problem. */
const CONSTANT = /3166-1|alpha-3|24 |\b1\b|0000-0000|YYYY-MM-DD/g;

test.each([null, ...LOCALES])('a message in %s has no figure that the facts do not have', (locale) => {
  for (const { name, facts, word } of SAMPLES) {
    const said = word(locale).replaceAll(CONSTANT, '');
    // Thousands may be apart.
    const figures = said.replaceAll(/(?<=\d)[.,\u00a0\u202f](?=\d{3}(?!\d))/g, '').match(/\d+/g) ?? [];
    const known = numbersIn(facts);
    expect([name, figures.map(Number).filter((figure) => !known.includes(figure))]).toEqual([name, []]);
  }
});

test('what is wrong with an input is said without paths, and each sentence once; plain English is for programs and has them', () => {
  const problems: InputProblem[] = [
    ...['guests.0.firstName', 'guests.1.firstName'].map((path) => inputProblem(path, 'required')),
    inputProblem('billedTo.email', 'notAnEmail', { maximum: null }),
  ];
  const refusal = { kind: 'invalidInput', problems } as const;
  for (const locale of LOCALES) {
    const said = wordRefusal(refusal, locale);
    expect(said).not.toMatch(/guests|firstName|billedTo|\w\.\w/);
    const sentences = [...new Set(problems.map((problem) => wordInputProblem(problem, locale)))];
    expect(sentences.map((sentence) => said.split(sentence).length - 1)).toEqual([1, 1]);
  }
  expect(wordRefusal(refusal, 'de')).toBe(
    `Die Angaben sind nicht in Ordnung. ${wordInputProblem(problems[0]!, 'de')} ${wordInputProblem(problems[2]!, 'de')}`,
  );
  expect(wordRefusal(refusal, null)).toContain('guests.1.firstName: Is required.');
});

test('the last day of a free cancellation may have passed: a refusal about it names it, does not say that it is free, and says that nothing was booked', () => {
  const isFree = /is free|Kostenlos ist|zdarma je|бесплатно по/i;
  const nothing = { cs_CZ: 'Nic nebylo', de: 'nichts gebucht', en: 'Nothing was booked', ru: 'Ничего не' };
  for (const freeCancellationUntil of [null, FROM]) {
    const refusal = { ...CANCELLATION_CHANGED, freeCancellationUntil, lastFreeDay: FROM };
    for (const locale of LOCALES) {
      expect(wordRefusal(refusal, locale)).toContain('2027');
      expect(wordRefusal(refusal, locale)).not.toMatch(isFree);
      expect(wordRefusal(refusal, locale)).toContain(nothing[locale]);
    }
  }
});

const NOT_PRICED = { kind: 'notPriced', firstNight: FROM, roomType: 91, currencies: ['CZK'], lengths: [] } as const;

test('a night that has a price is not said to have none: the whole stay has none', () => {
  for (const locale of [null, ...LOCALES]) {
    expect(wordRefusal({ ...NOT_PRICED, isNightPriced: false }, locale)).toContain('2027');
    expect(wordRefusal({ ...NOT_PRICED, isNightPriced: true }, locale)).not.toContain('2027');
  }
});

test('what guests read of a stay that cannot be booked has no number of a room type, a visit type or a hotel; plain English is for programs and has it', () => {
  const refusals = [
    { ...NOT_PRICED, isNightPriced: false },
    { ...NOT_PRICED, isNightPriced: true },
    { kind: 'noCapacity', firstNight: FROM, roomType: 91 },
    { kind: 'onDemandOnly', visitType: '91' },
    { kind: 'stayNotAllowed', code: 'ROOM_TYPE_OF_OTHER_HOTEL', roomType: 91, hotel: 91, lengths: [] },
    { kind: 'stayNotAllowed', code: 'NOT_SOLD_IN_HOTEL', visitType: '91', roomType: 91, hotel: 91, lengths: [] },
    ...LIMITS.filter(({ limit }) => limit === 'HOTEL_REQUESTS').map((refusal) => ({ ...refusal, hotel: 91 })),
  ] satisfies readonly Refusal[];
  for (const refusal of refusals) {
    for (const locale of LOCALES) expect(wordRefusal(refusal, locale)).not.toContain('91');
    expect(wordRefusal(refusal, null)).toContain('91');
  }
});

test('of too many days no sentence says that a calendar shows them: figures, rooms and prices are asked for, too', () => {
  const problem = inputProblem('to', 'tooManyDays', REASONS.tooManyDays[0]!);
  for (const locale of [null, ...LOCALES]) {
    expect(wordInputProblem(problem, locale)).not.toMatch(/calendar|Kalend|календар/i);
  }
});

test('in Russian what is sold stands beside its nights without a comma that nothing follows', () => {
  const said = (nights: number) =>
    wordInputProblem(
      inputProblem('units', 'belowSold', { ...{ value: 1, sold: 3, includesHeld: false }, nights, firstNight: FROM }),
      'ru',
    );
  expect(said(1)).toContain('в ночь с 04.03.2027 — 3');
  expect(said(5)).toContain('до 3 (5 ночей с');
});

describe('plural forms follow the language', () => {
  const stay = (nights: number, minNights: number): Refusal => ({
    ...{ kind: 'stayNotAllowed', code: 'TOO_SHORT', nights, minNights, lengths: [] },
  });
  test.each([
    ['cs_CZ', 1, 2, 'Nejkratší pobyt: 2 noci; tento má 1 noc.'],
    ['cs_CZ', 4, 5, 'Nejkratší pobyt: 5 nocí; tento má 4 noci.'],
    ['ru', 1, 2, 'Минимальный срок проживания: 2 ночи; здесь 1 ночь.'],
    ['ru', 5, 21, 'Минимальный срок проживания: 21 ночь; здесь 5 ночей.'],
    ['ru', 11, 22, 'Минимальный срок проживания: 22 ночи; здесь 11 ночей.'],
    ['de', 1, 2, 'Der kürzeste Aufenthalt hat 2 Nächte; dieser hat 1 Nacht.'],
  ] as const)('%s: %d of %d', (locale, nights, fewest, said) => {
    expect(wordRefusal(stay(nights, fewest), locale)).toBe(said);
  });
});

test('money is written as people write it', () => {
  const changed = { kind: 'priceChanged', code: 'PRICE_CHANGED', ...PRICE } as const;
  const said = LOCALES.map((locale) => wordRefusal(changed, locale).replaceAll(/\s/g, ' '));
  expect(said).toEqual([
    'Cena pobytu se změnila: stojí 6 543 Kč, očekáváno bylo 9 876 Kč.',
    'Der Preis des Aufenthalts hat sich geändert: 6.543 CZK statt der erwarteten 9.876 CZK.',
    'The price of the stay has changed: it costs CZK 6,543, and CZK 9,876 was expected.',
    'Цена проживания изменилась: 6 543 CZK, ожидалось 9 876 CZK.',
  ]);
});

test('a price that is to be agreed to and is what it was has not changed', () => {
  const same = { kind: 'priceChanged', code: 'PRICE_CHANGED', ...PRICE, expectedMinor: PRICE.amountMinor } as const;
  const said = [...LOCALES, null].map((locale) => wordRefusal(same, locale).replaceAll(/\s/g, ' '));
  expect(said).toEqual([
    'Pobyt stojí 6 543 Kč, stejně jako dosud; zatím se nic nezměnilo.',
    'Der Aufenthalt kostet wie bisher 6.543 CZK; noch ist nichts geändert.',
    'The stay costs CZK 6,543, as before; nothing is changed yet.',
    'Проживание, как и прежде, стоит 6 543 CZK; пока ничего не изменено.',
    'The stay costs 654300 minor units of CZK, as before; nothing was changed without expectedTotal.',
  ]);
});

test('the id of a booking is repeated in no language, nor is an id that is none', () => {
  for (const locale of [null, ...LOCALES]) {
    expect(wordRefusal({ kind: 'notFound', subject: 'BOOKING', id: '7f0c' }, locale)).not.toContain('7f0c');
    expect(wordRefusal({ kind: 'notFound', subject: 'HOTEL', id: 'y'.repeat(25) }, locale)).not.toContain('yy');
  }
});
