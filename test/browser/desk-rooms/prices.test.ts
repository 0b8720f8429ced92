/** A clerk at the month of prices; the screens in every language, width and scheme. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { cell, type DeskScene, dayOf, deskScene, HOTEL, ROOM, VISIT_TYPE } from '../../support/browser/desk-rooms.ts';

/** The sum of what moved without being asked to. */
const LAYOUT_SHIFT = `new Promise((resolve) =>
  new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
  ).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(resolve, 200, 0))`;

describe.skipIf(!hasChromium())('prices at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  const path = (night: string) => `/desk/prices?hotel=${HOTEL}&visitType=${VISIT_TYPE}&month=${night.slice(0, 7)}`;
  const basePrice = async (arrival: string, departure: string): Promise<number> => {
    const { quote } = await desk.ask<{ quote: { quotes: { basePrice: { minorUnits: number } }[] } }>(
      `query ($input: QuoteInput!) {
        quote(input: $input) { ... on StayQuotes { quotes(currency: EUR) { basePrice { minorUnits } } } }
      }`,
      { input: { visitType: VISIT_TYPE, roomType: ROOM, arrival, departure } },
    );
    return quote.quotes[0]!.basePrice.minorUnits;
  };

  test('a range is raised by 10 percent after a preview, the shop quotes it at once, and undo takes it back', async () => {
    const [arrival, lastNight, departure] = [dayOf(3, 'MON'), dayOf(3, 'MON', 6), dayOf(3, 'MON', 7)];
    const before = await basePrice(arrival, departure);
    const { page, screenshot, close } = await desk.open(path(arrival));
    await cell(page, arrival).click();
    await cell(page, lastNight).click();
    await page.getByLabel('Rounded to').selectOption('1');
    await page.getByRole('textbox', { name: 'Percent' }).fill('10');
    const line = page.locator('.preview tbody tr');
    await expect.poll(() => line.count()).toBeGreaterThan(0);
    expect(await basePrice(arrival, departure)).toBe(before);
    await screenshot('desk-prices-preview');
    await page.getByRole('button', { name: 'Change 7 nights' }).click();
    await page.getByText('New price: 7 nights.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(Math.round(before * 1.1));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('As it was before.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(before);
    await close();
  });

  test('what is no number is said beside the field, and sends nothing', async () => {
    const { page, close } = await desk.open(path(dayOf(2, 'MON')));
    await cell(page, dayOf(2, 'MON')).click();
    const field = page.getByRole('textbox', { name: 'Percent' });
    await field.fill('ten');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.press('Enter');
    expect(await page.locator('.notice').count()).toBe(0);
    await close();
  });

  test.each([
    ['en', 'light', 1280, 'rooms'],
    ['de', 'dark', 320, 'rooms'],
    ['cs', 'light', 320, 'prices'],
    ['ru', 'dark', 1280, 'prices'],
  ] as const)(
    'in %s, %s and %i px wide, %s have no finding of axe, no page-wide scrolling, and do not jump while they load',
    async (lang, scheme, width, screen) => {
      const night = dayOf(2, 'FRI');
      const chosen = `&rooms=${ROOM}&from=${night}&to=${night}&lang=${lang}`;
      const options = { viewport: { width, height: 900 }, colorScheme: scheme, locale: lang };
      const { page, screenshot, close } = await desk.open(path(night).replace('prices', screen) + chosen, options);
      if (screen === 'prices') await page.locator('[name="change"]').fill('10');
      expect(await violationsOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.05);
      await screenshot(`desk-${screen}-${lang}`);
      await close();
    },
  );
});
