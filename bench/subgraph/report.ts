/** N1 in the report: its targets. */
import { figure } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import type { EntityFigures } from './entities.ts';

const MOST_OF_NODES = 1.2;

export function* entitiesTargets(figures: EntityFigures | null): Generator<Target> {
  for (const state of ['cold', 'warm'] as const) {
    const pair = figures?.[state];
    yield {
      says: `N1 large: _entities of ${figures?.hotels ?? 100} hotels, ${state}, processor time, times \`nodes\` of the same ids`,
      bound: { atMost: MOST_OF_NODES },
      judgedBy: 'cpu',
      reached: pair ? `${figure(pair.entities)} and ${figure(pair.nodes)} us` : '',
      ratio: null,
      byCpu: pair ? pair.entities / pair.nodes : null,
    };
  }
}
