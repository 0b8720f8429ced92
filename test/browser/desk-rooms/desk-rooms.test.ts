/** A clerk at the month of rooms and of prices, by keyboard, mouse and finger, while others book; the screens in every language. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  cell,
  chosen,
  type DeskScene,
  dayOf,
  deskScene,
  HOTEL,
  ROOM,
  said,
  tabTo,
  UNITS,
  VISIT_TYPE,
} from '../../support/browser/desk-rooms.ts';

/** The sum of what moved without being asked to. */
const LAYOUT_SHIFT = `new Promise((resolve) =>
  new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
  ).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(resolve, 200, 0))`;

describe.skipIf(!hasChromium())('rooms and prices at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  const roomsPath = (night: string) => `/desk/rooms?hotel=${HOTEL}&month=${night.slice(0, 7)}`;

  test('a weekend is closed by the keyboard alone, and undo opens it again', async () => {
    const [friday, saturday] = [dayOf(2, 'FRI'), dayOf(2, 'FRI', 1)];
    const { page, close } = await desk.open(roomsPath(friday));
    await tabTo(page, 'td');
    await page.keyboard.press('Home');
    for (let day = 1; day < Number(friday.slice(8)); day++) await page.keyboard.press('ArrowRight');
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

  test('nights are dragged with the mouse over room types; fewer rooms than sold are refused beside the night', async () => {
    const [monday, thursday] = [dayOf(3, 'MON'), dayOf(3, 'MON', 3)];
    await desk.book(monday, dayOf(3, 'MON', 7));
    const { page, screenshot, close } = await desk.open(roomsPath(monday));
    await cell(page, monday).hover();
    await page.mouse.down();
    await cell(page, thursday, 12).hover();
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
    await expect.poll(() => said(page, monday), { timeout: 10_000 }).toContain('1 sold');
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

  const pricesPath = (night: string) =>
    `/desk/prices?hotel=${HOTEL}&visitType=${VISIT_TYPE}&month=${night.slice(0, 7)}`;
  const basePrice = async (arrival: string, departure: string): Promise<number> => {
    const { quote } = await desk.ask<{ quote: { quotes: { basePrice: { minorUnits: number } }[] } }>(
      `query ($input: QuoteInput!) {
        quote(input: $input) { ... on StayQuotes { quotes(currency: EUR) { basePrice { minorUnits } } } }
      }`,
      { input: { visitType: VISIT_TYPE, roomType: ROOM, arrival, departure } },
    );
    return quote.quotes[0]!.basePrice.minorUnits;
  };

  test('a range is raised by 10 percent after a preview, the shop quotes it at once, and undo takes it back', async () => {
    const [arrival, lastNight, departure] = [dayOf(3, 'MON'), dayOf(3, 'MON', 6), dayOf(3, 'MON', 7)];
    const before = await basePrice(arrival, departure);
    const { page, screenshot, close } = await desk.open(pricesPath(arrival));
    await cell(page, arrival).click();
    await cell(page, lastNight).click();
    await page.getByLabel('Rounded to').selectOption('1');
    await page.getByRole('textbox', { name: 'Percent' }).fill('10');
    const line = page.locator('.preview tbody tr');
    await expect.poll(() => line.count()).toBeGreaterThan(0);
    expect(await basePrice(arrival, departure)).toBe(before);
    await screenshot('desk-prices-preview');
    await page.getByRole('button', { name: 'Change 7 nights' }).click();
    await page.getByText('New price: 7 nights.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(Math.round(before * 1.1));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('As it was before.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(before);
    await close();
  });

  test('what is no number is said beside the field, and sends nothing', async () => {
    const { page, close } = await desk.open(pricesPath(dayOf(2, 'MON')));
    await cell(page, dayOf(2, 'MON')).click();
    const field = page.getByRole('textbox', { name: 'Percent' });
    await field.fill('ten');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.press('Enter');
    expect(await page.locator('.notice').count()).toBe(0);
    await close();
  });

  test.each([
    ['en', 'light', 1280, 'rooms'],
    ['de', 'dark', 320, 'rooms'],
    ['cs', 'light', 320, 'prices'],
    ['ru', 'dark', 1280, 'prices'],
  ] as const)(
    'in %s, %s and %i px wide, %s have no finding of axe, no page-wide scrolling, and do not jump while they load',
    async (lang, scheme, width, screen) => {
      const night = dayOf(2, 'FRI');
      const chosen = `&rooms=${ROOM}&from=${night}&to=${night}&lang=${lang}`;
      const options = { viewport: { width, height: 900 }, colorScheme: scheme, locale: lang };
      const { page, screenshot, close } = await desk.open(
        pricesPath(night).replace('prices', screen) + chosen,
        options,
      );
      // Before anything is entered: what an entry shows makes room for itself.
      expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.05);
      if (screen === 'prices') await page.locator('[name="change"]').fill('10');
      expect(await violationsOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await screenshot(`desk-${screen}-${lang}`);
      await close();
    },
  );
});
