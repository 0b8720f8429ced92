/** Problems over GraphQL: their codes, their facts, and their messages in the caller's language (F7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

const QUOTE = `query ($input: QuoteInput!) { quote(input: $input) { __typename ... on Problem { code message }
  ... on InvalidInput { problems { path code reason message from to } }
  ... on StayNotAllowed { nights minNights maxNights arrival weekday weekdays today ranges { from to } misplaced { visitType roomTypeNumber hotelNumber } }
  ... on NotPriced { firstNight roomTypeNumber currencies } } }`;
const TOO_SHORT = { visitType: '102', roomType: '11', arrival: '2027-03-01', departure: '2027-03-03' };

async function quote(input: object, language?: string) {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
  const { quote: problem } = await gateway.ask<{ quote: Record<string, unknown> }>(QUOTE, {
    key,
    variables: { input },
    headers,
  });
  return problem;
}

describe('the message of a problem', () => {
  const SAID = {
    none: 'The minimum is 5 nights; the stay has 2.',
    cs: 'Nejkratší pobyt: 5 nocí; tento má 2 noci.',
    de: 'Der kürzeste Aufenthalt hat 5 Nächte; dieser hat 2 Nächte.',
    en: 'The minimum is 5 nights; the stay has 2.',
    ru: 'Минимальный срок проживания: 5 ночей; здесь 2 ночи.',
  };

  test('is in the language that the header prefers, in English if it names none of the four', async () => {
    // The same request again and again: neither the cache nor the compiled operation may mix languages up.
    for (let round = 0; round < 6; round++) {
      expect((await quote(TOO_SHORT)).message).toBe(SAID.none);
      expect((await quote(TOO_SHORT, 'cs')).message).toBe(SAID.cs);
      expect((await quote(TOO_SHORT, 'de-AT')).message).toBe(SAID.de);
      expect((await quote(TOO_SHORT, 'en')).message).toBe(SAID.en);
      expect((await quote(TOO_SHORT, 'ru')).message).toBe(SAID.ru);
      expect((await quote(TOO_SHORT, 'fr, *;q=0.5')).message).toBe(SAID.none);
      expect((await quote(TOO_SHORT, 'cs;q=0.2, de;q=0.9')).message).toBe(SAID.de);
      // As preferred as without a header, but named.
      expect((await quote(TOO_SHORT, 'cs, de, en, ru')).message).toBe(SAID.cs);
    }
  });

  test('has its facts as fields', async () => {
    expect(await quote(TOO_SHORT, 'ru')).toEqual({
      ...{ __typename: 'StayNotAllowed', code: 'TOO_SHORT', message: SAID.ru, nights: 2, minNights: 5 },
      ...{ maxNights: null, arrival: null, weekday: null, weekdays: null, today: null, ranges: null, misplaced: null },
    });
  });

  test('names dates as people write them, in English without a header as fields have them', async () => {
    const past = { ...TOO_SHORT, visitType: '101', arrival: '2020-01-02', departure: '2020-01-05' };
    const said = await Promise.all(
      [undefined, 'en', 'de'].map(async (language) => (await quote(past, language)).message),
    );
    expect(said).toEqual([
      `Arrival 2020-01-02 is before today, ${TODAY}.`,
      expect.stringMatching(/^Arrival 2 January 2020 is before today, /),
      expect.stringMatching(/^Der Anreisetag 2\. Januar 2020 ist vorbei; heute ist der /),
    ]);
  });

  test('of an input is in the same language, in the list and in the summary', async () => {
    const reversed = { ...TOO_SHORT, arrival: '2027-03-03', departure: '2027-03-01' };
    const problem = {
      ...{ path: 'departure', code: 'DATES_REVERSED', reason: 'NOT_AFTER', from: '2027-03-03', to: '2027-03-01' },
      message: 'Datum 1. března 2027 musí být později než 3. března 2027.',
    };
    expect(await quote(reversed, 'cs')).toEqual({
      __typename: 'InvalidInput',
      code: 'INVALID_INPUT',
      message: `Zadané údaje nejsou v pořádku. ${problem.message}`,
      problems: [problem],
    });
  });
});

test('what is wrong with the arguments of lists and look-ups is in the same language', async () => {
  const ask = async (query: string, language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    const { errors } = await gateway.graphql(query, { key, headers });
    return errors?.map(({ message, path, extensions }) => [message, path, extensions]);
  };
  const reported = (path: string, code: string, said: string, intro: string) => [
    [`${intro} first: ${said}`, [path], { code: 'BAD_USER_INPUT', problems: [{ path: 'first', code, message: said }] }],
  ];
  const list = '{ hotels(first: 101) { totalCount } }';
  for (let time = 0; time < 14; time++) {
    expect(await ask(list)).toMatchObject(
      reported('hotels', 'OUT_OF_RANGE', 'Must be from 1 to 100, not 101.', 'Invalid input.'),
    );
    expect(await ask(list, 'de')).toMatchObject(
      reported('hotels', 'OUT_OF_RANGE', 'Erlaubt ist 1 bis 100, nicht 101.', 'Die Angaben sind nicht in Ordnung.'),
    );
  }
  const lookup = await ask('{ booking(reference: "0000-0001", email: "a@example.org") { id } }', 'cs');
  expect(lookup?.[0]?.[0]).toMatch(/^Zadané údaje nejsou v pořádku\. reference: Toto není číslo rezervace/);
});

test('REST answers in English whatever its headers prefer', async () => {
  const ask = async (language: string) => {
    const url = '/api/v1/price?visit_type_id=102&room_type_id=11&date_from=2027-03-01&date_to=2027-03-03';
    const answer = await gateway.inject({
      url,
      headers: { authorization: `Bearer ${key}`, 'accept-language': language },
    });
    return [answer.statusCode, answer.json()];
  };
  const expected = [422, { success: false, message: 'The minimum is 5 nights; the stay has 2.' }];
  for (const language of ['cs', 'de', 'ru', 'en', 'fr']) expect(await ask(language)).toEqual(expected);
});

test('the enumeration has every code, each described, and no other', async () => {
  const { codes } = await gateway.ask<{ codes: { enumValues: { name: string; description: string }[] } }>(
    '{ codes: __type(name: "ProblemCode") { enumValues { name description } } }',
    { key },
  );
  expect(codes.enumValues.filter(({ name, description }) => !/^[A-Z_]+$/.test(name) || !description)).toEqual([]);
  expect(codes.enumValues.length).toBeGreaterThan(50);
});
