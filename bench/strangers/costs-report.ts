/** S2 in the report: its targets and its figures. */
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import type { CostFigures, OperationCost } from './costs.ts';

const MOST_FACTOR = 4;

export function* costsTargets(figures: readonly CostFigures[]): Generator<Target> {
  for (const { database, operations } of figures) {
    const [furthest, ...others] = operations.toSorted((a, b) => factorOf(b) - factorOf(a));
    const named = [furthest, ...others.filter((one) => factorOf(one) > MOST_FACTOR)];
    yield {
      says: `S2 ${database}: processor time by what was charged for it, within a factor of ${MOST_FACTOR}`,
      bound: { atMost: 1 },
      judgedBy: 'cpu',
      reached: named.map((one) => `${figure(one?.ratio ?? null)} (${one?.name})`).join(', '),
      ratio: null,
      byCpu: furthest && operations.every(({ ratio }) => ratio) ? factorOf(furthest) / MOST_FACTOR : null,
    };
  }
}

/** How far an estimate is off, in either direction. */
function factorOf({ ratio }: OperationCost): number {
  return ratio === null || ratio === 0 ? 1 : Math.max(ratio, 1 / ratio);
}

export function costsSection(figures: readonly CostFigures[]): string {
  const rows = figures.flatMap(({ database, operations }) =>
    operations.map(({ name, cost, micros, ratio }, index) => [
      index === 0 ? database : '',
      name,
      figure(cost),
      figure(micros),
      figure(ratio),
    ]),
  );
  return `## S2: what is charged\n\n${markdownTable(['catalogue', 'operation', 'cost', 'cpu us', 'of 2 us a unit'], rows)}\n\nThe processor time of a request, reading and writing included, without the response cache, and what it takes from the budget of its key: what was estimated, and what was found to cost more.`;
}
