/** What the benchmark prints, draws and says of what it does not reach; its figures are no matter of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { screenOf } from '../../bench/report/summary.ts';
import type { Target } from '../../bench/report/target.ts';

const BENCH = new URL('../../bench/', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, BENCH), 'utf8');

const [RESULTS, REASONS] = [textOf('RESULTS.md'), textOf('REASONS.md')];
/** The lines of bench/main.ts after the screen. */
const AFTER = 2;

test('what a whole run prints fits a screen: ten lines for a buyer, and none of the misses', () => {
  const target = (says: string, headline?: string): Target => ({
    ...{ says, bound: { atLeast: 1 }, reached: '', ratio: 0.5, byCpu: null },
    ...(headline ? { headline } : {}),
  });
  const targets = [
    ...Array.from({ length: 10 }, (_, i) => target(`a miss ${i}`, `headline ${i}`)),
    ...Array.from({ length: 90 }, (_, i) => target(`another miss ${i}`)),
  ];
  const screen = screenOf({ machine: Array.from({ length: 7 }, () => ['of', 'it']), databases: [] }, targets);
  expect(screen.match(/^\| headline/gm)).toHaveLength(10);
  expect(screen).not.toContain('miss');
  expect(screen).toContain('0 of 100 targets are reached, 100 are not');
  expect(screen.split('\n').length + AFTER).toBeLessThanOrEqual(40);
});

test('the results begin with that screen: ten lines with a figure, before the first picture', () => {
  const screen = RESULTS.slice(0, RESULTS.indexOf('!['));
  expect(screen.split('\n').length + AFTER).toBeLessThanOrEqual(40);
  expect(screen.match(/^\|.*\d \|.*\d.*\|$/gm)).toHaveLength(10);
});

test('a whole run draws three pictures, each from figures, and the results show them', async () => {
  // By name, since types of the rivals are not installed for the tests.
  const { drawCharts } = (await import(new URL('report/charts.ts', BENCH).href)) as {
    drawCharts: (measured: object, to: { folder: string; svgOf: (spec: object) => Promise<string> }) => Promise<void>;
  };
  const measurement = { cpuMicros: 1, p50Ms: 2, p99Ms: 3 };
  const results = [{ contestant: 'floor', measurement }];
  const folder = await mkdtemp(join(tmpdir(), 'charts-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  await drawCharts(
    {
      workloads: [{ database: 'large', workload: { id: 'G1', title: 'GraphQL, a page' }, results }],
      living: [{ database: 'large', figures: [{ contestant: 'floor', phases: [{ phase: 'quiet', measurement }] }] }],
    },
    { folder, svgOf: async (spec) => JSON.stringify((spec as { data: { values: object[] } }).data.values) },
  );
  const files = readdirSync(folder).sort();
  expect(files).toEqual([...RESULTS.matchAll(/^!\[.*\/(.*)\)$/gm)].map(([, file]) => file).sort());
  expect(files).toHaveLength(3);
  for (const file of files) expect(readFileSync(`${folder}/${file}`, 'utf8')).toMatch(/^\[\{.*\d/);
});

/** An entry of REASONS.md: `**G1 G3: times PostGraphile.**` is of lines of these codes with these words, `**Memory.**` of lines that begin so. */
function isOf(entry: string, line: string): boolean {
  const title = entry.slice(0, entry.indexOf('.**'));
  const [codes, words] = title.split(': ') as [string, string?];
  if (words === undefined) return line.startsWith(title.toLowerCase());
  return codes.split(' ').some((code) => /^\w+/.exec(line)![0] === code) && line.includes(words);
}

test('each target that is not reached has an entry among the reasons, with the next step', () => {
  const [, list] = /^.*Not reached:\n\n((?:- .*\n)+)/m.exec(RESULTS) ?? [];
  const missed = (list ?? '').split('\n').flatMap((line) => (line ? [line.slice(2)] : []));
  const [, missing] = /(\d+) are not, /.exec(RESULTS)!;
  expect(missed).toHaveLength(Number(missing));
  const entries = REASONS.split(/^- \*\*/m).filter((entry) => entry.includes('Next:'));
  expect(missed.filter((line) => !entries.some((entry) => isOf(entry, line)))).toEqual([]);
});
