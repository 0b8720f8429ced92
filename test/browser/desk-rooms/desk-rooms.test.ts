/** A clerk at the month of rooms, by keyboard, mouse and finger, while others book. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  cell,
  chosen,
  type DeskScene,
  dayOf,
  deskScene,
  HOTEL,
  roomsPath,
  said,
  tabTo,
  UNITS,
} from '../../support/browser/desk-rooms.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { countPresses } from '../../support/browser/presses.ts';

describe.skipIf(!hasChromium())('rooms at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  test('a weekend is closed by the keyboard alone, and undo opens it again', async () => {
    const [friday, saturday] = [dayOf(2, 'FRI'), dayOf(2, 'FRI', 1)];
    const { page, close } = await desk.open(roomsPath(friday));
    await tabTo(page, 'td');
    await page.keyboard.press('Home');
    for (let day = 1; day < Number(friday.slice(8)); day++) await page.keyboard.press('ArrowRight');
    // Keys of the browser, as Back is one, are left to it.
    const isLeft = await page.evaluate(() =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }),
      ),
    );
    expect(isLeft).toBe(true);
    await page.keyboard.press('Shift+ArrowRight');
    expect(await chosen(page)).toEqual([friday, saturday]);
    await tabTo(page, 'button', 'Close for sale');
    await page.keyboard.press('Enter');
    await expect.poll(() => said(page, friday)).toContain('closed');
    expect((await desk.stored(friday, saturday)).map(({ closed }) => closed)).toEqual([true, true]);
    await tabTo(page, 'button', 'Undo');
    await page.keyboard.press('Enter');
    await expect.poll(() => said(page, saturday)).not.toContain('closed');
    expect((await desk.stored(friday, saturday)).map(({ closed }) => closed)).toEqual([false, false]);
    await close();
  });

  test('closing nights shows who is booked on them, and leads to moving each: two bookings with at most 10 presses', async () => {
    const [monday, wednesday] = [dayOf(9, 'MON'), dayOf(9, 'MON', 2)];
    await desk.book(monday, wednesday);
    await desk.book(monday, wednesday);
    const { page, close } = await desk.open(roomsPath(monday));
    const clerk = countPresses(page);
    await clerk.click(cell(page, monday));
    await clerk.click(cell(page, monday));
    const moves = page.getByRole('link', { name: 'Move Jana Nováková' });
    await expect.poll(() => moves.count()).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
    await clerk.click(page.getByRole('button', { name: 'Close for sale' }));
    await expect.poll(() => said(page, monday)).toContain('closed');
    for (const left of [1, 0]) {
      await clerk.click(moves.first());
      const dialog = page.getByRole('dialog', { name: 'Change this booking' });
      const room = dialog.getByLabel('Room');
      await room.locator('option').nth(1).waitFor({ state: 'attached' });
      await clerk.choose(room, '12');
      await dialog.getByRole('row', { name: /^Total/ }).waitFor();
      await clerk.click(dialog.getByRole('button', { name: 'Change' }));
      await page.getByText('The booking is changed.').waitFor();
      if (left === 0) break;
      // The nights are still chosen.
      await clerk.back();
      await expect.poll(() => moves.count()).toBe(left);
    }
    expect((await desk.stored(monday))[0]).toMatchObject({ closed: true, sold: 0 });
    expect(clerk.count).toBeLessThanOrEqual(10);
    await page.goBack();
    await expect.poll(() => said(page, monday)).not.toContain('sold');
    await close();
  });

  test('the month stays in its place while its texts come in another language', async () => {
    const { page, close } = await desk.open(roomsPath(dayOf(2, 'MON')));
    const grid = page.locator('.month-grid');
    await grid.locator('tbody td').first().waitFor();
    const was = (await grid.elementHandle())!;
    const names = await grid.locator('.room-name').allTextContents();
    await page.getByLabel('Language').selectOption('de');
    await expect.poll(() => grid.locator('.room-name').allTextContents()).not.toEqual(names);
    expect(await was.evaluate((one) => one.isConnected)).toBe(true);
    await close();
  });

  test('a weekend is closed by the mouse in three presses, and opened again from the list of what has changed', async () => {
    const { page, close } = await desk.open(roomsPath(dayOf(7, 'MON')));
    const [friday, saturday] = [dayOf(7, 'MON', 4), dayOf(7, 'MON', 5)];
    await cell(page, friday).click();
    await cell(page, saturday).click();
    await page.getByRole('button', { name: 'Close for sale' }).click();
    await expect.poll(() => said(page, saturday)).toContain('closed');
    expect((await desk.stored(friday, saturday)).map(({ closed }) => closed)).toEqual([true, true]);
    expect(await said(page, dayOf(7, 'MON', 6))).not.toContain('closed');
    await page.getByText('What has changed, and by whom').click();
    const log = page.locator('details', { hasText: 'What has changed, and by whom' });
    await log.getByRole('button', { name: 'Undo' }).first().click();
    await log.getByText('As it was before.').waitFor();
    expect((await desk.stored(friday, saturday)).map(({ closed }) => closed)).toEqual([false, false]);
    await expect.poll(() => said(page, saturday)).not.toContain('closed');
    await close();
  });

  test('nights are dragged with the mouse over room types; fewer rooms than sold are refused beside the night', async () => {
    const [monday, thursday] = [dayOf(3, 'MON'), dayOf(3, 'MON', 3)];
    await desk.book(monday, dayOf(3, 'MON', 7));
    const { page, screenshot, close } = await desk.open(roomsPath(monday));
    await cell(page, monday).hover();
    await page.mouse.down();
    await cell(page, thursday, 12).hover();
    await expect.poll(() => chosen(page)).toHaveLength(8);
    await page.mouse.up();
    expect(await chosen(page)).toHaveLength(8);
    await page.getByLabel('Single Comfort').uncheck();
    await page.getByLabel('Rooms for sale').fill('0');
    await page.getByRole('button', { name: 'Set rooms' }).click();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/Nothing was changed\..*Double Comfort.*below what is sold/);
    expect(await cell(page, monday).getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, dayOf(3, 'MON', 4)).getAttribute('aria-invalid')).toBeNull();
    expect((await desk.stored(monday))[0]).toMatchObject({ units: UNITS, sold: 1 });
    await screenshot('desk-rooms-refused');
    await page.getByLabel('Rooms for sale').fill('5');
    await page.getByRole('button', { name: 'Set rooms' }).click();
    await expect.poll(() => said(page, monday)).toContain('4 of 5 left, 1 sold');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => said(page, monday)).toContain(`${UNITS - 1} of ${UNITS} left`);
    await close();
  });

  test('a number of rooms that is sent while another change is under way stays in its field', async () => {
    const monday = dayOf(6, 'MON');
    const { page, close } = await desk.open(roomsPath(monday));
    const changing = await holdBack(page, '**/graphql', 'mutation DeskUpdateInventory');
    await cell(page, monday).click();
    await cell(page, monday).click();
    await page.getByLabel('Rooms for sale').fill('9');
    await page.getByRole('button', { name: 'Close for sale' }).click();
    await changing.isThere();
    await page.getByLabel('Rooms for sale').press('Enter');
    changing.letGo();
    await expect.poll(() => said(page, monday)).toContain('closed');
    expect(await page.getByLabel('Rooms for sale').inputValue()).toBe('9');
    await close();
  });

  test('a finger taps the first and the last night; a reload loses neither them nor what was not sent', async () => {
    const [first, last] = [dayOf(4, 'TUE'), dayOf(4, 'TUE', 2)];
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page, screenshot, close } = await desk.open(roomsPath(first), phone);
    await cell(page, first).tap();
    await cell(page, last).tap();
    await page.getByLabel('Rooms for sale').fill('7');
    await page.reload();
    await cell(page, first).waitFor();
    await expect.poll(() => chosen(page)).toEqual([first, dayOf(4, 'TUE', 1), last]);
    expect(await page.getByLabel('Rooms for sale').inputValue()).toBe('7');
    await screenshot('desk-rooms-phone');
    await page.getByRole('button', { name: 'Set rooms' }).tap();
    await expect.poll(() => said(page, last)).toContain('7 of 7 left');
    expect((await desk.stored(first, last)).map(({ units }) => units)).toEqual([7, 7, 7]);
    await close();
  });

  test('the next weekend is one press away, the one after it the next; weekdays narrow a month', async () => {
    const { page, close } = await desk.open(roomsPath(dayOf(2, 'MON')));
    await page.getByRole('button', { name: 'Next weekend' }).click();
    await page.getByRole('button', { name: 'Next weekend' }).click();
    await page.getByLabel('Single Comfort').uncheck();
    await page.getByLabel('Family apartment').uncheck();
    await expect.poll(() => chosen(page)).toEqual([dayOf(2, 'FRI', 7), dayOf(2, 'FRI', 8)]);
    await page.getByRole('button', { name: 'Whole month' }).click();
    for (const weekday of ['Mon', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
      await page.getByRole('checkbox', { name: weekday, exact: true }).uncheck();
    const tuesdays = await chosen(page);
    expect(tuesdays.slice(0, 2)).toEqual([dayOf(2, 'TUE'), dayOf(2, 'TUE', 7)]);
    expect(tuesdays.length).toBeLessThan(6);
    await close();
  });

  test('a booking made elsewhere changes what is sold, without a reload', async () => {
    const monday = dayOf(5, 'MON');
    const { page, close } = await desk.open(roomsPath(monday));
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => said(page, monday)).toContain(`${UNITS} of ${UNITS} left`);
    await desk.book(monday, dayOf(5, 'MON', 7));
    await expect.poll(() => said(page, monday)).toContain('1 sold');
    expect(new URL(page.url()).searchParams.get('hotel')).toBe(String(HOTEL));
    await close();
  });

  test('nights before today can be seen and not chosen', async () => {
    const { page, close } = await desk.open(roomsPath(dayOf(-1, 'MON')));
    await cell(page, dayOf(-1, 'MON')).click({ force: true });
    expect(await chosen(page)).toEqual([]);
    expect(await cell(page, dayOf(-1, 'MON')).getAttribute('aria-disabled')).toBe('true');
    await close();
  });
});
