/**
 * Lighthouse on the built pages: what it finds in them, and how much they load. How fast they are then is measured by the benchmark,
 * because it depends on the machine.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { JUDGED_PAGES, type Judge, LEAST_SCORE, startLighthouse } from '../../support/browser/lighthouse.ts';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;
/** Pictures included, as far as they are in sight. */
const MOST_REQUESTS = 40;
const MOST_BYTES = 200_000;

describe.skipIf(!hasChromium())('Lighthouse', () => {
  let scene: BrowserScene;
  let lighthouse: Judge;
  beforeAll(async () => {
    [scene, lighthouse] = await Promise.all([startBrowserScene(), startLighthouse()]);
  });
  afterAll(async () => {
    await lighthouse?.close();
    await scene?.close();
  });

  test.each(JUDGED_PAGES)(
    `gives %s on %s at least ${LEAST_SCORE} of 100 in all but performance, and counts fewer than ${MOST_REQUESTS} requests and ${MOST_BYTES / 1_000} kB`,
    async (path, form) => {
      const { scores, findings, requests, bytes } = await lighthouse.judge(scene.url + path, form, CATEGORIES);
      console.info(path, form, scores, requests, bytes);
      expect(requests).toBeLessThan(MOST_REQUESTS);
      expect(bytes).toBeLessThan(MOST_BYTES);
      expect(CATEGORIES.every((category) => scores[category]! >= LEAST_SCORE) ? [] : [scores, ...findings]).toEqual([]);
    },
  );
});
