/** Checkout in Chromium on phones with a slow network: nothing jumps while the answers come in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { bookPath, findStay, held } from './booked-stay.ts';

/** What an answer takes, in milliseconds. */
const SLOW_MS = 400;

describe.skipIf(!hasChromium())('checkout on a slow network', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test.each([
    [360, 740],
    [412, 915],
  ])('does not jump while it loads, %i by %i pixels', async (width, height) => {
    const stay = await findStay(scene, { visitType: 110 });
    const { page, close } = await scene.open('/health', {
      ...{ viewport: { width, height }, hasTouch: true, isMobile: true },
    });
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.fulfill({ response, body });
    });
    await page.goto(scene.url + bookPath(stay));
    await held(page);
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
    await close();
  });
});
