/** The cases that a test key may have simulated for a booking, as the header `Gateway-Simulate` names them (S8). */
export const SIMULATIONS = ['no-capacity', 'price-changed', 'unavailable', 'slow'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/** The simulation of that name; null: there is none. */
export function parseSimulation(name: string): Simulation | null {
  return SIMULATIONS.find((one) => one === name) ?? null;
}
