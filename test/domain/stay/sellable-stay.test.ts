import { describe, expect, test } from 'vitest';
import type { Currency } from '../../../src/domain/pricing/money.ts';
import type { Promotion } from '../../../src/domain/pricing/promotion.ts';
import { buildRateBook } from '../../../src/domain/pricing/rate-book.ts';
import { priceStay, type ResolvedStay, resolveStay, type StayTariff } from '../../../src/domain/stay/sellable-stay.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';

const day = (text: string) => parseDay(text)!;
const TODAY = day('2026-03-02');
const ROOM = { number: 11, hotelNumber: 1, beds: 2 };
const partnersOnly: Promotion = {
  number: 1,
  basisPoints: 1_000,
  validFrom: TODAY,
  validTo: null,
  channels: ['partner'],
  hotelNumbers: [1],
};
const TARIFF: StayTariff = {
  rules: {
    onDemand: true,
    nightsMin: 2,
    nightsMax: 14,
    reservationTimeSpan: 'DAYS',
    startingDays: [],
    timeConstraints: [],
    sellingFrom: null,
    sellingTo: null,
  },
  hotelNumbers: [1],
  promotions: [partnersOnly],
  loyaltyProgramNumbers: [5],
  cancellationTerms: [{ daysBeforeArrival: 7, basisPoints: 5_000 }],
};

describe('what is asked for', () => {
  const asked = {
    visitType: { id: '7', found: TARIFF },
    hotel: null,
    roomType: { id: '11', found: ROOM },
    programs: [{ guest: 2, program: { id: '5', found: { number: 5, basisPoints: 300 } } }],
  };

  test('fits together when the room type’s own hotel sells the visit type, though no hotel is named', () => {
    expect(resolveStay(asked)).toEqual({
      kind: 'fits',
      tariff: TARIFF,
      room: ROOM,
      loyalty: [{ guest: 2, programNumber: 5, basisPoints: 300 }],
    });
  });

  test('does not when that hotel does not sell it', () => {
    const roomType = { id: '31', found: { number: 31, hotelNumber: 3, beds: 2 } };
    expect(resolveStay({ ...asked, roomType })).toMatchObject({ kind: 'stayNotAllowed', code: 'NOT_SOLD_IN_HOTEL' });
  });

  test('is refused as not found for anything missing, before all other checks (I4)', () => {
    const elsewhere = { id: '3', found: { number: 3 } };
    const program = { id: 'f'.repeat(24), found: null };
    expect(resolveStay({ ...asked, hotel: elsewhere, programs: [{ guest: 9, program }] })).toEqual({
      kind: 'notFound',
      subject: 'LOYALTY_PROGRAM',
      id: program.id,
    });
  });
});

describe('the prices of a fitting stay', () => {
  const rate = (from: string, to: string, amountMinor: number) => ({
    roomTypeNumber: 11,
    from: day(from),
    to: day(to),
    amountMinor,
  });
  const list = { number: 1, kind: 'PER_NIGHT', nights: null, quotedPer: 'ROOM' } as const;
  const book = buildRateBook({
    priceLists: [
      { ...list, currency: 'CZK', rates: [rate('2026-05-01', '2026-05-10', 100_000)] },
      { ...list, number: 2, currency: 'EUR', rates: [rate('2026-05-08', '2026-05-20', 4_000)] },
      {
        ...{ number: 3, kind: 'PER_VISIT', nights: 7, quotedPer: 'ROOM', currency: 'CZK' },
        rates: [rate('2026-05-25', '2026-06-14', 500_000)],
      },
    ],
    roomTypes: [ROOM],
    today: TODAY,
  });
  const resolved: ResolvedStay = { kind: 'fits', tariff: TARIFF, room: ROOM, loyalty: [] };
  const ask = (
    arrival: string,
    departure: string,
    currencies: readonly Currency[] = ['CZK', 'EUR'],
    channel = 'public',
  ) =>
    priceStay({
      resolved,
      book,
      channel,
      stay: { arrival: day(arrival), departure: day(departure) },
      today: TODAY,
      currencies,
    });
  const amounts = (answer: ReturnType<typeof ask>) =>
    answer.kind === 'priced' ? answer.quotes.map(({ currency, amountMinor }) => `${amountMinor} ${currency}`) : answer;

  test('are one for each asked currency that covers all nights, in the order asked', () => {
    expect(amounts(ask('2026-05-08', '2026-05-10'))).toEqual(['200000 CZK', '8000 EUR']);
    expect(amounts(ask('2026-05-08', '2026-05-10', ['EUR', 'CZK']))).toEqual(['8000 EUR', '200000 CZK']);
    expect(amounts(ask('2026-05-09', '2026-05-12'))).toEqual(['12000 EUR']);
  });

  test('count neither capacity nor on demand (I4)', () => {
    expect(ask('2026-05-01', '2026-05-03')).toMatchObject({ kind: 'priced' });
  });

  test('are less only the promotions of the channel (P4)', () => {
    expect(amounts(ask('2026-05-01', '2026-05-03', ['CZK'], 'partner'))).toEqual(['180000 CZK']);
  });

  test('are none when no single currency covers the stay, naming the night at which the furthest one ends (P2)', () => {
    expect(ask('2026-05-05', '2026-05-15')).toEqual({
      kind: 'notPriced',
      firstNight: day('2026-05-11'),
      isNightPriced: true,
      roomType: 11,
      currencies: ['CZK', 'EUR'],
      lengths: [2, 3, 4, 5, 6],
    });
  });

  test('are none where prices end, and a night is said to have none only if it has none in any asked currency (P6)', () => {
    const priced = (arrival: string, departure: string, currencies: readonly Currency[]) => {
      const answer = ask(arrival, departure, currencies);
      return answer.kind === 'notPriced' ? [answer.firstNight, answer.isNightPriced] : answer;
    };
    expect(priced('2026-05-05', '2026-05-15', ['CZK'])).toEqual([day('2026-05-11'), false]);
    expect(priced('2026-05-18', '2026-05-23', ['CZK', 'EUR'])).toEqual([day('2026-05-21'), false]);
    expect(priced('2026-05-05', '2026-05-15', ['CZK', 'EUR'])).toEqual([day('2026-05-11'), true]);
    expect(priced('2026-05-31', '2026-06-02', ['CZK'])).toEqual([day('2026-05-31'), true]);
    expect(priced('2026-06-12', '2026-06-19', ['CZK'])).toEqual([day('2026-06-15'), false]);
  });

  test('are none when the currency that covers the stay was not asked for (L5)', () => {
    expect(ask('2026-05-01', '2026-05-03', ['EUR'])).toMatchObject({
      kind: 'notPriced',
      firstNight: day('2026-05-01'),
    });
  });

  test('are not looked at while a rule of the visit type is broken, nor a program that cannot count (I4, P5)', () => {
    expect(ask('2027-05-01', '2027-05-02')).toMatchObject({ kind: 'stayNotAllowed', code: 'TOO_SHORT' });
    const withProgram = (guest: number, programNumber: number) =>
      priceStay({
        resolved: { ...resolved, loyalty: [{ guest, programNumber, basisPoints: 100 }] },
        book,
        channel: 'public',
        stay: { arrival: day('2027-05-01'), departure: day('2027-05-04') },
        today: TODAY,
        currencies: ['CZK'],
      });
    expect(withProgram(1, 6)).toMatchObject({ kind: 'loyaltyNotApplicable', code: 'LOYALTY_NOT_APPLICABLE', guest: 1 });
    expect(withProgram(3, 5)).toMatchObject({ kind: 'loyaltyNotApplicable', code: 'GUEST_BEYOND_BEDS', beds: 2 });
    expect(withProgram(2, 5)).toMatchObject({ kind: 'notPriced' });
  });
});
