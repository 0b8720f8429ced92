/** The room that a visitor holds, in Chromium: it is the visitor's own, its clock is in sight, and what follows when it runs out. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  field,
  findStay,
  held,
  keptBooking,
  linesShown,
  referenceShown,
  roomsLeft,
  type Stay,
  sellOut,
} from './booked-stay.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const MINUTES = 15;
/** A visit type of the demo with the promotion “Never-ending”. */
const PROMOTED = 110;

/** Runs in the page. */
function isClearOfTheClock(field: Element): { readonly isInSight: boolean; readonly isCovered: boolean } {
  const [clock, entry] = [document.querySelector('.hold-clock')!, field].map((one) => one.getBoundingClientRect());
  return {
    isInSight: clock!.top >= 0 && clock!.bottom <= innerHeight,
    isCovered: entry!.top < clock!.bottom && entry!.bottom > clock!.top,
  };
}

/** Three nights in two rooms. */
const partyPath = ({ visitType, hotel, arrival }: Stay) =>
  `/book-party?${new URLSearchParams({ visitType: `${visitType}`, hotel: `${hotel}`, arrival, nights: '3', party: '1,1', currency: 'EUR' })}`;

describe.skipIf(!hasChromium())('a room that is held', () => {
  let scene: BrowserScene;
  let desk: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await scene.key(['operate']);
  });
  afterAll(() => scene?.close());

  test('does not count against its own guest when it is the last: neither another language nor a club makes a request of it', async () => {
    const stay = await findStay(scene, { visitType: 110 });
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await sellOut(scene, stay);
    expect(await roomsLeft(scene, desk, stay)).toBe(0);
    const before = (await linesShown(page)).at(-1)!;
    const priced = page.waitForResponse(
      (response) => response.request().postData()?.includes('CheckoutQuote') ?? false,
    );
    await page.locator('header select').selectOption('de');
    await (await priced).finished();
    await page.getByRole('heading', { name: 'Ihre Buchung' }).waitFor();
    await page.getByRole('button', { name: /^Zahlungspflichtig buchen/ }).waitFor();
    await field(page, 'guests.0.loyaltyProgram').selectOption({ index: 1 });
    await expect.poll(async () => (await linesShown(page)).at(-1)).toBeLessThan(before);
    await held(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(0);
    await page.reload();
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Zahlungspflichtig buchen/ }).click();
    expect(await keptBooking(scene, await referenceShown(page))).toMatchObject({
      kind: 'BINDING',
      status: 'CONFIRMED',
    });
    await close();
  });

  test.each([
    ['of one', (stay: Stay) => bookPath(stay, { guests: 1 })],
    ['of a party', partyPath],
  ])('says its price %s in the language that is chosen afterwards, and stays held at it', async (_, pathOf) => {
    const stay = await findStay(scene, { visitType: PROMOTED });
    const { page, close } = await scene.open(pathOf(stay));
    await held(page);
    const said = async () => (await page.locator('.lines').first().locator('tbody th').allTextContents()).join();
    const total = (await linesShown(page)).at(-1);
    expect(await said()).toContain('Never-ending');
    let released = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation CheckoutRelease')) released++;
    });
    await page.locator('header select').selectOption('de');
    await expect.poll(said).toContain('Ohne Ende');
    expect(await said()).not.toContain('Never-ending');
    expect((await linesShown(page)).at(-1)).toBe(total);
    await held(page);
    expect(released).toBe(0);
    await close();
  });

  test('has its clock in sight in each field of the form, on a phone, and it covers none of them', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)), PHONE);
    await held(page);
    for (const name of [...Object.keys(ENTRIES), 'customerNote']) {
      await field(page, name).focus();
      // The page scrolls to the field smoothly.
      await expect
        .poll(() => field(page, name).evaluate(isClearOfTheClock), { message: name })
        .toEqual({ isInSight: true, isCovered: false });
    }
    await close();
  });

  test('can be held again when its time is over; once somebody else has it, nothing can be booked, only asked for', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open('/booking', PHONE);
    await page.clock.install();
    await page.goto(scene.url + bookPath(stay));
    await held(page);
    const left = await roomsLeft(scene, desk, stay);
    await page.clock.fastForward(MINUTES * 60_000);
    await page.getByText('The room is no longer held for you.').waitFor();
    expect(await roomsLeft(scene, desk, stay)).toBe(left + 1);
    await page.getByRole('button', { name: 'Hold again' }).tap();
    await held(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(left);
    await page.clock.fastForward(MINUTES * 60_000);
    const again = page.getByRole('button', { name: 'Hold again' });
    await again.waitFor();
    await page.getByRole('button', { name: /^Book and pay/ }).waitFor();
    await sellOut(scene, stay);
    await again.tap();
    await page.getByText('This room has been taken by someone else').waitFor();
    await page.getByRole('heading', { name: 'Your request' }).waitFor();
    expect(await page.getByRole('button', { name: /^Book and pay/ }).count()).toBe(0);
    expect(await page.getByRole('main').textContent()).not.toContain(`Room type ${stay.room}`);
    await page.getByRole('link', { name: 'Choose other days' }).waitFor();
    await enter(page);
    await page.getByRole('button', { name: /^Request for/ }).tap();
    expect(await keptBooking(scene, await referenceShown(page))).toMatchObject({ status: 'REQUESTED' });
    await close();
  });

  test('is of a party and can be held again when its time is over', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open('/booking', PHONE);
    await page.clock.install();
    await page.goto(scene.url + partyPath(stay));
    await held(page);
    await page.clock.fastForward(MINUTES * 60_000);
    await page.getByText('The rooms are no longer held for you.').waitFor();
    await page.getByRole('button', { name: 'Hold again' }).tap();
    await held(page);
    await close();
  });

  test.each([
    ['for another page', (page: Page) => page.goto(`${scene.url}/health`)],
    ['by closing the window', (page: Page) => page.close()],
  ])('is given back by whoever leaves %s', async (_, leave) => {
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await leave(page);
    await expect.poll(() => roomsLeft(scene, desk, stay)).toBe(before);
    await close();
  });

  test.each([
    ['for another page', (page: Page) => page.goto(`${scene.url}/health`)],
    [
      'within the shop',
      async (page: Page) => {
        await page.getByRole('link', { name: 'Offers' }).click();
        await page.locator('.offers').waitFor();
      },
    ],
  ])(
    'is not given back while an order of it is under way: the booking is made, though its guest leaves %s',
    async (_, leave) => {
      const stay = await findStay(scene);
      const before = await roomsLeft(scene, desk, stay);
      const { page, close } = await scene.open(bookPath(stay));
      await held(page);
      await enter(page);
      const released: string[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes('mutation CheckoutRelease')) released.push(request.url());
      });
      let made = '';
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('mutation CheckoutBook')) return route.fallback();
        const answer = (await (await route.fetch()).json()) as {
          data: { createBooking: { booking: { reference: string } } };
        };
        made = answer.data.createBooking.booking.reference;
      });
      await page.getByRole('button', { name: /^Book and pay/ }).click();
      await expect.poll(() => made).not.toBe('');
      await leave(page);
      expect((await keptBooking(scene, made)).status).toBe('CONFIRMED');
      expect(released).toEqual([]);
      expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
      await close();
    },
  );

  test('is given back by whoever leaves it, though an order of another stay was not answered', async () => {
    const [ordered, stay] = [await findStay(scene), await findStay(scene)];
    const [beforeOrder, before] = [await roomsLeft(scene, desk, ordered), await roomsLeft(scene, desk, stay)];
    const { page, close } = await scene.open(bookPath(ordered));
    await held(page);
    await enter(page);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CheckoutBook') ? route.abort() : route.fallback(),
    );
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await page.getByText('it will not be made twice').waitFor();
    await page.goto(scene.url + bookPath(stay));
    await held(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await page.goto(`${scene.url}/health`);
    await expect.poll(() => roomsLeft(scene, desk, stay)).toBe(before);
    expect(await roomsLeft(scene, desk, ordered)).toBe(beforeOrder - 1);
    await close(['ERR_FAILED']);
  });
});
