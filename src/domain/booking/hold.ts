/** Holds: a stay that is reserved for a client for some minutes, at its price (S13). */

/** For how many minutes a stay is held. */
export const HOLD_MINUTES = { min: 1, max: 30 } as const;
export const HOLD_MINUTES_DEFAULT = 10;

/** Open holds of a client, those of publishable keys not counted. */
export const HOLDS_PER_CLIENT = 20;
/**
 * Open holds that publishable keys made for one address: somebody who copies such a key blocks no more (A4). Two would be too
 * few where a family, an office or the customers of a mobile network share an address.
 */
export const HOLDS_PER_ADDRESS = 5;

/** For how long after its end a hold is remembered, so that a repeated release gets the same answer. */
export const HOLD_MEMORY_MS = 24 * 60 * 60 * 1_000;

/** When a hold that begins at `now` ends, in milliseconds since 1970. */
export function holdEnd(now: number, minutes: number): number {
  return now + minutes * 60_000;
}

/** What a hold and the booking that uses it must have in common: entities by number, dates as text. */
export interface HeldTerms {
  readonly currency: string;
  readonly visitType: number | null;
  readonly hotel: number | null;
  readonly roomType: number | null;
  readonly arrival: string;
  readonly departure: string;
}

export interface Mismatch {
  /** The path of the field in the input of the booking. */
  readonly path: string;
  /** What is held there. */
  readonly held: string;
}

const TERMS = ['currency', 'visitType', 'hotel', 'roomType', 'arrival', 'departure'] as const;

/**
 * Where a booking is not what was held, in the order of its input. Loyalty programmes are numbers by the position of the guest,
 * from 1: they are in the price.
 */
export function holdMismatches(
  held: HeldTerms & { readonly programs: ReadonlyMap<number, number> },
  asked: HeldTerms & { readonly programs: ReadonlyMap<number, number | null> },
): Mismatch[] {
  const terms = TERMS.filter((term) => held[term] !== asked[term]).map((term) => ({
    path: term,
    held: String(held[term]),
  }));
  const guests = [...new Set([...held.programs.keys(), ...asked.programs.keys()])].sort((one, other) => one - other);
  const programs = guests
    .filter((guest) => (held.programs.get(guest) ?? null) !== (asked.programs.get(guest) ?? null))
    .map((guest) => {
      return { path: `guests.${guest - 1}.loyaltyProgram`, held: String(held.programs.get(guest) ?? 'none') };
    });
  return [...terms, ...programs];
}
