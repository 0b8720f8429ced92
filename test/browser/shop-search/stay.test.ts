/** The page of a stay in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { daysAfter, nextWeekday, queryOf, settled, tabTo, todayOf } from './visitor.ts';

const BOOK = `mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) { __typename ... on Problem { message } }
}`;
const TOTAL = `query Total($input: QuoteInput!) {
  quote(input: $input) { ... on StayQuotes { quotes(currency: EUR) { total { amountMinor } } } }
}`;
interface Quoted {
  readonly quote: { quotes: [{ total: { amountMinor: number } }] };
}

/** The demo has so many rooms of room type 11 on every night. */
const ROOMS = 12;

describe.skipIf(!hasChromium())('the page of a stay', () => {
  let scene: BrowserScene;
  /** A Monday that is on sale. */
  let monday: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    monday = nextWeekday(daysAfter(await todayOf(scene), 21), 1);
  });
  afterAll(() => scene?.close());

  test('is picked by keyboard; a day that cannot be picked says why, and leaves the choice as it is', async () => {
    const options = { viewport: { width: 360, height: 740 }, locale: 'de-DE' };
    const { page, screenshot, close } = await scene.open(`/stays/102/1?guests=2&arrival=${monday}&nights=7`, options);
    await settled(page);
    await tabTo(page, '[role=gridcell]');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-date'));
    expect(await focused()).toBe(monday);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const why = page.locator('.why');
    expect(await why.getAttribute('role')).toBe('status');
    await expect.poll(() => why.textContent()).toContain('beginnt nur am Montag oder Sonntag');
    expect(queryOf(page).arrival).toBe(monday);
    await page.keyboard.press('Home');
    expect(await focused()).toBe(monday);
    await page.keyboard.press('PageDown');
    await settled(page);
    await page.keyboard.press('End');
    const sunday = await focused();
    expect(new Date(sunday!).getUTCDay()).toBe(0);
    // The end of the week may lie in the next month, which is loaded first.
    await settled(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => queryOf(page).arrival).toBe(sunday);
    await settled(page);
    await screenshot('shop-stay-de-360');
    await close();
  });

  test('leaves keys with Alt, Ctrl or Meta to the browser, as Back is one, in the calendar and in the pictures', async () => {
    const { page, close } = await scene.open(`/stays/102/1?guests=2&month=${monday.slice(0, 7)}`);
    await settled(page);
    const isLeft = (key: string, held: string) =>
      page.evaluate(
        ([key, held]) =>
          document.activeElement!.dispatchEvent(
            new KeyboardEvent('keydown', { key: key!, [held!]: true, bubbles: true, cancelable: true }),
          ),
        [key, held],
      );
    await tabTo(page, '[role=gridcell]');
    const before = await page.evaluate(() => document.activeElement?.getAttribute('data-date'));
    for (const held of ['altKey', 'ctrlKey', 'metaKey']) expect(await isLeft('ArrowLeft', held)).toBe(true);
    expect(await isLeft('ArrowRight', 'shiftKey')).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-date'))).not.toBe(before);
    await page.locator('.gallery .of-picture').first().click();
    await page.locator('dialog .strip:focus').waitFor();
    for (const held of ['altKey', 'ctrlKey', 'metaKey']) expect(await isLeft('ArrowLeft', held)).toBe(true);
    await close();
  });

  test('goes on following its month after the gateway could not be reached for a while', async () => {
    const { page, close } = await scene.open('/health');
    let streams = 0;
    await page.route('**/graphql', (route) => {
      if (route.request().headers().accept !== 'text/event-stream' || ++streams > 2) return route.fallback();
      if (streams === 2) return route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' });
      const first = { data: { calendar: { days: [], removed: [] } } };
      return route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 1\n\nevent: next\ndata: ${JSON.stringify(first)}\n\nevent: complete\ndata:\n\n`,
      });
    });
    await page.goto(`${scene.url}/stays/101/1?guests=2&month=${monday.slice(0, 7)}`);
    await page.locator('.day.free').first().waitFor();
    expect(streams).toBeGreaterThan(2);
    await close(['502']);
  });

  test('says of no day that nothing begins then before it knows', async () => {
    const { page, close } = await scene.open('/health');
    const days = await holdBack(page, '**/graphql', 'StayMonth');
    await page.goto(`${scene.url}/stays/101/1?guests=2&month=${monday.slice(0, 7)}`);
    await days.isThere();
    const day = page.locator(`[data-date="${monday}"]`);
    await day.click({ force: true });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await page.locator('.why.refused').count()).toBe(0);
    days.letGo();
    await expect.poll(() => day.getAttribute('class')).toContain('free');
    expect(await page.locator('.why.refused').count()).toBe(0);
    await day.click();
    await expect.poll(() => queryOf(page).arrival).toBe(monday);
    await close();
  });

  test('marks days one can arrive on differently from others, and every mark stands in the legend', async () => {
    const { page, close } = await scene.open(`/stays/102/1?guests=2&arrival=${monday}&nights=7`);
    await settled(page);
    const looks = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((cell) => {
          const { backgroundColor, borderTopStyle, borderTopColor, color } = getComputedStyle(cell);
          return [backgroundColor, borderTopStyle, borderTopColor, color].join();
        });
    const kinds = ['free', 'request', 'sold-out', 'closed', 'end', 'within'];
    const marks = await Promise.all(kinds.map((kind) => looks(`.mark.${kind}`)));
    expect(new Set(marks).size).toBe(kinds.length);
    expect(await looks('.day.free:not(.end)')).not.toBe(await looks('.day.closed:not(.within, .end)'));
    const shown = await page
      .locator('.day[data-date]')
      .evaluateAll((cells) => cells.map((cell) => [...cell.classList]));
    expect(new Set(shown.flat())).not.toContain('waiting');
    for (const kind of new Set(shown.flat().filter((name) => name !== 'day'))) expect(kinds).toContain(kind);
    await page.locator('.day.closed:not(.within, .end)').last().click({ force: true });
    await expect.poll(() => page.locator('.why').textContent()).toContain('begins only on Monday or Sunday');
    await close();
  });

  test('shows its price line by line, offers each length, and leads to the booking with all that was picked', async () => {
    const { page, screenshot, close } = await scene.open('/stays/101/1?guests=2', {
      viewport: { width: 1280, height: 900 },
    });
    await settled(page);
    await page.locator('.day.free').first().click();
    const { arrival } = queryOf(page);
    await page.locator('.chip', { hasText: '5 nights' }).click();
    await page.locator('.lines tfoot').waitFor();
    await settled(page);
    const lines = await page
      .locator('.lines tr')
      .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.amountMinor)));
    expect(lines.slice(0, -1).reduce((sum, line) => sum + line, 0)).toBe(lines.at(-1));
    await screenshot('shop-stay-en-1280');
    const href = await page.getByRole('link', { name: 'Book', exact: true }).getAttribute('href');
    expect(Object.fromEntries(new URL(href!, scene.url).searchParams)).toEqual({
      visitType: '101',
      hotel: '1',
      room: '11',
      arrival,
      departure: daysAfter(arrival!, 5),
      currency: 'EUR',
      guests: '2',
    });
    await page.locator('.room', { hasText: 'Family apartment' }).click();
    await expect.poll(() => queryOf(page).room).toBe('13');
    await page.reload();
    await settled(page);
    expect(await page.locator('.room :checked').evaluate((radio) => radio.closest('label')?.textContent)).toContain(
      'Family apartment',
    );
    await close();
  });

  test('says in its calendar and on its rooms what the chosen nights cost the chosen guests', async () => {
    const { page, close } = await scene.open('/stays/101/1?guests=2&nights=5');
    await settled(page);
    await page.getByText(/^Prices in EUR for the whole room and 5 nights;/).waitFor();
    const room = page.locator('.room', { has: page.locator(':checked') });
    const price = room.locator('.price-for');
    await expect.poll(() => price.textContent()).toMatch(/^from €[\d,.]+ \(2 guests, 5 nights\)$/);
    const day = page.locator('.day.free', { hasText: '5 nights' }).first();
    const [, announced] = /5 nights, (€[\d,.]+)/.exec((await day.locator('.unseen').textContent())!)!;
    await day.click();
    const total = page.locator('.lines tfoot td').last();
    await expect.poll(() => total.textContent()).toBe(announced);
    await expect.poll(() => price.textContent()).toBe(`${announced} (2 guests, 5 nights)`);
    await page.locator('.chip', { hasText: /^3 nights/ }).click();
    await expect.poll(() => price.textContent()).toContain('(2 guests, 3 nights)');
    await expect.poll(() => total.textContent()).not.toBe(announced);
    expect(await price.textContent()).toBe(`${await total.textContent()} (2 guests, 3 nights)`);
    await page.getByLabel('Guests', { exact: true }).selectOption('3 guests');
    await expect
      .poll(() => page.locator('.price-for').allTextContents())
      .toEqual([expect.stringContaining('(3 guests, 3 nights)')]);
    await close();
  });

  test('says what it includes how often, what the rooms are like, and what holds in the hotel', async () => {
    const { page, close } = await scene.open('/stays/101/1?guests=2');
    await settled(page);
    const about = page.locator('section[aria-labelledby=about]');
    expect(await about.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining(['Medical consultation 1× a stay', 'Massage 2× a week', 'Pool and sauna']),
    );
    await about.getByText('About Hotel Aurora').click();
    for (const said of [
      'The Art Nouveau house of 1906',
      'Children from 3 years are welcome',
      'The spa tax of CZK 50',
    ]) {
      await about.getByText(said).waitFor();
    }
    expect(await page.locator('.room .beds').allTextContents()).toContain('2 beds · Two single beds · 24 m²');
    expect(await violationsOn(page)).toEqual([]);
    await close();
  });

  test('keeps the month that was turned to and the guests through a reload; more guests lead to a larger room', async () => {
    const { page, close } = await scene.open('/stays/101/1?guests=2');
    await settled(page);
    const months = page.locator('.calendar h3');
    const first = await months.textContent();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect.poll(() => queryOf(page).month).toMatch(/^\d{4}-\d\d$/);
    const turnedTo = await months.textContent();
    expect(turnedTo).not.toBe(first);
    await page.getByLabel('Guests', { exact: true }).selectOption('3 guests');
    await expect.poll(() => queryOf(page).guests).toBe('3');
    await page.reload();
    await settled(page);
    expect(await months.textContent()).toBe(turnedTo);
    expect(await page.getByLabel('Guests', { exact: true }).inputValue()).toBe('3');
    const room = page.locator('.room', { has: page.locator(':checked') });
    expect(await room.textContent()).toContain('Family apartment');
    await page.locator('.day.free').first().click();
    await expect.poll(() => queryOf(page).month).toBeUndefined();
    expect(await months.textContent()).toBe(turnedTo);
    await close();
  });

  test('has its total and its button in sight on a phone, wherever one reads, and covers no end of the page', async () => {
    const viewport = { width: 360, height: 740 };
    const { page, screenshot, close } = await scene.open('/stays/101/1?guests=2', { viewport });
    await settled(page);
    await page.locator('.day.free').first().click();
    await settled(page);
    const bar = page.locator('.order-bar');
    await bar.waitFor();
    const total = (await page.locator('.lines tfoot td').last().textContent())!.trim();
    for (const place of ['h1', '#days', '.stay-terms', 'footer']) {
      await page.locator(place).scrollIntoViewIfNeeded();
      expect(await bar.getByRole('link', { name: 'Book' }).isVisible()).toBe(true);
      const { y, height } = (await bar.boundingBox())!;
      expect(y + height).toBe(viewport.height);
    }
    expect(await bar.textContent()).toContain(total);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const footer = (await page.locator('footer a').last().boundingBox())!;
    expect(footer.y + footer.height).toBeLessThanOrEqual((await bar.boundingBox())!.y);
    await screenshot('shop-stay-bar-360');
    await close();
  });

  test('is picked by touch on a phone, up to the booking', async () => {
    const options = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'cs-CZ' };
    const { page, close } = await scene.open('/stays/101/1?guests=2', options);
    await settled(page);
    await page.locator('.day.free').first().tap();
    await page.locator('.chip', { hasText: '3 noci' }).tap();
    await expect.poll(() => queryOf(page).nights).toBe('3');
    const { arrival } = queryOf(page);
    await page.locator('.lines tfoot').waitFor();
    await page.getByRole('link', { name: 'Rezervovat', exact: true }).tap();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/book');
    expect(queryOf(page)).toMatchObject({ arrival, departure: daysAfter(arrival!, 3), currency: 'CZK' });
    await close();
  });

  test('changes by itself when somebody else takes the last room', async () => {
    // No other test looks at this week.
    const arrival = daysAfter(monday, 28);
    const stay = { visitType: 101, roomType: 11, arrival, departure: daysAfter(arrival, 2) };
    const { quote } = await scene.ask<Quoted>(TOTAL, { input: stay });
    const { page, close } = await scene.open(`/stays/101/1?guests=2&room=11&arrival=${arrival}&nights=2`);
    const day = page.locator(`[data-date="${arrival}"]`);
    await expect.poll(() => day.getAttribute('class')).toContain('free');
    await page.getByRole('link', { name: 'Book', exact: true }).waitFor();
    for (let order = 0; order < ROOMS; order++) {
      await scene.ask(BOOK, {
        input: {
          ...stay,
          kind: 'BINDING',
          hotel: 1,
          currency: 'EUR',
          expectedTotal: quote.quotes[0].total.amountMinor,
          idempotencyKey: `shop-search-${order}`,
          language: 'EN',
          billedTo: {
            firstName: 'Jana',
            lastName: 'Nováková',
            email: `jana${order}@example.com`,
            address: { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' },
          },
          guests: [{ firstName: 'Jana', lastName: 'Nováková' }],
        },
      });
    }
    await expect.poll(() => day.getAttribute('class')).toContain('sold-out');
    await page.getByRole('link', { name: 'Request', exact: true }).waitFor();
    await close();
  });

  test('says at once that its rooms are too small for all guests, and leads to what fits', async () => {
    const options = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page, screenshot, close } = await scene.open(
      `/stays/101/2?guests=4&arrival=${monday}&nights=2&lang=en`,
      options,
    );
    await settled(page);
    const notice = page.getByRole('status').filter({ hasText: '4 guests do not fit into a room here' });
    expect(await notice.textContent()).toContain('the largest has 2 beds');
    expect(await page.getByRole('link', { name: /^(Book|Request)$/ }).count()).toBe(0);
    await screenshot('shop-stay-too-small-360');
    await notice.getByRole('link', { name: 'Stays for 4 guests' }).tap();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/offers');
    expect(queryOf(page)).toMatchObject({ guests: '4', arrival: monday, nights: '2' });
    await page.goBack();
    await settled(page);
    await notice.getByRole('button', { name: 'Choose for 2 guests' }).tap();
    await expect.poll(() => queryOf(page).guests).toBe('2');
    await page.getByRole('link', { name: /^(Book|Request)$/ }).waitFor();
    expect(await notice.count()).toBe(0);
    await close();
  });

  test('says at once that the chosen room is too small, and names the rooms that are not, for the keyboard too', async () => {
    const { page, close } = await scene.open('/stays/101/1?guests=3&room=11');
    await settled(page);
    const notice = page.getByRole('status').filter({ hasText: '3 guests do not fit into this room: it has 2 beds.' });
    await notice.first().waitFor();
    await notice.getByRole('button', { name: 'Family apartment' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => queryOf(page).room).toBe('13');
    expect(await notice.count()).toBe(0);
    await page.goto(
      `${scene.url}/book?${new URLSearchParams({
        ...{ visitType: '101', hotel: '1', room: '11', arrival: monday, departure: daysAfter(monday, 2) },
        guests: '3',
      })}`,
    );
    await notice.getByRole('link', { name: 'Choose a room' }).waitFor();
    await close();
  });

  test('that is sold in another currency says so, and shows its prices in that one', async () => {
    const { page, close } = await scene.open('/stays/105/5?guests=2');
    await settled(page);
    await page.getByText('This stay has no prices in EUR. It is sold in CZK.').waitFor();
    await page.locator('.day:is(.free, .request, .sold-out)').first().click();
    await page.locator('.lines tfoot').waitFor();
    expect(await page.locator('.lines tfoot td').textContent()).toContain('CZK');
    for (const chip of await page.locator('.chip').allTextContents()) expect(chip).toContain('CZK');
    const href = await page.locator('.order-bar a').getAttribute('href');
    expect(new URL(href!, scene.url).searchParams.get('currency')).toBe('CZK');
    await close();
  });

  test('that there is not leads back to the search, as does an address that there is not', async () => {
    const { page, close } = await scene.open('/stays/999/1');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await page.getByRole('link', { name: 'Go to the search' }).click();
    await page.getByRole('heading', { level: 1, name: 'Take the waters' }).waitFor();
    await page.goto(`${scene.url}/nonsense`);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await close(['404']);
  });
});
