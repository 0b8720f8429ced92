/** Children among the guests, in Chromium: what a hotel with a rule for them says and asks, and one without (F14). */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partyAddress } from '../../../src/web/shop/search/party-address.ts';
import { texts as searchTexts } from '../../../src/web/shop/search/texts/generated/texts.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { tabTo, todayOf } from '../shop-search/visitor.ts';
import { bookPath, daysAfter, ENTRIES, enter, field, findStay, fits, held, referenceShown } from './booked-stay.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Hotels of the demo: two take children from an age on, one takes all, one does not say. */
const [FROM_3, FROM_12, UNSAID, FROM_0] = [1, 2, 3, 4];
const BORN = `query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) {
  guests { firstName birthDate } party { bookings { guests { firstName birthDate } } } } }`;
interface Guests {
  readonly guests: readonly { readonly firstName: string; readonly birthDate: string | null }[];
}
interface Kept extends Guests {
  readonly party: { readonly bookings: readonly Guests[] } | null;
}

/** The day on which somebody was born who is so old on that day. */
const bornBefore = (years: number, day: string) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;

/** How often a page has sent a booking, or the change of one. */
function countSent(page: Page, name = 'CheckoutBook'): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes(`mutation ${name}`)) sent++;
  });
  return () => sent;
}

describe.skipIf(!hasChromium())('children', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  const kept = async (page: Page) => {
    await page.waitForURL('**/booked');
    const variables = {
      reference: await page.locator('.code').first().textContent(),
      email: ENTRIES['billedTo.email'],
    };
    return (await scene.ask<{ booking: Kept }>(BORN, variables)).booking;
  };

  test.each([
    ['en-GB', 'takes children from 12 years', 'Under 18 on the day of arrival', 'younger than 12 years'],
    ['de-DE', 'nimmt Kinder ab 12 Jahren auf', 'Am Tag der Anreise unter 18 Jahren', 'jünger als 12 Jahre'],
    ['cs-CZ', 'přijímá děti od 12 let', 'V den příjezdu mladší 18 let', 'mladší 12 let'],
    ['ru-RU', 'принимает детей от 12 лет', 'В день заезда младше 18 лет', 'младше 12 лет'],
  ])(
    'are asked for by touch where a hotel has a rule, and one that is too young on the day of arrival is not sent, %s',
    async (locale, rule, isChild, tooYoung) => {
      const stay = await findStay(scene, { hotel: FROM_12 });
      const { page, screenshot, close } = await scene.open(bookPath(stay), { ...PHONE, locale });
      const sent = countSent(page);
      await held(page);
      await page.getByText(rule).waitFor();
      await enter(page);
      // Who books is none of them.
      await page.getByLabel(isChild).tap();
      const born = field(page, 'guests.1.birthDate');
      const button = page.locator('.checkout-form [type=submit]');
      await button.tap();
      await page.locator('[name="guests.1.birthDate"][aria-invalid="true"]').waitFor();
      const birthday = bornBefore(12, stay.arrival);
      await born.fill(daysAfter(birthday, 1));
      await button.tap();
      const problem = page.locator('.birthDate .wrong').filter({ hasText: tooYoung });
      await problem.waitFor();
      expect(await born.getAttribute('aria-describedby')).toContain(await problem.getAttribute('id'));
      expect(await born.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await violationsOn(page)).toEqual([]);
      expect(await fits(page)).toBe(true);
      await screenshot(`checkout-children-${locale}`);
      expect(sent()).toBe(0);

      await born.fill(birthday);
      await page.reload();
      await held(page);
      expect(await born.inputValue()).toBe(birthday);
      await button.tap();
      expect((await kept(page)).guests.map(({ birthDate }) => birthDate)).toEqual([null, birthday]);
      await close();
    },
  );

  test('are asked for by keyboard in each room of a party, and nothing is sent of a guest who is none after all', async () => {
    const arrival = daysAfter(await todayOf(scene), 200);
    const filter = { ...{ arrival, nights: 3, flexibleDays: 7, party: [2, 1] }, ...{ currency: 'EUR', hotel: FROM_3 } };
    const { offers } = await scene.ask<{ offers: { nodes: { arrival: string; visitType: { number: number } }[] } }>(
      'query ($filter: OfferFilter!) { offers(filter: $filter, first: 1) { nodes { arrival visitType { number } } } }',
      { filter },
    );
    const [offer] = offers.nodes;
    const stay = { visitType: offer!.visitType.number, hotel: FROM_3, arrival: offer!.arrival, nights: 3 };
    const address = partyAddress({ ...stay, party: [2, 1], currency: 'EUR' });
    const { page, close } = await scene.open(address, { locale: 'en-GB' });
    const sent = countSent(page);
    await held(page);
    await page.getByText('takes children from 3 years').waitFor();
    await enter(page, { ...ENTRIES, 'guests.2.firstName': 'Eva', 'guests.2.lastName': 'Nováková' });
    const children = page.getByLabel('Under 18 on the day of arrival');
    expect(await children.count()).toBe(2);
    const birthday = bornBefore(3, stay.arrival);
    // Without a window Chromium has the order of America, whatever the language.
    const typed = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
    for (const [guest, day] of [daysAfter(birthday, -400), daysAfter(birthday, 1)].entries()) {
      await children.nth(guest).focus();
      await page.keyboard.press('Space');
      await tabTo(page, `[name="guests.${guest + 1}.birthDate"]`);
      await page.keyboard.type(typed(day));
      expect(await field(page, `guests.${guest + 1}.birthDate`).inputValue()).toBe(day);
    }
    const button = page.getByRole('button', { name: /^Book and pay/ });
    await button.press('Enter');
    await page.locator('[name="guests.2.birthDate"][aria-invalid="true"]').waitFor();
    expect(await page.locator('.birthDate .wrong').allTextContents()).toEqual([
      expect.stringContaining('younger than 3 years'),
    ]);
    expect(sent()).toBe(0);
    // The focus is in the field.
    await page.keyboard.type(typed(birthday));
    await children.first().focus();
    await page.keyboard.press('Space');
    await button.press('Enter');
    const { bookings } = (await kept(page)).party!;
    expect(bookings.map(({ guests }) => guests.map(({ birthDate }) => birthDate))).toEqual([[null, null], [birthday]]);
    await close();
  });

  test('are asked for where a booking changes, and one that is too young on another day of arrival is not sent', async () => {
    const stay = await findStay(scene, { hotel: FROM_12 });
    const { page, close } = await scene.open(bookPath(stay), { ...PHONE, locale: 'en-GB' });
    await held(page);
    await enter(page);
    await page.getByLabel('Under 18 on the day of arrival').tap();
    const birthday = bornBefore(12, stay.arrival);
    await field(page, 'guests.1.birthDate').fill(birthday);
    await page.getByRole('button', { name: /^Book and pay/ }).tap();
    const reference = await referenceShown(page);
    await page.getByRole('link', { name: 'To my booking' }).tap();
    await page.getByRole('button', { name: 'Change', exact: true }).tap();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Change the booking' });
    const born = field(page, 'guests.1.birthDate');
    const wrong = page.locator('[name="guests.1.birthDate"][aria-invalid="true"]');
    const sent = countSent(page, 'CheckoutChange');
    await dialog.getByText('takes children from 12 years').waitFor();
    const isChild = dialog.getByLabel('Under 18 on the day of arrival');
    expect([await isChild.first().isChecked(), await isChild.last().isChecked()]).toEqual([false, true]);
    expect(await born.inputValue()).toBe(birthday);

    await field(page, 'stay.arrival').fill(daysAfter(stay.arrival, -1));
    await save.tap();
    await wrong.waitFor();
    await dialog.locator('.birthDate .wrong').filter({ hasText: 'younger than 12 years' }).waitFor();
    expect(await born.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await field(page, 'stay.arrival').fill(stay.arrival);
    // Another guest has another date of birth.
    await field(page, 'guests.1.firstName').fill('Ema');
    expect(await born.inputValue()).toBe('');
    await save.tap();
    await expect
      .poll(() => dialog.locator('.birthDate .wrong').allTextContents())
      .not.toEqual([expect.stringContaining('younger than 12 years')]);
    await wrong.waitFor();
    expect(sent()).toBe(0);

    await born.fill(daysAfter(birthday, -30));
    await save.tap();
    await page.getByText(/^The change is made/).waitFor();
    const { booking } = await scene.ask<{ booking: Kept }>(BORN, { reference, email: ENTRIES['billedTo.email'] });
    expect(booking.guests.map(({ firstName, birthDate }) => [firstName, birthDate])).toEqual([
      ['Jana', null],
      ['Ema', daysAfter(birthday, -30)],
    ]);
    await close();
  });

  test('are asked for only where a guest may be one: not who books and travels alone', async () => {
    const stay = await findStay(scene, { hotel: FROM_12 });
    const { page, close } = await scene.open(bookPath(stay, { guests: 1 }), { locale: 'en-GB' });
    await held(page);
    await page.getByText('takes children from 12 years').waitFor();
    const asked = page.getByText('date of birth of each guest under 18');
    expect(await asked.count()).toBe(0);
    await page.getByLabel('I am one of the guests').uncheck();
    await asked.waitFor();
    expect(await page.getByLabel('Under 18 on the day of arrival').count()).toBe(1);
    await close();
  });

  test.each([
    [UNSAID, 'en', 'en-GB'],
    [FROM_0, 'de', 'de-DE'],
    [UNSAID, 'cs_CZ', 'cs-CZ'],
    [FROM_0, 'ru', 'ru-RU'],
  ] as const)(
    'are not asked for in hotel %d, which has no rule: the price is said to be that of the room, %s',
    async (hotel, language, locale) => {
      const { page, close } = await scene.open(bookPath(await findStay(scene, { hotel })), { locale });
      await held(page);
      await page.locator('.checkout-summary').getByText(searchTexts[language].roomPrice).waitFor();
      expect(await page.locator('.guest [type=checkbox]').count()).toBe(0);
      await close();
    },
  );

  test('stand among the facts of a hotel that takes them from an age on, in each language', async () => {
    const said = async (hotel: number, lang: string) =>
      /(Children|Kinder|Děti|Дети|children|děti|дети) (from|ab|od|от) (\d+ [^<,.]*)<\/p>/.exec(
        await (await fetch(`${scene.url}/hotels/${hotel}?lang=${lang}`, { headers: { accept: 'text/html' } })).text(),
      )?.[3];
    const languages = ['en', 'de', 'cs', 'ru'];
    expect(await Promise.all(languages.map((lang) => said(FROM_3, lang)))).toEqual([
      '3 years',
      '3 Jahren',
      '3 let',
      '3 лет',
    ]);
    expect(await said(FROM_12, 'en')).toBe('12 years');
    for (const hotel of [UNSAID, FROM_0]) expect(await said(hotel, 'en')).toBeUndefined();
  });
});
