/** Answers that a page gets late: when a test says so. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Holds requests to `address` with `part` in their body back until they are let go. */
export async function holdBack(page: Page, address: string, part = '') {
  let letGo = () => {};
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = 0;
  await page.route(address, async (route) => {
    if (!(route.request().postData() ?? '').includes(part)) return route.fallback();
    held++;
    await isFree;
    await route.continue();
  });
  return { isThere: () => expect.poll(() => held).toBeGreaterThan(0), letGo };
}
