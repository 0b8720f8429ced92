/** The months of rooms and prices in every language, light and dark, wide and narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { type DeskScene, dayOf, deskScene, pricesPath, ROOM, roomsPath } from '../../support/browser/desk-rooms.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';

describe.skipIf(!hasChromium())('rooms and prices at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

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
      const { page, screenshot, close } = await desk.open(
        (screen === 'rooms' ? roomsPath(night) : pricesPath(night)) + chosen,
        options,
      );
      // Before anything is entered: what an entry shows makes room for itself.
      expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
      if (screen === 'prices') await page.locator('[name="change"]').fill('10');
      expect(await violationsOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await screenshot(`desk-${screen}-${lang}`);
      await close();
    },
  );
});
