/** The page of a hotel in Chromium. Issue 30, number 6. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { daysAfter, expectNoSideways, OFFER, queryOf, settled, tabTo, todayOf } from './visitor.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe.skipIf(!hasChromium())('the page of a hotel', () => {
  let scene: BrowserScene;
  let arrival: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    arrival = daysAfter(await todayOf(scene), 21);
  });
  afterAll(() => scene?.close());

  test('says where it is, with a link to a map from which nothing is loaded, what its rooms are like, and what holds there', async () => {
    const { page, screenshot, close } = await scene.open(`/hotels/1?arrival=${arrival}&nights=7&guests=2`);
    await settled(page);
    expect(await page.locator('h1').textContent()).toBe('Hotel Aurora');
    const where = page.locator('address');
    expect(await where.textContent()).toContain('Czechia');
    const map = where.getByRole('link', { name: 'Map' });
    expect(new URL((await map.getAttribute('href'))!).host).toBe('www.openstreetmap.org');
    expect(await map.getAttribute('rel')).toContain('noreferrer');
    expect(await where.locator('a[href^="tel:"]').count()).toBe(1);
    expect(await page.locator('.beds').allTextContents()).toContain('2 beds · Two single beds · 24 m²');
    for (const name of ['Rooms', 'Hotel facilities', 'Good to know', 'Your stay here']) {
      await page.getByRole('heading', { level: 2, name }).waitFor();
    }
    for (const said of ['Check-in from 14:00', 'Children from 3 years are welcome', 'The spa tax of CZK 50']) {
      await page.getByText(said).waitFor();
    }
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('shop-hotel-en-1200');
    // It fails if anything came from another server.
    await close();
  });

  test('shows its pictures large, one after the other, by finger and by keyboard', async () => {
    const { page, screenshot, close } = await scene.open('/hotels/1', PHONE);
    await settled(page);
    await page.locator('.gallery .of-picture').first().tap();
    const dialog = page.getByRole('dialog');
    await dialog.locator('figure').nth(1).waitFor({ state: 'attached' });
    const count = await dialog.locator('figure').count();
    expect(count).toBeGreaterThan(1);
    await dialog.getByRole('heading', { name: `Picture 1 of ${count}` }).waitFor();
    const picture = await dialog.locator('figure .picture').first().boundingBox();
    expect(picture!.width).toBeGreaterThan(280);
    await dialog.getByRole('button', { name: 'Next' }).tap();
    await dialog.getByRole('heading', { name: `Picture 2 of ${count}` }).waitFor();
    await screenshot('shop-hotel-picture-360');
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await tabTo(page, '.gallery .of-picture:nth-of-type(2)');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: `Picture 2 of ${count}` }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByRole('heading', { name: `Picture 1 of ${count}` }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('.of-picture:nth-of-type(2)')))
      .toBe(true);
    await close();
  });

  test('is found from an offer and from a stay, and offers what there is for the same days and guests; both can be changed there', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2`, PHONE);
    await settled(page);
    const card = page.locator(OFFER).first();
    const name = (await card.getByRole('heading').textContent())!.trim();
    await card.getByRole('link', { name: `About ${name}` }).tap();
    await page.waitForURL('**/hotels/*');
    await settled(page);
    expect(await page.locator('h1').textContent()).toBe(name);
    expect(queryOf(page)).toEqual({ arrival, nights: '7', flex: '3', guests: '2' });
    // The cheapest first.
    const totals = (await page.locator(`${OFFER} .price strong`).allTextContents()).map((text) =>
      Number(text.replace(/[^\d]/g, '')),
    );
    expect(totals.length).toBeGreaterThan(0);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));

    await page.getByLabel('Guests', { exact: true }).selectOption('1 guest');
    await page.getByLabel('How long').selectOption('3 nights');
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect.poll(() => queryOf(page)).toMatchObject({ arrival, nights: '3', guests: '1' });
    await settled(page);
    await page.locator(OFFER).first().getByRole('link').tap();
    await page.waitForURL('**/stays/**');
    expect(queryOf(page)).toMatchObject({ nights: '3', guests: '1' });
    await page.locator('.stay-head').getByRole('link', { name }).tap();
    await page.waitForURL('**/hotels/*');
    await settled(page);
    expect(await page.locator('h1').textContent()).toBe(name);
    await page.goBack();
    await page.locator('.stay-page').waitFor();
    await close();
  });

  test('says that nothing is sold on the days that were asked for, and leads to calendars', async () => {
    const { page, close } = await scene.open(`/hotels/1?arrival=${daysAfter(arrival, 580)}&nights=1&flex=0&guests=1`);
    await settled(page);
    await page.getByRole('heading', { level: 3, name: 'No such stay is sold on these days' }).waitFor();
    expect(await page.getByRole('link', { name: 'Arrive up to 7 days earlier or later' }).count()).toBe(1);
    await page.locator('.kinds-here a').first().click();
    await page.waitForURL(/\/stays\/\d+\/1\?.*guests=1/);
    await close();
  });

  test.each(['by finger', 'by keyboard'])(
    'says that no room holds all guests, and leads them to rooms that do, %s',
    async (how) => {
      const asked = `arrival=${arrival}&nights=7&flex=0&guests=6`;
      const { page, close } = await scene.open(`/offers?${asked}`, PHONE);
      await settled(page);
      await page.goto(`${scene.url}/hotels/1?${asked}`);
      await settled(page);
      await page.getByRole('heading', { level: 3, name: 'No room is large enough for all guests' }).waitFor();
      await page.getByText('The largest room that can be had then sleeps 3 guests.').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      if (how === 'by finger') await page.getByRole('link', { name: 'Search for 2 rooms: 3 + 3 guests' }).tap();
      else {
        await tabTo(page, '.ways a');
        await page.keyboard.press('Enter');
      }
      await expect.poll(() => queryOf(page)).toEqual({ arrival, nights: '7', flex: '0', party: '3,3' });
      await page.locator(OFFER).first().waitFor();
      // The way is gone: who took it continues where the offers begin.
      await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('hotel-offers');
      if (how === 'by keyboard') {
        await page.goBack();
        await expect.poll(() => page.locator(':focus').textContent()).toBe('Search for 2 rooms: 3 + 3 guests');
        await page.goForward();
        await page.locator(OFFER).first().waitFor();
      }
      await page.getByRole('link', { name: 'All offers' }).click();
      await page.waitForURL('**/offers?**');
      expect(queryOf(page)).toMatchObject({ arrival, party: '3,3' });
      await close();
    },
  );

  test('stays where the visitor is when a way or a search changes what is asked, and Back returns to the way', async () => {
    const { page, close } = await scene.open(`/hotels/1?arrival=${arrival}&nights=7&flex=0&guests=6`, {
      ...PHONE,
      reducedMotion: 'reduce',
    });
    await settled(page);
    const isInSight = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const way = page.getByRole('link', { name: 'Search for 2 rooms: 3 + 3 guests' });
    await way.scrollIntoViewIfNeeded();
    const place = await scrolled();
    expect(place).toBeGreaterThan(0);
    await way.tap();
    await page.locator(OFFER).first().waitFor();
    await expect.poll(() => isInSight('#hotel-offers')).toBe(true);
    expect(await scrolled()).toBeGreaterThan(0);
    await page.goBack();
    await way.waitFor();
    await expect.poll(scrolled).toBe(place);

    await page.goForward();
    await page.locator(OFFER).first().waitFor();
    await page.getByLabel('How long').selectOption('3 nights');
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect.poll(() => queryOf(page)).toMatchObject({ nights: '3' });
    await settled(page);
    expect(await isInSight('.search-form [type=submit]')).toBe(true);
    // Another page begins at its beginning.
    await page.locator('.kinds-here a').last().tap();
    await page.waitForURL(/\/(?:stays|offers)/);
    await settled(page);
    expect(await scrolled()).toBe(0);
    await close();
  });

  test('leads a party to what is offered to it of a kind of stay, as long as that is sold, and on to the booking of its rooms', async () => {
    const { page, close } = await scene.open(`/hotels/1?arrival=${arrival}&nights=7&flex=0&party=2,1`);
    await settled(page);
    const shorter = page.locator('.kinds-here li').filter({ hasText: '2 to 3 nights' }).getByRole('link').first();
    expect(await shorter.getAttribute('href')).toContain('nights=3&');
    await page.locator('.kinds-here').getByRole('link', { name: 'Spa taster' }).click();
    await page.waitForURL('**/offers?**');
    const asked = { arrival, nights: '7', party: '2,1', hotel: '1', visitType: '101' };
    expect(queryOf(page)).toEqual({ ...asked, flex: '7', onRequest: 'true' });
    await settled(page);
    await page.locator(OFFER).first().getByRole('link').first().click();
    await page.waitForURL('**/book-party?**');
    expect(queryOf(page)).toMatchObject({ party: '2,1', hotel: '1', visitType: '101' });
    await close();
  });

  test.each([
    ['cs-CZ', 'Česko', 'Pokoje', 'Žádný pokoj není dost velký pro všechny hosty'],
    ['de-DE', 'Tschechien', 'Zimmer', 'Kein Zimmer ist groß genug für alle Gäste'],
    ['ru-RU', 'Чехия', 'Номера', 'Ни один номер не вмещает всех гостей'],
  ])('speaks the language of its visitor: %s', async (locale, country, rooms, why) => {
    const { page, close } = await scene.open('/hotels/1?guests=6', { locale, viewport: { width: 320, height: 640 } });
    await settled(page);
    expect(await page.locator('address').textContent()).toContain(country);
    await page.getByRole('heading', { level: 2, name: rooms, exact: true }).waitFor();
    await page.getByRole('heading', { level: 3, name: why }).waitFor();
    await expectNoSideways(page);
    await close();
  });

  test('that there is not leads back to the search', async () => {
    const { page, close } = await scene.open('/hotels/999');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await close(['404']);
  });

  test('is named where its offers are searched for, also where there are none', async () => {
    const { hotel } = await scene.ask<{ hotel: { name: string } }>('{ hotel(id: 1) { name } }');
    const { page, close } = await scene.open('/offers?hotel=1&max=1');
    await settled(page);
    await page.getByRole('button', { name: `Only ${hotel.name}` }).waitFor();
    await close();
  });
});
