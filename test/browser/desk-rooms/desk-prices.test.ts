/** A clerk at the month of prices, by mouse and finger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  cell,
  type DeskScene,
  dayOf,
  deskScene,
  pricesPath,
  ROOM,
  tabTo,
  VISIT_TYPE,
} from '../../support/browser/desk-rooms.ts';

interface Amount {
  amountMinor: number | null;
}

describe.skipIf(!hasChromium())('prices at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  const basePrice = async (arrival: string, departure: string): Promise<number> => {
    const { quote } = await desk.ask<{ quote: { quotes: { basePrice: { amountMinor: number } }[] } }>(
      `query ($input: QuoteInput!) {
        quote(input: $input) { ... on StayQuotes { quotes(currency: EUR) { basePrice { amountMinor } } } }
      }`,
      { input: { visitType: VISIT_TYPE, roomType: ROOM, arrival, departure } },
    );
    return quote.quotes[0]!.basePrice.amountMinor;
  };

  test('a range is raised by 10 percent after a preview, the shop quotes it at once, and undo takes it back', async () => {
    const [arrival, lastNight, departure] = [dayOf(3, 'MON'), dayOf(3, 'MON', 6), dayOf(3, 'MON', 7)];
    const before = await basePrice(arrival, departure);
    const { page, screenshot, close } = await desk.open(pricesPath(arrival));
    await cell(page, arrival).click();
    await cell(page, lastNight).click();
    await page.getByLabel('Rounded to').selectOption('1');
    await page.getByRole('textbox', { name: 'Percent' }).fill('10 %');
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

  test('another stay keeps the currency of the prices, by the keyboard too', async () => {
    const { page, close } = await desk.open(pricesPath(dayOf(2, 'MON')));
    const lists = page.getByLabel('Price list');
    const shown = () => lists.locator('option:checked').textContent();
    await expect.poll(shown).toContain('EUR');
    const czech = await lists.locator('option', { hasText: 'CZK' }).first().getAttribute('value');
    await lists.selectOption(czech);
    await expect.poll(shown).toContain('CZK');
    await page.getByLabel('Stay', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL((address) => address.searchParams.get('visitType') !== String(VISIT_TYPE));
    await expect.poll(shown).toContain('CZK');
    await page.reload();
    await expect.poll(shown).toContain('CZK');
    await close();
  });

  test('what is no number is said beside the field, and sends nothing', async () => {
    const { page, close } = await desk.open(pricesPath(dayOf(2, 'MON')));
    await cell(page, dayOf(2, 'MON')).click();
    const field = page.getByRole('textbox', { name: 'Percent' });
    await field.fill('ten');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await field.press('Enter');
    // A change would have been sent before this preview is shown.
    await field.fill('10');
    await page.locator('.preview tbody tr').first().waitFor();
    expect(sent.filter((body) => body.includes('mutation'))).toEqual([]);
    expect(await page.locator('.notice').count()).toBe(0);
    await close();
  });

  test('a price of 0, and one that leaves the old by more than half, are asked for in words before they are sent', async () => {
    const [arrival, departure] = [dayOf(7, 'MON'), dayOf(7, 'MON', 2)];
    const before = await basePrice(arrival, departure);
    const { page, screenshot, close } = await desk.open(pricesPath(arrival));
    await cell(page, arrival).click();
    await cell(page, dayOf(7, 'MON', 1)).click();
    await page.getByText('New price', { exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Amount in EUR' });
    await field.fill('0');
    await field.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Are these prices right?' });
    await dialog
      .getByText(/will cost nothing; guests pay 0/)
      .first()
      .waitFor();
    await screenshot('desk-prices-asked');
    expect(await violationsOn(page)).toEqual([]);
    // Whoever presses once more, or goes away, has sent nothing.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await basePrice(arrival, departure)).toBe(before);
    await page.getByText('By a percentage', { exact: true }).click();
    await page.getByLabel('Rounded to').selectOption('1');
    const percent = page.getByRole('textbox', { name: 'Percent' });
    await percent.fill('-60');
    await percent.press('Enter');
    await dialog
      .getByText(/falls by more than half, from €/)
      .first()
      .waitFor();
    await tabTo(page, 'dialog button.danger', 'Change 2 nights');
    await page.keyboard.press('Enter');
    await page.getByText('New price: 2 nights.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(Math.round(before * 0.4));
    await percent.fill('100');
    await page.getByRole('button', { name: 'Change 2 nights' }).click();
    await dialog
      .getByText(/rises by more than half/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Leave as it is' }).click();
    expect(await basePrice(arrival, departure)).toBe(Math.round(before * 0.4));
    await close();
  });

  test('a price is raised by a finger on a phone', async () => {
    const [arrival, departure] = [dayOf(4, 'MON'), dayOf(4, 'MON', 2)];
    const before = await basePrice(arrival, departure);
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page, screenshot, close } = await desk.open(pricesPath(arrival), phone);
    await cell(page, arrival).tap();
    await cell(page, dayOf(4, 'MON', 1)).tap();
    await page.getByLabel('Rounded to').selectOption('1');
    await page.getByRole('textbox', { name: 'Percent' }).fill('20');
    await page.locator('.preview tbody tr').first().waitFor();
    await screenshot('desk-prices-phone');
    await page.getByRole('button', { name: 'Change 2 nights' }).tap();
    await page.getByText('New price: 2 nights.').waitFor();
    expect(await basePrice(arrival, departure)).toBe(Math.round(before * 1.2));
    await close();
  });

  test('a change that the gateway refuses says why beside its nights, and changes nothing', async () => {
    const [arrival, lastNight, departure] = [dayOf(5, 'MON'), dayOf(5, 'MON', 1), dayOf(5, 'MON', 2)];
    const before = await basePrice(arrival, departure);
    const { page, screenshot, close } = await desk.open(pricesPath(arrival));
    // The form lets no such price through.
    await page.route('**/graphql', (route) => {
      const sent = route.request().postDataJSON() as { query: string; variables: { input?: { changes: Amount[] } } };
      for (const change of sent.variables.input?.changes ?? []) change.amountMinor = -1;
      return route.fallback({ postData: JSON.stringify(sent) });
    });
    await cell(page, arrival).click();
    await cell(page, lastNight).click();
    await page.getByRole('textbox', { name: 'Percent' }).fill('10');
    await page.getByRole('button', { name: 'Change 2 nights' }).click();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/Nothing was changed\..*Double Comfort, .*Must be from 0 to/);
    expect(await cell(page, lastNight).getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, departure).getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('textbox', { name: 'Percent' }).inputValue()).toBe('10');
    expect(await basePrice(arrival, departure)).toBe(before);
    await screenshot('desk-prices-refused');
    const lists = page.getByLabel('Price list');
    await lists.selectOption(await lists.locator('option:not(:checked)').first().getAttribute('value'));
    await refusal.waitFor({ state: 'detached' });
    expect(await cell(page, lastNight).getAttribute('aria-invalid')).toBeNull();
    await close();
  });

  test('what was not sent, and the way back, stay in the hotel that they are of', async () => {
    const night = dayOf(6, 'MON');
    const { page, close } = await desk.open(pricesPath(night));
    const elsewhere = pricesPath(night).replace('hotel=1&', 'hotel=2&');
    const percent = page.getByRole('textbox', { name: 'Percent' });
    await cell(page, night).click();
    await cell(page, night).click();
    await percent.fill('10');
    await page.getByRole('button', { name: 'Change 1 night' }).click();
    await page.getByText('New price: 1 night.').waitFor();
    await percent.fill('7');
    await page.goto(new URL(elsewhere, page.url()).href);
    await percent.waitFor();
    expect(await percent.inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.goto(new URL(pricesPath(night), page.url()).href);
    await expect.poll(() => percent.inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('As it was before.').waitFor();
    await close();
  });
});
