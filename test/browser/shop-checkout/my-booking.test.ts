/** "My booking" in Chromium: found by reference and e-mail address, and cancelled at the fee that was named. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILED_LOOKUPS_PER_HOUR } from '../../../src/operations/booking/search/lookup-limit.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { onEarlyDay } from '../../support/browser/hold-back.ts';
import { until } from '../../support/requests/until.ts';
import {
  bookPath,
  daysAfter,
  ENTRIES,
  enter,
  field,
  findStay,
  held,
  keptBooking,
  referenceShown,
  roomsLeft,
  sellOut,
} from './booked-stay.ts';

const FIND = { cs: 'Najít rezervaci', de: 'Buchung finden', en: 'Find the booking', ru: 'Найти бронирование' };

describe.skipIf(!hasChromium())('my booking', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('is found again in another window, cancelled after a question, and its room is free again', async () => {
    const desk = await scene.key(['operate']);
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const booked = await scene.open(bookPath(stay));
    await held(booked.page);
    await enter(booked.page);
    await booked.page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = await referenceShown(booked.page);
    await booked.close();

    const viewport = { width: 360, height: 740 };
    const { page, screenshot, close } = await scene.open('/booking', { viewport });
    await field(page, 'reference').fill(reference.toLowerCase().replace('-', ''));
    await field(page, 'email').fill(ENTRIES['billedTo.email'].toUpperCase());
    await page.getByRole('button', { name: FIND.en }).click();
    await page.getByText('Confirmed').first().waitFor();
    await screenshot('my-booking-360');
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Cancelling costs/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('cancel-360');
    await dialog.getByRole('button', { name: 'Keep it' }).press('Enter');
    expect((await keptBooking(scene, reference)).status).toBe('CONFIRMED');
    // Where it was: whoever goes on by keyboard begins there.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Cancel the booking');
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await dialog.getByRole('button', { name: /^Cancel for/ }).click();
    await page.getByText('The booking is cancelled.').waitFor();
    expect((await keptBooking(scene, reference)).status).toBe('CANCELLED');
    expect(await roomsLeft(scene, desk, stay)).toBe(before);
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await page.getByText('Cancelled').first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the booking' }).count()).toBe(0);
    await close();
  });

  test('26.14 (A8): no address, title or Referer has an id, a reference or an e-mail address while a stay is booked, found, changed and cancelled', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)));
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''));
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    const note = async () => seen.push(page.url(), await page.title());
    await held(page);
    await note();
    const holds = await scene.database.prisma.stayHold.findMany();
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = await referenceShown(page);
    await note();
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Find another booking' }).click();
    await field(page, 'reference').fill(reference);
    await field(page, 'email').fill(ENTRIES['billedTo.email']);
    await page.getByRole('button', { name: FIND.en }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await note();
    await field(page, 'billedTo.email').fill('jana.changed@example.com');
    await page.getByRole('button', { name: 'Change the booking' }).click();
    await page.getByText('The change is made.').waitFor();
    await note();
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await page.getByRole('button', { name: /^Cancel for/ }).click();
    await page.getByText('The booking is cancelled.').waitFor();
    await note();
    await page.reload();
    await page.getByText(reference).waitFor();
    await page.goBack();
    await page.waitForURL('**/booked');
    await page.getByText(reference).waitFor();
    await note();
    await page.goForward();
    await page.waitForURL('**/booking');
    await note();
    const { id } = await scene.database.prisma.booking.findFirstOrThrow({
      where: { reference: reference.replace('-', '') },
    });
    const named = [id, ...holds.map((hold) => hold.id), reference, reference.replace('-', ''), 'jana.'];
    expect(holds.length).toBeGreaterThan(0);
    for (const text of seen) for (const one of named) expect(text.toUpperCase()).not.toContain(one.toUpperCase());
    expect(seen.filter((text) => text.includes('/booking')).length).toBeGreaterThan(4);
    await close();
  });

  test('is neither changed nor cancelled from the day of arrival on, by a page that was opened before', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await referenceShown(page);
    await page.getByRole('link', { name: 'To my booking' }).click();
    const ways = page.getByRole('button', { name: /^(?:Cancel the booking|Change)$/ });
    await expect.poll(() => ways.count()).toBe(2);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query ShopToday')
        ? route.fulfill({ json: { data: { viewer: { today: stay.arrival } } } })
        : route.fallback(),
    );
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => ways.count()).toBe(0);
    await close();
  });

  test('is cancelled shortly before the arrival for the fee that was named', async () => {
    const booked = await scene.open(bookPath(await findStay(scene, { inDays: 10, visitType: 102, nights: 7 })));
    await held(booked.page);
    await enter(booked.page);
    await booked.page.getByRole('button', { name: /^Book and pay/ }).click();
    await referenceShown(booked.page);
    const { page } = booked;
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    const named = (await page
      .getByRole('dialog')
      .getByText(/^Cancelling costs €/)
      .textContent())!;
    const fee = /€[\d,.]+\d/.exec(named)![0];
    await page.getByRole('button', { name: `Cancel for ${fee}`, exact: true }).click();
    await page.getByText(`The booking is cancelled. Fee: ${fee}`).waitFor();
    await booked.close();
  });

  test('is cancelled only for the fee of the day on which that is asked and done, however long the page has been open', async () => {
    const { page, close } = await scene.open(
      bookPath(await findStay(scene, { inDays: 10, visitType: 102, nights: 7 })),
    );
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const reference = await referenceShown(page);
    const [question, free] = [page.getByRole('dialog'), 'Cancelling costs nothing today.'];
    let passes = await onEarlyDay(page, 'query CheckoutBooking(');
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Cancel the booking' }).waitFor();
    passes();
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await question.getByText(/^Cancelling costs €/).waitFor();
    await page.keyboard.press('Escape');

    passes = await onEarlyDay(page, 'query CheckoutBooking(');
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await question.getByText(free).waitFor();
    passes();
    await question.getByRole('button', { name: 'Cancel for free' }).click();
    await question.getByText('The fee has changed meanwhile. Nothing has been cancelled yet.').waitFor();
    expect((await keptBooking(scene, reference)).status).toBe('CONFIRMED');
    await question.getByRole('button', { name: /^Cancel for €/ }).click();
    await page.getByText(/^The booking is cancelled. Fee: €/).waitFor();
    await close();
  });

  test('says on which day something happened by the clock of its guest', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)), { timezoneId: 'Europe/Prague' });
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await referenceShown(page);
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('query CheckoutBooking(')) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/"at":"[^"]+"/g, '"at":"2027-05-09T22:30:00Z"');
      await route.fulfill({ response, body });
    });
    await page.getByRole('link', { name: 'To my booking' }).click();
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'What has happened' }) });
    await history.getByText('10 May 2027').first().waitFor();
    expect(await history.getByText('9 May 2027').count()).toBe(0);
    await close();
  });

  test('once cancelled is so wherever it is shown: with what that cost, without fees to come, a welcome or a print', async () => {
    const stay = await findStay(scene, { inDays: 10, visitType: 102, nights: 7 });
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await referenceShown(page);
    const main = page.locator('main');
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await page.getByRole('button', { name: /^Cancel for/ }).click();
    await page.getByText('The booking is cancelled. Fee: ').waitFor();
    const terms = main.locator('section', { hasText: 'Price' }).locator('div', { hasText: 'Cancellation' }).last();
    expect(await terms.textContent()).toMatch(/^CancellationFee: €[\d,.]+$/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Cancelled', exact: true }).waitFor();
    expect(await terms.textContent()).toMatch(/^CancellationFee: €[\d,.]+$/);
    expect(await main.textContent()).not.toMatch(/Booked|look forward|confirmation goes/);
    expect(await page.getByRole('button', { name: /Print|calendar/ }).count()).toBe(0);
    await close();
  });

  test.each([
    ['en', 'Stay not taken', 'Fee: €50', 'There is no fee for it.', /cancel/i],
    ['ru', 'Несостоявшаяся поездка', 'Плата: 50 €', 'Платить за неё ничего не нужно.', /отмен/i],
  ] as const)(
    'whose guests did not come says in %s what that cost, and nothing of a cancellation',
    async (language, heading, costs, free, other) => {
      const booked = await scene.open(bookPath(await findStay(scene)));
      await held(booked.page);
      await enter(booked.page);
      await booked.page.getByRole('button', { name: /^Book and pay/ }).click();
      const reference = await referenceShown(booked.page);
      await booked.close();
      for (const [fee, said] of [
        [5_000, costs],
        [0, free],
      ] as const) {
        await scene.database.prisma.booking.update({
          where: { reference: reference.replace('-', '') },
          data: { status: 'NO_SHOW', hasRooms: false, cancellationFeeMinor: fee },
        });
        const { page, close } = await scene.open(`/booking?lang=${language}`);
        await field(page, 'reference').fill(reference);
        await field(page, 'email').fill(ENTRIES['billedTo.email']);
        await page.getByRole('button', { name: FIND[language] }).click();
        const price = page.locator('.booking-details section').nth(1);
        await price.getByRole('heading', { name: heading }).waitFor();
        const text = (await price.textContent())!.replaceAll(/[\u00a0\u202f]/g, ' ');
        expect(text).toContain(said);
        expect(text).not.toMatch(other);
        await close();
      }
    },
  );

  test('that is a request is withdrawn, and said to be one that costs nothing until the hotel has confirmed it', async () => {
    // So soon, cancelling it would cost something.
    const stay = await findStay(scene, { inDays: 20, visitType: 102, nights: 7 });
    await sellOut(scene, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await page.getByRole('heading', { name: 'Your request' }).waitFor();
    await enter(page);
    await page.getByRole('button', { name: /^Request for/ }).click();
    const reference = await referenceShown(page);
    const terms = page.locator('.booking-details section', { hasText: 'Price' }).locator('li');
    const said = [
      'Withdrawing the request costs nothing. Once the hotel has confirmed it, this applies:',
      expect.stringMatching(/^Cancelling costs €/),
    ];
    await terms.nth(1).waitFor();
    expect((await terms.allTextContents()).slice(0, 2)).toEqual(said);
    await page.getByRole('link', { name: 'To my booking' }).click();
    await page.getByRole('button', { name: 'Withdraw the request' }).waitFor();
    expect((await terms.allTextContents()).slice(0, 2)).toEqual(said);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await field(page, 'stay.departure').fill(daysAfter(stay.departure, 1));
    await page
      .getByRole('dialog')
      .locator('.change-price p', { hasText: said[0] as string })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw this request?' });
    await dialog.getByText('Cancelling costs nothing today. The hotel is told at once.').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw it' }).click();
    await page.getByText('The request is withdrawn. There is no fee.').waitFor();
    expect((await keptBooking(scene, reference)).status).toBe('CANCELLED');
    await close();
  });

  test('is not there for a wrong reference, a foreign address, or none, and says which', async () => {
    const { page, close } = await scene.open('/booking');
    await page.getByRole('button', { name: FIND.en }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('reference');
    const ask = async (reference: string) => {
      await field(page, 'reference').fill(reference);
      await field(page, 'email').fill('nobody@example.com');
      await page.getByRole('button', { name: FIND.en }).click();
    };
    await ask('7K2M-4QPX');
    await page.getByText(/This reference cannot be right|There is no booking with this reference/).waitFor();
    await ask('0000-0000');
    await page.getByText('There is no booking with this reference').waitFor();
    await close();
  });

  test.each(Object.entries(FIND))(
    'asks in %s, without a word of another language, light and dark',
    async (lang, find) => {
      const { page, screenshot, close } = await scene.open(`/booking?lang=${lang}`, { colorScheme: 'dark' });
      await page.getByRole('button', { name: find }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      expect(await violationsOn(page)).toEqual([]);
      await screenshot(`my-booking-${lang}-dark`);
      await close();
    },
  );

  test('cannot be guessed: after too many wrong tries it says so', async () => {
    const guess = { query: '{ booking(reference: "0000-0000", email: "nobody@example.com") { id } }' };
    const headers = { authorization: `Bearer ${scene.demoKey}`, 'content-type': 'application/json' };
    for (let tries = 0; tries < FAILED_LOOKUPS_PER_HOUR; tries++)
      await fetch(`${scene.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(guess) });
    const { page, close } = await scene.open('/booking');
    await field(page, 'reference').fill('0000-0000');
    await field(page, 'email').fill('nobody@example.com');
    await page.getByRole('button', { name: FIND.en }).click();
    await page
      .getByText('Too many attempts. Please wait a minute; after many wrong ones it takes up to an hour.')
      .waitFor();
    await close(['429']);
  });

  test.each([
    ['en-GB', 'Open the booking', 'My booking', 'This link is no longer good.'],
    ['cs-CZ', 'Otevřít rezervaci', 'Moje rezervace', 'Tento odkaz už neplatí.'],
    ['de-DE', 'Buchung öffnen', 'Meine Buchung', 'Dieser Link gilt nicht mehr.'],
    ['ru-RU', 'Открыть бронирование', 'Моё бронирование', 'Эта ссылка больше не действует.'],
  ])(
    'is opened by the link of its mail, whose secret leaves the address at once and no request has it in its address, %s',
    async (locale, open, title, over) => {
      // Guesses of other tests count for this machine, too.
      await scene.database.prisma.recentUse.deleteMany();
      const booked = await scene.open(bookPath(await findStay(scene)), { locale });
      await held(booked.page);
      await enter(booked.page);
      await booked.page.locator('.checkout-form [type=submit]').click();
      const reference = await referenceShown(booked.page);
      await booked.close();
      const mails = await until(
        () => scene.database.prisma.keptMail.findMany({ where: { subject: { contains: reference } } }),
        (found) => found.some(({ text }) => text.includes('/booking#')),
      );
      const html = mails.find(({ text }) => text.includes('/booking#'))!.html;
      const [, link, secret] = new RegExp(`href="([^"#]*/booking#([\\w-]{64}))"[^>]*>${open}<`).exec(html)!;

      const { page, close } = await scene.open('/health', { locale });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
      await page.goto(link!.replace(/^https?:\/\/[^/]+/, scene.url));
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expect.poll(() => page.locator('.code').textContent()).toBe(reference);
      expect(page.url()).toBe(`${scene.url}/booking`);
      expect(asked.join()).not.toContain(secret);
      await page.reload();
      await expect.poll(() => page.locator('.code').textContent()).toBe(reference);
      expect(await violationsOn(page)).toEqual([]);
      // Nor does the history of the window have it.
      await page.goBack();
      await page.goForward();
      expect(page.url()).toBe(`${scene.url}/booking`);
      await expect.poll(() => page.locator('.code').textContent()).toBe(reference);

      await scene.database.prisma.bookingContact.updateMany({
        where: { booking: { reference: reference.replace('-', '') } },
        data: { email: 'another@example.com' },
      });
      await page.goto('about:blank');
      await page.goto(`${scene.url}/booking#${secret}`);
      await page.getByText(over).waitFor();
      await field(page, 'reference').waitFor();
      await close();
    },
  );
});
