/** Two clerks at the same nights: nobody overwrites what they have not seen (U8), in Chromium. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import {
  cell,
  type DeskScene,
  dayOf,
  deskScene,
  pricesPath,
  ROOM,
  roomsPath,
  said,
  tabTo,
  UNITS,
  VISIT_TYPE,
} from '../../support/browser/desk-rooms.ts';
import { UPDATE_INVENTORY, UPDATE_RATES } from '../../support/update/updates.ts';

/** Prices by the night in EUR, which the desk shows in English. */
interface Stored {
  rates: { priceList: number; kind: string; currency: string; rates: { amountMinor: number; roomType: object }[] }[];
}

describe.skipIf(!hasChromium())('two clerks at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  const stored = async (night: string) => {
    const { rates } = await desk.ask<Stored>(
      `query ($visitType: ID!, $night: LocalDate!) { rates(visitType: $visitType, hotel: 1, from: $night, to: $night) {
        priceList kind currency rates { amountMinor roomType { number } } } }`,
      { visitType: VISIT_TYPE, night },
    );
    const list = rates.find(({ kind, currency }) => kind === 'PER_NIGHT' && currency === 'EUR')!;
    const rate = list.rates.find(({ roomType }) => 'number' in roomType && roomType.number === ROOM)!;
    return { priceList: list.priceList, amountMinor: rate.amountMinor };
  };
  const setPrice = async (night: string, amountMinor: number) => {
    const { priceList } = await stored(night);
    const changes = [{ roomType: ROOM, from: night, to: night, amountMinor, confirm: true }];
    const { updateRates } = await desk.ask<{ updateRates: object }>(UPDATE_RATES, {
      input: { visitType: VISIT_TYPE, priceList, changes },
    });
    expect(updateRates).toMatchObject({ nights: 1 });
  };
  const setRooms = async (night: string, what: object) => {
    const input = { changes: [{ roomType: ROOM, from: night, to: night, ...what }] };
    const { updateInventory } = await desk.ask<{ updateInventory: object }>(UPDATE_INVENTORY, { input });
    expect(updateInventory).toMatchObject({ nights: 1, unchanged: 0 });
  };
  /** Somebody else is faster by a moment: what they do comes between the press and the gateway. */
  const firstDo = async (page: Page, work: () => Promise<void>) => {
    await page.unrouteAll({ behavior: 'wait' });
    let isDone = false;
    await page.route('**/graphql', async (route) => {
      if (!isDone && route.request().postData()?.includes('mutation')) {
        isDone = true;
        await work();
      }
      await route.fallback();
    });
  };
  const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`;

  test('a price that somebody else has set meanwhile is not overwritten, nor by Undo: the clerk is told what is there', async () => {
    const night = dayOf(6, 'TUE');
    const { amountMinor: first } = await stored(night);
    const { page, screenshot, close } = await desk.open(pricesPath(night));
    await cell(page, night).click();
    await page.getByLabel('Rounded to').selectOption('1');
    await page.getByRole('textbox', { name: 'Percent' }).fill('10');
    await page.locator('.preview tbody tr', { hasText: euros(Math.round(first * 1.1)) }).waitFor();
    await firstDo(page, () => setPrice(night, first + 1_000));
    await page.getByRole('textbox', { name: 'Percent' }).press('Enter');
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain('somebody else has changed these nights in the meantime');
    expect(await refusal.textContent()).toContain(`now ${euros(first + 1_000)}`);
    expect(await cell(page, night).getAttribute('aria-invalid')).toBe('true');
    await screenshot('desk-prices-conflict');
    expect((await stored(night)).amountMinor).toBe(first + 1_000);
    // What is previewed is what is there now, and what is typed has stayed.
    const next = Math.round((first + 1_000) * 1.1);
    await page.locator('.preview tbody tr', { hasText: euros(first + 1_000) }).waitFor();
    await page.getByRole('button', { name: 'Change 1 night' }).click();
    await page.getByText('New price: 1 night.').waitFor();
    expect((await stored(night)).amountMinor).toBe(next);
    await firstDo(page, () => setPrice(night, next + 500));
    await tabTo(page, 'button', 'Undo');
    await page.keyboard.press('Enter');
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain(`now ${euros(next + 500)}`);
    expect((await stored(night)).amountMinor).toBe(next + 500);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await close();
  });

  test('a price that is set elsewhere is shown without a reload', async () => {
    const night = dayOf(6, 'THU');
    const { amountMinor } = await stored(night);
    const { page, close } = await desk.open(pricesPath(night));
    await expect.poll(() => said(page, night)).toContain(euros(amountMinor));
    await setPrice(night, amountMinor + 700);
    await cell(page, night)
      .getByText(euros(amountMinor + 700).slice(1))
      .first()
      .waitFor();
    await close();
  });

  test('rooms that somebody else has set or closed meanwhile are not overwritten, nor by Undo', async () => {
    const night = dayOf(8, 'WED');
    const { page, close } = await desk.open(roomsPath(night));
    const refusal = page.getByRole('alert');
    await cell(page, night).click();
    await page.getByLabel('Rooms for sale').fill('5');
    await firstDo(page, () => setRooms(night, { units: UNITS + 1 }));
    await page.getByLabel('Rooms for sale').press('Enter');
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain(`now ${UNITS + 1} rooms, open`);
    expect((await desk.stored(night))[0]).toMatchObject({ units: UNITS + 1 });
    await expect.poll(() => said(page, night)).toContain(`of ${UNITS + 1} left`);
    await page.getByRole('button', { name: 'Set rooms' }).click();
    await page.getByText('Rooms set: 1 night.').waitFor();
    await firstDo(page, () => setRooms(night, { units: 8 }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await refusal.waitFor();
    expect((await desk.stored(night))[0]).toMatchObject({ units: 8 });
    await firstDo(page, () => setRooms(night, { closed: true }));
    await expect.poll(() => page.getByRole('button', { name: 'Close for sale' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Close for sale' }).click();
    await page.getByText('now 8 rooms, closed').waitFor();
    await close();
  });
});
