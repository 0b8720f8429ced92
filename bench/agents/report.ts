/** N2 in the report: its targets. */
import { figure } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { MEASURED_TOOLS, type ToolFigures } from './tools.ts';

const MOST_OF_OPERATION = 1.5;

export function* toolsTargets(figures: ToolFigures | null): Generator<Target> {
  for (const name of MEASURED_TOOLS) {
    const micros = figures?.[name];
    yield {
      says: `N2 large: the tool ${name.replace('-', '_')}, processor time, times its operation by GraphQL`,
      bound: { atMost: MOST_OF_OPERATION },
      judgedBy: 'cpu',
      reached: micros ? `${figure(micros.tool)} and ${figure(micros.graphql)} us` : '',
      ratio: null,
      byCpu: micros ? micros.tool / micros.graphql : null,
    };
  }
}
