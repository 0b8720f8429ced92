/** The form of a booking in Chromium: what everybody fills in first, an address only for an invoice, total and clock in sight. Issue 30, number 7. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { layoutShiftOf } from '../../support/browser/layout-shift.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  field,
  findStay,
  fits,
  held,
  keptBooking,
  linesShown,
  referenceShown,
} from './booked-stay.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const BILLED_TO = `query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) {
  billedTo { phone address { street houseNumber zipCode city country } } } }`;
interface BilledTo {
  readonly phone: string | null;
  readonly address: Readonly<Record<string, string | null>>;
}

const namesOf = (page: Page) =>
  page
    .locator('.checkout-form [name]')
    .evaluateAll((fields) => fields.map((one) => one.getAttribute('name')!.replace('billedTo.', '')));

describe.skipIf(!hasChromium())('the form of a booking', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  const keptBilledTo = async (page: Page) => {
    const variables = { reference: await referenceShown(page), email: ENTRIES['billedTo.email'] };
    return (await scene.ask<{ booking: { billedTo: BilledTo } }>(BILLED_TO, variables)).booking.billedTo;
  };
  const onlyCountry = (country: string) => ({ street: null, houseNumber: null, zipCode: null, city: null, country });

  test('begins with name, e-mail, phone and country, and books with nothing else, by keyboard', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene, { beds: 1 }), { guests: 1 }));
    await held(page);
    const first = ['firstName', 'lastName', 'email', 'phone', 'address.country'];
    expect((await namesOf(page)).slice(0, 5)).toEqual(first);
    expect((await namesOf(page)).filter((name) => name.startsWith('address.'))).toEqual(['address.country']);
    await field(page, 'billedTo.firstName').focus();
    for (const text of ['Jana', 'Nováková', ENTRIES['billedTo.email'], '+44 20 7946 0000']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await field(page, 'billedTo.phone').press('Enter');
    expect(await keptBilledTo(page)).toEqual({ phone: '+44 20 7946 0000', address: onlyCountry('GBR') });
    await close();
  });

  test.each([
    ['cs-CZ', 'Chci fakturu s adresou', 'Ulice', 'CZE'],
    ['de-DE', 'Ich möchte eine Rechnung mit Anschrift', 'Straße', 'DEU'],
    ['ru-RU', 'Нужен счёт с адресом', 'Улица', 'RUS'],
  ])(
    'asks for an address when an invoice is wanted, with the house number apart where it is, %s',
    async (locale, invoice, street, country) => {
      const { page, screenshot, close } = await scene.open(bookPath(await findStay(scene)), { ...PHONE, locale });
      await held(page);
      await enter(page);
      await page.getByText(invoice).tap();
      await page.getByLabel(street, { exact: true }).fill('Lázeňská');
      await enter(page, { 'billedTo.address.zipCode': '110 00', 'billedTo.address.city': 'Praha' });
      const button = page.locator('.checkout-form [type=submit]');
      await button.tap();
      // The house number is missing, and the field says so.
      await page.locator('[name="billedTo.address.houseNumber"][aria-invalid="true"]').waitFor();
      await field(page, 'billedTo.address.houseNumber').fill('1a');
      expect(await violationsOn(page)).toEqual([]);
      expect(await fits(page)).toBe(true);
      await screenshot(`checkout-invoice-${locale}`);
      await page.reload();
      await held(page);
      await button.tap();
      expect((await keptBilledTo(page)).address).toEqual({
        ...{ street: 'Lázeňská', houseNumber: '1a', zipCode: '110 00', city: 'Praha', country },
      });
      await close();
    },
  );

  test('has no field for the house number where the country has none apart, and sends no address that is not wanted', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)));
    await held(page);
    await enter(page);
    const invoice = page.getByLabel('I would like an invoice with an address');
    await invoice.check();
    await field(page, 'billedTo.address.country').selectOption('AUT');
    await enter(page, { 'billedTo.address.houseNumber': '7' });
    await field(page, 'billedTo.address.country').selectOption('GBR');
    expect(await field(page, 'billedTo.address.houseNumber').count()).toBe(0);
    await page.getByLabel('Street address').fill('10 Downing Street');
    await enter(page, { 'billedTo.address.zipCode': 'SW1A 2AA', 'billedTo.address.city': 'London' });
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    expect((await keptBilledTo(page)).address).toEqual({
      ...{ street: '10 Downing Street', houseNumber: null, zipCode: 'SW1A 2AA', city: 'London', country: 'GBR' },
    });

    await page.goto(scene.url + bookPath(await findStay(scene)));
    await held(page);
    await enter(page);
    await invoice.check();
    await page.getByLabel('Street address').fill('10 Downing Street');
    await invoice.uncheck();
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    expect((await keptBilledTo(page)).address).toEqual(onlyCountry('GBR'));
    await close();
  });

  test('keeps what a password manager fills in at once, and books a stay without the loyalty programme that was chosen for another one', async () => {
    const { visitTypes } = await scene.ask<{
      visitTypes: { nodes: { number: number; loyaltyPrograms: { number: number }[] }[] };
    }>('{ visitTypes(first: 100) { nodes { number loyaltyPrograms { number } } } }');
    const programsOf = (wanted: number) => visitTypes.nodes.find(({ number }) => number === wanted)!.loyaltyPrograms;
    const [first, second] = [116, 110];
    const { number: program } = programsOf(first).find(
      ({ number }) => !programsOf(second).some((other) => other.number === number),
    )!;
    const { page, close } = await scene.open(bookPath(await findStay(scene, { visitType: first, inDays: 60 })));
    await held(page);
    await field(page, 'guests.0.loyaltyProgram').selectOption(String(program));
    await page.goto(scene.url + bookPath(await findStay(scene, { visitType: second })));
    await held(page);
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) {
        const one = document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
        one.value = value;
        one.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, ENTRIES);
    for (const [name, value] of Object.entries(ENTRIES)) expect(await field(page, name).inputValue()).toBe(value);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    expect((await keptBooking(scene, await referenceShown(page))).guests).toMatchObject([
      { firstName: 'Jana', loyaltyProgram: null },
      { firstName: 'Petr', loyaltyProgram: null },
    ]);
    await close();
  });

  test.each([
    ['on a phone', PHONE],
    ['on a wide screen', { viewport: { width: 1280, height: 720 } }],
  ])(
    'has total and clock in sight at every field, covers none of them, and nothing jumps while one types, %s',
    async (_, options) => {
      const { page, screenshot, close } = await scene.open(bookPath(await findStay(scene)), options);
      await held(page);
      const total = (await linesShown(page)).at(-1)!;
      const bar = page.locator('.checkout-bar');
      expect((await bar.textContent())!.replace(/[^\d.]/g, ' ')).toContain(String(total / 100));
      const before = await layoutShiftOf(page);
      for (const [name, value] of Object.entries(ENTRIES)) {
        await field(page, name).focus();
        await field(page, name).pressSequentially(value);
        // The page scrolls to the field smoothly.
        const isClear = async () => {
          const [barBox, fieldBox] = [(await bar.boundingBox())!, (await field(page, name).boundingBox())!];
          const end = barBox.y + barBox.height;
          return barBox.y >= 0 && end < options.viewport.height && fieldBox.y >= end;
        };
        await expect.poll(isClear, { message: name }).toBe(true);
      }
      expect(await layoutShiftOf(page)).toBe(before);
      await screenshot(`checkout-bar-${options.viewport.width}`);
      await close();
    },
  );
});
