/**
 * A race: all contestants of a workload must give the same answers, then they are measured in turn, round after round, so that
 * other load on the machine affects all alike. Afterwards the answers are compared again.
 */

import type { Settings } from '../settings.ts';
import type { Workload } from '../workloads/workloads.ts';
import { type Ask, contentOf, send } from './ask.ts';
import type { Contestant } from './contestant.ts';
import { type Measurement, putLoad } from './load.ts';
import { medianMeasurement } from './medians.ts';
import { differenceOf } from './same-content.ts';

/** A contestant of one workload. */
export interface Entrant {
  readonly contestant: Contestant;
  readonly asks: readonly Ask[];
  /** Its answer to the ask at `index` in the shape for comparison. */
  readonly compared: (content: unknown, index: number) => unknown;
  /** The comparable part of the gateway's answer. */
  readonly against: (content: unknown) => unknown;
}

/** The results of the entrants in order. */
export interface RaceResult {
  /** The size of the gateway's largest answer. */
  readonly bytes: number;
  /** Visit types in the gateway's first answer; null: not counted. */
  readonly items: number | null;
  readonly results: readonly Result[];
}

export interface Result {
  readonly contestant: string;
  readonly measurement: Measurement;
}

/** In bytes. Larger answers are requested over few connections, because their bytes are the load. */
export const LARGE_BYTES = 1_000_000;
export const FEW_CONNECTIONS = 2;

/**
 * Runs a race. The first entrant is the gateway, the reference for all others.
 * @throws Error when two answers differ in content
 */
export async function race(workload: Workload, entrants: readonly Entrant[], settings: Settings): Promise<RaceResult> {
  const { bytes, items } = await compareAll(workload, entrants);
  const isLarge = Math.max(bytes, workload.sparedBytes ?? 0) > LARGE_BYTES;
  const load = { ...settings, connections: isLarge ? FEW_CONNECTIONS : settings.connections };
  for (const { contestant, asks } of entrants) {
    await putLoad(contestant, { asks, ...load });
  }
  const measured = entrants.map((): Measurement[] => []);
  for (let round = 0; round < settings.rounds; round++) {
    for (const [index, { contestant, asks }] of entrants.entries()) {
      measured[index]!.push(await putLoad(contestant, { asks, ...load }));
    }
  }
  await compareAll(workload, entrants);
  const results = entrants.map(({ contestant }, index) => ({
    contestant: contestant.name,
    measurement: medianMeasurement(measured[index]!),
  }));
  return { bytes, items, results };
}

/** Compares all answers of all entrants. Returns the size in bytes of the gateway's largest, and its items. */
async function compareAll(
  workload: Workload,
  entrants: readonly Entrant[],
): Promise<Pick<RaceResult, 'bytes' | 'items'>> {
  const [gateway, ...others] = entrants;
  let bytes = 0;
  let items: number | null = null;
  for (const [index, ask] of workload.asks.entries()) {
    const answer = await send(gateway!.contestant.url, ask);
    const content = contentOf(ask, answer);
    bytes = Math.max(bytes, answer.body.length);
    items ??= workload.itemsOf?.(content) ?? null;
    for (const { contestant, asks, compared, against } of others) {
      const asked = asks[index]!;
      const answered = contentOf(asked, await send(contestant.url, asked));
      const difference = differenceOf(against(content), compared(answered, index));
      if (difference) throw new Error(`${workload.id}: the gateway and ${contestant.name} differ at ${difference}`);
    }
  }
  return { bytes, items };
}
