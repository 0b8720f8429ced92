/** Checkout in Chromium with a slow network, of a room and of a party: nothing jumps while the answers come in, and nobody books before all is shown. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { bookPath, field, findStay, held, partyPath } from './booked-stay.ts';

/** What an answer takes, in milliseconds. */
const SLOW_MS = 400;

describe.skipIf(!hasChromium())('checkout on a slow network', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  const pathOf = {
    'a room': async () => bookPath(await findStay(scene, { visitType: 110 })),
    'a party': () => partyPath(scene),
  };

  test.each([
    ['a room', 360, 740],
    ['a room', 412, 915],
    ['a party', 360, 740],
  ] as const)('does not jump while it loads: %s, %i by %i pixels', async (what, width, height) => {
    const path = await pathOf[what]();
    const { page, close } = await scene.open('/health', {
      ...{ viewport: { width, height }, hasTouch: true, isMobile: true },
    });
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.fulfill({ response, body });
    });
    await page.goto(scene.url + path);
    await held(page);
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
    await close();
  });

  test.each(['a room', 'a party'] as const)(
    'has no button that books before payment, seller and terms are shown: %s (F14)',
    async (what) => {
      const path = await pathOf[what]();
      const { page, close } = await scene.open('/health');
      const terms = await holdBack(page, '**/graphql', 'query CheckoutStay');
      await page.goto(scene.url + path);
      await held(page);
      const button = page.locator('.checkout-form [type=submit]');
      expect(await button.isDisabled()).toBe(true);
      await field(page, 'billedTo.firstName').press('Enter');
      expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
      terms.letGo();
      await page.locator('.checkout-form').getByText('You pay at the hotel on arrival').waitFor();
      expect(await button.isEnabled()).toBe(true);
      await close();
    },
  );
});
