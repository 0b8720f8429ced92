/** A shop with a publishable key in Chromium, at an address that has spent its room nights of the day (A4): what is left is a request. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { PEPPER } from '../../support/gateway/served-gateway.ts';
import { bookPath, enter, field, findStay, held, linesShown } from './booked-stay.ts';

const SPENT = /^From one internet connection at most 4 nights a day are booked or held/;

describe.skipIf(!hasChromium())('a guest whose address has spent its room nights', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  /** A shop from which four nights a day can be held or booked. */
  const openShop = async (): Promise<string> => {
    const { key } = await createKey({
      ...{ database: scene.database, pepper: PEPPER, name: 'pages', scopes: ['read', 'book'], channelCode: 'public' },
      ...{ isPublishable: true, destinationNumbers: null, expiresAt: null, clock: systemClock },
    });
    return scene.withoutDemo({ PAGES_KEY: key, PUBLIC_ROOM_NIGHTS_PER_DAY: '4' });
  };
  const requests = async (page: Page) => {
    await page.getByRole('heading', { name: 'Your request' }).waitFor();
    await page.locator('.checkout-request').getByText(SPENT).waitFor();
    expect(await page.getByRole('button', { name: /^Book and pay/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Request for/ }).click();
    await page.getByRole('heading', { name: 'Your request is on its way' }).waitFor();
  };

  test('requests the stay when it cannot be held any more, alone and in several rooms, and then when it cannot be booked', async () => {
    const shop = await openShop();
    const stay = await findStay(scene, { visitType: 110 });
    const { page, close } = await scene.open(shop + bookPath(stay));
    await held(page);
    await enter(page);
    // The hold of another price counts its nights again.
    await field(page, 'guests.0.loyaltyProgram').selectOption({ index: 1 });
    await requests(page);

    const { visitType, hotel, arrival } = await findStay(scene);
    const party = new URLSearchParams({
      ...{ visitType: `${visitType}`, hotel: `${hotel}`, arrival, nights: '3', party: '1,1', currency: 'EUR' },
    });
    await page.goto(`${shop}/book-party?${party}`);
    await enter(page);
    await requests(page);

    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CheckoutHold') ? route.abort() : route.fallback(),
    );
    await page.goto(shop + bookPath(await findStay(scene)));
    await linesShown(page);
    await enter(page);
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.click();
    // The hold may have been made without an answer, so it is asked for once more.
    await page.getByText('The service is busy.').waitFor();
    await book.click();
    await page.getByRole('alert').getByText(SPENT).waitFor();
    await requests(page);
    await close(['ERR_FAILED']);
  });
});
