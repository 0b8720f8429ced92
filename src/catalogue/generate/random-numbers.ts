// biome-ignore-all lint/style/noNonNullAssertion: indexes are drawn below the length of the list.
/** Random choices, repeatable by seed on every machine (mulberry32 over an FNV-1a hash of the seed). */

export interface RandomNumbers {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** At most `count` different elements, in order. */
  some<T>(from: readonly T[], count: number): T[];
}

export function createRandomNumbers(seed: string): RandomNumbers {
  let state = 2_166_136_261;
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619);
  }
  /** From 0 to just below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    chance: (probability) => next() < probability,
    pick: (from) => from[whole(0, from.length - 1)]!,
    some(from, count) {
      const chosen = new Set<number>();
      while (chosen.size < Math.min(count, from.length)) chosen.add(whole(0, from.length - 1));
      return [...chosen].sort((a, b) => a - b).map((index) => from[index]!);
    },
  };
}
