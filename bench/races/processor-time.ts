/** Processor time of single requests, for what is compared without load. */
import { type Ask, contentOf, send } from './ask.ts';
import type { Contestant } from './contestant.ts';
import { median } from './medians.ts';

/** Microseconds of a request, asked one after the other; not a number where the kernel does not report them. */
export async function microsOf(gateway: Contestant, ask: Ask, requests: number): Promise<number> {
  const before = await gateway.cpuMicros();
  for (let count = 0; count < requests; count++) contentOf(ask, await send(gateway.url, ask));
  return ((await gateway.cpuMicros()) ?? Number.NaN) / requests - (before ?? Number.NaN) / requests;
}

/** The medians of several figures, measured in turn: each round in another order, because what one leaves to be collected the next one pays. */
export async function mediansInTurn<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  const measured: [Name, number[]][] = names.map((name) => [name, []]);
  for (let round = 0; round < rounds; round++) {
    const places = new Map(names.map((name) => [name, Math.random()]));
    const order = measured.toSorted(([left], [right]) => places.get(left)! - places.get(right)!);
    for (const [name, figures] of order) figures.push(await measure(name));
  }
  return Object.fromEntries(measured.map(([name, figures]) => [name, median(figures)])) as Record<Name, number>;
}
