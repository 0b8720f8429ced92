/** The way back to the offers, from anywhere in the shop, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { daysAfter, OFFER, settled, tabTo, todayOf } from './visitor.ts';

describe.skipIf(!hasChromium())('the offers that were left', () => {
  let scene: BrowserScene;
  let arrival: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    arrival = daysAfter(await todayOf(scene), 21);
  });
  afterAll(() => scene?.close());

  test('are found again as they were searched for, by “All offers” on a stay and by the bar on top', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2`);
    await settled(page);
    await page.getByRole('complementary').getByLabel('Hotel').selectOption('4');
    await page.waitForURL(/[?&]stars=4/);
    await settled(page);
    const found = await page.locator('.found [role=status]').textContent();
    const { pathname, search } = new URL(page.url());
    const offers = pathname + search;

    await page.locator(`${OFFER} a`).first().click();
    await page.locator('.stay-page').waitFor();
    await page.locator('h1:focus').waitFor();
    await tabTo(page, 'a.back');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${offers}`);
    await settled(page);
    expect(await page.locator('.found [role=status]').textContent()).toBe(found);

    const bar = page.getByRole('navigation').getByRole('link', { name: 'Offers' });
    await page.getByRole('link', { name: 'My booking' }).click();
    await page.getByRole('heading', { name: 'My booking' }).waitFor();
    await bar.click();
    await page.waitForURL(`**${offers}`);
    await settled(page);
    await bar.click();
    expect(page.url()).toBe(scene.url + offers);

    await page.locator('a.brand').click();
    await expect.poll(() => page.getByLabel('Arrival').inputValue()).toBe(arrival);
    await page.goto(`${scene.url}/book`);
    expect(await page.getByRole('link', { name: 'See the offers' }).getAttribute('href')).toBe(offers);
    await close();
  });

  test('are those for the days and guests of the stay where no others have been looked at', async () => {
    const { page, close } = await scene.open(`/stays/101/1?arrival=${arrival}&nights=7&guests=1`);
    const back = page.locator('a.back');
    await back.waitFor();
    expect(await back.getAttribute('href')).toMatch(
      new RegExp(`^/offers\\?arrival=${arrival}&nights=7&flex=7&guests=1$`),
    );
    await close();
  });

  test('are those of the search in a new tab, too, in every language, with all rooms of a party; each tab keeps its own', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=5&flex=2&party=2,1&stars=3`);
    await settled(page);
    const searched = new URL(page.url());
    for (const lang of ['cs', 'de', 'en', 'ru']) {
      const tab = await page.context().newPage();
      await tab.goto(`${scene.url}/?lang=${lang}`);
      await settled(tab);
      expect(await tab.locator('[name=arrival]').inputValue()).toBe(arrival);
      expect(await tab.locator('.party-room').count()).toBe(2);
      const offers = await tab.locator('header nav a').first().getAttribute('href');
      expect(decodeURIComponent(offers!)).toBe(searched.pathname + searched.search);
      await tab.close();
    }
    const other = await page.context().newPage();
    await other.goto(`${scene.url}/offers?arrival=${daysAfter(arrival, 7)}&nights=2&flex=0&guests=1`);
    await settled(other);
    await page.locator('a.brand').click();
    await expect.poll(() => page.locator('[name=arrival]').inputValue()).toBe(arrival);
    await close();
  });

  test('are those for the days and guests that were changed on a stay and on a hotel; Back leads to those of before', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2&stars=3`, {
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    await settled(page);
    await page.locator(`${OFFER} a`).first().tap();
    await page.locator('.stay-page').waitFor();
    await settled(page);
    await page.getByLabel('Guests', { exact: true }).selectOption('1 guest');
    const bar = page.getByRole('navigation').getByRole('link', { name: 'Offers' });
    const offers = `/offers?arrival=${arrival}&nights=7&flex=3&guests=1&stars=3`;
    await expect.poll(() => page.locator('a.back').getAttribute('href')).toBe(offers);
    await page.locator('.stay-head .lead a').tap();
    await page.waitForURL('**/hotels/*');
    await settled(page);
    await page.getByLabel('How long').selectOption('4 nights');
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.waitForURL(/nights=4/);
    await page.getByRole('link', { name: 'All offers' }).tap();
    await page.waitForURL(/\/offers\?.*nights=4.*guests=1.*stars=3/);
    await settled(page);
    await bar.tap();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/hotels/*');
    await close();
  });
});
