/** Lighthouse, which judges a page as a phone or a desk computer with a usual connection would load it: it simulates them. */
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { freePort } from '../gateway/free-port.ts';
import { launchChromium } from './chromium.ts';

/** The longest until the largest element in sight is painted, in milliseconds, on a phone with a slow connection and processor. */
export const LONGEST_PAINT_MS = 1_500;

/** A page that follows what changes keeps a request open, so it never falls silent: by then all pages have loaded. */
const LONGEST_LOAD_MS = 15_000;

/** The score, of 100, that each category needs. */
export const LEAST_SCORE = 95;

/** What is judged: a path of the demo, on a device. */
export const JUDGED_PAGES = [
  ['/', 'mobile'],
  ['/', 'desktop'],
  ['/offers?currency=EUR', 'mobile'],
  ['/stays/101/1', 'mobile'],
  ['/hotels/1', 'mobile'],
  ['/developers', 'mobile'],
] as const;

/** `performance` depends on how fast this machine is at that moment; the others do not. */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export interface Judgement {
  /** The scores, of 100, by category. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** What costs points: titles of audits with what they found. */
  readonly findings: readonly string[];
  /** What the page loads: how many files, and how many bytes on the way. */
  readonly requests: number;
  readonly bytes: number;
  /** When the largest element in sight is painted, in milliseconds; null: performance is not judged. */
  readonly largestPaintMs: number | null;
}

export interface Judge {
  judge(address: string, form: 'mobile' | 'desktop', categories: readonly Category[]): Promise<Judgement>;
  close(): Promise<void>;
}

export async function startLighthouse(): Promise<Judge> {
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  return {
    async judge(address, form, categories) {
      const flags = {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...categories],
        onlyAudits: ['network-requests'],
        throttlingMethod: 'simulate',
        disableFullPageScreenshot: true,
        maxWaitForLoad: LONGEST_LOAD_MS,
      } satisfies Flags;
      const result = await lighthouse(address, flags, form === 'desktop' ? desktopConfig : undefined);
      if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
      return judgementOf(result.lhr, categories);
    },
    close: () => browser.close(),
  };
}

function judgementOf({ categories, audits }: Result, wanted: readonly Category[]): Judgement {
  const scores = Object.fromEntries(wanted.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]));
  const weighed = wanted.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const findings = weighed
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(
      ({ title, displayValue, details }) =>
        `${title} ${displayValue ?? ''} ${JSON.stringify(details ?? {}).slice(0, 400)}`,
    );
  const { items } = audits['network-requests']!.details as unknown as { items: { transferSize: number }[] };
  const bytes = items.reduce((sum, one) => sum + one.transferSize, 0);
  const largestPaintMs = audits['largest-contentful-paint']?.numericValue ?? null;
  return { scores, findings, requests: items.length, bytes, largestPaintMs };
}
