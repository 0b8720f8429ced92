/** What the report says of the targets: the headlines, those not reached, and all of them. */
import { figure, markdownTable } from './table.ts';
import { boundOf, judgedOf, type Target, verdictOf } from './target.ts';

interface MeasuredOn {
  readonly machine: readonly [string, string][];
  readonly databases: readonly { readonly name: string; readonly says: string }[];
}

/** The part that fits a screen, in Markdown: the headlines, how many targets are reached, and what was measured on what. */
export function screenOf({ machine, databases }: MeasuredOn, targets: readonly Target[]): string {
  const sections = [
    '# What `npm run bench` measured',
    headlinesTable(targets),
    `${targetsSummary(targets)}: the part "Targets" has the lines, "Reasons" says why, and what comes next.`,
    [...machine, ...databases.map(({ name, says }): [string, string] => [name, says])]
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The lines for someone who chooses a gateway; what was not measured is left out. */
function headlinesTable(targets: readonly Target[]): string {
  const rows = targets.flatMap((target) => {
    const judged = judgedOf(target);
    if (target.headline === undefined || judged === null) return [];
    return [[target.headline, boundOf(target), figure(judged), target.reached]];
  });
  return markdownTable(['', 'bound', 'ratio', 'figures'], rows);
}

/** The targets that were missed, with bound and ratio; REASONS.md has an entry for each. */
export function missedList(targets: readonly Target[]): string {
  const lines = targets
    .filter((target) => verdictOf(target) === 'NOT REACHED')
    .map((target) => `- ${target.says}: ${figure(judgedOf(target))}, bound ${boundOf(target)}`);
  return lines.length > 0 ? `Not reached:\n\n${lines.join('\n')}\n\n` : '';
}

/** How many of the targets are reached, in words. */
function targetsSummary(targets: readonly Target[]): string {
  const verdicts = targets.map(verdictOf);
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  return `${count('reached')} of ${verdicts.length} targets are reached, ${count('NOT REACHED')} are not, ${count('not measured')} were not measured`;
}

/** All targets as a table, those of the small catalogue first. */
export function targetsTable(targets: readonly Target[]): string {
  const rows = targets.map((target) => [
    target.says,
    boundOf(target),
    target.reached,
    figure(target.ratio),
    figure(target.byCpu),
    verdictOf(target),
  ]);
  return markdownTable(['target', 'bound', 'reached', 'ratio', 'by cpu', 'verdict'], rows);
}
