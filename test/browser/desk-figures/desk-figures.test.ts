/** Figures at the desk (M15): the job "export the month" in few presses, and looks in every language. Issue 29, numbers 6 and 7. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, daysBetween, monthOf } from '../../../src/web/format/civil-date.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { ALL_SCOPES, askWith, confirmedStay, requestStay, signIn } from '../../support/browser/desk.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { countPresses } from '../../support/browser/presses.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';
import { readCsv } from '../../support/requests/csv-reader.ts';

/** Where the stays of these tests are. */
const HOTEL = 4;

/** The month that is so many after this one, and the days until its tenth: a stay from then on is whole within it. */
function monthIn(months: number) {
  const month = addMonths(monthOf(dateFromNow(0)), months);
  return { month, tenth: daysBetween(dateFromNow(0), `${month}-10`) };
}
const LAST = monthIn(-1);

describe.skipIf(!hasChromium())('figures at the desk', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES]);
    const { id } = await confirmedStay(scene, { key, lastName: 'Minula', days: [LAST.tenth, LAST.tenth + 3] });
    // It was booked before its guests came.
    await scene.database.prisma.booking.update({ where: { id }, data: { createdAt: new Date(dateFromNow(-60)) } });
    await confirmedStay(scene, { key, lastName: 'Bydlici', days: [0, 2] });
    await requestStay(scene, { lastName: 'Cekajici', inDays: 1 });
  });
  afterAll(() => scene?.close());

  /** The cells of a row by the names of the columns. */
  const rowOf = (page: Page, name: string | RegExp) =>
    page
      .getByRole('region', { name: 'Figures by period' })
      .getByRole('row', { name })
      .first()
      .getByRole('cell')
      .allTextContents();

  test('the bookings of the last month are saved as a file that spreadsheets read, with at most 4 presses from the first view', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    const clerk = countPresses(page);
    await clerk.click(page.getByRole('link', { name: 'Figures' }));
    await clerk.choose(page.getByLabel('Hotel'), String(HOTEL));
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    await clerk.click(page.getByRole('button', { name: 'Back' }));
    await page.waitForURL(new RegExp(`month=${LAST.month}`));
    const saved = page.waitForEvent('download');
    await clerk.click(page.getByRole('button', { name: 'Bookings as CSV' }));
    const file = await saved;
    expect(clerk.count).toBeLessThanOrEqual(4);
    expect(file.suggestedFilename()).toBe(`bookings-${HOTEL}-${LAST.month}.csv`);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const [names, ...rows] = readCsv(text.slice(1));
    expect(rows.map((row) => row[names!.indexOf('lastName')])).toEqual(['Minula']);
    expect(page.url()).not.toContain(key);
    await close();
  });

  test('a month shows each night and their total, a year its months; the choice outlives a reload', async () => {
    const { page, close } = await scene.open(`/desk/figures?hotel=${HOTEL}`);
    await signIn(page, key);
    await page.goto(`${scene.url}/desk/figures?hotel=${HOTEL}`);
    await page.locator('.figures-region tfoot').waitFor();
    const [, sold] = await rowOf(page, /^Total/);
    // The second of two nights may be in the next month.
    expect(['1', '2']).toContain(sold);
    const days = await page.getByRole('region', { name: 'Figures by period' }).getByRole('row').count();
    expect(days).toBeGreaterThanOrEqual(1 + 28 + 1);
    await page.getByLabel('Show').selectOption({ label: 'a year by months' });
    await expect
      .poll(() => page.getByRole('region', { name: 'Figures by period' }).getByRole('row').count())
      .toBe(1 + 12 + 1);
    const total = await rowOf(page, /^Total/);
    expect(Number(total[1])).toBeGreaterThanOrEqual(1);
    const stays = page.getByRole('region', { name: 'Stay' });
    expect(await stays.getByRole('row').count()).toBe(2);
    await page.reload();
    await expect.poll(() => rowOf(page, /^Total/)).toEqual(total);
    await close();
  });

  test('what is confirmed elsewhere is among the sold nights without a reload', async () => {
    const { month, tenth } = monthIn(3);
    const { id } = await requestStay(scene, { lastName: 'Zivotova', inDays: tenth });
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.goto(`${scene.url}/desk/figures?hotel=${HOTEL}&month=${month}`);
    const total = async () => (await rowOf(page, /^Total/))[1];
    await expect.poll(total).toBe('0');
    await page.getByText('Live', { exact: true }).waitFor();
    await askWith(
      { url: scene.url, key },
      'mutation ($id: ID!) { confirmBooking(input: { id: $id, takeRooms: false }) { ... on Problem { message } } }',
      { id },
    );
    await expect.poll(total).toBe('3');
    await close();
  });

  test('what cancelled stays and no-shows have cost stands beside the revenue, which each channel has by itself', async () => {
    const { month, tenth } = monthIn(5);
    const ask = <Data>(query: string, variables: Record<string, unknown>) =>
      askWith<Data>({ url: scene.url, key }, query, variables);
    const stayed = await confirmedStay(scene, { key, lastName: 'Bydlela', days: [tenth, tenth + 3] });
    const cancelled = await confirmedStay(scene, { key, lastName: 'Zrusena', days: [tenth, tenth + 3] });
    const absent = await confirmedStay(scene, { key, lastName: 'Neprisla', days: [-1, 3] });
    await ask('mutation ($id: ID!) { cancelBooking(input: { id: $id, fee: 5000 }) { ... on Problem { message } } }', {
      id: cancelled.id,
    });
    await ask('mutation ($id: ID!) { markNoShow(input: { id: $id, fee: 7000 }) { ... on Problem { message } } }', {
      id: absent.id,
    });
    await scene.database.prisma.$executeRaw`
      UPDATE booking SET arrival = other.arrival, departure = other.departure
      FROM booking AS other WHERE booking.id = ${absent.id} AND other.id = ${stayed.id}`;
    const { booking } = await ask<{ booking: { price: { total: { formatted: string } } } }>(
      'query ($id: ID!) { booking(id: $id) { price { total { formatted(locale: EN) } } } }',
      { id: stayed.id },
    );
    const revenue = booking.price.total.formatted;
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.goto(`${scene.url}/desk/figures?hotel=${HOTEL}&month=${month}`);
    await expect.poll(async () => (await rowOf(page, /^Total/)).slice(4)).toEqual([revenue, '1', '€50', '1', '€70']);
    const channels = page.getByRole('region', { name: 'Channel' }).getByRole('row');
    const { viewer } = await scene.ask<{ viewer: { channel: { code: string } } }>('{ viewer { channel { code } } }');
    expect(await channels.count()).toBe(2);
    expect(await channels.nth(1).getByRole('rowheader').textContent()).toBe(viewer.channel.code);
    expect(await channels.nth(1).getByRole('cell').allTextContents()).toEqual(['3', revenue]);
    await close();
  });

  test('a file that is refused because its key was revoked leads to the sign-in, which says so and forgets the key', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.locator('.figures-region tfoot').waitFor();
    await page.route('**/manage/bookings.csv*', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByRole('button', { name: 'Bookings as CSV' }).click();
    await page.getByText(/^This key is no longer accepted/).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('desk-key')`)).toBeNull();
    await close(['401']);
  });

  test('a hotel where the key does not work has no figures, and the view says so', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.goto(`${scene.url}/desk/figures?hotel=999999`);
    await page.getByText('Your key does not work in such a hotel.').waitFor();
    await close();
  });

  test.each([
    ['en', 'light', 1280],
    ['de', 'dark', 320],
    ['cs', 'dark', 1280],
    ['ru', 'light', 320],
  ] as const)(
    'in %s, %s and %i px wide, no finding of axe, no page-wide scrolling, no jump while it loads',
    async (lang, scheme, width) => {
      const { page, screenshot, close } = await scene.open('/desk', {
        ...{ viewport: { width, height: 900 }, colorScheme: scheme, locale: lang },
      });
      await page.evaluate(`sessionStorage.setItem('desk-key', '${key}')`);
      await page.goto(`${scene.url}/desk/figures?hotel=${HOTEL}&lang=${lang}`);
      await page.locator('.figures-region tfoot').waitFor();
      expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
      expect(await violationsOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await screenshot(`desk-figures-${lang}`);
      await close();
    },
  );
});
