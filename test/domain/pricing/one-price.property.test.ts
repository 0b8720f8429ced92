/**
 * One price: a night that is shown as final, a lowest price that is a rate, a from-price of one night and a stay of a calendar are the
 * quote to the cent (P2, P6, K5). No oracle is needed: the views are compared with each other.
 */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { buildCalendar } from '../../../src/domain/calendar/calendar.ts';
import { lowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import { priceFrom } from '../../../src/domain/minimum-price/price-from.ts';
import { CURRENCIES, type Currency, divideHalfUp } from '../../../src/domain/pricing/money.ts';
import { quoteStay } from '../../../src/domain/pricing/quote.ts';
import { nightPrices } from '../../../src/domain/pricing/rate-book.ts';
import type { StockedCandidate } from '../../../src/domain/stay/availability.ts';
import type { Day, DayRange } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { dayOf, stockedCandidatesOf } from '../../support/oracle/domain-from-catalogue.ts';
import { combinations } from '../../support/oracle/oracle-scope.ts';
import { bookOf, candidate, nightly, promotion, rate, rules, TODAY } from '../scene.ts';

const SEVERAL = { ...TINY, roomTypesPerHotel: 2, priceLists: 5, seasonsPerRoom: 4 };

interface Case {
  readonly one: StockedCandidate;
  readonly today: Day;
  readonly days: DayRange;
}

/** A room whose packages compete with nights: they cost about as much. */
function drawnCase(draw: Draw): Case {
  const scene = drawnScene(draw, SEVERAL);
  const place = pick(draw, combinations(scene, {}));
  for (const { rates, nights } of place.visitType.priceLists) {
    for (const one of rates) one.amount = ((nights ?? 1) * between(draw, 80, 120)) / (oneIn(draw, 2) ? 100 : 1);
  }
  const today = dayOf(scene.today);
  const from = Math.max(today, dayOf(drawnDate(draw, scene)));
  return { one: stockedCandidatesOf(scene, [place])[0]!, today, days: { from, to: from + between(draw, 0, 9) } };
}

function totalOf({ book, room, promotions }: StockedCandidate, currency: Currency, arrival: Day, nights: number) {
  const stay = { arrival, departure: arrival + nights };
  const quote = quoteStay({ book, room, currency, stay, promotions, loyalty: [] });
  return 'amountMinor' in quote ? quote.amountMinor : null;
}

/** Asserts that all views show one price. Returns how much of each was seen. */
function expectOnePrice({ one, today, days }: Case): { nights: number; stays: number; froms: number } {
  const seen = { nights: 0, stays: 0, froms: 0 };
  const shown = { ...days, today, pinned: one.room.number, detail: { reasons: false, stays: true } };
  for (const { day, price, stays } of buildCalendar({ candidates: [one], ...shown })) {
    for (const { nights, totals } of stays) {
      for (const currency of CURRENCIES) expect(totals[currency] ?? null).toBe(totalOf(one, currency, day, nights));
      seen.stays++;
    }
    const lowest = lowestPrice([one], { today, window: { from: day, to: day + 1 } });
    for (const currency of CURRENCIES) {
      const night = price?.[currency];
      if (!night?.isFinal) continue;
      expect(night.amountMinor).toBe(totalOf(one, currency, day, 1));
      expect(lowest[currency]?.amountMinor).toBe(divideHalfUp(night.amountMinor, one.room.beds));
      seen.nights++;
    }
  }
  const ofOneNight = { ...one, rules: rules({ timeConstraints: [days] }), stayCategory: null };
  const from = priceFrom([ofOneNight], today);
  for (const currency of CURRENCIES) {
    const totals = daysOf(days).map((day) => totalOf(one, currency, day, 1));
    const least = leastOf(totals.filter((total) => total !== null));
    const shown = from?.[currency]?.all;
    expect(shown?.perStay.amountMinor ?? null).toBe(least);
    if (!shown || least === null) continue;
    expect(shown.perPersonPerNight.amountMinor).toBe(divideHalfUp(least, one.room.beds));
    seen.froms++;
  }
  return seen;
}

const daysOf = ({ from, to }: DayRange): Day[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const leastOf = (totals: readonly number[]): number | null => (totals.length === 0 ? null : Math.min(...totals));

test('a final night, a stay of a calendar and a from-price of one night cost what their quote says, and a guest a share of that', () => {
  const seen = { nights: 0, stays: 0, froms: 0 };
  fc.assert(
    fc.property(drawn(drawnCase, 650), (asked) => {
      const { nights, stays, froms } = expectOnePrice(asked);
      seen.nights += nights;
      seen.stays += stays;
      seen.froms += froms;
    }),
    { numRuns: 1_500 },
  );
  expect(seen.nights).toBeGreaterThan(200);
  expect(seen.stays).toBeGreaterThan(1_000);
  expect(seen.froms).toBeGreaterThan(200);
});

test('a package whose average is shown has a price: some stay with the night costs no more than its nights at that price', () => {
  let averages = 0;
  fc.assert(
    fc.property(drawn(drawnCase, 650), ({ one, today, days }) => {
      const room = { ...one, promotions: [] };
      const night = days.from;
      for (const currency of CURRENCIES) {
        const [price] = nightPrices(room.book, room.room.number, currency, { from: night, to: night });
        if (!price || price.packageNights === 0) continue;
        const { amountMinor, packageNights: nights } = price;
        const arrivals = Array.from({ length: nights }, (_, before) => night - before);
        const totals = arrivals
          .filter((arrival) => arrival >= today)
          .map((arrival) => totalOf(room, currency, arrival, nights));
        expect(totals.some((total) => total !== null && total <= amountMinor)).toBe(true);
        averages++;
      }
    }),
    { numRuns: 1_500 },
  );
  expect(averages).toBeGreaterThan(100);
});

test('V4a: a from-price counts one line for all nights; a quote has one of each promotion, and may round to a unit more', () => {
  const both = promotion({ number: 1, validFrom: dayOf('2027-01-01') });
  const firstNight = promotion({ number: 2, validFrom: dayOf('2026-12-01'), validTo: dayOf('2027-02-10') });
  const one = candidate({
    rules: rules({ nightsMin: 2 }),
    book: bookOf(nightly([rate('2027-02-09', '2027-02-10', 10_004)])),
    promotions: [both, firstNight],
  });
  expect(priceFrom([{ ...one, stayCategory: null }], TODAY)?.EUR?.all.perStay.amountMinor).toBe(18_007);
  expect(totalOf(one, 'EUR', dayOf('2027-02-09'), 2)).toBe(18_008);
});

test('a promotion that is rounded otherwise in its one place is rounded otherwise in every view', async () => {
  const book = bookOf(nightly([rate('2027-02-01', '2027-02-28', 8_100)]));
  const offered = { ...candidate({ book, promotions: [promotion({ basisPoints: 750 })] }), stayCategory: null };
  const [arrival, today] = [dayOf('2027-02-09'), TODAY];
  const day = { from: arrival, to: arrival };
  const views = async () => {
    const { quoteStay } = await import('../../../src/domain/pricing/quote.ts');
    const { StayPrices } = await import('../../../src/domain/pricing/stay-prices.ts');
    const { buildCalendar } = await import('../../../src/domain/calendar/calendar.ts');
    const { lowestPrice } = await import('../../../src/domain/minimum-price/lowest-price.ts');
    const { priceFrom } = await import('../../../src/domain/minimum-price/price-from.ts');
    const { room, promotions } = offered;
    const stay = { arrival, departure: arrival + 1 };
    const prices = new StayPrices('EUR', day);
    prices.setPromotions(promotions);
    prices.setRoom(book, room.number);
    const detail = { reasons: false, stays: true };
    const [shown] = buildCalendar({ candidates: [offered], ...day, today, pinned: room.number, detail });
    return {
      quote: quoteStay({ book, room, currency: 'EUR', stay, promotions, loyalty: [] }),
      offer: prices.totalOf(arrival, 1),
      night: shown?.price?.EUR?.amountMinor,
      stay: shown?.stays[0]?.totals.EUR,
      lowest: lowestPrice([offered], { today }).EUR?.amountMinor,
      from: priceFrom([offered], today)?.EUR?.all.perStay.amountMinor,
    };
  };
  // 7.5 % of 8,100 is 607.5.
  const figures = (total: number, share: number) => ({
    ...{ quote: expect.objectContaining({ amountMinor: total }), offer: total, night: total, stay: total },
    ...{ lowest: share, from: total },
  });
  expect(await views()).toEqual(figures(7_492, 3_746));
  vi.resetModules();
  vi.doMock('../../../src/domain/pricing/promotion.ts', async (load) => ({
    ...(await load<object>()),
    promotionLine: (wonMinor: number, basisPoints: number, divisor = 1) =>
      Math.floor((wonMinor * basisPoints) / (divisor * 10_000)),
  }));
  try {
    expect(await views()).toEqual(figures(7_493, 3_747));
  } finally {
    vi.doUnmock('../../../src/domain/pricing/promotion.ts');
    vi.resetModules();
  }
});
