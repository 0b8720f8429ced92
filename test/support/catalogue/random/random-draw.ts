/**
 * The source of the random catalogue's choices: a seed, or a recorded sequence of bytes. The second lets fast-check
 * shrink a failing catalogue, because byte 0 is always the simplest choice, and a sequence continues with 0 after its
 * end.
 */

/** An integer from 0 to `choices - 1`; 0 is the simplest choice where that means anything. */
export type Draw = (choices: number) => number;

/** The same seed gives the same choices on every machine (mulberry32). */
export function drawFromSeed(seed: number): Draw {
  let state = seed | 0;
  return (choices) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % choices;
  };
}

/** One byte per choice, two if there are more than 256. */
export function drawFromBytes(bytes: Uint8Array): Draw {
  let position = 0;
  const next = () => bytes[position++] ?? 0;
  return (choices) => (choices <= 256 ? next() : next() * 256 + next()) % choices;
}

export function pick<T>(draw: Draw, options: readonly T[]): T {
  return options[draw(options.length)]!;
}

/** True once in `times` draws. */
export function oneIn(draw: Draw, times: number): boolean {
  return draw(times) === times - 1;
}

/** From `from` to `to`, both included. */
export function between(draw: Draw, from: number, to: number): number {
  return from + draw(to - from + 1);
}

/** From `-reach` to `reach`; the choices nearest to zero are the simplest. */
export function around(draw: Draw, reach: number): number {
  const drawn = draw(2 * reach + 1);
  return drawn % 2 === 0 ? drawn / 2 : -(drawn + 1) / 2;
}

/** Each option with an even chance, in order; at least one of them when `atLeastOne`. */
export function someOf<T>(draw: Draw, options: readonly T[], { atLeastOne }: { atLeastOne: boolean }): T[] {
  const chosen = options.filter(() => draw(2) === 1);
  return chosen.length === 0 && atLeastOne && options.length > 0 ? [pick(draw, options)] : chosen;
}

/** The options in a drawn order. */
export function shuffled<T>(draw: Draw, options: readonly T[]): T[] {
  const left = [...options];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(draw(left.length), 1));
  return order;
}
