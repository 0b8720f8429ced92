/** The same stay booked once more in Chromium, in another window or by way of Back: only after a question. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  field,
  findStay,
  held,
  orderAgainUnanswered,
  referenceShown,
  roomsLeft,
  sellOut,
} from './booked-stay.ts';

/** Each test takes two rooms, which this hotel has left on every night. */
const ROOMS_LEFT = { visitType: 101, hotel: 1 };

describe.skipIf(!hasChromium())('a stay that is booked already', () => {
  let scene: BrowserScene;
  let desk: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await scene.key(['operate']);
  });
  afterAll(() => scene?.close());

  test('is booked again after Back only when the guest says so, by keyboard', async () => {
    const stay = await findStay(scene, ROOMS_LEFT);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.keyboard.press('Enter');
    const first = await referenceShown(page);
    await page.goBack();
    await held(page);
    await enter(page);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'The same stay once more?' });
    await question.waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    // One is booked, one is held.
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 2);
    await page.getByRole('button', { name: /^Book and pay/ }).press('Enter');
    await question.getByRole('button', { name: /^Book and pay €\d/ }).press('Enter');
    expect(await referenceShown(page)).not.toBe(first);
    await close();
  });

  test('is booked under another key only when the guest says so, once the gateway may have forgotten that of the answer that was lost', async () => {
    const { page, close } = await scene.open('/booking');
    const keys: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as {
        query: string;
        variables: { input?: { idempotencyKey?: string } };
      };
      if (query.includes('mutation CheckoutHold')) return route.abort();
      if (!query.includes('mutation CheckoutBook')) return route.fallback();
      keys.push(variables.input?.idempotencyKey);
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await page.goto(scene.url + bookPath(await findStay(scene, ROOMS_LEFT)));
    await enter(page);
    const question = await orderAgainUnanswered(page);
    expect(keys).toHaveLength(1);
    await question.getByText('Another booking takes another room and is paid for separately.').waitFor();
    await question.getByRole('button', { name: /^Book and pay €\d/ }).click();
    await referenceShown(page);
    expect(new Set(keys).size).toBe(2);
    await close(['ERR_FAILED']);
  });

  test('is requested again by a button that says so: a request takes no room and is not paid for', async () => {
    const stay = await findStay(scene);
    await sellOut(scene, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await enter(page);
    await page.getByRole('button', { name: /^Request for/ }).click();
    const first = await referenceShown(page);
    await page.goBack();
    await enter(page);
    await page.getByRole('button', { name: /^Request for/ }).click();
    const question = page.getByRole('dialog', { name: 'The same stay once more?' });
    await question.getByText('Another request may become another booking').waitFor();
    await question.getByText('Another booking takes').waitFor({ state: 'detached' });
    await question.getByRole('button', { name: /^Request for €\d/ }).click();
    await page.waitForURL('**/booked');
    expect(await referenceShown(page)).not.toBe(first);
    await close();
  });

  test('is asked for in another window too, on a phone, and not once it was cancelled', async () => {
    const stay = await findStay(scene, ROOMS_LEFT);
    const { page, close } = await scene.open(bookPath(stay), {
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    const other = await page.context().newPage();
    await other.goto(scene.url + bookPath(stay));
    for (const window of [page, other]) {
      await held(window);
      await enter(window);
    }
    await page.getByRole('button', { name: /^Book and pay/ }).tap();
    await referenceShown(page);
    await other.getByRole('button', { name: /^Book and pay/ }).tap();
    const question = other.getByRole('dialog', { name: 'The same stay once more?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: 'To my booking' }).tap();
    await page.getByRole('button', { name: 'Cancel the booking' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel for/ })
      .tap();
    await page.getByText('The booking is cancelled.').waitFor();
    await other.getByRole('button', { name: /^Book and pay/ }).tap();
    await referenceShown(other);
    await close();
  });

  test('by a party is asked for as long as one of its rooms is not cancelled', async () => {
    const { visitType, hotel, arrival } = await findStay(scene, ROOMS_LEFT);
    const stay = { visitType: `${visitType}`, hotel: `${hotel}`, arrival, nights: '3', party: '1,1', currency: 'EUR' };
    const path = `/book-party?${new URLSearchParams(stay)}`;
    const { page, close } = await scene.open(path);
    const question = page.getByRole('dialog', { name: 'The same stay once more?' });
    const order = async () => {
      await held(page);
      await enter(page);
      await page.keyboard.press('Enter');
    };
    await order();
    const references = page.locator('.code');
    await references.nth(1).waitFor();
    const [first, second] = await references.allTextContents();
    await page.goBack();
    await order();
    await question.waitFor();
    for (const reference of [first, second]) {
      await page.goto(`${scene.url}/booking`);
      await page.getByRole('button', { name: 'Find another booking' }).click();
      await field(page, 'reference').fill(reference!);
      await field(page, 'email').fill(ENTRIES['billedTo.email']);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Cancel the booking' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel (?:for|free)/ })
        .click();
      await page.getByText('The booking is cancelled.').waitFor();
      await page.goto(scene.url + path);
      await order();
      await (reference === first ? question : references.nth(1)).waitFor();
    }
    await close();
  });
});
