/** A tab of the shop that stays open over midnight: it goes on with the new day. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { monthOf, showDate } from '../../../src/web/format/civil-date.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';
import { settled } from './visitor.ts';

/** A page that is in sight may show the day before for so long. */
const MOST_MS = 5 * 60_000;

describe.skipIf(!hasChromium())('a page of the shop that was opened on an earlier day', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  /** Opens a page; `pass` lets so many days go by while it is open, after which somebody comes back to it, or, with a clock, goes on looking at it. */
  async function open(path: string, { hasClock = false } = {}) {
    let days = 0;
    let asked = 0;
    const watched = await scene.open('/developers');
    if (hasClock) await watched.page.clock.install();
    const answer = (operation: string, dataOn: (date: string) => object) =>
      watched.page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes(`query ${operation}`)) return route.fallback();
        asked++;
        await route.fulfill({ json: { data: dataOn(dateFromNow(days)) } });
      });
    await answer('ShopToday', (today) => ({ viewer: { today } }));
    await answer('FirstMonth', (date) => ({ calendar: [{ date, selectable: true, reasons: [] }] }));
    await watched.page.goto(scene.url + path);
    await settled(watched.page);
    const pass = async (more: number) => {
      days = more;
      asked = 0;
      if (hasClock) await watched.page.clock.runFor(MOST_MS);
      else await watched.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await expect.poll(() => asked).toBeGreaterThan(0);
    };
    return { ...watched, pass };
  }
  const firstArrival = (page: Page) => page.locator('input[name="arrival"]').first().getAttribute('min');

  test.each(['/', '/offers', '/hotels/1'])('lets no earlier day be searched for: %s', async (path) => {
    const { page, pass, close } = await open(path);
    await expect.poll(() => firstArrival(page)).toBe(dateFromNow(0));
    await pass(3);
    await expect.poll(() => firstArrival(page)).toBe(dateFromNow(3));
    await close();
  });

  test('lets no earlier day be searched for while somebody looks at it, from five minutes after midnight on', async () => {
    const { page, pass, close } = await open('/', { hasClock: true });
    await expect.poll(() => firstArrival(page)).toBe(dateFromNow(0));
    await pass(1);
    await expect.poll(() => firstArrival(page)).toBe(dateFromNow(1));
    await close();
  });

  test('shows the first month of a stay as it is by then, and none before it', async () => {
    const { page, pass, close } = await open('/stays/101/1');
    const shows = async (days: number) => {
      const month = showDate(`${monthOf(dateFromNow(days))}-01`, 'en', { month: 'long', year: 'numeric' });
      await page.locator('.calendar').getByRole('heading', { name: month }).waitFor();
      expect(await page.getByRole('button', { name: 'Previous month' }).isDisabled()).toBe(true);
    };
    await shows(0);
    await pass(40);
    await shows(40);
    await close();
  });
});
