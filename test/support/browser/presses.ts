/** Counts what a clerk presses for a job: keys and clicks. A text that is typed, and a choice of a list, count as one each. */
import type { Locator, Page } from 'playwright-core';

export type Presses = ReturnType<typeof countPresses>;

export function countPresses(page: Page) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        count++;
        await page.keyboard.press(key);
      }
    },
    /** Types into what has the focus. */
    async type(text: string) {
      count++;
      await page.keyboard.insertText(text);
    },
    async fill(field: Locator, text: string) {
      count++;
      await field.fill(text);
    },
    async choose(field: Locator, value: string) {
      count++;
      await field.selectOption(value);
    },
    async tap(element: Locator) {
      count++;
      await element.tap();
    },
    /** The button of the browser that leads back. */
    async back() {
      count++;
      await page.goBack();
    },
    async click(element: Locator) {
      count++;
      await element.click();
    },
  };
}
