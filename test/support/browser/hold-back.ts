/** Answers that a page gets late, when a test says so, or never, or as of another day. */
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

/** Loses the answer to the first operation with `part` in it, which the gateway has done. Returns how many were lost. */
export async function loseAnswer(page: Page, part: string): Promise<() => number> {
  let lost = 0;
  await page.route('**/graphql', async (route) => {
    if (lost > 0 || !(route.request().postData() ?? '').includes(part)) return route.fallback();
    await route.fetch();
    lost++;
    await route.abort();
  });
  return () => lost;
}

/** Says of operations with `part` in them that it is an early day, until the test says that it has passed. */
export async function onEarlyDay(page: Page, part: string): Promise<() => void> {
  let isOver = false;
  await page.route('**/graphql', async (route) => {
    if (isOver || !(route.request().postData() ?? '').includes(part)) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/"today":"[\d-]+"/, '"today":"2001-01-01"');
    await route.fulfill({ response, body });
  });
  return () => {
    isOver = true;
  };
}
