/** Shop and desk of a gateway without `MAIL_URL` in Chromium (S17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../support/browser/browser.ts';
import { ALL_SCOPES, confirmedStay, requestStay, signIn } from '../support/browser/desk.ts';
import { PEPPER } from '../support/gateway/served-gateway.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  field,
  findStay,
  held,
  orderAgainUnanswered,
  referenceShown,
} from './shop-checkout/booked-stay.ts';

/** What is said of an e-mail, or of somebody who writes one, in the languages of the pages. */
const MAIL = /mail|write|schreib|ozve|napíše|почт|письм|напиш/i;

describe.skipIf(!hasChromium())('a gateway that sends no mails', () => {
  let scene: BrowserScene;
  let gateway: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    const { key } = await createKey({
      ...{ database: scene.database, pepper: PEPPER, name: 'pages', scopes: ['read', 'book'], channelCode: 'public' },
      ...{ isPublishable: true, destinationNumbers: null, expiresAt: null, clock: systemClock },
    });
    gateway = await scene.withoutDemo({ PAGES_KEY: key });
  });
  afterAll(() => scene?.close());

  test('promises none to a guest who books, and who changes what is booked', async () => {
    const { page, close } = await scene.open(gateway + bookPath(await findStay(scene)));
    await held(page);
    await enter(page);
    expect(await page.getByText('We will send the confirmation').count()).toBe(0);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await referenceShown(page);
    await page.getByText('Please keep this reference.').waitFor();
    expect(await page.locator('main').textContent()).not.toContain(ENTRIES['billedTo.email']);
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await field(page, 'guests.1.firstName').fill('Pavel');
    await page.getByRole('button', { name: 'Change the booking' }).click();
    await page.getByText('The change is made.', { exact: true }).waitFor();
    await close();
  });

  test.each(['en', 'de', 'cs', 'ru'])(
    'promises no answer by mail to a guest who may only request a stay, in %s',
    async (lang) => {
      const stay = await findStay(scene, { onRequest: true, nights: 10, visitType: 107 });
      const { visitType, hotel, room, arrival } = stay;
      const days = new URLSearchParams({
        guests: '2',
        room: String(room),
        arrival,
        nights: '10',
        currency: 'EUR',
        lang,
      });
      const { page, close } = await scene.open(`${gateway}/stays/${visitType}/${hotel}?${days}`);
      const said = page.locator('section', { has: page.locator('.order-bar') });
      await said.locator('.order-bar ~ p.muted').waitFor();
      expect(await said.textContent()).not.toMatch(MAIL);
      await page.goto(`${gateway}${bookPath(stay)}&lang=${lang}`);
      expect(await page.locator('.checkout-request').textContent()).not.toMatch(MAIL);
      await page.goto(`${gateway}/booking?lang=${lang}`);
      expect(await page.locator('.find .field').first().textContent()).not.toMatch(MAIL);
      await close();
    },
  );

  test('sends nobody to look for a confirmation by mail when an order was not answered', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open(`${gateway}/booking`);
    await page.route('**/graphql', (route) =>
      /mutation Checkout(Hold|Book)/.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
    );
    await page.goto(gateway + bookPath(stay));
    await enter(page);
    const question = await orderAgainUnanswered(page);
    expect(await question.textContent()).not.toMatch(MAIL);
    await close(['ERR_FAILED']);
  });

  test('says nothing of e-mails to a clerk who answers, cancels or could send one again', async () => {
    const key = await scene.key([...ALL_SCOPES]);
    const asked = await requestStay(scene, { lastName: 'Bezposty' });
    const booked = await confirmedStay(scene, { key, lastName: 'Bezdopisu', days: [20, 22] });
    const { page, close } = await scene.open(`${gateway}/desk/bookings`);
    await signIn(page, key);
    const open = async ({ reference }: { reference: string }, action: string) => {
      await page.goto(`${gateway}/desk/bookings`);
      await page.locator('input[type="search"]').fill(reference);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: reference }).click();
      await page.getByRole('button', { name: action }).click();
      await page.getByRole('dialog').getByText('The guest can read this in the booking.').waitFor();
    };
    const says = () => page.getByRole('dialog').textContent();
    for (const action of ['Confirm', 'Decline']) {
      await open(asked, action);
      expect(await says()).not.toContain('e-mail');
    }
    await open(booked, 'Cancel booking');
    await page.getByRole('dialog').getByText('the hotel', { exact: true }).click();
    await page.getByText('It costs the guest nothing unless you set a fee.').waitFor();
    expect(await says()).not.toContain('e-mail');
    expect(await page.getByRole('button', { name: 'Send e-mail again', includeHidden: true }).count()).toBe(0);
    await close();
  });
});
