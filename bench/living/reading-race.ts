/**
 * L1: mixed reads over the whole catalogue, quiet, and while prices or rooms change. The phases take turns, round after round,
 * so that other load on the machine affects all alike. Before and after, all contestants must give the same answers; they read
 * one database, so afterwards that proves that nobody shows what is gone.
 */

import type { PreparedDatabase } from '../catalogues/databases.ts';
import { contentOf, send } from '../races/ask.ts';
import type { Contestant } from '../races/contestant.ts';
import { type Measurement, putLoad } from '../races/load.ts';
import { medianMeasurement } from '../races/medians.ts';
import { differenceOf } from '../races/same-content.ts';
import type { Settings } from '../settings.ts';
import { type LivingRead, livingReads } from './reads.ts';
import type { LivingSubjects } from './subjects.ts';
import { inventoryUpdates, rateUpdates, type Updates, updateSteadily } from './updates.ts';

export type Phase = 'quiet' | 'rates1' | 'rates10' | 'inventory20' | 'inventory50';

/** Updates a second in each phase. */
const RATES: Readonly<Record<Phase, number>> = { quiet: 0, rates1: 1, rates10: 10, inventory20: 20, inventory50: 50 };
const ALL_PHASES = Object.keys(RATES) as Phase[];
/** The rivals keep nothing, so that no update matters to them. */
const RIVAL_PHASES: readonly Phase[] = ['quiet', 'rates10'];
/** How many of the reads are compared. */
const COMPARED = 60;
/** In each round, all phases of the gateway, with and without its store, with what comes before them, and of two rivals. */
export const LIVING_MEASUREMENTS = 2 * (1 + ALL_PHASES.length) + 2 * RIVAL_PHASES.length;

/** A contestant, and how it is asked. */
export interface Reader {
  readonly contestant: Contestant;
  readonly reads: 'gateway' | 'rows';
}

export interface LivingFigures {
  readonly contestant: string;
  readonly phases: readonly { readonly phase: Phase; readonly measurement: Measurement }[];
}

export interface LivingResult {
  readonly database: PreparedDatabase['name'];
  /** First the gateway without its response cache, then with it. */
  readonly figures: readonly LivingFigures[];
  /** Updates made during the phases. */
  readonly updates: number;
}

/**
 * Runs the race. The first two readers are the gateway; each is also the one that takes its updates, and the first of them
 * takes those of the rivals.
 * @throws Error when an update was refused or two answers differ
 */
export async function raceReaders(
  database: PreparedDatabase,
  { readers, subjects, settings }: { readers: readonly Reader[]; subjects: LivingSubjects; settings: Settings },
): Promise<LivingResult> {
  const reads = livingReads(database, subjects);
  const updates = { rates: rateUpdates(database, subjects), inventory: inventoryUpdates(database, subjects) };
  await compare(readers, reads);
  let made = 0;
  const measured = readers.map(() => new Map<Phase, Measurement[]>());
  for (let round = 0; round <= settings.rounds; round++) {
    for (const [index, reader] of readers.entries()) {
      const isGateway = index < 2;
      const asks = reads.map(({ ask, rows }) => (reader.reads === 'rows' ? rows : ask));
      const load = { asks, seconds: settings.seconds, connections: settings.connections, areDealt: true };
      // Reads again what updates of the round before have removed from memory, so that the quiet phase need not.
      if (isGateway) await putLoad(reader.contestant, load);
      for (const phase of isGateway ? ALL_PHASES : RIVAL_PHASES) {
        const steady = disturb(phase, (isGateway ? reader : readers[0]!).contestant, updates);
        const measurement = await putLoad(reader.contestant, load);
        made += (await steady?.stop())?.made ?? 0;
        // The first round is a warm-up.
        if (round > 0) measured[index]!.set(phase, [...(measured[index]!.get(phase) ?? []), measurement]);
      }
    }
  }
  await compare(readers, reads);
  return {
    database: database.name,
    figures: readers.map(({ contestant }, index) => ({
      contestant: contestant.name,
      phases: [...measured[index]!].map(([phase, all]) => ({ phase, measurement: medianMeasurement(all) })),
    })),
    updates: made,
  };
}

function disturb(phase: Phase, { url }: Contestant, { rates, inventory }: { rates: Updates; inventory: Updates }) {
  if (phase === 'quiet') return null;
  return updateSteadily(url, { updates: phase.startsWith('inventory') ? inventory : rates, perSecond: RATES[phase] });
}

async function compare([gateway, ...others]: readonly Reader[], reads: readonly LivingRead[]): Promise<void> {
  for (const { ask, rows, ofGateway, ofRows } of reads.slice(0, COMPARED)) {
    const content = contentOf(ask, await send(gateway!.contestant.url, ask));
    for (const { contestant, reads: kind } of others) {
      const asked = kind === 'rows' ? rows : ask;
      const answered = contentOf(asked, await send(contestant.url, asked));
      const difference =
        kind === 'rows' ? differenceOf(ofGateway(content), ofRows(answered)) : differenceOf(content, answered);
      if (difference) throw new Error(`L1: the gateway and ${contestant.name} differ at ${difference}`);
    }
  }
}
