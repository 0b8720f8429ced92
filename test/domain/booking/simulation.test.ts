/** What is simulated when (S8). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  circumstancesOf,
  expectedTotalUnder,
  parseSimulation,
  SIMULATIONS,
} from '../../../src/domain/booking/simulation.ts';

describe('a simulation', () => {
  test('is named exactly', () => {
    for (const name of SIMULATIONS) expect(parseSimulation(name)).toBe(name);
    for (const name of ['', 'Slow', ' slow', 'slow, slow', 'constructor', 'no_capacity']) {
      expect(parseSimulation(name)).toBeNull();
    }
  });

  test('changes one thing of what a booking meets, and none changes nothing', () => {
    const usual = circumstancesOf(null);
    expect(usual).toEqual({ isAvailable: true, hasRooms: true, mayHaveExpectedPrice: true, delayMs: 0 });
    const changed = (name: (typeof SIMULATIONS)[number]) =>
      Object.entries(circumstancesOf(name)).filter(([key, value]) => usual[key as keyof typeof usual] !== value);
    expect(SIMULATIONS.map(changed)).toEqual([
      [['hasRooms', false]],
      [['mayHaveExpectedPrice', false]],
      [['isAvailable', false]],
      [['delayMs', 5_000]],
    ]);
  });
});

const amount = fc.integer({ min: 0, max: 10_000_000 });
test('the expected total is as sent, and under a changed price never the price, whatever was expected', () => {
  const asked = fc.record({
    expectedTotal: fc.option(fc.oneof(amount, fc.constant(300)), { nil: null }),
    amountMinor: amount,
  });
  fc.assert(
    fc.property(fc.oneof(asked, fc.constant({ expectedTotal: 300, amountMinor: 300 })), (prices) => {
      for (const simulation of [null, ...SIMULATIONS]) {
        const expected = expectedTotalUnder(circumstancesOf(simulation), prices);
        const isAsSent = expected === prices.expectedTotal;
        if (simulation !== 'price-changed') expect(isAsSent).toBe(true);
        else expect(expected).not.toBe(prices.amountMinor);
        if (
          simulation === 'price-changed' &&
          prices.expectedTotal !== prices.amountMinor &&
          prices.expectedTotal !== null
        )
          expect(isAsSent).toBe(true);
        if (simulation === 'price-changed') expect(expected).not.toBeNull();
      }
    }),
  );
});
