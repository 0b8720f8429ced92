/** Languages and money for front ends: where a text was found, amounts as people read them, one currency of several (F6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const NBSP = '\u00a0';
const [first, ...others] = SMALL_CATALOGUE.visitTypes!;
const CATALOGUE = {
  ...SMALL_CATALOGUE,
  visitTypes: [
    {
      ...first!,
      name: { cs_CZ: 'Týden', de: 'Woche', en: 'Week', ru: 'Неделя' },
      description: { de: 'Eine Woche', en: '' },
      notice: {},
    },
    ...others,
  ],
};
const ID = String(first!.id);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
});
afterAll(() => gateway?.close());

interface Text {
  text: string | null;
  locale: string | null;
  localeTag: string | null;
}

/** Three texts of a visit type: in all languages, in one, in none. */
async function texts(acceptLanguage: string, locale: string | null = null): Promise<Record<string, Text>> {
  const text = '{ text(locale: $locale) locale(locale: $locale) localeTag(locale: $locale) }';
  const { visitType } = await gateway.ask<{ visitType: Record<string, Text> }>(
    `query ($id: ID!, $locale: Locale) { visitType(id: $id) { name ${text} description ${text} notice ${text} } }`,
    { variables: { id: ID, locale }, headers: { 'accept-language': acceptLanguage } },
  );
  return visitType;
}

const CZECH = { text: 'Týden', locale: 'CS', localeTag: 'cs-CZ' };
const GERMAN = { text: 'Woche', locale: 'DE', localeTag: 'de' };
const ENGLISH = { text: 'Week', locale: 'EN', localeTag: 'en' };
const RUSSIAN = { text: 'Неделя', locale: 'RU', localeTag: 'ru' };
const FOUND_IN_GERMAN = { text: 'Eine Woche', locale: 'DE', localeTag: 'de' };
const NOWHERE = { text: null, locale: null, localeTag: null };

describe('a text says in which language it was found, in capitals and as a tag', () => {
  test.each([
    ['cs', null, CZECH],
    ['ru, de', null, RUSSIAN],
    ['en;q=0.2, de;q=0.9', null, GERMAN],
    ['cs', 'EN', ENGLISH],
    ['de', 'CS', CZECH],
  ])('for Accept-Language %s and locale %s', async (accepted, locale, name) => {
    expect(await texts(accepted, locale)).toEqual({ name, description: FOUND_IN_GERMAN, notice: NOWHERE });
  });

  test.each(['CS', 'DE', 'EN', 'RU'])('%s is the same language as a variable and written', async (name) => {
    const { visitType } = await gateway.ask<{ visitType: { name: object } }>(
      `{ visitType(id: ${ID}) { name { text(locale: ${name}) locale(locale: ${name}) localeTag(locale: ${name}) } } }`,
    );
    expect(visitType.name).toEqual((await texts('*', name)).name);
  });

  test('and an empty alternative text, which is kept, was found too', async () => {
    const images = 'images { alt { text locale(locale: EN) } }';
    const { hotels } = await gateway.ask<{ hotels: { nodes: { images: { alt: Text }[] }[] } }>(
      `{ hotels(first: 5) { nodes { ${images} } } }`,
    );
    for (const { alt } of hotels.nodes.flatMap((hotel) => hotel.images)) {
      expect(alt.locale === null).toBe(alt.text === null);
    }
  });
});

describe('a client that keeps answers normalised', () => {
  test('has two languages of one text under two names, when it passes `locale`', async () => {
    const query = `{ visitType(id: ${ID}) { id name { cs: text(locale: CS) de: text(locale: DE) } } }`;
    for (const accepted of ['cs', 'de', 'en']) {
      const { visitType } = await gateway.ask<{ visitType: { name: unknown } }>(query, {
        headers: { 'accept-language': accepted },
      });
      expect(visitType.name).toEqual({ cs: 'Týden', de: 'Woche' });
    }
  });

  test('gets from the stored answers of the server those of its own language', async () => {
    const query = `{ visitType(id: ${ID}) { name { text locale localeTag } lowestPrice { amountPerNight { formatted } } } }`;
    const answers = async (accepted: string) =>
      JSON.stringify(await gateway.ask(query, { headers: { 'accept-language': accepted } }));
    const languages = ['cs', 'de', 'en', 'ru'];
    const computed = await Promise.all(languages.map(answers));
    expect(new Set(computed).size).toBe(languages.length);
    for (const [index, language] of languages.entries()) expect(await answers(language)).toBe(computed[index]);
  });
});

describe('an amount', () => {
  test.each([
    ['cs', null, `1${NBSP}000${NBSP}Kč`],
    ['de', null, `1.000${NBSP}CZK`],
    ['de', 'CS', `1${NBSP}000${NBSP}Kč`],
    ['cs', 'EN', `CZK${NBSP}1,000`],
    ['cs', 'RU', `1${NBSP}000${NBSP}CZK`],
  ])('is formatted for Accept-Language %s and locale %s', async (accepted, locale, text) => {
    const roomTypes = SMALL_CATALOGUE.hotels![0]!.roomTypes!.map(({ id }) => id);
    const { quote } = await gateway.ask<{
      quote: { quotes: { total: { amountMinor: number; formatted: string } }[] };
    }>(
      `query ($input: QuoteInput!, $locale: Locale) { quote(input: $input) {
        ... on StayQuotes { quotes(currency: CZK) { total { amountMinor formatted(locale: $locale) } } } } }`,
      {
        variables: {
          locale,
          input: { visitType: 101, roomType: roomTypes[0], arrival: '2027-03-09', departure: '2027-03-13' },
        },
        headers: { 'accept-language': accepted },
      },
    );
    const [{ total }] = quote.quotes as [(typeof quote.quotes)[number]];
    const digits = (written: string) => written.replace(/\D/g, '');
    expect(digits(total.formatted)).toBe(String(total.amountMinor).replace(/00$/, ''));
    const shape = (written: string) => written.replace(/[\d.,\u00a0]*\d/, '#');
    expect(shape(total.formatted)).toBe(shape(text));
  });
});

describe('where prices come in all currencies, `currency` picks one', () => {
  const MONEY = '{ amountMinor currency }';
  const LOWEST = `currency amountPerNight ${MONEY}`;
  const DATES = 'dateFrom: "2027-03-09", dateTo: "2027-03-12"';
  const STAY = 'visitType: 101, roomType: 11, arrival: "2027-03-09", departure: "2027-03-13"';
  test.each([
    ['Query.lowestPrice', (only: string) => `{ list: lowestPrice${only && `(${only})`} { ${LOWEST} } }`],
    [
      'VisitType.lowestPrice',
      (only: string) => `{ one: visitType(id: 101) { list: lowestPrice${only && `(${only})`} { ${LOWEST} } } }`,
    ],
    [
      'VisitTypeHotel.lowestPrice',
      (only: string) =>
        `{ one: visitType(id: 101) { hotels { list: lowestPrice${only && `(${only})`} { ${LOWEST} } } } }`,
    ],
    [
      'PricedRoomType.lowestPrice',
      (only: string) =>
        `{ one: visitType(id: 101) { hotels { roomTypes { list: lowestPrice${only && `(${only})`} { ${LOWEST} } } } } }`,
    ],
    [
      'CalendarDay.fromPrice',
      (only: string) =>
        `{ calendar(filter: { visitType: 101, roomType: 11 }, ${DATES}) { list: fromPrice${only && `(${only})`} { ${LOWEST} } } }`,
    ],
    [
      'CalendarPrice.amounts',
      (only: string) =>
        `{ calendar(filter: { visitType: 101, roomType: 11 }, ${DATES}) { price { list: amounts${only && `(${only})`} ${MONEY} } } }`,
    ],
    [
      'Hotel.priceFrom',
      (only: string) =>
        `{ one: hotel(id: 1) { list: priceFrom${only && `(${only})`} { currency all { perStay { amount ${MONEY} } } } } }`,
    ],
    [
      'StayQuotes.quotes',
      (only: string) =>
        `{ quote(input: { ${STAY} }) { ... on StayQuotes { list: quotes${only && `(${only})`} { currency total ${MONEY} } } } }`,
    ],
  ])('%s: the same entries as without, of that currency alone', async (_, queryWith) => {
    const whole = await gateway.ask(queryWith(''));
    let picked = 0;
    for (const currency of ['CZK', 'EUR']) {
      const expected = JSON.parse(JSON.stringify(whole), (key, value) => {
        if (key !== 'list') return value;
        picked += value.length;
        return value.filter((one: { currency: string }) => one.currency === currency);
      });
      expect(await gateway.ask(queryWith(`currency: ${currency}`))).toEqual(expected);
    }
    expect(picked).toBeGreaterThan(1);
  });
});

test('a booking answers the language that it was sent', async () => {
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
    ...{ arrival: '2027-03-09', departure: '2027-03-13' },
    billedTo: { firstName: 'Jana', lastName: 'Nováková', email: 'jana@example.com' },
    guests: [{ firstName: 'Jana', lastName: 'Nováková' }],
  };
  const { createBooking } = await gateway.ask<{ createBooking: object }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { booking { language } } ... on Problem { code message } } }',
    { variables: { input: { ...input, language: 'CS' } } },
  );
  expect(createBooking).toEqual({ booking: { language: 'CS' } });
});
