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
});
