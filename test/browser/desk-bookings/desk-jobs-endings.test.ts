/** Issue 29, number 7. How a clerk ends bookings, and takes that back, each job with at most so many presses. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  ALL_SCOPES,
  askWith,
  confirmedStay,
  findBooking,
  type Made,
  requestStay,
  signIn,
} from '../../support/browser/desk.ts';
import { holdBack, onEarlyDay } from '../../support/browser/hold-back.ts';
import { countPresses } from '../../support/browser/presses.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';

interface Kept {
  status: string;
  cancellationFee: { amountMinor: number } | null;
  history: { type: string; cancelledBy: string | null; messageToGuest: string | null; note: string | null }[];
}

const KEPT = `query ($id: ID!) { booking(id: $id) {
  status cancellationFee { amountMinor } history { type cancelledBy messageToGuest note } } }`;

describe.skipIf(!hasChromium())('a clerk ends', () => {
  let scene: BrowserScene;
  let key: string;
  let page: Page;
  let close: (expected?: readonly string[]) => Promise<void>;
  let screenshot: (name: string) => Promise<void>;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES]);
    // As much as a screen shows at 200 % zoom.
    ({ page, close, screenshot } = await scene.open('/desk', { viewport: { width: 640, height: 450 } }));
    await signIn(page, key);
  });
  afterAll(async () => {
    await close?.();
    await scene?.close();
  });

  const kept = async (id: string) => (await askWith<{ booking: Kept }>({ url: scene.url, key }, KEPT, { id })).booking;
  const dialog = () => page.getByRole('dialog');
  const open = async (lastName: string, days: readonly [number, number]) => {
    const made = await confirmedStay(scene, { key, lastName, days });
    const clerk = countPresses(page);
    await findBooking(page, clerk, { said: lastName, reference: made.reference });
    return { ...made, clerk };
  };
  /** Two rooms for the same nights that the hotel has to confirm. */
  const requestParty = async () => {
    const person = { firstName: 'Jana', lastName: 'Spolecna' };
    const { result } = await scene.ask<{ result: { ids: string[]; bookings: { reference: string }[] } }>(
      `mutation ($input: CreateBookingsInput!) { result: createBookings(input: $input) {
        ... on BookingsCreated { ids bookings { reference } } ... on Problem { message } } }`,
      {
        input: {
          ...{ kind: 'REQUEST', visitType: 110, hotel: 4, currency: 'EUR' },
          ...{ arrival: dateFromNow(30), departure: dateFromNow(33) },
          billedTo: { ...person, email: 'spolecna@example.com' },
          rooms: [1, 2].map(() => ({ roomType: 41, guests: [person] })),
        },
      },
    );
    return result.ids.map((id, room): Made => ({ id, reference: result.bookings[room]!.reference }));
  };
  const isWholeInSight = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  test('a booking for the guest, at a fee of their own, at most 10 presses', async () => {
    const { id, clerk } = await open('Hostrusi', [2, 5]);
    await clerk.press('x');
    await page.locator('dialog input[name="fee"]:focus').waitFor();
    const says = await dialog()
      .getByText(/^Cancelling today costs €/)
      .textContent();
    const preset = Number(await dialog().getByLabel('Fee in EUR').inputValue());
    expect(preset).toBeGreaterThan(10);
    expect(says).toContain(String(preset));
    await clerk.fill(dialog().getByLabel('Fee in EUR'), '1000000');
    await dialog()
      .getByText(/^Please enter an amount from 0 to /)
      .waitFor();
    await clerk.fill(dialog().getByLabel('Fee in EUR'), '12.50');
    expect(await violationsOn(page)).toEqual([]);
    expect(await isWholeInSight()).toBe(true);
    await screenshot('desk-cancel-zoomed');
    await clerk.press('Enter');
    await page.getByText('The booking is cancelled.').waitFor();
    expect(await kept(id)).toMatchObject({
      status: 'CANCELLED',
      cancellationFee: { amountMinor: 1250 },
      history: [{}, {}, { cancelledBy: 'GUEST' }],
    });
    await page.getByText('Cancelled: the guest').waitFor();
    expect(clerk.count).toBeLessThanOrEqual(10);
  });

  test('a booking at the fee of the day on which it is cancelled, however long the page and the dialog have been open', async () => {
    const passes = await onEarlyDay(page, 'query DeskViewer ');
    const { id } = await open('Vcerejsi', [2, 5]);
    passes();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog()
      .getByText(/^Cancelling today costs €/)
      .waitFor();
    await page.keyboard.press('Escape');

    const ends = await onEarlyDay(page, 'query DeskViewer ');
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog().getByText('Cancelling today costs nothing.').waitFor();
    ends();
    await dialog().getByRole('button', { name: 'Cancel booking' }).click();
    await dialog()
      .getByText(/^It is another day by now/)
      .waitFor();
    expect(await kept(id)).toMatchObject({ status: 'CONFIRMED' });
    await expect.poll(() => dialog().getByLabel('Fee in EUR').inputValue()).not.toBe('0');
    const preset = Number(await dialog().getByLabel('Fee in EUR').inputValue());
    await dialog().getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('The booking is cancelled.').waitFor();
    expect(await kept(id)).toMatchObject({
      status: 'CANCELLED',
      cancellationFee: { amountMinor: Math.round(preset * 100) },
    });
  });

  test('a booking for the hotel, which costs nothing, with a word for the guest and one for the house, and undoes it, at most 12 presses', async () => {
    const { id, clerk } = await open('Hotelrusi', [2, 5]);
    await clerk.press('x');
    await clerk.click(dialog().getByText('the hotel', { exact: true }));
    expect(await dialog().getByLabel('Fee in EUR').inputValue()).toBe('0');
    expect(await dialog().textContent()).not.toContain('Cancelling today costs');
    await clerk.fill(dialog().getByLabel(/^Reason/), 'A pipe has burst.');
    await clerk.fill(dialog().getByLabel('Note for the house'), 'Room 12 floods.');
    await clerk.click(dialog().getByRole('button', { name: 'Cancel booking' }));
    await page.getByText('The booking is cancelled.').waitFor();
    expect(await kept(id)).toEqual({
      status: 'CANCELLED',
      cancellationFee: { amountMinor: 0 },
      history: [
        expect.objectContaining({ type: 'REQUESTED' }),
        expect.objectContaining({ type: 'CONFIRMED' }),
        { type: 'CANCELLED', cancelledBy: 'HOTEL', messageToGuest: 'A pipe has burst.', note: 'Room 12 floods.' },
      ],
    });
    await clerk.click(page.getByRole('link', { name: 'Undo' }));
    await page.getByRole('dialog', { name: 'Reinstate this booking' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await clerk.click(dialog().getByRole('button', { name: 'Reinstate' }));
    await page.getByText('The booking is what it was before.').waitFor();
    expect(await kept(id)).toMatchObject({ status: 'CONFIRMED', cancellationFee: null });
    await page.locator('.tag', { hasText: 'Confirmed' }).first().waitFor();
    expect(clerk.count).toBeLessThanOrEqual(12);
  });

  test('a request in words of its own, and tells guests without an e-mail address by telephone: no dialog says that a mail does (M11)', async () => {
    const asked = await requestStay(scene, { lastName: 'Telefonova', phone: '+420 602 000 111' });
    const booked = await confirmedStay(scene, { key, lastName: 'Volana', days: [20, 22] });
    for (const { id } of [asked, booked]) {
      await scene.database.prisma.bookingContact.updateMany({ where: { bookingId: id }, data: { email: '' } });
    }
    const find = ({ reference }: Made, said: string) => findBooking(page, countPresses(page), { said, reference });
    await find(asked, 'Telefonova');
    for (const action of ['Confirm', 'Decline']) {
      await page.getByRole('button', { name: action }).click();
      await dialog().getByText('This guest has no e-mail address: please tell them yourselves.').waitFor();
      expect(await dialog().textContent()).not.toContain('by e-mail');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    }
    // The dialog asks which day it is; that says nothing about a request.
    const day = await holdBack(page, '**/graphql', 'query DeskViewer');
    await page.getByRole('button', { name: 'Withdraw request' }).click();
    await page.getByRole('dialog', { name: 'Withdraw this request' }).waitFor();
    await day.isThere();
    await dialog().getByRole('button', { name: 'Withdraw request' }).click();
    await page.getByText('The request is withdrawn.').waitFor();
    day.letGo();
    await find(booked, 'Volana');
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog().getByText('the hotel', { exact: true }).click();
    await dialog().getByText('please tell them yourselves').waitFor();
    expect(await dialog().textContent()).not.toContain('The e-mail says');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('rooms that were asked for together in the words of what is done: a confirmed one is cancelled, and the clerk says who does (M6, Y3)', async () => {
    const asked = await requestParty();
    await scene.database.prisma.booking.updateMany({
      where: { id: { in: asked.map(({ id }) => id) } },
      data: { cancellationTerms: [{ daysBeforeArrival: 90, basisPoints: 5_000 }] },
    });
    const [first, second] = asked as [Made, Made];
    const openSecond = async () => {
      await findBooking(page, countPresses(page), { said: second.reference, reference: second.reference });
      await page.getByRole('button', { name: 'Withdraw request' }).click();
      await page.getByRole('dialog', { name: 'Withdraw this request' }).waitFor();
    };
    await openSecond();
    await dialog().getByLabel('Withdraw all 2 requests').check();
    await page.getByRole('dialog', { name: 'Withdraw this request' }).waitFor();
    expect(await dialog().getByText('Who cancels?').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await askWith(
      { url: scene.url, key },
      `mutation ($id: ID!) { confirmBooking(input: { id: $id }) { ... on Problem { message } } }`,
      { id: first.id },
    );
    await openSecond();
    await dialog().getByLabel('Cancel all 2 rooms').check();
    await page.getByRole('dialog', { name: 'Cancel this booking' }).waitFor();
    await dialog().getByText('Who cancels?').waitFor();
    await dialog()
      .getByText(/^Cancelling today costs €/)
      .waitFor();
    await dialog().getByText('the hotel', { exact: true }).click();
    await dialog().getByText('It costs the guest nothing.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('All rooms are cancelled.').waitFor();
    expect(await kept(first.id)).toMatchObject({ status: 'CANCELLED', cancellationFee: { amountMinor: 0 } });
    expect((await kept(first.id)).history.at(-1)).toMatchObject({ type: 'CANCELLED', cancelledBy: 'HOTEL' });
    expect(await kept(second.id)).toMatchObject({ status: 'CANCELLED' });

    const [alone, withIt] = (await requestParty()) as [Made, Made];
    await findBooking(page, countPresses(page), { said: alone.reference, reference: alone.reference });
    await page.getByRole('button', { name: 'Withdraw request' }).click();
    await dialog().getByLabel('Withdraw all 2 requests').check();
    await dialog().getByRole('button', { name: 'Withdraw request' }).click();
    await page.getByText('All requests are withdrawn.').waitFor();
    for (const { id } of [alone, withIt]) expect(await kept(id)).toMatchObject({ status: 'CANCELLED' });
  });

  test('a stay whose guests did not come, at the fee of the terms, at most 7 presses, and undoes it when they come after all', async () => {
    const { id, clerk } = await open('Neprisel', [-1, 3]);
    await clerk.click(page.getByRole('button', { name: 'No-show' }));
    await page.locator('dialog input[name="fee"]:focus').waitFor();
    const preset = Number(await dialog().getByLabel('Fee in EUR').inputValue());
    expect(await violationsOn(page)).toEqual([]);
    await clerk.press('Enter');
    await page.getByText('The booking is a no-show.').waitFor();
    expect(preset).toBeGreaterThan(0);
    expect(await kept(id)).toMatchObject({
      status: 'NO_SHOW',
      cancellationFee: { amountMinor: Math.round(preset * 100) },
    });
    await page.getByText(/^Not coming cost /).waitFor();
    expect(clerk.count).toBeLessThanOrEqual(7);
    await page.getByRole('link', { name: 'Undo' }).click();
    await dialog().getByRole('button', { name: 'Reinstate' }).click();
    await page.getByText('The booking is what it was before.').waitFor();
    expect(await kept(id)).toMatchObject({ status: 'CONFIRMED', cancellationFee: null });
  });

  test('nothing by a no-show of guests who arrive tomorrow: there is no such button', async () => {
    await open('Zitra', [1, 3]);
    expect(await page.getByRole('button', { name: 'No-show' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Early departure' }).count()).toBe(0);
    await page.getByRole('heading', { name: 'E-mails' }).waitFor();
    const mails = page.locator('section', { has: page.getByRole('heading', { name: 'E-mails' }) });
    await mails.getByText(/^Confirmed to the guest$/).waitFor();
    await mails.getByText(/^Requested to the hotel$/).waitFor();
  });
});
