/** What the report says of the targets: the headlines, those not reached, and all of them. */
import type { Measured } from '../measured.ts';
import { figure, markdownTable } from './table.ts';
import { boundOf, judgedOf, verdictOf } from './target.ts';
import { targetsOf } from './targets.ts';

/** The lines for someone who chooses a gateway; what was not measured is left out. */
export function headlinesTable(measured: Measured): string {
  const rows = [...targetsOf(measured)].flatMap((target) => {
    const judged = judgedOf(target);
    if (target.headline === undefined || judged === null) return [];
    return [[target.headline, boundOf(target), figure(judged), target.reached]];
  });
  return markdownTable(['', 'bound', 'ratio', 'figures'], rows);
}

/** The targets that were missed, with bound and ratio. */
export function missedTargets(measured: Measured): string[] {
  return [...targetsOf(measured)]
    .filter((target) => verdictOf(target) === 'NOT REACHED')
    .map((target) => `${target.says}: ${figure(judgedOf(target))}, bound ${boundOf(target)}`);
}

/** How many of the targets are reached, in words. */
export function targetsSummary(measured: Measured): string {
  const verdicts = [...targetsOf(measured)].map(verdictOf);
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  return `${count('reached')} of ${verdicts.length} targets are reached, ${count('NOT REACHED')} are not, ${count('not measured')} were not measured`;
}

/** All targets as a table, those of the small catalogue first. */
export function targetsTable(measured: Measured): string {
  const rows = [...targetsOf(measured)].map((target) => [
    target.says,
    boundOf(target),
    target.reached,
    figure(target.ratio),
    figure(target.byCpu),
    verdictOf(target),
  ]);
  return markdownTable(['target', 'bound', 'reached', 'ratio', 'by cpu', 'verdict'], rows);
}
