/** Keys of the desk, pressed faster than it loads: a clerk does not wait for a view before the next key. */
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { requestStay } from '../../support/browser/desk.ts';
import { holdBack } from '../../support/browser/hold-back.ts';

describe.skipIf(!hasChromium())('26.0: keys of the desk', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('pressed before anything has loaded, they search and open a booking', async () => {
    const { reference } = await requestStay(scene, { lastName: 'Rychla' });
    await requestStay(scene, { lastName: 'Jina' });
    const { page, close } = await scene.open('/mail');
    const viewer = await holdBack(page, '**/graphql', 'DeskViewer');
    const list = await holdBack(page, '**/bookings-page-*.js');
    const rows = await holdBack(page, '**/graphql', 'DeskBookings');
    await page.goto(`${scene.url}/desk`);
    await viewer.isThere();
    await page.keyboard.press('/');
    viewer.letGo();
    await list.isThere();
    // The view of today listens to j, k and r meanwhile.
    for (const key of `jkr${reference.toLowerCase()}`) await page.keyboard.press(key);
    list.letGo();
    await page.locator('input[type="search"]:focus').waitFor();
    await expect.poll(() => page.locator('input[type="search"]').inputValue()).toBe(`jkr${reference.toLowerCase()}`);
    for (const _ of 'jkr') await page.keyboard.press('Home').then(() => page.keyboard.press('Delete'));
    const search = page.waitForRequest(
      (request) =>
        request.postData()?.includes('DeskBookings') === true && request.postData()!.includes(reference.toLowerCase()),
    );
    await page.keyboard.press('Enter');
    await search;
    await page.waitForURL(/[?]q=/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    rows.letGo();
    await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
    await close();
  });

  test('pressed before the booking has loaded, c confirms it, and the next key is typed into the note', async () => {
    await requestStay(scene, { lastName: 'Spesna' });
    const { page, close } = await scene.open('/mail');
    const booking = await holdBack(page, '**/graphql', 'DeskBooking');
    await page.goto(`${scene.url}/desk`);
    await page.locator('[data-row]', { hasText: 'Jana Spesna' }).first().click();
    await booking.isThere();
    await page.keyboard.press('c');
    booking.letGo();
    await page.locator('dialog textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const key of 'ddx') await page.keyboard.press(key);
    await expect.poll(() => page.locator('dialog textarea').first().inputValue()).toBe('dx');
    await page.getByRole('button', { name: 'Decline' }).last().waitFor();
    await close();
  });

  test('that nothing takes are dropped once all has loaded: they open no dialog of a later view', async () => {
    const { reference } = await requestStay(scene, { lastName: 'Pozdni' });
    const { page, close } = await scene.open('/mail');
    const rows = await holdBack(page, '**/graphql', 'DeskToday');
    await page.goto(`${scene.url}/desk`);
    await rows.isThere();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    rows.letGo();
    await page.locator('[data-row]:focus').waitFor();
    await page.locator('[data-row]', { hasText: 'Jana Pozdni' }).first().click();
    await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
    await page.getByRole('button', { name: 'Withdraw request' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('typed into the search or a filter stay when the hotels arrive', async () => {
    const { page, close } = await scene.open('/mail');
    const hotels = await holdBack(page, '**/graphql', 'DeskHotels');
    await page.goto(`${scene.url}/desk`);
    await page.getByRole('heading', { name: /^Today, / }).waitFor();
    await page.keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.insertText('abcd');
    await hotels.isThere();
    hotels.letGo();
    await page.locator('select[name="hotel"]:enabled').waitFor();
    expect(await page.locator('input[type="search"]').inputValue()).toBe('abcd');
    await close();
  });

  test('that lead to a view which cannot be loaded leave the one that is shown, say so, and work on', async () => {
    await requestStay(scene, { lastName: 'Staly' });
    const { page, close } = await scene.open('/desk');
    await page.locator('[data-row]').first().waitFor();
    let isAway = true;
    const answer = (route: Route) => (isAway ? route.abort() : route.fallback());
    await page.route('**/bookings-page-*.js', answer);
    await page.route(/\/desk\/bookings/, answer);
    await page.keyboard.press('/');
    const problem = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await problem.waitFor();
    expect(page.url()).toBe(`${scene.url}/desk`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.locator('[data-row]:focus').waitFor();
    isAway = false;
    await problem.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor();
    await page.locator('[data-row]').first().waitFor();
    expect(await problem.count()).toBe(0);
    await close(['net::ERR_FAILED']);
  });
});
