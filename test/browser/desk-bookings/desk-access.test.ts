/** Who may enter the desk, how it looks in every language, and deliveries, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  ALL_SCOPES,
  askWith,
  confirmedStay,
  openBooking,
  requestStay,
  signIn,
  signOut,
} from '../../support/browser/desk.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const TITLES = { en: 'Today', cs: 'Dnes', de: 'Heute', ru: 'Сегодня' };

describe.skipIf(!hasChromium())('the desk', () => {
  let scene: BrowserScene;
  let receiver: Receiver;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene({ WEBHOOKS_ALLOW_PRIVATE: '1' });
    key = await scene.key([...ALL_SCOPES]);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await scene?.close();
    await receiver?.close();
  });

  test('says which scope a key lacks, and refuses one that is none', async () => {
    const narrow = await scene.key(['read', 'book']);
    const { page, close } = await scene.open('/desk/bookings');
    await signOut(page);
    await page.getByLabel('API key').fill(narrow);
    await page.keyboard.press('Enter');
    await page.getByText('This key lacks the scope “operate”. It has: read, book.').waitFor();
    await page.getByLabel('API key').fill('ssg_nonsense');
    await page.keyboard.press('Enter');
    await page.getByText(/^This key is no longer accepted/).waitFor();
    await signIn(page, key);
    await page.getByRole('heading', { name: 'Bookings' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await page.getByRole('button', { name: 'Use the demo’s key' }).click();
    await page.getByRole('heading', { name: 'Bookings' }).waitFor();
    await close(['401']);
  });

  test('says before and after signing in where a key works, whole on a phone too: in all hotels of its destinations, or in those that it is bound to', async () => {
    const { page, close } = await scene.open('/desk', { viewport: { width: 360, height: 740 } });
    await signOut(page);
    await page.getByText('It works in its hotels').waitFor();
    await signIn(page, key);
    await page.locator('.where').getByText('Works in all hotels of all destinations').waitFor();
    await signIn(page, await scene.key([...ALL_SCOPES], [1]));
    const { destinations } = await scene.ask<{ destinations: { number: number; name: { text: string } }[] }>(
      '{ destinations { number name { text } } }',
    );
    const { name } = destinations.find(({ number }) => number === 1)!;
    const where = page.locator('.where');
    await where.getByText(`Works in all hotels in ${name.text}`).waitFor();
    expect(await where.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await signIn(page, await scene.key([...ALL_SCOPES], null, [4]));
    const { hotel } = await scene.ask<{ hotel: { name: string } }>('{ hotel(id: 4) { name } }');
    await where.getByText(`Works only in ${hotel.name}`).waitFor();
    await page.goto(`${scene.url}/desk/rooms`);
    const offered = page.getByLabel('Hotel', { exact: true }).locator('option');
    await offered.first().waitFor({ state: 'attached' });
    expect(await offered.allTextContents()).toEqual([hotel.name]);
    await close();
  });

  test('asks for another key once this one is revoked, and keeps the note that was being written', async () => {
    const made = await requestStay(scene, { lastName: 'Odvolana' });
    const short = await scene.key(['read', 'operate']);
    const { page, close } = await openBooking(scene, made, short);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByLabel(/^Reason/).fill('No room with a bath is left.');
    await scene.revoke(short);
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByText(/^This key is no longer accepted/).waitFor();
    await signIn(page, key);
    await expect.poll(() => page.getByLabel(/^Reason/).inputValue()).toBe('No room with a bath is left.');
    await close(['401']);
  });

  test('offers to copy its operations only where browsers can copy', async () => {
    for (const isSecure of [true, false]) {
      const { page, close } = await scene.open('/desk');
      await page.addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: ${isSecure} })`);
      await page.reload();
      await signIn(page, key);
      const operation = page.locator('.operations details').first();
      await operation.locator('summary').click();
      await operation.locator('pre').waitFor();
      expect([isSecure, await operation.getByRole('button').count()]).toEqual([isSecure, isSecure ? 1 : 0]);
      await close();
    }
  });

  test('says, with a key without the scope webhooks, that deliveries need it', async () => {
    const { page, close } = await scene.open('/desk/deliveries');
    await signIn(page, await scene.key(['read', 'operate']));
    await page.getByText('Your key lacks the scope “webhooks”').waitFor();
    await close();
  });

  test('delivers again what a recipient had refused; its row leads to the booking', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const ask = <Data>(query: string) => askWith<Data>({ url: scene.url, key }, query);
    const { made } = await ask<{ made: { webhook: { id: string } } }>(
      `mutation { made: createWebhook(input: { url: "${receiver.url}" }) { ... on WebhookCreated { webhook { id } } } }`,
    );
    const count = async (state: string) => {
      const query = `{ webhookDeliveries(filter: { state: ${state} }) { nodes { id } } }`;
      return (await ask<{ webhookDeliveries: { nodes: unknown[] } }>(query)).webhookDeliveries.nodes.length;
    };
    const { reference } = await requestStay(scene, { lastName: 'Dorucena' });
    await expect.poll(() => count('FAILED')).toBe(1);
    receiver.answer = (response) => response.writeHead(204).end();
    await ask(
      `mutation { updateWebhook(input: { id: "${made.webhook.id}", enabled: true }) { ... on WebhookUpdated { webhook { id } } } }`,
    );
    const { page, screenshot, close } = await scene.open('/desk/deliveries');
    await signIn(page, key);
    await page.getByText('Outcome: 410').waitFor();
    await screenshot('desk-deliveries');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: /^Deliver again/ }).click();
    await page.getByText(/delivered again as soon as possible/).waitFor();
    await expect.poll(() => count('DONE')).toBe(1);
    await page.getByRole('link', { name: 'Delivered' }).click();
    await page.getByText('Outcome: 204').waitFor();
    await page.getByRole('link', { name: reference }).press('Enter');
    await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
    await close();
  });

  test.each([1280, 360])('shifts its layout by less than 0.05 on a slow network, %i px wide', async (width) => {
    const { page, close } = await scene.open('/desk', { viewport: { width, height: 900 } });
    await signIn(page, key);
    await page.route('**/graphql', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    for (const path of ['/desk', '/desk/bookings', '/desk/deliveries']) {
      await page.goto(scene.url + path);
      await page.locator('main:not(:has(.skeleton)) h1').waitFor();
      expect(await layoutShiftOf(page), path).toBeLessThan(MOST_SHIFT);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  });

  test.each(['cs', 'de', 'ru'])(
    'has its dialogs of changing, early departure, no-show and reinstating in %s, 320 px wide, without findings of axe',
    async (language) => {
      const toCome = await confirmedStay(scene, { key, lastName: `Menena${language}`, days: [20, 23] });
      const begun = await confirmedStay(scene, { key, lastName: `Bydli${language}`, days: [-1, 4] });
      const { page, screenshot, close } = await scene.open('/desk/bookings');
      await signIn(page, key);
      const address = (reference: string) => page.getByRole('link', { name: reference }).getAttribute('href');
      const [ofToCome, ofBegun] = [await address(toCome.reference), await address(begun.reference)];
      await page.setViewportSize({ width: 320, height: 740 });
      const look = async (href: string | null, action: string, departure: string | null = null) => {
        await page.goto(`${scene.url}${href}&action=${action}&lang=${language}`);
        await page.getByRole('dialog').waitFor();
        if (departure !== null) {
          await page.locator('dialog [name="stay.departure"]').fill(departure);
          await page.locator('dialog table').waitFor();
        }
        expect(await violationsOn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
        const fits = await page.getByRole('dialog').evaluate((one) => one.scrollWidth <= one.clientWidth);
        expect([action, fits]).toEqual([action, true]);
        expect(await page.locator('dialog').innerText()).not.toMatch(/undefined|null|\[object/);
        await screenshot(`desk-${action}-${language}-320`);
      };
      await look(ofToCome, 'change', dateFromNow(25));
      await look(ofBegun, 'leave', dateFromNow(1));
      await look(ofBegun, 'noShow');
      const cancel = 'mutation ($id: ID!) { cancelBooking(input: { id: $id }) { ... on Problem { message } } }';
      await askWith({ url: scene.url, key }, cancel, { id: toCome.id });
      await look(ofToCome, 'reinstate');
      await close();
    },
  );

  test.each(Object.entries(TITLES))(
    'has all its texts in %s, light and dark, wide and narrow, without findings of axe',
    async (language, title) => {
      const { reference } = await requestStay(scene, { lastName: `Mluvici${language}` });
      const { page, screenshot, close } = await scene.open(`/desk?lang=${language}`, {
        colorScheme: language === 'en' || language === 'de' ? 'dark' : 'light',
      });
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.goto(`${scene.url}/desk/bookings?lang=${language}`);
      const selected = await page.getByRole('link', { name: reference }).getAttribute('href');
      for (const path of ['/desk', '/desk/bookings', `${selected}&action=cancel`, '/desk/deliveries']) {
        await page.goto(`${scene.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        await page.locator('main:not(:has(.skeleton)) h1').waitFor();
        const name = `desk-${path.split(/[/?]/)[2] ?? 'today'}${path.includes('action') ? '-cancel' : ''}-${language}`;
        // What is beside what differs by width, not by language.
        for (const width of language === 'en' ? [1280, 360] : [360]) {
          await page.setViewportSize({ width, height: 900 });
          await screenshot(`${name}-${width}`);
          expect(await violationsOn(page)).toEqual([]);
        }
        await page.setViewportSize({ width: 320, height: 740 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
        expect(await page.locator('body').innerText()).not.toMatch(/undefined|null|\[object/);
        await page.setViewportSize({ width: 1280, height: 900 });
      }
      await close();
    },
  );
});
