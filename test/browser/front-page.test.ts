/**
 * The front page in Chromium: a visitor picks a stay, sees its price, and books it; refusals are explained in words.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../support/browser/browser.ts';
import {
  bookingNumber,
  CONTACT,
  calendarLoaded,
  dayCell,
  daysAfter,
  enterContact,
  freeStay,
  KEPT_BOOKING,
  type KeptBooking,
  linesShown,
  pickOffer,
  WELLNESS,
} from '../support/catalogue/shown-stay.ts';

describe.skipIf(!hasChromium())('the front page', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  const kept = async (id: string) => (await scene.ask<{ booking: KeptBooking }>(KEPT_BOOKING, { id })).booking;

  test('books the stay that was picked by mouse, at the price that it showed line by line', async () => {
    const { page, screenshot, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    const { arrival, departure } = await freeStay(page, 3);
    await dayCell(page, arrival).click();
    await dayCell(page, departure).click();
    await page.getByLabel('Loyalty programme').selectOption({ index: 1 });
    await expect.poll(() => page.locator('.lines tr').count()).toBe(4);
    const lines = await linesShown(page);
    expect(lines.map(Math.sign)).toEqual([1, -1, -1, 1]);
    await enterContact(page);
    await screenshot('front-page');
    await page.getByRole('button', { name: /^Book for / }).click();
    const id = await bookingNumber(page);
    expect(await kept(id)).toMatchObject({
      kind: 'BINDING',
      arrival,
      departure,
      visitType: { number: WELLNESS.visitType },
      hotel: { number: WELLNESS.hotel },
      billedTo: { email: CONTACT['E-mail'] },
      price: {
        total: { minorUnits: lines.at(-1), currency: 'EUR' },
        promotions: [{ nights: 3 }],
        discounts: [{ guest: 1 }],
      },
    });
    await screenshot('booked');
    await close();
  });

  test('is usable by the keyboard alone, from the visit type to the number of the booking', async () => {
    const { page, close } = await scene.open('/');
    await calendarLoaded(page);
    const { keyboard } = page;
    const focusOn = async (name: RegExp) => {
      for (let presses = 0; presses < 60; presses++) {
        await keyboard.press('Tab');
        const focused = page.locator(':focus');
        const label = await focused.evaluate((element) => {
          const { labels, ariaLabel, textContent } = element as unknown as Record<string, string> & {
            labels?: { textContent: string }[];
          };
          return labels?.[0]?.textContent ?? ariaLabel ?? textContent ?? '';
        });
        if (name.test(label)) return;
      }
      throw new Error(`no ${name} takes the focus`);
    };
    const focusedDate = () => page.locator(':focus').getAttribute('data-date');
    await focusOn(/^Visit type/);
    await keyboard.type('Wellness your');
    await focusOn(/^Hotel/);
    await calendarLoaded(page);
    await focusOn(/^\w+ \d+ \w+ \d{4}|^\w+,? \d+/);
    const start = (await focusedDate())!;
    const after = async (key: string) => {
      await keyboard.press(key);
      return (await focusedDate())!;
    };
    expect(await after('ArrowRight')).toBe(daysAfter(start, 1));
    expect(await after('ArrowDown')).toBe(daysAfter(start, 8));
    expect(await after('ArrowLeft')).toBe(daysAfter(start, 7));
    expect(await after('ArrowUp')).toBe(start);
    const sunday = await after('End');
    expect(new Date(sunday).getUTCDay()).toBe(0);
    expect(await after('PageDown')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await focusedDate())!.slice(0, 7)).not.toBe(sunday.slice(0, 7));
    expect(new Date(await after('Home')).getUTCDay()).toBe(1);
    // Not the month before, which may have begun or contain that Monday.
    await after('PageDown');
    await after('PageDown');
    await calendarLoaded(page);
    const { arrival, departure } = await freeStay(page, 2);
    const goTo = async (date: string) => {
      for (let now = (await focusedDate())!; now !== date; ) now = await after(now < date ? 'ArrowRight' : 'ArrowLeft');
    };
    await goTo(arrival);
    await keyboard.press('Enter');
    await goTo(departure);
    await keyboard.press(' ');
    const lines = await linesShown(page);
    for (const [label, text] of Object.entries(CONTACT)) {
      await focusOn(new RegExp(`^${label}`));
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    const id = await bookingNumber(page);
    expect(await page.locator(':focus').textContent()).toBe('Booked');
    expect(await kept(id)).toMatchObject({ arrival, departure, price: { total: { minorUnits: lines.at(-1) } } });
    await close();
  });

  test('explains errors in the contact beside the field, and sends nothing', async () => {
    const { page, screenshot, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    await dayCell(page, (await freeStay(page, 1)).arrival).click();
    // Its own first query must be answered before the watch begins.
    await linesShown(page);
    await enterContact(page, { ...CONTACT, 'E-mail': 'jana at example', City: '' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByRole('button', { name: /^Book for / }).click();
    await page.getByText('Please enter an e-mail address').waitFor();
    const email = page.getByLabel('E-mail');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await email.and(page.locator(':focus')).waitFor();
    await page.getByText('Please fill this in.').waitFor();
    expect(sent).toEqual([]);
    await screenshot('wrong-contact');
    await close();
  });

  test('keeps the entered contact when the stay changes, and books only at the price that it showed', async () => {
    const { page, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    const { arrival } = await freeStay(page, 2);
    await dayCell(page, arrival).click();
    await linesShown(page);
    await enterContact(page);
    // The page gets a price that the gateway does not confirm.
    const wrongly = { minorUnits: 12_345, currency: 'EUR' };
    const told: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      if (told.length > 0 || !route.request().postData()?.includes('query Price')) return route.fallback();
      const answer = (await (await route.fetch()).json()) as { data: { quote: { quotes: { total: unknown }[] } } };
      for (const quote of answer.data.quote.quotes) quote.total = wrongly;
      told.push(answer);
      return route.fulfill({ json: answer });
    });
    await page.getByLabel('Length of stay').selectOption('2');
    await page.getByRole('button', { name: 'Book for €123.45' }).click();
    await page.getByRole('alert').filter({ hasText: 'The price has changed to' }).waitFor();
    const atTheRealPrice = page.getByRole('button', { name: /^Book for €(?!123\.45)/ });
    await atTheRealPrice.waitFor();
    const [, , total] = await linesShown(page);
    await atTheRealPrice.click();
    const booking = await kept(await bookingNumber(page));
    expect(booking).toMatchObject({
      arrival,
      departure: daysAfter(arrival, 2),
      price: { total: { minorUnits: total } },
    });
    await close();
  });

  test('reports that a room was sold in the meantime, books nothing, and shows the night as taken', async () => {
    const { page, screenshot, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    const { arrival } = await freeStay(page, 1);
    await dayCell(page, arrival).click();
    await linesShown(page);
    const roomType = Number(await page.getByLabel('Room, price').inputValue());
    await sellOut({ ...WELLNESS, roomType, arrival, departure: daysAfter(arrival, 1) });
    await enterContact(page);
    await page.getByRole('button', { name: /^Book for / }).click();
    await page.getByRole('alert').filter({ hasText: 'No room is left for the night of' }).waitFor();
    await expect.poll(() => dayCell(page, arrival).getAttribute('class')).toContain('ON_DEMAND');
    await screenshot('sold-meanwhile');
    await close();
  });

  test('shows by itself that a night was sold to somebody else', async () => {
    const { page, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    const { arrival } = await freeStay(page, 1);
    const roomType = Number(await page.getByLabel('Room, price').inputValue());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await sellOut({ ...WELLNESS, roomType, arrival, departure: daysAfter(arrival, 1) });
    await expect.poll(() => dayCell(page, arrival).getAttribute('class')).toContain('ON_DEMAND');
    expect(asked).toEqual([]);
    await close();
  });

  test('asks for the calendar where it cannot follow it', async () => {
    const { page, close } = await scene.open('/');
    await page.route('**/graphql', (route) =>
      route.request().headers().accept === 'text/event-stream'
        ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"errors":[{"message":"full"}]}' })
        : route.fallback(),
    );
    await pickOffer(page, WELLNESS);
    const { arrival } = await freeStay(page, 1);
    await dayCell(page, arrival).click();
    expect(await linesShown(page)).not.toEqual([]);
    await close(['503']);
  });

  test('sends a request where the hotel has to confirm, without an address', async () => {
    const { page, screenshot, close } = await scene.open('/');
    const { visitTypes } = await scene.ask<{ visitTypes: { nodes: { number: number; onDemand: boolean }[] } }>(
      '{ visitTypes(first: 100) { nodes { number onDemand } } }',
    );
    const { number } = visitTypes.nodes.find(({ onDemand }) => onDemand)!;
    await page.getByLabel('Visit type').selectOption(String(number));
    await page.locator('[aria-busy="false"] .ON_DEMAND.can-pick').first().click();
    await page.getByText('The hotel has to confirm it.').waitFor();
    expect(await page.getByLabel('Street').count()).toBe(0);
    await screenshot('on-request');
    const { 'First name': firstName, 'Last name': lastName, 'E-mail': email } = CONTACT;
    await enterContact(page, { 'First name': firstName, 'Last name': lastName, 'E-mail': email });
    await page.getByRole('button', { name: /^Request for / }).click();
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    expect(await kept((await page.locator('.booked .number').textContent())!)).toMatchObject({ kind: 'REQUEST' });
    await close();
  });

  test('explains a lost connection, and books once after a retry', async () => {
    const { page, close } = await scene.open('/');
    await pickOffer(page, WELLNESS);
    await dayCell(page, (await freeStay(page, 1)).arrival).click();
    await linesShown(page);
    await enterContact(page);
    // The booking is made, but its response gets lost.
    const made: string[] = [];
    await page.route('**/graphql', async (route) => {
      if (made.length > 0 || !route.request().postData()?.includes('mutation')) return route.fallback();
      const { data } = (await (await route.fetch()).json()) as { data: { createBooking: { booking: { id: string } } } };
      made.push(data.createBooking.booking.id);
      return route.fulfill({ status: 200, contentType: 'text/html', body: 'gone' });
    });
    await page.getByRole('button', { name: /^Book for / }).click();
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await page.getByRole('button', { name: /^Book for / }).click();
    expect([await bookingNumber(page)]).toEqual(made);
    await close();
  });

  /** Books the stay until no room is left. */
  async function sellOut(stay: Record<string, unknown>): Promise<void> {
    const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
    const person = { firstName: 'Petr', lastName: 'Novák' };
    const input = {
      ...{ ...stay, kind: 'BINDING', currency: 'EUR', guests: [person] },
      billedTo: { ...person, email: 'petr.novak@example.com', address },
    };
    const book = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';
    for (let answer = 'BookingCreated'; answer === 'BookingCreated'; ) {
      const { createBooking } = await scene.ask<{ createBooking: { __typename: string } }>(book, { input });
      answer = createBooking.__typename;
      expect(['BookingCreated', 'NoCapacity']).toContain(answer);
    }
  }
});
