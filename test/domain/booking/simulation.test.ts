/** What a test key may have simulated (S8). */
import { expect, test } from 'vitest';
import { parseSimulation, SIMULATIONS } from '../../../src/domain/booking/simulation.ts';

test('a simulation is named exactly', () => {
  for (const name of SIMULATIONS) expect(parseSimulation(name)).toBe(name);
  for (const name of ['', 'Slow', ' slow', 'slow, slow', 'constructor', 'no_capacity']) {
    expect(parseSimulation(name)).toBeNull();
  }
});
