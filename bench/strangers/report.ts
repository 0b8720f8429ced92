/** S1 in the report: its targets and its figures. */
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { CONNECTIONS, IDLE, READERS, READERS_SILENCE_MS, type StrangersFigures } from './strangers.ts';

const MOST_REFUSAL_MS = 20;
const MOST_REFUSAL_KB = 16;
const MOST_READERS_MB = 64;
const MOST_HEALTH_MS = 200;
const MOST_CHUNKS_MS = 150;

export function* strangersTargets(figures: readonly StrangersFigures[]): Generator<Target> {
  for (const { database, refusals, chunksMs, readersMb, readersLeft, health, idleMb, idleLeft } of figures) {
    const { refused, largest } = refusals;
    const [refusal] = refusals.dearest;
    const cpuMs = refusal?.cpuMs ?? null;
    yield {
      says: `S1 ${database}: processor time of the dearest refusal, of ${MOST_REFUSAL_MS} ms`,
      bound: { atMost: 1 },
      judgedBy: 'cpu',
      reached: `${figure(cpuMs)} ms (${refusal?.name}), the dearest of ${refused}`,
      ratio: null,
      byCpu: cpuMs === null ? null : cpuMs / MOST_REFUSAL_MS,
    };
    yield atMost(`S1 ${database}: the largest refusal`, {
      reached: largest?.kilobytes ?? null,
      most: MOST_REFUSAL_KB,
      unit: 'kB',
    });
    yield atMost(`S1 ${database}: memory that ${READERS} readers add who do not read`, {
      reached: readersMb,
      most: MOST_READERS_MB,
      unit: 'MB',
    });
    yield {
      says: `S1 ${database}: readers who do not read and are connected after ${READERS_SILENCE_MS / 1_000} s, of ${READERS}`,
      bound: { atMost: 0 },
      reached: String(readersLeft),
      ratio: readersLeft / READERS,
      byCpu: null,
    };
    yield {
      says: `S1 ${database}: processor time that a body in chunks of a byte takes beyond one in a single chunk, of ${MOST_CHUNKS_MS} ms`,
      bound: { atMost: 1 },
      judgedBy: 'cpu',
      reached: `${figure(chunksMs)} ms`,
      ratio: null,
      byCpu: chunksMs === null ? null : chunksMs / MOST_CHUNKS_MS,
    };
    const slowest = Math.max(...health.map(({ p99Ms }) => p99Ms));
    yield atMost(`S1 ${database}: \`/health\` beside the worst of one holder, p99`, {
      reached: slowest,
      most: MOST_HEALTH_MS,
      unit: 'ms',
      ...(database === 'large' ? { headline: 'Health check beside the worst that one client can ask, p99, of' } : {}),
    });
    yield {
      says: `S1 ${database}: connections that sent nothing and are open after 16 s, of ${IDLE}`,
      bound: { atMost: 0 },
      reached: `${idleLeft}; they had added ${figure(idleMb)} MB`,
      ratio: idleLeft / IDLE,
      byCpu: null,
    };
  }
}

function atMost(
  says: string,
  { reached, most, unit, headline }: { reached: number | null; most: number; unit: string; headline?: string },
): Target {
  return {
    says: `${says}, of ${most} ${unit}`,
    ...(headline === undefined ? {} : { headline: `${headline} ${most} ${unit}` }),
    bound: { atMost: 1 },
    reached: `${figure(reached)} ${unit}`,
    ratio: reached === null ? null : reached / most,
    byCpu: null,
  };
}

export function strangersSection(figures: readonly StrangersFigures[]): string {
  const sections = figures.flatMap(({ database, refusals, files, health }) => [
    markdownTable(
      ['catalogue', 'dear refusals', 'cpu ms', 'kB'],
      [...refusals.dearest.slice(0, 10), ...files.dearest.slice(0, 3)].map(({ name, cpuMs, kilobytes }, index) => [
        index === 0 ? database : '',
        name.replaceAll('|', '\\|'),
        figure(cpuMs),
        figure(kilobytes),
      ]),
    ),
    markdownTable(
      ['catalogue', `${CONNECTIONS} connections of one key ask for`, '/health p50 ms', 'p99 ms'],
      health.map(({ says, p50Ms, p99Ms }, index) => [index === 0 ? database : '', says, figure(p50Ms), figure(p99Ms)]),
    ),
  ]);
  return `## S1: what strangers can spend\n\n${sections.join('\n\n')}\n\nEvery hostile request that the tests know is sent once; the slowest are repeated, for two seconds of processor time, which is taken from the kernel. Readers ask for three of the largest answers on each connection and take nothing. What is asked beside \`/health\` are the operations of S2 that take the most processor time, and a page of R1 if it does; none of it is answered from the cache.`;
}
