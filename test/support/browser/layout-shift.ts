/** How much a page has jumped: the sum of its layout shifts, as browsers measure them. */
import type { Page } from 'playwright-core';

/** The most that a page may jump while it loads. */
export const MOST_SHIFT = 0.05;

/** What happened before the question is buffered, and reported within two frames. */
const SHIFT = `new Promise((tell) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(sum))));
})`;

/** Since the page was opened, by input too. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(SHIFT);
}
