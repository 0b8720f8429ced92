/** A party that is booked by finger on a phone, in Russian, with a way back in between, in Chromium (Y2, F14). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { daysAfter, OFFER, settled, todayOf } from '../shop-search/visitor.ts';
import { enter, field, fits, held, PARTY_ENTRIES } from './booked-stay.ts';

describe.skipIf(!hasChromium())('a party on a phone', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('is told in Russian how to pay and with whom the contract is before it books; Back leads to its offers, and forth to what was entered', async () => {
    const arrival = daysAfter(await todayOf(scene), 40);
    const { page, screenshot, close } = await scene.open(`/offers?arrival=${arrival}&nights=3&flex=7&party=2,1`, {
      ...{ locale: 'ru-RU', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    await settled(page);
    await page.locator(OFFER).first().getByRole('link').first().tap();
    await held(page);
    await enter(page, PARTY_ENTRIES);
    const terms = page.locator('.checkout-form .sale-terms');
    const told = (await terms.textContent())!;
    for (const part of ['Оплата в отеле при заезде', 'Lázně Pramen', 'B 1234']) expect(told).toContain(part);
    const links = await terms.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://shop.example.com/ru/usloviya', 'https://shop.example.com/ru/konfidencialnost']);
    expect(await violationsOn(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await screenshot('checkout-party-ru-360');

    await page.goBack();
    await page.waitForURL(/\/offers\?.*party=2(?:,|%2C)1/);
    await settled(page);
    expect(await page.locator(OFFER).count()).toBeGreaterThan(0);
    await page.goForward();
    await page.waitForURL('**/book-party?**');
    await held(page);
    for (const [name, value] of Object.entries(PARTY_ENTRIES)) expect(await field(page, name).inputValue()).toBe(value);
    await page.getByRole('button', { name: /^Забронировать с оплатой \d/ }).tap();
    await page.waitForURL('**/booked');
    await page.getByRole('heading', { name: 'Забронировано.' }).waitFor();
    expect(await page.locator('.code').count()).toBe(2);
    await close();
  });
});
