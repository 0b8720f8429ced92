/** The last figures of each mechanism, so that a run of some replaces theirs only. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { programPath } from '../run-typescript.ts';
import type { Gain, Gains } from './ablate.ts';
import type { ReplicaResult } from './replica.ts';

const FILE = programPath('.cache/ablation.json');

export interface AblationFigures {
  readonly gains: Gains;
  /** Null: not measured. */
  readonly replica: ReplicaResult | null;
}

/** The figures of all runs, of which these are the newest. */
export async function keptWith({ gains, replica }: AblationFigures): Promise<AblationFigures> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  const kept = JSON.parse(text) as Partial<AblationFigures>;
  const all: Record<string, readonly Gain[]> = { ...kept.gains };
  for (const [id, own] of Object.entries(gains)) {
    const others = (all[id] ?? []).filter((one) => !own.some(({ group }) => group === one.group));
    all[id] = [...others, ...own];
  }
  const figures = { gains: all, replica: replica ?? kept.replica ?? null };
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(figures));
  return figures;
}
