/** Browsers that keep nothing for pages, or have no room left, in Chromium: all works until the window is left, and nothing is booked twice. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../support/browser/browser.ts';
import { ALL_SCOPES, requestStay, signIn } from '../support/browser/desk.ts';
import {
  bookPath,
  enter,
  findStay,
  held,
  keptBooking,
  referenceShown,
  roomsLeft,
} from './shop-checkout/booked-stay.ts';

const FORBIDS = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
  get() { throw new DOMException('forbidden', 'SecurityError'); } });`;
const IS_FULL = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`;
const IS_DAMAGED = `localStorage.setItem('booked-stays', '[{');`;

describe.skipIf(!hasChromium())('a browser that', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  const open = async (address: string, how: string) => {
    const opened = await scene.open('/health');
    await opened.page.addInitScript(how);
    await opened.page.goto(scene.url + address);
    return opened;
  };
  const book = async (page: Page) => {
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    return referenceShown(page);
  };

  test.each([
    ['forbids to keep anything', FORBIDS],
    ['has no room for what is kept', IS_FULL],
    ['has kept something else than was stored', IS_DAMAGED],
  ])('%s books a stay once, shows it and finds it', async (_, how) => {
    const stay = await findStay(scene);
    const desk = await scene.key(['operate']);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await open(bookPath(stay), how);
    const reference = await book(page);
    expect((await keptBooking(scene, reference)).status).toBe('CONFIRMED');
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Cancel the booking' }).waitFor();
    expect(await page.locator('.code').textContent()).toBe(reference);
    await close();
  });

  test('forbids to keep anything shows the shop, leads to the last search and asks before a stay is booked once more', async () => {
    const { page, close } = await open('/offers?guests=3', FORBIDS);
    await page.locator('main h1').waitFor();
    await page.getByRole('link', { name: 'My booking', exact: true }).first().click();
    await page.locator('[name="reference"]').waitFor();
    await page.getByRole('link', { name: 'Offers', exact: true }).first().click();
    await page.waitForURL(/guests=3/);
    await page.goto(scene.url + bookPath(await findStay(scene, { visitType: 101, hotel: 1 })));
    await book(page);
    await page.goBack();
    await held(page);
    await enter(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The same stay once more?' }).waitFor();
    await close();
  });

  test('forbids to keep anything lets a clerk in, to a booking and out again', async () => {
    const key = await scene.key([...ALL_SCOPES]);
    const { reference } = await requestStay(scene, { lastName: 'Zakazany' });
    const { page, close } = await open('/desk/bookings', FORBIDS);
    await signIn(page, key);
    await page.locator('input[type="search"]').fill(reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?]q=/);
    await page.getByRole('link', { name: reference }).click();
    await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await close();
  });
});
