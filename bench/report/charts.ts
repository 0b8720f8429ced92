/**
 * The pictures of a whole run, in `docs/pictures`: the gateway beside others, its growth with the catalogue, and the latency of reads while
 * prices and rooms change.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TopLevelSpec } from 'vega-lite';
import { PHASES } from '../living/report.ts';
import type { Measured } from '../measured.ts';

interface Chart {
  readonly file: string;
  /** What it shows, for those who do not see it. */
  readonly says: string;
  readonly specOf: (measured: Measured) => TopLevelSpec;
}

const COLORS = ['#1b6e6a', '#9fc5c1', '#c08a3e', '#8a8f98', '#5b5f66'];
const NAMES: Readonly<Record<string, string>> = {
  'gateway, store off': 'gateway, response cache off',
  'gateway, store on': 'gateway, response cache on',
  floor: 'bare HTTP server, finished bytes',
  mercurius: 'mercurius over Prisma',
  'mercurius-stores': "mercurius over the gateway's caches",
  postgraphile: 'PostGraphile, rows only',
};
const BESIDE_OTHERS = ['G1', 'G3', 'G4'];
const GROWING = ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'R2', 'R3'];

const CHARTS: readonly Chart[] = [
  {
    file: 'bench-others.svg',
    says: 'Processor time of a page of stays, a calendar and a quote by the gateway, a bare HTTP server, mercurius and PostGraphile',
    specOf: ({ workloads }) => ({
      ...appearance('Processor time of a request on the large catalogue, in microseconds'),
      data: {
        values: workloads
          .filter(({ database, workload: { id } }) => database === 'large' && BESIDE_OTHERS.includes(id))
          .flatMap(({ workload, results }) =>
            results.map(({ contestant, measurement: { cpuMicros } }) => ({
              workload: shortTitle(workload.title),
              contestant: NAMES[contestant] ?? contestant,
              micros: cpuMicros,
            })),
          ),
      },
      facet: { row: { field: 'workload', type: 'nominal', ...FACET_TITLE } },
      // Not everybody takes part in each.
      resolve: { scale: { y: 'independent' } },
      spec: {
        width: 460,
        height: { step: 20 },
        encoding: {
          y: { field: 'contestant', type: 'nominal', sort: { field: 'micros' }, title: null },
          // Bars would need to begin at zero, where those of the gateway could not be seen.
          x: { field: 'micros', type: 'quantitative', scale: { type: 'log' }, title: null, axis: { tickCount: 4 } },
        },
        layer: [
          { mark: { type: 'circle', size: 90, color: COLORS[0]! } },
          {
            mark: { type: 'text', align: 'left', dx: 9 },
            encoding: { text: { field: 'micros', type: 'quantitative', format: ',.0f' } },
          },
        ],
      },
    }),
  },
  {
    file: 'bench-growth.svg',
    says: 'Processor time of a request on the small and on the large catalogue, by workload',
    specOf: ({ workloads }) => ({
      ...appearance('Processor time of a request without response cache, in microseconds: 7 hotels and 2,001'),
      data: {
        values: workloads
          .filter(({ workload: { id } }) => GROWING.includes(id))
          .map(({ database, workload, results: [off] }) => ({
            workload: `${workload.id}: ${shortTitle(workload.title)}`,
            catalogue: database,
            micros: off!.measurement.cpuMicros,
          })),
      },
      width: 460,
      height: { step: 14 },
      encoding: {
        y: { field: 'workload', type: 'nominal', title: null, axis: { labelLimit: 400 } },
        yOffset: { field: 'catalogue', sort: ['small', 'large'] },
        x: { field: 'micros', type: 'quantitative', title: null },
        color: colorOf('catalogue', ['small', 'large']),
      },
      layer: [
        { mark: { type: 'bar', cornerRadiusEnd: 2 } },
        {
          mark: { type: 'text', align: 'left', dx: 4, color: '#3b3f45' },
          encoding: {
            text: { field: 'micros', type: 'quantitative', format: ',.0f' },
            color: { value: '#3b3f45' },
          },
        },
      ],
    }),
  },
  {
    file: 'bench-updates.svg',
    says: 'Latency of reads, the median and the 99th of 100, in quiet and while prices and rooms change',
    specOf: ({ living }) => ({
      ...appearance('Latency of mixed reads of 16 clients on the large catalogue, in milliseconds'),
      data: {
        values: living
          .filter(({ database }) => database === 'large')
          .flatMap(({ figures }) =>
            figures.slice(0, 2).flatMap(({ contestant, phases }) =>
              phases.flatMap(({ phase, measurement: { p50Ms, p99Ms } }) => [
                { gateway: NAMES[contestant] ?? contestant, phase: PHASES[phase], of: 'p50', ms: p50Ms },
                { gateway: NAMES[contestant] ?? contestant, phase: PHASES[phase], of: 'p99', ms: p99Ms },
              ]),
            ),
          ),
      },
      facet: { row: { field: 'gateway', type: 'nominal', ...FACET_TITLE } },
      spec: {
        width: 460,
        height: { step: 13 },
        encoding: {
          y: { field: 'phase', type: 'nominal', sort: Object.values(PHASES), title: null },
          yOffset: { field: 'of', sort: ['p50', 'p99'] },
          x: { field: 'ms', type: 'quantitative', title: null },
          color: colorOf('of', ['p50', 'p99']),
        },
        layer: [
          { mark: { type: 'bar', cornerRadiusEnd: 2 } },
          {
            mark: { type: 'text', align: 'left', dx: 4 },
            encoding: { text: { field: 'ms', type: 'quantitative', format: ',.0f' }, color: { value: '#3b3f45' } },
          },
        ],
      },
    }),
  },
];

const FACET_TITLE = {
  title: null,
  header: { labelAngle: 0, labelOrient: 'top', labelAnchor: 'start', labelFontWeight: 600 },
} as const;

function shortTitle(title: string): string {
  return title
    .replace(/^GraphQL,? /, '')
    .replace(/[,:(].*/, '')
    .trim();
}

function colorOf(field: string, domain: readonly string[]) {
  return {
    field,
    type: 'nominal',
    title: null,
    legend: { orient: 'top' },
    scale: { domain: [...domain], range: COLORS.slice(0, domain.length).toReversed() },
  } as const;
}

function appearance(title: string) {
  return {
    title: { text: title, anchor: 'start', fontSize: 13, offset: 12 },
    background: 'white',
    padding: 12,
    config: {
      font: 'system-ui, sans-serif',
      view: { stroke: null },
      axis: { grid: false, domain: false, ticks: false, labelColor: '#3b3f45', labelFontSize: 11, labelLimit: 320 },
    },
  } as const;
}

/** The pictures in the report. */
export function chartsSection({ workloads, living }: Measured): string {
  if (workloads.length === 0 || living.length === 0) return '';
  return CHARTS.map(({ file, says }) => `![${says}](../docs/pictures/${file})`).join('\n\n');
}

/** Draws all pictures into a folder. */
export async function drawCharts(
  measured: Measured,
  { folder, svgOf }: { folder: string; svgOf: (spec: TopLevelSpec) => Promise<string> },
): Promise<void> {
  for (const { file, specOf } of CHARTS) await writeFile(join(folder, file), `${await svgOf(specOf(measured))}\n`);
}
