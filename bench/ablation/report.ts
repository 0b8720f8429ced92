/** What an ablation has measured, as a table. */
import { figure, markdownTable } from '../report/table.ts';
import type { Settings } from '../settings.ts';
import type { Gain } from './ablate.ts';
import type { AblationFigures } from './kept.ts';
import { linesOf } from './lines.ts';
import { type Group, MECHANISMS, type Mechanism } from './mechanisms.ts';
import type { ReplicaResult } from './replica.ts';

/** What gains less on every workload is not worth its lines. */
const LEAST_GAIN = 1.3;

const GROUPS: Readonly<Record<Group, string>> = {
  hits: 'answers from the response cache, 304 (R5, R6)',
  computed: 'answers without the response cache: the first of their kind, or after a change',
  living: 'mixed reads of calendars and pages, quiet and while prices or rooms change',
  pages: 'a page after an update of the prices of one of its visit types, asked once (R1a, R4a: of the default length)',
  crowds: 'the same, asked by sixteen at once (C: sixteen different calendars of one visit type)',
};

interface MeasuredMechanism {
  readonly mechanism: Mechanism;
  readonly gains: readonly Gain[];
}

export function ablationReport({
  machine,
  settings: { rounds },
  catalogue,
  figures: { gains, replica },
  notes,
}: {
  machine: readonly [string, string][];
  settings: Settings;
  catalogue: string;
  figures: AblationFigures;
  /** Written by hand; may be empty. */
  notes: string;
}): string {
  const measured = MECHANISMS.flatMap((mechanism): MeasuredMechanism[] => {
    const own = gains[mechanism.id];
    return own ? [{ mechanism, gains: own }] : [];
  });
  const summary = measured.map(({ mechanism, gains }) => {
    const known = gains.filter(({ gain }) => gain !== null).sort((a, b) => b.gain! - a.gain!);
    const [most] = known;
    const felt = known.filter(({ gain }) => gain! >= LEAST_GAIN).length;
    const least = known.at(-1);
    return [
      ...[mechanism.id, mechanism.says, String(linesOf(mechanism.code))],
      most ? `${figure(most.gain)} (${most.group}, ${most.workload})` : '-',
      least ? `${figure(least.gain)} (${least.group}, ${least.workload})` : '-',
      `${felt} of ${known.length}`,
    ];
  });
  const header = ['mechanism', 'what it does', 'lines', 'most', 'least', `gains of ${LEAST_GAIN} and more`];
  const sections = [
    '# What each mechanism buys',
    'Written by `npm run bench -- --ablation`. A gain is the processor time of a request without the mechanism, as a multiple of that with it: below 1 it costs more than it saves. Lines are those of code, without comments.',
    [...machine, ['catalogue', catalogue]].map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    markdownTable(header, summary),
    notes,
    `## All gains\n\nRatios of medians of ${rounds} rounds, the gateway as it is and without the mechanism in turn, one client except where it says otherwise. Their answers were equal before and after. A workload that does not run the code of a mechanism is left out.`,
    ...Object.entries(GROUPS).map(([group, says]) => groupSection(group as Group, says, measured)),
    replica ? replicaSection(replica) : '',
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function groupSection(group: Group, says: string, all: readonly MeasuredMechanism[]): string {
  const measured = all.filter(({ gains }) => gains.some((gain) => gain.group === group));
  if (measured.length === 0) return '';
  const gainsOf = ({ gains }: MeasuredMechanism) => gains.filter((gain) => gain.group === group);
  const workloads = [...new Set(measured.flatMap(gainsOf).map(({ workload }) => workload))];
  const rows = measured.map((one) => [
    one.mechanism.id,
    ...workloads.map((workload) => figure(gainsOf(one).find((gain) => gain.workload === workload)?.gain ?? null)),
  ]);
  return `### ${group}: ${says}\n\n${markdownTable(['without', ...workloads], rows)}`;
}

function replicaSection({ reads, figures }: ReplicaResult): string {
  const rows = figures.map(({ says, gatewayMs, primaryMs }) => [says, figure(gatewayMs), figure(primaryMs)]);
  const header = ['a process that has just started', 'gateway, cpu ms', 'primary, ms at work'];
  return `### A replica, and the proofs of its reads\n\n${markdownTable(header, rows)}\n\n${reads} different reads, each once, by one client, to caches that are empty.`;
}
