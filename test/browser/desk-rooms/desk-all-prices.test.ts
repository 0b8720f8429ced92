/** All prices of a hotel are changed at once, seen before, and taken back (M13, M14), in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  type DeskScene,
  dayOf,
  deskScene,
  HOTEL,
  pricesPath,
  ROOM,
  roomsPath,
  tabTo,
} from '../../support/browser/desk-rooms.ts';
import { countPresses } from '../../support/browser/presses.ts';

interface List {
  priceList: number;
  kind: string;
  currency: string;
  rates: { from: string; to: string; amountMinor: number; roomType: { number: number } }[];
}

describe.skipIf(!hasChromium())('all stays, price lists and currencies at the desk', () => {
  let scene: BrowserScene;
  let desk: DeskScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await deskScene(scene);
  });
  afterAll(() => scene?.close());

  /** What `ROOM` costs on a night, by the night, in all stays of the hotel. */
  const stored = async (night: string): Promise<Record<string, number>> => {
    const { hotel } = await desk.ask<{ hotel: { visitTypes: { number: number }[] } }>(
      'query ($hotel: ID!) { hotel(id: $hotel) { visitTypes { number } } }',
      { hotel: HOTEL },
    );
    const prices: Record<string, number> = {};
    for (const { number: visitType } of hotel.visitTypes) {
      const { rates } = await desk.ask<{ rates: List[] }>(
        `query ($visitType: ID!, $hotel: ID!, $night: LocalDate!) { rates(visitType: $visitType, hotel: $hotel, from: $night, to: $night) {
          priceList kind currency rates { from to amountMinor roomType { number } } } }`,
        { visitType, hotel: HOTEL, night },
      );
      for (const { priceList, kind, currency, rates: some } of rates)
        for (const { roomType, amountMinor } of some)
          if (kind === 'PER_NIGHT' && roomType.number === ROOM)
            prices[`${visitType} ${priceList} ${currency}`] = amountMinor;
    }
    return prices;
  };
  const tenMore = (prices: Record<string, number>) =>
    Object.fromEntries(Object.entries(prices).map(([key, minor]) => [key, Math.round((minor * 1.1) / 100) * 100]));

  test('10 % more for a weekend are shown before, made in all of them by the keyboard alone, and undone from what has changed', async () => {
    const [friday, saturday] = [dayOf(7, 'FRI'), dayOf(7, 'FRI', 1)];
    const before = await stored(friday);
    expect(new Set(Object.keys(before).map((key) => key.split(' ')[2]))).toEqual(new Set(['CZK', 'EUR']));
    const { page, screenshot, close } = await desk.open(
      `${pricesPath(friday)}&rooms=${ROOM}&from=${friday}&to=${saturday}`,
    );
    await tabTo(page, 'summary', 'All stays, price lists and currencies at once');
    await page.keyboard.press('Enter');
    const all = page.locator('details', { hasText: 'All stays, price lists and currencies at once' });
    // The list that is shown has a field of that name, too: the one of the form comes first once it is there.
    await all.locator('input[name="change"]').waitFor();
    await tabTo(page, 'input[name="change"]');
    await page.keyboard.type('10');
    await all.locator('button[type="submit"]:not([disabled])').waitFor();
    await page.keyboard.press('Enter');
    await all.locator('.preview tbody tr').first().waitFor();
    expect(await stored(friday)).toEqual(before);
    expect(await all.locator('.preview tbody tr').count()).toBeGreaterThanOrEqual(Object.keys(before).length);
    await screenshot('desk-all-prices');
    await all.getByRole('button', { name: /^Change \d+ nights$/ }).press('Enter');
    await all.getByText(/^New price: \d+ nights\.$/).waitFor();
    expect(await stored(friday)).toEqual(tenMore(before));
    expect(await stored(saturday)).toEqual(tenMore(before));
    expect(await stored(dayOf(7, 'FRI', 2))).toEqual(before);

    await tabTo(page, 'summary', 'What has changed, and by whom');
    await page.keyboard.press('Enter');
    const log = page.locator('details', { hasText: 'What has changed, and by whom' });
    await log.getByText('all price lists at once').first().waitFor();
    await log.getByRole('button', { name: 'Undo' }).first().press('Enter');
    await log.getByText('As it was before.').waitFor();
    expect(await stored(friday)).toEqual(before);
    await log.locator('li', { hasText: 'all price lists at once' }).getByText('undone', { exact: true }).waitFor();
    await close();
  });

  test('10 % more for the next weekend, with at most 7 presses from the first view', async () => {
    const { page, close } = await desk.open(pricesPath(dayOf(1, 'MON')));
    await page.goto(`${scene.url}/desk`);
    const manager = countPresses(page);
    await manager.click(page.getByRole('link', { name: 'Prices', exact: true }));
    await manager.choose(page.getByLabel('Hotel', { exact: true }), String(HOTEL));
    await manager.click(page.getByRole('button', { name: 'Next weekend' }));
    await page.waitForURL(/[?&]from=/);
    const { searchParams } = new URL(page.url());
    const [friday, saturday] = [searchParams.get('from')!, searchParams.get('to')!];
    const before = { friday: await stored(friday), saturday: await stored(saturday) };
    await manager.click(page.getByText('All stays, price lists and currencies at once'));
    const all = page.locator('details', { hasText: 'All stays, price lists and currencies at once' });
    await manager.fill(all.getByRole('textbox', { name: 'Percent' }), '10');
    await manager.click(all.getByRole('button', { name: 'Show what would change' }));
    await manager.click(all.getByRole('button', { name: /^Change \d+ nights$/ }));
    await all.getByText(/^New price: \d+ nights\.$/).waitFor();
    expect(manager.count).toBeLessThanOrEqual(7);
    expect(await stored(friday)).toEqual(tenMore(before.friday));
    expect(await stored(saturday)).toEqual(tenMore(before.saturday));
    await close();
  });

  test('a preview that no longer holds, because somebody else was faster, is shown anew before anything is made', async () => {
    const night = dayOf(10, 'TUE');
    const before = await stored(night);
    const { page, close } = await desk.open(`${pricesPath(night)}&rooms=${ROOM}&from=${night}&to=${night}`);
    await page.getByText('All stays, price lists and currencies at once').click();
    const all = page.locator('details', { hasText: 'All stays, price lists and currencies at once' });
    await all.getByRole('textbox', { name: 'Percent' }).fill('10');
    await all.getByRole('button', { name: 'Show what would change' }).click();
    const lines = () => all.locator('.preview tbody').textContent();
    const change = all.getByRole('button', { name: /^Change / });
    await change.waitFor();
    const first = await lines();
    const input = { hotel: HOTEL, roomTypes: [ROOM], from: night, to: night, percent: 10, roundTo: 100 };
    await desk.ask('mutation ($input: AdjustRatesInput!) { adjustRates(input: $input) { __typename } }', { input });
    await change.click();
    await all.getByRole('alert').getByText('the prices have changed in the meantime').waitFor();
    expect(await lines()).not.toBe(first);
    expect(await stored(night)).toEqual(tenMore(before));
    await change.click();
    await all.getByText(/^New price: /).waitFor();
    expect(await all.getByRole('alert').count()).toBe(0);
    expect(await stored(night)).toEqual(tenMore(tenMore(before)));
    await close();
  });

  test('an amount beyond the highest price is refused at the field, with what may be entered', async () => {
    const night = dayOf(12, 'TUE');
    const { page, close } = await desk.open(`${pricesPath(night)}&rooms=${ROOM}&from=${night}&to=${night}`);
    await page.getByText('All stays, price lists and currencies at once').click();
    const all = page.locator('details', { hasText: 'All stays, price lists and currencies at once' });
    await all.getByRole('radio', { name: 'By an amount' }).check();
    const field = all.getByRole('textbox', { name: /^Amount in / });
    await field.fill('30000000');
    await all.getByText('Enter a number from −10,000,000 to 10,000,000 with at most two decimals.').waitFor();
    const show = all.getByRole('button', { name: 'Show what would change' });
    expect([await field.getAttribute('aria-invalid'), await show.isDisabled()]).toEqual(['true', true]);
    await field.fill('10000000');
    await all.locator('button[type="submit"]:not([disabled])').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await close();
  });

  test('what others change comes into the open list, but not while the pointer is in it', async () => {
    const night = dayOf(11, 'TUE');
    const { page, close } = await desk.open(pricesPath(night));
    await page.getByText('What has changed, and by whom').click();
    const log = page.locator('details', { hasText: 'What has changed, and by whom' });
    const rows = log.getByRole('listitem');
    const input = { hotel: HOTEL, roomTypes: [ROOM], from: night, to: night, percent: 10, roundTo: 100 };
    const adjust = () =>
      desk.ask('mutation ($input: AdjustRatesInput!) { adjustRates(input: $input) { __typename } }', { input });
    await log.locator('.change-log, p.muted').first().waitFor();
    const before = await rows.count();
    await adjust();
    await expect.poll(() => rows.count()).toBe(before + 1);
    await rows.first().hover();
    await adjust();
    const monthIsAsked = () =>
      page.waitForResponse((response) => (response.request().postData() ?? '').includes('query DeskRates('));
    // Both are asked for as often.
    for (let time = 0; time < 3; time++) await monthIsAsked();
    expect(await rows.count()).toBe(before + 1);
    await page.mouse.move(0, 0);
    await expect.poll(() => rows.count()).toBe(before + 2);
    await close();
  });

  test('prices of which more than half goes are confirmed; an undoing that comes too late says so', async () => {
    const night = dayOf(8, 'TUE');
    const before = await stored(night);
    const { page, close } = await desk.open(`${pricesPath(night)}&rooms=${ROOM}&from=${night}&to=${night}`);
    await page.getByText('All stays, price lists and currencies at once').click();
    const all = page.locator('details', { hasText: 'All stays, price lists and currencies at once' });
    await all.getByRole('textbox', { name: 'Percent' }).fill('-60');
    await all.getByRole('button', { name: 'Show what would change' }).click();
    await all.getByRole('alert').waitFor();
    await all.getByLabel('These prices are right').check();
    await all.getByRole('button', { name: 'Show what would change' }).click();
    await all.getByRole('button', { name: /^Change / }).click();
    await all.getByText(/^New price: /).waitFor();
    const [key = '', list = ''] = Object.keys(before)[0]!.split(' ');
    const change = { roomType: ROOM, from: night, to: night, amountMinor: 77_700, confirm: true };
    await desk.ask('mutation ($input: UpdateRatesInput!) { updateRates(input: $input) { __typename } }', {
      input: { visitType: key, priceList: Number(list), changes: [change] },
    });
    await all.getByRole('button', { name: 'Undo' }).click();
    await all.getByText('Nothing was changed: it is no longer as this change left it').waitFor();
    expect((await stored(night))[Object.keys(before)[0]!]).toBe(77_700);
    await close();
  });

  test.each([
    ['cs', 'light', 320, 'prices'],
    ['de', 'dark', 1280, 'prices'],
    ['ru', 'light', 320, 'prices'],
    ['en', 'dark', 320, 'rooms'],
  ] as const)(
    'in %s, %s and %i px wide, what has changed of %s and the form for all have no finding of axe and no page-wide scrolling',
    async (lang, scheme, width, screen) => {
      const night = dayOf(9, 'WED');
      const chosen = `&rooms=${ROOM}&from=${night}&to=${night}&lang=${lang}`;
      const options = { viewport: { width, height: 900 }, colorScheme: scheme, locale: lang };
      const { page, screenshot, close } = await desk.open(
        (screen === 'rooms' ? roomsPath(night) : pricesPath(night)) + chosen,
        options,
      );
      for (const summary of await page.locator('.desk-rooms > details.card > summary').all()) await summary.click();
      if (screen === 'prices') {
        await page.locator('details.card [name="change"]').fill('10');
        await page.locator('details.card [name="change"]').press('Enter');
        await page.locator('details.card .preview tbody tr').first().waitFor();
      }
      await page.locator('details.card').last().locator('.change-log, p.muted').first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await screenshot(`desk-changes-${screen}-${lang}`);
      await close();
    },
  );
});
