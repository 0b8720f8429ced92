/** W1 in the report: its targets and its figures. */
import { LEAST_SCORE, LONGEST_PAINT_MS } from '../../test/support/browser/lighthouse.ts';
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import type { PageFigures } from './pages.ts';

export function* pagesTargets(figures: readonly PageFigures[] | null): Generator<Target> {
  const ofShop = (figures ?? []).filter(({ page }) => page.endsWith(' on mobile') && !page.startsWith('/developers'));
  const slowestMs = Math.max(...ofShop.map(({ largestPaintMs }) => largestPaintMs));
  for (const judged of figures ?? []) {
    const { page, performance, largestPaintMs } = judged;
    yield {
      says: `W1 ${page}: performance of the page by Lighthouse, of ${LEAST_SCORE}`,
      bound: { atLeast: 1 },
      reached: `${figure(performance)} of 100`,
      ratio: performance / LEAST_SCORE,
      byCpu: null,
    };
    yield {
      ...(ofShop.includes(judged) && largestPaintMs === slowestMs
        ? { headline: `The slowest page of the shop on a phone with slow 4G, of ${LONGEST_PAINT_MS} ms` }
        : {}),
      says: `W2 ${page}: the largest element in sight is painted, in ms, of ${LONGEST_PAINT_MS}`,
      bound: { atMost: 1 },
      reached: `${figure(largestPaintMs)} ms`,
      ratio: largestPaintMs / LONGEST_PAINT_MS,
      byCpu: null,
    };
  }
}

export function pagesSection(figures: readonly PageFigures[]): string {
  const rows = figures.map(({ page, performance, largestPaintMs, requests, kilobytes }) => [
    page,
    figure(performance),
    figure(largestPaintMs),
    String(requests),
    figure(kilobytes),
  ]);
  return `## W1: the pages\n\n${markdownTable(['page', 'performance', 'largest paint, ms', 'requests', 'kB'], rows)}\n\nPerformance is Lighthouse's, the median of three, for a phone or a desk computer with a usual connection, which it simulates: a phone has a slow processor and slow 4G.`;
}
