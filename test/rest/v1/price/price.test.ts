/** GET /api/v1/price (P2 to P5, L4, L5, I3, I4). */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

interface Price {
  amount: number;
  currency: string;
  price_breakdown: {
    base_price: number;
    discounts: { price_discount: number; guest: number; loyalty_program: { id: number } }[];
    promotions: { amount: number; nights: number }[];
  };
}
type Stay = readonly [visitType: number | string, roomType: number | string, from: string, to: string];

const client = restClient();

function price([visit_type_id, room_type_id, date_from, date_to]: Stay, more = {}, asked = {}) {
  return client.get<Record<string, Price>>(
    '/price',
    { visit_type_id, room_type_id, date_from, date_to, ...more },
    asked,
  );
}

/** Lines always add up (L4). */
function expectToAddUp({ amount, price_breakdown: { base_price, promotions, discounts } }: Price): void {
  const cents = (value: number) => Math.round(value * 100);
  const reductions = [...promotions.map((line) => line.amount), ...discounts.map((line) => line.price_discount)];
  expect(cents(amount)).toBe(reductions.reduce((left, line) => left - cents(line), cents(base_price)));
}

/** Across two promotions: two nights of 10 %, two of 20 %. */
const CLASSIC: Stay = [101, 11, '2027-03-09', '2027-03-13'];

describe('200: the price of a stay', () => {
  test('is keyed by language, its fields and those of its breakdown in the order of the interface', async () => {
    const { status, text } = await price(
      CLASSIC,
      { loyalty_program_id_1: 1 },
      { headers: { 'accept-language': 'en' } },
    );
    expect(status).toBe(200);
    expect(text).toBe(
      '{"en":{"amount":323,"currency":"EUR","price_breakdown":{"base_price":400,' +
        `"discounts":[{"price_discount":17,"guest":1,"loyalty_program":{"_id":"${OBJECT_IDS.loyaltyProgram1}","id":1,"name":{"en":"Gold"}}}],` +
        '"promotions":[{"name":{"en":"Spring"},"percentage":10,"amount":20,"nights":2,"valid_from":"2027-03-01","valid_to":"2027-04-01"},' +
        '{"name":{"en":"Aurora"},"percentage":20,"amount":40,"nights":2,"valid_from":"2027-03-11","valid_to":"2027-03-21"}]}}}',
    );
  });

  test('includes active discount promotions, itemized in price_breakdown.promotions (P4)', async () => {
    const { body } = await price(CLASSIC);
    expect(body.cs_CZ).toMatchObject({
      amount: 6800,
      currency: 'CZK',
      price_breakdown: {
        base_price: 8000,
        discounts: [],
        promotions: [
          { amount: 400, nights: 2 },
          { amount: 800, nights: 2 },
        ],
      },
    });
    for (const one of Object.values(body)) expectToAddUp(one);
  });

  test('counts loyalty programs of the first and the second guest, itemized in price_breakdown.discounts (P5)', async () => {
    const { body } = await price(CLASSIC, { loyalty_program_id_1: 1, loyalty_program_id_2: 2 });
    expect(body.cs_CZ!.amount).toBe(6290);
    expect(body.en!.amount).toBe(314.5);
    expect(body.en!.price_breakdown.discounts).toMatchObject([
      { price_discount: 17, guest: 1, loyalty_program: { id: 1 } },
      { price_discount: 8.5, guest: 2, loyalty_program: { id: 2 } },
    ]);
    for (const one of Object.values(body)) expectToAddUp(one);
  });

  test('counts a loyalty program of the second guest alone for the second guest', async () => {
    const { body } = await price(CLASSIC, { loyalty_program_id_2: OBJECT_IDS.loyaltyProgram1 });
    expect(body.cs_CZ!.price_breakdown.discounts).toMatchObject([{ price_discount: 340, guest: 2 }]);
  });

  test('does not charge the departure day, which needs no price (T1)', async () => {
    const { body } = await price([106, 31, '2027-02-09', '2027-02-11']);
    expect(Object.keys(body)).toEqual(['cs_CZ']);
    expect(body.cs_CZ).toMatchObject({ amount: 6000, price_breakdown: { base_price: 6000 } });
  });

  test('of a package is charged once, where its season spans every occupied night (P2)', async () => {
    const { body } = await price([104, 31, '2027-02-26', '2027-03-01']);
    expect(Object.keys(body)).toEqual(['de', 'en', 'ru']);
    expect(body.de).toMatchObject({ amount: 240, currency: 'EUR' });
  });

  test('has an entry for each included language whose currency covers the stay (L5)', async () => {
    const inCrowns: Stay = [106, 31, '2027-02-09', '2027-02-11'];
    const { headers, body } = await price(inCrowns, {}, { headers: { 'accept-language': 'cs, de' } });
    expect(headers['content-language']).toBe('cs-CZ, de');
    expect(Object.keys(body)).toEqual(['cs_CZ']);
  });

  test('looks at neither capacity nor on demand', async () => {
    expect((await price([103, 11, '2027-01-10', '2027-01-11'])).body.en!.amount).toBe(120);
    expect((await price([101, 13, '2027-04-10', '2027-04-12'])).body.cs_CZ!.amount).toBe(6600);
  });

  test('is asked by integers or ObjectIds alike', async () => {
    const byObjectId = await price([
      OBJECT_IDS.visitType101,
      OBJECT_IDS.roomType11.toUpperCase(),
      CLASSIC[2],
      CLASSIC[3],
    ]);
    expect(byObjectId.text).toBe((await price(CLASSIC)).text);
  });

  test('includes the promotions of the channel of the key', async () => {
    const asked = { key: await client.key({ channel: 'partner' }) };
    const { body } = await price(CLASSIC, {}, asked);
    expect(body.cs_CZ!.price_breakdown.promotions).toMatchObject([{ amount: 800, nights: 2 }]);
    const [unlimited] = (await price([101, 11, '2027-05-03', '2027-05-05'], {}, asked)).body.cs_CZ!.price_breakdown
      .promotions;
    expect(unlimited).toMatchObject({ percentage: 50, amount: 2000, nights: 2, valid_to: null });
  });

  test('goes up to the last night within 24 months', async () => {
    expect((await price([103, 11, '2029-01-10', '2029-01-11'])).status).toBe(200);
  });
});

describe('422: a stay', () => {
  test.each<[string, Stay, Record<string, string | number>, string | RegExp]>([
    [
      'that no single currency covers completely, without a partial price (P2, L5)',
      [106, 31, '2027-02-09', '2027-02-13'],
      {},
      'No price in CZK or EUR covers the whole stay in room type 31.',
    ],
    ['with an occupied night without a price (P2)', [106, 31, '2027-02-28', '2027-03-02'], {}, /2027-03-01/],
    ['that leaves the season of a package at its end (T4)', [104, 31, '2027-02-27', '2027-03-02'], {}, /2027-03-01/],
    [
      'that leaves the season of a package at its beginning (T4)',
      [104, 31, '2027-01-31', '2027-02-03'],
      {},
      /2027-01-31/,
    ],
    ['in a hotel that does not sell the visit type', [104, 11, '2027-02-10', '2027-02-13'], {}, /not sold/i],
    ['that is too short', [101, 11, '2027-02-10', '2027-02-11'], {}, /2/],
    ['that is too long', [101, 11, '2027-02-10', '2027-02-25'], {}, /14/],
    ['of no whole weeks', [102, 11, '2027-02-14', '2027-02-22'], {}, /week/i],
    ['from a wrong starting day', [102, 11, '2027-02-15', '2027-02-22'], {}, /SUN|Sunday/i],
    ['outside the dates of the visit type', [102, 11, '2027-06-06', '2027-06-13'], {}, /2027-06/],
    ['across the end of the dates of the visit type', [102, 11, '2027-05-30', '2027-06-06'], {}, /2027-0/],
    ['in the past', [101, 11, '2027-01-09', '2027-01-12'], {}, /past|2027-01-09/],
    ['beyond 24 months', [103, 11, '2029-01-10', '2029-01-12'], {}, /2029/],
    ['outside the selling period', [105, 11, '2027-02-10', '2027-02-12'], {}, /2027-01-09|sale/],
    ['with a loyalty program that the visit type does not list', CLASSIC, { loyalty_program_id_1: 3 }, /program/i],
    [
      'with a loyalty program for a guest beyond the beds',
      [101, 12, '2027-03-09', '2027-03-13'],
      { loyalty_program_id_2: 1 },
      /bed|guest/i,
    ],
  ])('%s', async (_, stay, more, message) => {
    const answer = await price(stay, more);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body)).toEqual(['success', 'message']);
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(message) });
  });

  test('that is covered, but in no currency of an included language (L5)', async () => {
    const answer = await price([106, 31, '2027-02-09', '2027-02-11'], {}, { headers: { 'accept-language': 'de, en' } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/EUR/) });
  });
});

describe('404: what the stay names', () => {
  test.each<[string, Stay, Record<string, string | number>]>([
    ['a visit type that does not exist', [999, 11, '2027-02-10', '2027-02-13'], {}],
    ['a visit type beyond any number', ['99999999999999', 11, '2027-02-10', '2027-02-13'], {}],
    ['a room type that does not exist', [101, 999, '2027-02-10', '2027-02-13'], {}],
    ['a room type by the ObjectId of a visit type', [101, OBJECT_IDS.visitType101, '2027-02-10', '2027-02-13'], {}],
    ['a loyalty program that does not exist', CLASSIC, { loyalty_program_id_1: 999 }],
  ])('%s', async (_, stay, more) => {
    const answer = await price(stay, more);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ success: false, message: expect.any(String) });
  });

  test('looks the same as something hidden from the key', async () => {
    const limited = { key: await client.key({ destinations: [2] }) };
    const hidden = await price([102, 11, '2027-02-14', '2027-02-21'], {}, limited);
    const missing = await price([999, 11, '2027-02-14', '2027-02-21'], {}, limited);
    expect(hidden.status).toBe(404);
    expect(hidden.text.replace('102', '#')).toBe(missing.text.replace('999', '#'));
    expect((await price([101, 11, '2027-02-14', '2027-02-21'], {}, limited)).status).toBe(404);
    expect((await price([101, 21, '2027-02-14', '2027-02-21'], {}, limited)).status).toBe(200);
  });
});

describe('400: a question', () => {
  test('without visit type, room type and dates, all four reported at once', async () => {
    const { status, body } = await client.get('/price');
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      message: expect.any(String),
      errors: ['visit_type_id', 'room_type_id', 'date_from', 'date_to'].map((path) => ({
        path,
        code: 'REQUIRED',
        message: expect.any(String),
      })),
    });
  });

  test('whose departure is not after its arrival', async () => {
    const { status, body } = await price([101, 11, '2027-02-10', '2027-02-10']);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ path: 'date_to', code: 'DATES_REVERSED' }] });
  });

  test('with values of a wrong form', async () => {
    const { body } = await price(['x', '1.5', '2027-2-1', '2027-02-31'], {
      loyalty_program_id_1: 'y',
      loyalty_program_id_2: [1, 2],
    });
    expect(
      (body as unknown as { errors: { path: string; code: string }[] }).errors.map(
        ({ path, code }) => `${path} ${code}`,
      ),
    ).toEqual([
      'visit_type_id NOT_AN_ID',
      'room_type_id NOT_AN_ID',
      'date_from NOT_A_DATE',
      'date_to NOT_A_DATE',
      'loyalty_program_id_1 NOT_AN_ID',
      'loyalty_program_id_2 REPEATED',
    ]);
  });
});

test('of several things that are wrong, 400 comes before 404, and 404 before 422', async () => {
  expect((await price([999, 11, '2027-01-09', '2027-01-09'])).status).toBe(400);
  expect((await price([999, 11, '2027-01-01', '2027-01-02'])).status).toBe(404);
  expect((await price([104, 11, '2027-01-01', '2027-01-02'], { loyalty_program_id_1: 999 })).status).toBe(404);
  expect((await price([104, 11, '2027-01-01', '2027-01-02'])).status).toBe(422);
});
