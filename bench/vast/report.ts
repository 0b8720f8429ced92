/** What a run with `--vast` has measured, and its targets. */
import { WHOLE_CATALOGUE } from '../offers/searches.ts';
import { figure, markdownTable } from '../report/table.ts';
import { boundOf, judgedOf, type Target, verdictOf } from '../report/target.ts';
import type { Settings } from '../settings.ts';
import type { VastFigure, VastSize } from './vast.ts';

type Sizes = readonly [VastSize, VastSize];

const DESTINATION = 'offers: a destination, 7 nights';
const WHOLE = `offers: ${WHOLE_CATALOGUE}`;
const CALENDAR = 'a calendar of two months';

const MOST_IMPORT_MINUTES = 30;
const MOST_MEGABYTES = 3_072;
const MOST_WHOLE_MS = 1_000;
const MOST_TEXT_MS = 250;
/** What others wait for while a long answer is made: turns of some milliseconds, and now and then the collector. */
const MOST_WAIT_MS = 20;
/** What does not depend on how large the rest of the catalogue is. */
const MOST_GROWTH = 1.2;

export function vastReport({
  machine,
  settings: { rounds },
  sizes,
}: {
  machine: readonly [string, string][];
  settings: Settings;
  sizes: Sizes;
}): string {
  const [fewer, all] = sizes;
  const rows = all.figures.map((one) => {
    const small = figureOf(fewer, one.says);
    return [
      one.says,
      ...[small?.cpuMs ?? null, one.cpuMs, small?.wallMs ?? null, one.wallMs, small?.waitMs ?? null, one.waitMs].map(
        figure,
      ),
    ];
  });
  const header = ['asked', 'cpu ms, fewer', 'cpu ms', 'ms, fewer', 'ms', 'others wait ms, fewer', 'others wait ms'];
  const more: [string, (size: VastSize) => number | null][] = [
    ['the import, minutes', ({ filling }) => filling && filling.importSeconds / 60],
    ['memory that it adds to its process at most, MB', ({ filling }) => filling?.addedMb ?? null],
    ['a search of the whole catalogue in a process that has just started, s', ({ coldSeconds }) => coldSeconds],
    ['memory after the searches, MB', ({ searchedMb }) => searchedMb],
    ['memory after a walk, MB', ({ walkedMb }) => walkedMb],
    ['memory at most, MB', ({ mostMb }) => mostMb],
  ];
  const targets = [...vastTargets(sizes)].map((target) => [
    target.says,
    boundOf(target),
    target.reached,
    figure(judgedOf(target)),
    verdictOf(target),
  ]);
  const sections = [
    '# How one process grows with the catalogue',
    'Written by `npm run bench -- --vast`.',
    [...machine, ['catalogues', sizes.map(saysSize).join('; ')]]
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
    `## Targets\n\n${markdownTable(['target', 'bound', 'figures', 'ratio', ''], targets)}`,
    `## Questions\n\n${markdownTable(header, rows)}\n\nOne client, the response store is off, caches are warm, and no search for offers or wish was asked before. \`cpu ms\` is processor time of one, the median of ${rounds} rounds; \`ms\` is until its answer was there, the median; \`others wait\` is the longest that one of many small requests took meanwhile, the median over the rounds.`,
    `## The process\n\n${markdownTable(
      ['', 'fewer hotels', 'all'],
      more.map(([says, of]) => [says, figure(of(fewer)), figure(of(all))]),
    )}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function saysSize({ hotels, visitTypes }: VastSize): string {
  return `${hotels} hotels with ${visitTypes} visit types`;
}

function figureOf({ figures }: VastSize, says: string): VastFigure | undefined {
  return figures.find((one) => one.says === says);
}

export function* vastTargets([fewer, all]: Sizes): Generator<Target> {
  const size = saysSize(all);
  const absolute = (says: string, most: number, reached: number | null | undefined, unit: string): Target => ({
    says: `${says}, of ${most} ${unit}`,
    bound: { atMost: 1 },
    reached: `${figure(reached ?? null)} ${unit}`,
    ratio: reached == null ? null : reached / most,
    byCpu: null,
  });
  const growth = (says: string): Target => {
    const [small, large] = [figureOf(fewer, says), figureOf(all, says)];
    return {
      says: `${says}: processor time, times that with ${saysSize(fewer)}`,
      bound: { atMost: MOST_GROWTH },
      judgedBy: 'cpu',
      reached: `${figure(large?.cpuMs ?? null)} and ${figure(small?.cpuMs ?? null)} ms`,
      ratio: null,
      byCpu: large?.cpuMs == null || !small?.cpuMs ? null : large.cpuMs / small.cpuMs,
    };
  };
  yield absolute(
    `the import of ${size}`,
    MOST_IMPORT_MINUTES,
    all.filling && all.filling.importSeconds / 60,
    'minutes',
  );
  yield absolute('memory at most, after searches and a walk', MOST_MEGABYTES, all.mostMb, 'MB');
  yield growth(DESTINATION);
  yield absolute(WHOLE, MOST_WHOLE_MS, figureOf(all, WHOLE)?.wallMs, 'ms');
  for (const { says, wallMs } of all.figures.filter((one) => one.says.startsWith('text:'))) {
    yield absolute(says, MOST_TEXT_MS, wallMs, 'ms');
  }
  yield growth(CALENDAR);
  for (const { says, waitMs } of all.figures.filter((one) => one.wallMs > MOST_WAIT_MS)) {
    yield absolute(`others wait meanwhile: ${says}`, MOST_WAIT_MS, waitMs, 'ms');
  }
}
