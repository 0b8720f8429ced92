/**
 * W1: Lighthouse's performance of the pages, with a demo of their own. It simulates a phone or a desk computer; what it starts from is
 * measured on this machine, so each page is judged several times.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChromium } from '../../test/support/browser/chromium.ts';
import { type Category, JUDGED_PAGES, startLighthouse } from '../../test/support/browser/lighthouse.ts';
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { startGateway } from '../races/contestant.ts';
import { median } from '../races/medians.ts';

const ROUNDS = 3;
const NAME = 'pages';
const PERFORMANCE: readonly Category[] = ['performance'];

export interface PageFigures {
  readonly page: string;
  /** The median score, of 100. */
  readonly performance: number;
  /** The median time until the largest element in sight is painted, in milliseconds. */
  readonly largestPaintMs: number;
  readonly requests: number;
  readonly kilobytes: number;
}

/** Null: there is no Chromium. `beside`: a database of the server on which the demo gets one. */
export async function measurePages(beside: PreparedDatabase): Promise<PageFigures[] | null> {
  if (!hasChromium()) return null;
  await withDatabase(beside.url, ({ prisma }) => prisma.$executeRawUnsafe(`CREATE DATABASE ${NAME}`));
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-pages-'));
  const demo = { ...beside, url: beside.url.replace(/[^/]*$/, NAME) };
  const gateway = await startGateway(demo, {
    ...{ name: 'gateway with the demo', storeMb: 64 },
    environment: { DEMO: '1', DATA_DIR: folder },
  });
  const lighthouse = await startLighthouse();
  try {
    const figures: PageFigures[] = [];
    for (const [path, form] of JUDGED_PAGES) {
      const judgements = [];
      for (let round = 0; round < ROUNDS; round++)
        judgements.push(await lighthouse.judge(gateway.url + path, form, PERFORMANCE));
      const { requests, bytes } = judgements[0]!;
      figures.push({
        page: `${path} on ${form}`,
        performance: median(judgements.map(({ scores }) => scores.performance!)),
        largestPaintMs: median(judgements.map(({ largestPaintMs }) => largestPaintMs!)),
        ...{ requests, kilobytes: bytes / 1_000 },
      });
    }
    return figures;
  } finally {
    await lighthouse.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
