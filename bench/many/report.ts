/** B3 and B4 in the report: their targets and their figures. */
import { median } from '../races/medians.ts';
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { BOOKINGS, LATER_PAGE, type ManyFigures, type ManyResult } from './many.ts';

const MOST_PAGE_MS = 20;
const MOST_FIGURES_MS = 1_000;

export function* manyTargets(result: ManyResult | null): Generator<Target> {
  if (result === null) return;
  yield {
    ...slowestTarget('B3: lists of a million bookings, the slowest page', result.pages, MOST_PAGE_MS),
    headline: `A list of a million bookings by any condition, the slowest, of ${MOST_PAGE_MS} ms`,
  };
  yield slowestTarget('B4: figures of a hotel in a year of them', result.figures, MOST_FIGURES_MS);
}

function slowestTarget(says: string, measured: readonly ManyFigures[], most: number): Target {
  const slowest = measured.toSorted((one, other) => other.ms - one.ms)[0]!;
  const above = measured.filter(({ ms }) => ms > most).length;
  return {
    says: `${says}, of ${most} ms`,
    bound: { atMost: 1 },
    reached: `${figure(slowest.ms)} ms (${slowest.says}); ${above} of ${measured.length} above`,
    ratio: slowest.ms / most,
    byCpu: null,
  };
}

export function manySection({ pages, figures }: ManyResult): string {
  const above = pages.filter(({ ms }) => ms > MOST_PAGE_MS);
  const rows = [...figures.map((one) => ['B4', one] as const), ...above.map((one) => ['B3', one] as const)];
  const table = markdownTable(
    ['', 'asked', 'ms'],
    rows.map(([id, { says, ms }]) => [id, says, figure(ms)]),
  );
  return `## B3 and B4: ${BOOKINGS.toLocaleString('en')} bookings\n\n${table}\n\nThe time of an answer, from sending the request, one at a time, without the response cache. Of ${pages.length} pages of lists the ${above.length} are shown that take longer than ${MOST_PAGE_MS} ms; the median page takes ${figure(median(pages.map(({ ms }) => ms)))} ms. They are each condition of the filter alone and with a text, the first page and page ${LATER_PAGE}, for a key of all hotels, of a destination, of one hotel, of a client with most bookings, and of one without any.`;
}
