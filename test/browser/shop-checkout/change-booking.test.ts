/** A guest changes a booking of their own in Chromium (M3): names and contact, and the days at the price that was shown. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts as checkoutTexts } from '../../../src/web/shop/checkout/texts/generated/texts.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { askWith } from '../../support/browser/desk.ts';
import { only, parseCalendar } from '../../support/mail/calendar-parser.ts';
import {
  bookPath,
  daysAfter,
  ENTRIES,
  enter,
  field,
  findStay,
  fits,
  held,
  keptBooking,
  referenceShown,
} from './booked-stay.ts';

const NEW_EMAIL = 'jana.changed@example.com';

/** What tells a calendar which stay a file is about, and which of two files is newer. */
function entryIn(file: string) {
  const [entry] = parseCalendar(file).components;
  const [uid, sequence, end] = ['UID', 'SEQUENCE', 'DTEND'].map((name) => only(entry!, name).value);
  return { uid, sequence, end };
}

async function entryOfPage(page: Page) {
  const button = page.getByRole('button', { name: 'Add to calendar' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  return entryIn(await readFile(await download.path(), 'utf8'));
}

describe.skipIf(!hasChromium())('a guest', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  /** Books a stay, and shows it as "my booking" on a phone. */
  async function book(stay: Awaited<ReturnType<typeof findStay>>) {
    const opened = await scene.open(bookPath(stay), { viewport: { width: 360, height: 740 } });
    await held(opened.page);
    await enter(opened.page);
    await opened.page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = await referenceShown(opened.page);
    await opened.page.getByRole('link', { name: 'To my booking' }).click();
    return { ...opened, reference };
  }

  test('moves the stay to other days after having seen the price, and corrects name and e-mail address, by keyboard', async () => {
    const stay = await findStay(scene, { inDays: 60, visitType: 116 });
    const { page, reference, screenshot, close } = await book(stay);
    const before = await keptBooking(scene, reference);
    const entryBefore = await entryOfPage(page);
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change this booking' });
    await dialog.getByRole('button', { name: 'Change the booking' }).press('Enter');
    await dialog.getByText('Nothing is different yet.').waitFor();
    await field(page, 'stay.departure').fill(daysAfter(before.departure, 1));
    const table = dialog.getByRole('table');
    await table.waitFor();
    expect(await table.evaluate((shown) => getComputedStyle(shown).borderCollapse)).toBe('collapse');
    const [was, becomes] = await table.locator('tbody tr').first().locator('td').allTextContents();
    expect(was).not.toBe(becomes);
    await field(page, 'billedTo.email').fill(NEW_EMAIL);
    await field(page, 'guests.0.lastName').fill('Opravená');
    expect(await violationsOn(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await screenshot('change-booking-360');
    await dialog.getByRole('button', { name: 'Change the booking' }).press('Enter');
    await page.getByText(`The change is made. We are sending it to ${NEW_EMAIL}.`).waitFor();
    expect(await dialog.count()).toBe(0);
    const after = await keptBooking(scene, reference, NEW_EMAIL);
    expect(after).toMatchObject({ status: 'CONFIRMED', departure: daysAfter(before.departure, 1) });
    expect(after.billedTo.email).toBe(NEW_EMAIL);
    expect(after.guests[0]).toMatchObject({ firstName: before.guests[0]!.firstName, lastName: 'Opravená' });
    expect(await page.locator('main').innerText()).toContain(becomes!);
    // A calendar takes the files of the page and of the mail for the same, newer than those of before (M7).
    const entry = await entryOfPage(page);
    expect([entryBefore.sequence, entry.sequence]).toEqual(['0', '1']);
    expect(entry).toMatchObject({ uid: entryBefore.uid, end: daysAfter(after.departure, 1).replaceAll('-', '') });
    const { prisma } = scene.database;
    const { id: bookingId } = await prisma.booking.findUniqueOrThrow({
      where: { reference: reference.replace('-', '') },
    });
    const mailed = async () =>
      (await prisma.keptMail.findMany({ where: { bookingId, calendar: { not: null } } })).map((mail) =>
        entryIn(mail.calendar!),
      );
    await expect.poll(mailed).toContainEqual(entry);
    // It is found by the new address from now on, in another language and after a reload.
    await page.locator('header select').selectOption('de');
    await page.getByRole('button', { name: checkoutTexts.de.change.button, exact: true }).waitFor();
    await page.reload();
    await page.getByText(reference).waitFor();
    await close();
  });

  test('whose change of the e-mail address was made, and its answer lost, makes it once by trying again, also in a dialog opened anew', async () => {
    const { page, reference, close } = await book(await findStay(scene));
    const keys: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as {
        query: string;
        variables: { input?: { idempotencyKey?: string } };
      };
      if (!query.includes('mutation CheckoutChange')) return route.fallback();
      keys.push(variables.input?.idempotencyKey);
      const response = await route.fetch();
      return keys.length < 3 ? route.abort() : route.fulfill({ response });
    });
    const change = page.getByRole('button', { name: 'Change', exact: true });
    await change.click();
    await field(page, 'billedTo.email').fill(NEW_EMAIL);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Change the booking' });
    for (const tries of [1, 2]) {
      await save.click();
      await expect.poll(() => keys.length).toBe(tries);
      await dialog.getByRole('alert').waitFor();
      await dialog.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    }
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await change.click();
    await field(page, 'billedTo.email').fill(NEW_EMAIL);
    await save.click();
    await page.getByText(`The change is made. We are sending it to ${NEW_EMAIL}.`).waitFor();
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([3, 1, 'string']);
    expect((await keptBooking(scene, reference, NEW_EMAIL)).billedTo.email).toBe(NEW_EMAIL);
    await close(['net::ERR_FAILED']);
  });

  test('may change only people once cancelling has its price, and is told so; what the gateway finds wrong stands at its field', async () => {
    const { page, reference, close } = await book(await findStay(scene, { inDays: 10, visitType: 102, nights: 7 }));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The days can no longer be changed, because cancelling is no longer free.').waitFor();
    expect(await dialog.locator('input[type="date"]').count()).toBe(0);
    await field(page, 'billedTo.phone').fill('none');
    await dialog.getByRole('button', { name: 'Change the booking' }).click();
    await page.locator('[name="billedTo.phone"][aria-invalid="true"]').waitFor();
    await field(page, 'billedTo.phone').fill('+420 777 123 456');
    await dialog.getByRole('button', { name: 'Change the booking' }).click();
    await page.getByText(/^The change is made/).waitFor();
    expect((await keptBooking(scene, reference)).billedTo.phone).toBe('+420 777 123 456');
    await close();
  });

  test('sees what becomes of the booking after their own change, too', async () => {
    const { page, reference, close } = await book(await findStay(scene, { inDays: 75, visitType: 116 }));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await field(page, 'billedTo.phone').fill('+420 777 123 456');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the booking' }).click();
    await page.getByText(/^The change is made/).waitFor();
    const { booking } = await scene.ask<{ booking: { id: string } }>(
      'query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) { id } }',
      { reference, email: ENTRIES['billedTo.email'] },
    );
    await askWith(
      { url: scene.url, key: await scene.key(['operate']) },
      'mutation ($id: ID!) { cancelBooking(input: { id: $id }) { ... on Problem { message } } }',
      booking,
    );
    await page.locator('header select').selectOption('de');
    await page.getByText(checkoutTexts.de.states.CANCELLED, { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: checkoutTexts.de.change.button, exact: true }).count()).toBe(0);
    await close();
  });

  test('is refused days on which the stay cannot be had in the words of the gateway, and nothing is changed', async () => {
    const { page, reference, close } = await book(await findStay(scene, { inDays: 70, visitType: 116 }));
    const before = await keptBooking(scene, reference);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await field(page, 'stay.departure').fill(daysAfter(before.arrival, 90));
    await page.getByRole('dialog').locator('.notice, [aria-invalid="true"]').first().waitFor();
    const answer = page.waitForResponse((one) => one.request().postData()?.includes('changeBooking(') === true);
    await page.getByRole('dialog').getByRole('button', { name: 'Change the booking' }).click();
    await answer;
    await page.getByRole('dialog').locator('.notice.bad, [aria-invalid="true"]').first().waitFor();
    expect(await keptBooking(scene, reference)).toEqual(before);
    await close();
  });

  test.each([
    ['cs', 'cs_CZ'],
    ['de', 'de'],
    ['ru', 'ru'],
  ] as const)('is asked in %s, on a phone', async (lang, locale) => {
    const texts = checkoutTexts[locale];
    const { page, close } = await book(await findStay(scene, { inDays: 80, visitType: 116 }));
    await page.locator('header select').selectOption(lang);
    await page.getByRole('button', { name: texts.change.button, exact: true }).click();
    await page.getByRole('dialog', { name: texts.change.title }).getByText(texts.change.explanation).waitFor();
    expect(await page.getByRole('button', { name: texts.change.save }).count()).toBe(1);
    expect(await fits(page)).toBe(true);
    await close();
  });
});
