/** Lighthouse, which judges a page as a phone or a desk computer with a usual connection would load it: it simulates them. */
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../gateway/free-port.ts';
import { CHROMIUM, FLAGS } from './browser.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

export interface Judgement {
  /** Of 100. */
  readonly scores: Scores;
  /** What costs points: titles of audits with what they found. */
  readonly findings: readonly string[];
}

export interface Judge {
  judge(address: string, form: 'mobile' | 'desktop'): Promise<Judgement>;
  close(): Promise<void>;
}

export async function startLighthouse(): Promise<Judge> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...FLAGS, `--remote-debugging-port=${port}`],
  });
  return {
    async judge(address, form) {
      const flags = {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        throttlingMethod: 'simulate',
        disableFullPageScreenshot: true,
      } satisfies Flags;
      const result = await lighthouse(address, flags, form === 'desktop' ? desktopConfig : undefined);
      if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
      return judgementOf(result.lhr);
    },
    close: () => browser.close(),
  };
}

function judgementOf({ categories, audits }: Result): Judgement {
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as unknown as Scores;
  const weighed = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const findings = weighed
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(
      ({ title, displayValue, details }) =>
        `${title} ${displayValue ?? ''} ${JSON.stringify(details ?? {}).slice(0, 400)}`,
    );
  return { scores, findings };
}
