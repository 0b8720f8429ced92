/** How the shop looks in Chromium: for everybody, on every screen, on a slow network. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { bookPath, findStay, held } from '../shop-checkout/booked-stay.ts';
import { expectNoSideways, settled } from './visitor.ts';

const VIEWS = [
  '/',
  '/offers?onRequest=true&party=2,1',
  '/stays/102/1?guests=2',
  '/stays/109/4?guests=1',
  '/hotels/1?guests=2',
];
const LANGUAGES = ['en-GB', 'de-DE', 'cs-CZ', 'ru-RU'];
/** What an answer takes, in milliseconds. */
const SLOW_MS = 400;

describe.skipIf(!hasChromium())('the look of the shop', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test.each(['light', 'dark'] as const)('has no barrier that axe finds, %s', async (colorScheme) => {
    for (const [index, view] of VIEWS.entries()) {
      const { page, close } = await scene.open(view, { colorScheme, locale: LANGUAGES[index % LANGUAGES.length]! });
      await settled(page);
      expect(await violationsOn(page)).toEqual([]);
      await close();
    }
  });

  test.each(LANGUAGES)('fits a screen of 320 and of 360 pixels without scrolling sideways, in %s', async (locale) => {
    const { page, close } = await scene.open('/', { viewport: { width: 320, height: 640 }, locale });
    for (const view of VIEWS) {
      await page.goto(scene.url + view);
      await settled(page);
      await expectNoSideways(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSideways(page);
      await page.setViewportSize({ width: 320, height: 640 });
    }
    await close();
  });

  test('shows its buttons whole at twice the size of text, on a phone', async () => {
    const { page, close } = await scene.open('/health', { viewport: { width: 360, height: 740 } });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'));
    });
    const stay = await findStay(scene);
    const party = `visitType=${stay.visitType}&hotel=${stay.hotel}&arrival=${stay.arrival}&nights=3&party=1,1`;
    for (const view of [...VIEWS, bookPath(stay), `/book-party?${party}&currency=EUR`, '/booking']) {
      await page.goto(scene.url + view);
      await settled(page);
      if (view.startsWith('/book-party') || view.startsWith('/book?')) await held(page);
      if (view.startsWith('/stays')) {
        await page.locator('.day:is(.free, .request, .sold-out)').first().click();
        await page.locator('.order-bar a').waitFor();
      }
      const cut = await page.locator('main :is(button:not(.gallery *), a.button):visible').evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const { left, right } = button.getBoundingClientRect();
            return left < 0 || right > innerWidth || button.scrollWidth > button.clientWidth + 1;
          })
          .map((button) => button.textContent),
      );
      expect(cut, view).toEqual([]);
    }
    await close();
  });

  test('loads at most 60 kB of scripts for the first view, gzipped, and none of what the desk asks', async () => {
    const { page, close } = await scene.open('/health');
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(scene.url);
    await settled(page);
    const loaded = await Promise.all(scripts);
    expect(loaded.filter((script) => script.includes('query Desk'))).toEqual([]);
    const sizes = loaded.map((script) => gzipSync(script).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
    await close();
  });

  test.each([360, 1280])('does not jump while it loads on a slow network, %i pixels wide', async (width) => {
    const { page, close } = await scene.open('/health', { viewport: { width, height: 800 } });
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.fulfill({ response, body });
    });
    // The calendar follows by a stream, which cannot be held back as a whole; without it the page asks once.
    await page.route(
      (url) => url.pathname === '/graphql',
      (route) => (route.request().headers().accept === 'text/event-stream' ? route.abort() : route.fallback()),
    );
    for (const view of VIEWS) {
      await page.goto(scene.url + view);
      await settled(page);
      expect(await layoutShiftOf(page), view).toBeLessThan(MOST_SHIFT);
    }
    await close(['/graphql']);
  });
});
