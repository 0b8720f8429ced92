/** A desk that stays open over midnight: its views go on with the new day. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, formatDay } from '../../../src/domain/time/civil-date.ts';
import { weekendFrom } from '../../../src/web/desk/rooms/month/selection.ts';
import { monthOf, showDate } from '../../../src/web/format/civil-date.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { ALL_SCOPES, confirmedStay, openBooking, signIn } from '../../support/browser/desk.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';

describe.skipIf(!hasChromium())('a desk that was opened on an earlier day', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES]);
  });
  afterAll(() => scene?.close());

  /** So many days go by while the page is open, and somebody comes back to it. */
  const pass = async (page: Page, days: number) => {
    let asked = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query DeskViewer')) return route.fallback();
      asked++;
      await route.fulfill({ json: { data: { viewer: { today: dateFromNow(days) } } } });
    });
    // The view may still be asking for the day before.
    const comeBack = async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      return asked;
    };
    await expect.poll(comeBack).toBeGreaterThan(0);
  };
  const dayIn = (days: number) => String(Number(dateFromNow(days).slice(8)));
  const open = async (path: string) => {
    const watched = await scene.open('/desk');
    await signIn(watched.page, key);
    await watched.page.goto(scene.url + path);
    return watched;
  };

  test.each(['rooms', 'prices'])('marks today among %s, and the next weekend is the one after today', async (view) => {
    const { page, close } = await open(`/desk/${view}?hotel=1`);
    const marks = (days: number) =>
      expect.poll(() => page.locator('th:has(.today-word) b').allTextContents()).toEqual([dayIn(days)]);
    await marks(0);
    await pass(page, 10);
    await marks(10);
    await page.getByRole('button', { name: 'Next weekend' }).click();
    const { from } = weekendFrom(dayOf(dateFromNow(10)));
    await page.waitForURL(({ searchParams }) => searchParams.get('from') === formatDay(from));
    await close();
  });

  test('shows the figures of the month that it is', async () => {
    const { page, close } = await open('/desk/figures?hotel=1');
    const shows = (days: number) =>
      page
        .getByRole('heading', {
          name: showDate(`${monthOf(dateFromNow(days))}-01`, 'en', { month: 'long', year: 'numeric' }),
        })
        .waitFor();
    await shows(0);
    await pass(page, 40);
    await shows(40);
    await close();
  });

  test('begins with who comes on the new day, wherever the focus was left', async () => {
    await confirmedStay(scene, { key, lastName: 'Zitrejsi', days: [3, 5] });
    const { page, close } = await open('/desk');
    const arrivals = page.locator('.today-lists section', {
      has: page.getByRole('heading', { name: 'Arrivals today', exact: true }),
    });
    await arrivals.getByText('Nobody is arriving.').waitFor();
    // It was left there in the evening.
    await page.locator('.today-lists a').first().focus();
    await pass(page, 3);
    await arrivals.getByText('Jana Zitrejsi').waitFor();
    await close();
  });

  test('offers what can be done with a booking on the day of its arrival', async () => {
    const made = await confirmedStay(scene, { key, lastName: 'Prijede', days: [2, 5] });
    const { page, close } = await openBooking(scene, made, key);
    await page.getByRole('button', { name: 'Cancel booking' }).waitFor();
    const noShow = page.getByRole('button', { name: 'No-show' });
    expect(await noShow.count()).toBe(0);
    await pass(page, 2);
    await noShow.waitFor();
    await close();
  });
});
