/** The mails of the demo in Chromium: booked in the page, seen at `/mail` a moment later. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../support/browser/browser.ts';
import { parseCalendar } from '../support/mail/calendar-parser.ts';
import { until } from '../support/requests/until.ts';
import { bookPath, ENTRIES, enter, findStay, held, referenceShown } from './shop-checkout/booked-stay.ts';

describe.skipIf(!hasChromium())('the mails of the demo', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('show the visitor what guest and hotel get for the booking just made', async () => {
    const { page, screenshot, close } = await scene.open(bookPath(await findStay(scene, { visitType: 110, hotel: 4 })));
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay / }).click();
    await referenceShown(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    const uidIn = (calendar: string) => /^UID:(.*)$/m.exec(calendar)![1]!.trim();
    const saved = uidIn(await readFile(await download.path(), 'utf8'));
    await page.getByRole('link', { name: 'See the e-mail' }).click();
    await page.getByRole('heading', { name: 'E-mails of the demo' }).waitFor();
    const listed = async () => {
      await page.reload();
      return page.getByRole('listitem').allTextContents();
    };
    const texts = await until(listed, ({ length }) => length === 2);
    expect(texts.filter((text) => text.includes(ENTRIES['billedTo.email']))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('reservations@') || text.includes('@'))).toHaveLength(2);
    await screenshot('demo-mails');
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('link', { name: /^Your stay is booked/ }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
    await mail.getByText('Booking reference').first().waitFor();
    await page.getByText('As plain text').click();
    await page.locator('pre').getByText(`Dear ${ENTRIES['billedTo.firstName']}`).waitFor();
    await screenshot('demo-mail');
    expect(await violationsOn(page)).toEqual([]);
    const file = await page.getByRole('link', { name: 'stay.ics' }).getAttribute('href');
    const mailed = await (await fetch(scene.url + file)).text();
    expect(parseCalendar(mailed).name).toBe('VCALENDAR');
    // A calendar has the stay once, whichever of the two files it took first.
    expect(saved).toBe(uidIn(mailed));
    await close();
  });

  test('are legible on a phone, in the dark', async () => {
    const viewport = { width: 360, height: 740 };
    const { page, screenshot, close } = await scene.open('/mail', { colorScheme: 'dark', viewport });
    await page.getByRole('listitem').first().getByRole('link').click();
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('demo-mail-on-a-phone');
    await close();
  });

  test('are linked from the page of the demo, and nowhere else', async () => {
    const { page, close } = await scene.open('/');
    await page.getByRole('link', { name: 'E-mails of the demo' }).waitFor();
    await close();
    const other = await scene.open(await scene.withoutDemo());
    await other.page.getByRole('link', { name: 'For hotels' }).waitFor();
    expect(await other.page.getByRole('link', { name: 'E-mails of the demo' }).count()).toBe(0);
    await other.close();
  });
});
