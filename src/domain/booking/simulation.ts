/**
 * What a test key may ask to be simulated with a booking (S8). A simulation changes the circumstances that a booking meets, never
 * the way it is decided: whatever stands in its way otherwise still does, and the answer is made like any other.
 */

/** As the header `Gateway-Simulate` names them. */
export const SIMULATIONS = ['no-capacity', 'price-changed', 'unavailable', 'slow'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/** What a booking meets. */
export interface Circumstances {
  /** Whether the database answers. */
  readonly isAvailable: boolean;
  /** Whether nights have the rooms that the inventory says; otherwise they have none. */
  readonly hasRooms: boolean;
  /** Whether the price may be the one that the caller expects. */
  readonly mayHaveExpectedPrice: boolean;
  /** How long the booking takes before it begins, in milliseconds. */
  readonly delayMs: number;
}

const USUAL: Circumstances = { isAvailable: true, hasRooms: true, mayHaveExpectedPrice: true, delayMs: 0 };

const SIMULATED: Readonly<Record<Simulation, Circumstances>> = {
  'no-capacity': { ...USUAL, hasRooms: false },
  'price-changed': { ...USUAL, mayHaveExpectedPrice: false },
  unavailable: { ...USUAL, isAvailable: false },
  slow: { ...USUAL, delayMs: 5_000 },
};

/** The simulation of that name; null: there is none. */
export function parseSimulation(name: string): Simulation | null {
  return SIMULATIONS.find((one) => one === name) ?? null;
}

/** What a booking meets with this simulation, or without one. */
export function circumstancesOf(simulation: Simulation | null): Circumstances {
  return simulation === null ? USUAL : SIMULATED[simulation];
}

/**
 * The total that the price is compared with, in minor units; null: none. Where the price must not be the expected one but is,
 * or where none is expected, it is a unit more than the price.
 */
export function expectedTotalUnder(
  { mayHaveExpectedPrice }: Circumstances,
  { expectedTotal, amountMinor }: { expectedTotal: number | null; amountMinor: number },
): number | null {
  const isChanged = expectedTotal !== null && expectedTotal !== amountMinor;
  return mayHaveExpectedPrice || isChanged ? expectedTotal : amountMinor + 1;
}
