/** What visitors of the shop do in tests. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserScene } from '../../support/browser/browser.ts';

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first such day on or after `date`; 0 is Sunday. */
export function nextWeekday(date: string, weekday: number): string {
  return daysAfter(date, (weekday - new Date(date).getUTCDay() + 7) % 7);
}

export async function todayOf(scene: BrowserScene): Promise<string> {
  const { viewer } = await scene.ask<{ viewer: { today: string } }>('{ viewer { today } }');
  return viewer.today;
}

/** A card, not the place of one that is on its way. */
export const OFFER = '.offer:not(.skeleton)';

/** Waits until nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' });
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

export const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** No part of the page is wider than the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
