/** From view to view in Chromium: with a connection that is slow or gone, after a new build, and back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { daysAfter, OFFER, settled, tabTo, todayOf } from './visitor.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const STAY_CODE = '**/assets/stay-page-*.js';

describe.skipIf(!hasChromium())('another view of the shop', () => {
  let scene: BrowserScene;
  let offers: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    offers = `/offers?arrival=${daysAfter(await todayOf(scene), 21)}&nights=7&flex=3&guests=2&stars=4`;
  });
  afterAll(() => scene?.close());

  test('that cannot be loaded leaves the stay as it is and says so, and is opened when there is a connection again', async () => {
    const { page, close } = await scene.open(offers, PHONE);
    await settled(page);
    await page.locator(`${OFFER} a`).first().tap();
    await page.locator('.stay-page').waitFor();
    await settled(page);
    const stay = page.url();
    const book = page.locator('a[href^="/book?"]:visible').first();
    await page.context().setOffline(true);
    await book.tap();
    const problem = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await problem.waitFor();
    await expect.poll(() => problem.boundingBox().then((box) => box!.y >= 0 && box!.y < 740)).toBe(true);
    expect(page.url()).toBe(stay);
    expect(await page.locator('.stay-page').isVisible()).toBe(true);
    expect(await book.isVisible()).toBe(true);
    await problem.getByRole('button', { name: 'Try again' }).tap();
    await page.context().setOffline(false);
    await page.waitForURL('**/book?**');
    await page.locator('.checkout-form').waitFor();
    expect(await problem.count()).toBe(0);
    await page.goBack();
    await page.locator('.stay-page').waitFor();
    expect(page.url()).toBe(stay);
    await close(['net::ERR_INTERNET_DISCONNECTED']);
  });

  test('can be asked for again by keyboard, and says as long as nothing helps that it cannot be loaded', async () => {
    const { page, close } = await scene.open('/health');
    await page.route(STAY_CODE, (route) => route.abort());
    await page.goto(scene.url + offers);
    await settled(page);
    await page.route(/\/stays\//, (route) => route.fulfill({ status: 503, body: 'not now' }));
    await tabTo(page, `${OFFER} a`);
    await page.keyboard.press('Enter');
    const problem = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await problem.waitFor();
    expect(page.url()).toBe(scene.url + offers);
    await tabTo(page, '.view-problem button');
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.keyboard.press('Enter');
    await refused;
    await expect.poll(() => page.locator('.view-problem button:focus').count()).toBe(1);
    await page.unroute(/\/stays\//);
    await page.unroute(STAY_CODE);
    await page.keyboard.press('Enter');
    await page.locator('.stay-page').waitFor();
    await close(['net::ERR_FAILED', '503']);
  });

  test('of a page that an older build has made comes with the document of the new one, and leads back', async () => {
    const { page, close } = await scene.open(offers);
    await settled(page);
    await page.route(STAY_CODE, (route) => route.fulfill({ status: 404, body: 'gone' }));
    page.on('request', (request) => {
      if (request.isNavigationRequest()) void page.unroute(STAY_CODE);
    });
    await page.locator(`${OFFER} a`).first().click();
    await page.locator('.stay-page').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.goBack();
    await page.locator(OFFER).first().waitFor();
    expect(page.url()).toBe(scene.url + offers);
    await close(['404']);
  });

  test('is opened once where its own code is what cannot be loaded, and says so', async () => {
    const { page, close } = await scene.open(offers);
    await settled(page);
    await page.route(STAY_CODE, (route) => route.abort());
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++;
    });
    await page.locator(`${OFFER} a`).first().click();
    await page.getByRole('alert').waitFor();
    expect(documents).toBe(1);
    await page.unroute(STAY_CODE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.stay-page').waitFor();
    expect(documents).toBe(2);
    await close(['net::ERR_FAILED']);
  });

  test('leaves the list as it was found until it is there: nothing is asked again without its filters', async () => {
    const { page, close } = await scene.open(offers);
    await settled(page);
    const cards = page.locator(OFFER);
    const before = await cards.allTextContents();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('query SearchOffers')) asked.push(request.postData()!);
    });
    const code = await holdBack(page, STAY_CODE);
    await cards.first().getByRole('link').first().click();
    await page.locator('main[aria-busy="true"]').waitFor();
    expect(await cards.allTextContents()).toEqual(before);
    expect(await page.getByRole('complementary').getByLabel('Hotel').inputValue()).toBe('4');
    expect(page.url()).toBe(scene.url + offers);
    code.letGo();
    await page.locator('.stay-page').waitFor();
    expect(asked).toEqual([]);
    await close();
  });

  test.each([
    ['by finger', PHONE],
    ['by keyboard', { viewport: { width: 1280, height: 900 } }],
  ])('leads back to the place in the list %s, however late the list is there', async (how, options) => {
    const { page, close } = await scene.open(`${offers.replace('&stars=4', '')}&pages=3&onRequest=true`, options);
    await settled(page);
    const card = page.locator(OFFER).nth(22).getByRole('link').first();
    const href = await card.getAttribute('href');
    await card.scrollIntoViewIfNeeded();
    await card.focus();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(4_000);
    if (how === 'by finger') await card.tap();
    else await page.keyboard.press('Enter');
    await page.locator('.stay-page').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const list = await holdBack(page, '**/graphql', 'query SearchOffers');
    await page.goBack();
    await page.locator('.offer.skeleton').first().waitFor();
    await list.isThere();
    list.letGo();
    await settled(page);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(place));
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
    await page.reload();
    await settled(page);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(place));
    await close();
  });
});
