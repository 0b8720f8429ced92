/** V1 in the report. */
import { figure, markdownTable } from '../report/table.ts';
import type { RuntimeFigures } from './runtimes.ts';

export function runtimesSection(figures: readonly RuntimeFigures[]): string {
  const versions = Object.keys(figures[0]?.micros ?? {});
  const rows = figures.map(({ workload, storeMb, micros }) => [
    workload,
    storeMb > 0 ? 'on' : 'off',
    ...versions.map((version) => figure(micros[version] ?? null)),
  ]);
  return `## V1: versions of Node\n\n${markdownTable(['', 'store', ...versions], rows)}\n\nMicroseconds of processor time of the gateway's process for a request, small catalogue, asked one after the other.`;
}
