/** Booking in Chromium, by whoever books: mouse, keyboard and finger, four languages, light and dark, wide and narrow. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { only, parseCalendar } from '../../support/mail/calendar-parser.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  expectTermsOnPaper,
  field,
  findStay,
  fits,
  held,
  keptBooking,
  linesShown,
  referenceShown,
  roomsLeft,
} from './booked-stay.ts';

const PHONE = { width: 360, height: 740 };

describe.skipIf(!hasChromium())('a stay is booked', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('for two guests by mouse, told before how to pay and with whom the contract is, at the price of the room that was shown line by line, and confirmed with all that matters, on paper too', async () => {
    const stay = await findStay(scene, { hotel: 1 });
    const { page, screenshot, close } = await scene.open(bookPath(stay));
    await held(page);
    const lines = await linesShown(page);
    await enter(page);
    await screenshot('checkout-1280');
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('.checkout-summary').getByText('Prices are for whole rooms').waitFor();
    const terms = page.locator('form section', { hasText: 'Payment and terms' });
    const told = (await terms.textContent())!;
    for (const part of ['You pay at the hotel on arrival', 'Your contract is with', 'B 1234'])
      expect(told).toContain(part);
    const link = terms.getByRole('link', { name: 'Terms of sale' });
    expect(await link.getAttribute('href')).toBe('https://shop.example.com/en/terms');
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = await referenceShown(page);
    expect(await page.locator(':focus').textContent()).toContain('Booked');
    expect(await keptBooking(scene, reference)).toMatchObject({
      ...{ kind: 'BINDING', status: 'CONFIRMED', arrival: stay.arrival, departure: stay.departure },
      hotel: { number: stay.hotel },
      roomType: { number: stay.room },
      guests: [
        { firstName: 'Jana', lastName: 'Nováková' },
        { firstName: 'Petr', lastName: 'Novák' },
      ],
      price: { total: { amountMinor: lines.at(-1), currency: 'EUR' } },
    });
    expect((await linesShown(page)).at(-1)).toBe(lines.at(-1));
    const said = (await page.locator('main').textContent())!;
    for (const part of [reference, 'Jana Nováková', 'Petr Novák', ENTRIES['billedTo.email'], 'You pay at the hotel'])
      expect(said).toContain(part);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('confirmation-1280');
    await expectTermsOnPaper(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    expect(parseCalendar(await readFile(await download.path(), 'utf8')).name).toBe('VCALENDAR');
    await page.reload();
    expect(await referenceShown(page)).toBe(reference);
    await page.goto(`${scene.url}/booking`);
    await expectTermsOnPaper(page);
    await close();
  });

  test('in the calendar of its guest has one title, and is at the address of the hotel with its telephone, from the page as from the mail (M7)', async () => {
    const { prisma } = scene.database;
    const { number, phone } = await prisma.hotel.findFirstOrThrow({
      where: { phone: { not: null }, address: { not: null } },
    });
    const stay = await findStay(scene, { hotel: number });
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = (await referenceShown(page)).replace('-', '');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    const { id } = await prisma.booking.findUniqueOrThrow({ where: { reference } });
    const mailed = async () =>
      (await prisma.keptMail.findFirst({ where: { bookingId: id, calendar: { not: null } } }))?.calendar;
    await expect.poll(mailed).toBeTruthy();
    const [ofPage, ofMail] = [await readFile(await download.path(), 'utf8'), (await mailed())!].map((file) => {
      const [entry] = parseCalendar(file).components;
      const [title, place] = [only(entry!, 'SUMMARY').value, only(entry!, 'LOCATION').value];
      return { shown: { title, place }, note: only(entry!, 'DESCRIPTION').value };
    });
    expect(ofPage!.shown).toEqual(ofMail!.shown);
    for (const { note } of [ofPage!, ofMail!]) expect(note).toContain(phone);
    expect(await page.getByRole('link', { name: phone! }).getAttribute('href')).toMatch(/^tel:\+420/);
    await close();
  });

  test('by the keyboard alone on a phone, in Czech', async () => {
    const stay = await findStay(scene);
    const { page, screenshot, close } = await scene.open(bookPath(stay, { currency: 'CZK' }), {
      locale: 'cs-CZ',
      viewport: PHONE,
    });
    await held(page);
    const wanted = new Map(Object.entries(ENTRIES));
    for (let presses = 0; wanted.size > 0 && presses < 80; presses++) {
      await page.keyboard.press('Tab');
      const name = (await page.locator(':focus').getAttribute('name')) ?? '';
      const value = wanted.get(name);
      if (value === undefined) continue;
      await page.keyboard.type(value);
      wanted.delete(name);
    }
    expect([...wanted.keys()]).toEqual([]);
    expect(await fits(page)).toBe(true);
    await screenshot('checkout-cs-360');
    await page.keyboard.press('Enter');
    const reference = await referenceShown(page);
    expect(await keptBooking(scene, reference)).toMatchObject({ price: { total: { currency: 'CZK' } } });
    await screenshot('confirmation-cs-360');
    await close();
  });

  test('by finger, in the dark, in German', async () => {
    const stay = await findStay(scene);
    const { page, screenshot, close } = await scene.open(bookPath(stay), {
      ...{ locale: 'de-DE', viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true },
    });
    await held(page);
    await enter(page);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('checkout-de-360-dark');
    await page.getByRole('button', { name: /^Zahlungspflichtig buchen/ }).tap();
    const reference = await referenceShown(page);
    expect((await keptBooking(scene, reference)).status).toBe('CONFIRMED');
    expect(await fits(page)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('confirmation-de-360-dark');
    await close();
  });

  test('as a request where the hotel has to confirm, without a hold, in Russian', async () => {
    const stay = await findStay(scene, { onRequest: true, nights: 10, visitType: 107 });
    const { page, screenshot, close } = await scene.open(bookPath(stay), { locale: 'ru-RU' });
    await page.getByRole('heading', { name: 'Ваш запрос' }).waitFor();
    await enter(page);
    await screenshot('request-ru-1280');
    await page.getByRole('button', { name: /^Запросить за/ }).click();
    const reference = await referenceShown(page);
    expect(await keptBooking(scene, reference)).toMatchObject({ kind: 'REQUEST', status: 'REQUESTED' });
    await close();
  });

  test('with a loyalty programme at the lower price, which a new hold keeps', async () => {
    const stay = await findStay(scene, { visitType: 110 });
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    const before = (await linesShown(page)).at(-1)!;
    await field(page, 'guests.0.loyaltyProgram').selectOption({ index: 1 });
    await expect.poll(async () => (await linesShown(page)).at(-1)).toBeLessThan(before);
    await held(page);
    const total = (await linesShown(page)).at(-1);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const booking = await keptBooking(scene, await referenceShown(page));
    expect(booking.price.total.amountMinor).toBe(total);
    await close();
  });

  test('with entries that a reload has kept, under one hold', async () => {
    const desk = await scene.key(['operate']);
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.reload();
    await held(page);
    for (const [name, value] of Object.entries(ENTRIES)) expect(await field(page, name).inputValue()).toBe(value);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    expect((await keptBooking(scene, await referenceShown(page))).status).toBe('CONFIRMED');
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await close();
  });
});
