/** What stands in the way of a booking, in Chromium: each said in words, with a way on, and nothing booked twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import {
  bookPath,
  daysAfter,
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

/** A night in two rooms. */
const partyPath = ({ visitType, hotel, arrival }: Stay) =>
  `/book-party?${new URLSearchParams({ visitType: `${visitType}`, hotel: `${hotel}`, arrival, nights: '1', party: '1,1', currency: 'EUR' })}`;

describe.skipIf(!hasChromium())('a booking', () => {
  let scene: BrowserScene;
  let desk: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await scene.key(['operate']);
  });
  afterAll(() => scene?.close());

  test('with missing and wrong entries says so beside each, leads to the first, and sends nothing', async () => {
    const { page, screenshot, close } = await scene.open(bookPath(await findStay(scene)));
    await held(page);
    await enter(page, { ...ENTRIES, 'billedTo.email': 'jana at example', 'guests.1.lastName': '' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await page.getByText('Please enter an e-mail address like').waitFor();
    await page.locator('[name="billedTo.email"]:focus').waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('checkout-wrong');
    expect(sent).toEqual([]);
    await close();
  });

  test('that the gateway finds wrong shows its sentence beside the field', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)));
    await held(page);
    await enter(page, { ...ENTRIES, 'billedTo.email': 'jana@-example-.com' });
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await field(page, 'billedTo.email').and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await page.locator('.field.email .wrong').textContent()).not.toBe('');
    await close();
  });

  test('is made once, though its button is pressed twice', async () => {
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).dblclick();
    await referenceShown(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await close();
  });

  test.each([
    ['as it was', []],
    ['with other entries', [{ 'guests.1.lastName': 'Nový' }]],
    ['after a try that the gateway finds malformed', [{ 'billedTo.email': 'jana@-example-.com' }, ENTRIES]],
  ])('whose answer is lost is made once when it is sent again %s', async (how, tries) => {
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    await enter(page);
    const made: string[] = [];
    await page.route('**/graphql', async (route) => {
      if (made.length > 0 || !route.request().postData()?.includes('mutation CheckoutBook')) return route.fallback();
      const { data } = (await (await route.fetch()).json()) as {
        data: { createBooking: { booking: { reference: string } } };
      };
      made.push(data.createBooking.booking.reference);
      return route.fulfill({ status: 200, contentType: 'text/html', body: 'gone' });
    });
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.click();
    await page.getByText('it will not be made twice').waitFor();
    for (const changed of tries.length === 0 ? [{}] : tries) {
      await enter(page, changed);
      await book.click();
      await page.locator('.code, [aria-invalid="true"]').first().waitFor();
    }
    expect([await referenceShown(page)]).toEqual(made);
    const isEarlier = how === 'with other entries';
    expect(await page.getByText('Your later changes are not in it.').count()).toBe(isEarlier ? 1 : 0);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await close();
  });

  test('of the last room goes to the one who holds it; the other is notified, and can choose other days', async () => {
    const stay = await findStay(scene);
    const left = await roomsLeft(scene, desk, stay);
    const first = await scene.open(bookPath(stay));
    await held(first.page);
    expect(await sellOut(scene, stay)).toBe(left - 1);
    const second = await scene.open(bookPath(stay));
    await second.page.getByRole('heading', { name: 'Your request' }).waitFor();
    await enter(first.page);
    await first.page.getByRole('button', { name: /^Book and pay/ }).click();
    expect((await keptBooking(scene, await referenceShown(first.page))).status).toBe('CONFIRMED');
    await first.close();
    await second.close();
  });

  test('without a hold is refused when the last room goes meanwhile, and leads to other days', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open('/booking');
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CheckoutHold') ? route.abort() : route.fallback(),
    );
    await page.goto(scene.url + bookPath(stay));
    await linesShown(page);
    await enter(page);
    await sellOut(scene, stay);
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.click();
    // The hold may have been made without an answer, so it is asked for once more.
    await page.getByText('The service is busy.').waitFor();
    await book.click();
    const otherDays = page.getByRole('alert').getByRole('link', { name: 'Choose other days' });
    expect(await otherDays.getAttribute('href')).toMatch(new RegExp(`^/stays/${stay.visitType}/${stay.hotel}\\?`));
    await close(['ERR_FAILED']);
  });

  test('at a price that is not the real one is not made; the real one is shown, and booked once agreed', async () => {
    const stay = await findStay(scene);
    const { page, close } = await scene.open('/booking');
    await page.route('**/graphql', async (route) => {
      const sent = route.request().postData() ?? '';
      if (sent.includes('mutation CheckoutHold')) return route.abort();
      if (!sent.includes('query CheckoutQuote')) return route.fallback();
      const answer = (await (await route.fetch()).json()) as { data: { quote: { quotes: { total: unknown }[] } } };
      for (const quote of answer.data.quote.quotes) quote.total = { amountMinor: 12_345, currency: 'EUR' };
      return route.fulfill({ json: answer });
    });
    await page.goto(scene.url + bookPath(stay));
    await enter(page);
    await page.getByRole('button', { name: 'Book and pay €123.45' }).click();
    await page.getByText(/The price has changed from €123\.45 to €/).waitFor();
    const real = page.getByRole('button', { name: /^Book and pay €(?!123\.45)/ });
    const reported = (await real.textContent())!;
    await real.click();
    const { price } = await keptBooking(scene, await referenceShown(page));
    expect(Number(reported.replaceAll(/[^\d.]/g, ''))).toBe(price.total.amountMinor / 100);
    await close(['ERR_FAILED']);
  });

  test('at a price that has changed shows one price on the button, in the summary and in the booking, also once a club is chosen after it', async () => {
    const stay = await findStay(scene, { visitType: 110, inDays: 40 });
    const { page, close } = await scene.open('/booking');
    await page.route('**/graphql', async (route) => {
      const sent = route.request().postData() ?? '';
      if (sent.includes('mutation CheckoutHold')) return route.abort();
      if (!sent.includes('query CheckoutQuote') || !sent.includes('"loyaltyPrograms":[]')) return route.fallback();
      const answer = (await (await route.fetch()).json()) as { data: { quote: { quotes: { total: unknown }[] } } };
      for (const quote of answer.data.quote.quotes) quote.total = { amountMinor: 12_345, currency: 'EUR' };
      return route.fulfill({ json: answer });
    });
    await page.goto(scene.url + bookPath(stay));
    await enter(page);
    await page.getByRole('button', { name: 'Book and pay €123.45' }).click();
    const notice = page.getByText(/The price has changed from €123\.45 to €/);
    await notice.waitFor();
    const onButton = async () => {
      const named = (await page.getByRole('button', { name: /^Book and pay €/ }).textContent())!;
      return Math.round(Number(named.replaceAll(/[^\d.]/g, '')) * 100);
    };
    const changed = await onButton();
    expect(await linesShown(page).then((lines) => lines.at(-1))).toBe(changed);
    await field(page, 'guests.0.loyaltyProgram').selectOption({ index: 1 });
    await expect.poll(async () => (await linesShown(page)).at(-1)).toBeLessThan(changed);
    const reduced = (await linesShown(page)).at(-1);
    expect(await onButton()).toBe(reduced);
    expect(await notice.count()).toBe(0);
    await page.getByRole('button', { name: /^Book and pay €/ }).click();
    const { price } = await keptBooking(scene, await referenceShown(page));
    expect(price.total.amountMinor).toBe(reduced);
    await close(['ERR_FAILED']);
  });

  test.each([
    ['none', 102],
    ['some', 116],
  ])(
    'under terms of cancelling that are not the real ones (%s are shown) is not made; the real ones are shown with one date, and booked once agreed (B7)',
    async (shown, visitType) => {
      const stay = await findStay(scene, { visitType, nights: 7 });
      const from = daysAfter(stay.arrival, -10);
      const wrong =
        shown === 'none'
          ? { cancellation: [], freeCancellationUntil: null }
          : {
              cancellation: [{ from, fee: { amountMinor: 100, currency: 'EUR' } }],
              freeCancellationUntil: daysAfter(from, -1),
            };
      const { page, close } = await scene.open('/booking');
      await page.route('**/graphql', async (route) => {
        const sent = route.request().postData() ?? '';
        if (sent.includes('mutation CheckoutHold')) return route.abort();
        if (!sent.includes('query CheckoutQuote')) return route.fallback();
        const answer = (await (await route.fetch()).json()) as { data: { quote: { quotes: object[] } } };
        for (const quote of answer.data.quote.quotes) Object.assign(quote, wrong);
        return route.fulfill({ json: answer });
      });
      await page.goto(scene.url + bookPath(stay));
      await enter(page);
      const terms = page.locator('.checkout-summary').getByText(/^Free cancellation up to and including/);
      const book = page.getByRole('button', { name: /^Book and pay €/ });
      await book.waitFor();
      const before = await terms.textContent();
      await book.click();
      const refused = page.getByText(/^The terms of cancelling are different: .* Nothing was booked\.$/);
      const [, date] = /the last day on which it costs nothing is (.+)\. Nothing/.exec((await refused.textContent())!)!;
      await expect.poll(() => terms.textContent()).toBe(`Free cancellation up to and including ${date}.`);
      expect(before).not.toBe(await terms.textContent());
      await book.click();
      expect((await keptBooking(scene, await referenceShown(page))).status).toBe('CONFIRMED');
      await close(['ERR_FAILED']);
    },
  );

  test('leaves its hold when the guest goes elsewhere within the shop', async () => {
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open(bookPath(stay));
    await held(page);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await page.getByRole('link', { name: 'Offers' }).click();
    await expect.poll(() => roomsLeft(scene, desk, stay)).toBe(before);
    await close();
  });

  test.each([
    ['ends before a stay may', { visitType: 102, hotel: 1, room: 11 }, 'Choose other days', bookPath],
    ['is of another hotel', { visitType: 101, hotel: 2, room: 11 }, 'See the offers', bookPath],
    ['is not sold in the currency', { visitType: 105, hotel: 5, room: 51 }, 'Choose other days', bookPath],
    ['is of a party and ends before a stay may', { visitType: 102, hotel: 1, room: 0 }, 'Choose other days', partyPath],
    [
      'is of a party and a hotel that there is not',
      { visitType: 101, hotel: 99, room: 0 },
      'See the offers',
      partyPath,
    ],
  ])('that %s is refused with a way on, and waits for nothing', async (_, names, way, pathOf) => {
    const { arrival } = await findStay(scene);
    const stay = { ...names, arrival, departure: daysAfter(arrival, 1) };
    const { page, close } = await scene.open('/offers?nights=3&stars=4');
    await page.getByRole('heading', { name: 'Offers' }).waitFor();
    await page.goto(scene.url + pathOf(stay));
    const leads = page.getByRole('main').getByRole('link', { name: way });
    await leads.waitFor();
    expect(await leads.getAttribute('href')).toMatch(/^\/stays\/|^\/offers\?.*(?:stars=4|visitType=102)/);
    await expect.poll(() => page.locator('main :is([aria-busy=true], .skeleton)').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Loading|Book and pay/ }).count()).toBe(0);
    await close();
  });

  test.each(['/book', '/book-party'])(
    'of a stay that the address does not name whole leads to the offers (%s)',
    async (path) => {
      const { page, close } = await scene.open(`${path}?visitType=101`);
      await page.getByText('This address does not lead to a stay that can be booked.').waitFor();
      await page.getByRole('link', { name: 'See the offers' }).waitFor();
      await close();
    },
  );
});
