/** Issue 29, number 7. A clerk books for who has called, with at most so many presses. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { ALL_SCOPES, askWith, signIn } from '../../support/browser/desk.ts';
import { loseAnswer } from '../../support/browser/hold-back.ts';
import { countPresses } from '../../support/browser/presses.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';

interface Found {
  reference: string;
  status: string;
  arrival: string;
  billedTo: { email: string; phone: string };
  guests: { firstName: string; lastName: string }[];
  price: { total: { formatted: string } };
  mails: { to: string }[];
}

const FOUND = `query ($text: String!, $channel: String) { bookings(filter: { text: $text, channel: $channel }) { nodes {
  reference status arrival billedTo { email phone } guests { firstName lastName } price { total { formatted(locale: EN) } }
  mails { to } } } }`;

describe.skipIf(!hasChromium())('a clerk books', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    await scene.database.prisma.channel.create({ data: { code: 'phone', name: 'By telephone' } });
    key = await scene.key([...ALL_SCOPES, 'book']);
  });
  afterAll(() => scene?.close());

  const found = async (text: string, channel: string | null = null) =>
    (await askWith<{ bookings: { nodes: Found[] } }>({ url: scene.url, key }, FOUND, { text, channel })).bookings.nodes;
  const fillAddress = async (page: Page, clerk: ReturnType<typeof countPresses>) => {
    await clerk.fill(page.getByLabel('Street'), 'Lázeňská');
    await clerk.fill(page.getByLabel('House no.'), '1');
    await clerk.fill(page.getByLabel('Postal code'), '352 01');
    await clerk.fill(page.getByLabel('City'), 'Aš');
  };

  test('nothing under terms of cancelling that are not the real ones, and is told which these are (B7)', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query DeskQuote')) return route.fallback();
      const answer = (await (await route.fetch()).json()) as { data: { result: { quotes: object[] } } };
      for (const quote of answer.data.result.quotes) Object.assign(quote, { freeCancellationUntil: '2000-01-01' });
      return route.fulfill({ json: answer });
    });
    await page.keyboard.press('n');
    await page.getByLabel('Arrival').fill(dateFromNow(95));
    await page.getByLabel('Departure').fill(dateFromNow(98));
    await page.getByLabel('Hotel', { exact: true }).selectOption('4');
    const offers = page.getByRole('group', { name: 'What there is' });
    await offers.locator('label', { hasNotText: 'On request' }).first().click();
    for (const [label, text] of [
      ['First name', 'Karel'],
      ['Last name', 'Podminka'],
      ['Phone', '+420 603 222 333'],
    ] as const) {
      await page.getByLabel(label).first().fill(text);
    }
    const second = page.getByRole('group', { name: 'Guest 2' });
    await second.getByLabel('First name').fill('Marie');
    await second.getByLabel('Last name').fill('Podminka');
    await page.getByRole('button', { name: /^Book for / }).click();
    await page.getByText(/^The terms of cancelling are different: .* Nothing was booked\.$/).waitFor();
    expect(await found('Podminka')).toEqual([]);
    await close();
  });

  test('for two by phone, without an e-mail address, in the channel that it belongs to, at the price that was said before, with a note for the house and no address but the country, at most 16 presses', async () => {
    const { page, screenshot, close } = await scene.open('/desk');
    await signIn(page, key);
    const clerk = countPresses(page);
    await clerk.press('n');
    await page.getByRole('heading', { name: 'New booking' }).waitFor();
    await clerk.fill(page.getByLabel('Arrival'), dateFromNow(45));
    await clerk.fill(page.getByLabel('Departure'), dateFromNow(48));
    await clerk.choose(page.getByLabel('Hotel', { exact: true }), '4');
    const offers = page.getByRole('group', { name: 'What there is' });
    await clerk.click(offers.locator('label', { hasNotText: 'On request' }).first());
    await clerk.choose(page.getByLabel('How the guest books'), 'phone');
    await clerk.fill(page.getByLabel('First name').first(), 'Karel');
    await clerk.fill(page.getByLabel('Last name').first(), 'Volajici');
    const button = page.getByRole('button', { name: /^Book for / });
    await clerk.click(button);
    // Nothing says how to reach him, and the second guest has no name.
    await page.getByLabel('Phone').and(page.locator(':focus[aria-invalid="true"]')).waitFor();
    await clerk.type('+420 603 222 333');
    const second = page.getByRole('group', { name: 'Guest 2' });
    await second.locator('[aria-invalid="true"]').first().waitFor();
    await clerk.fill(second.getByLabel('First name'), 'Marie');
    await clerk.fill(second.getByLabel('Last name'), 'Volajici');
    await clerk.fill(page.getByLabel('Note for the house'), 'Calls again on Friday.');
    await page.getByText('This booking has no e-mail address, so nothing is sent.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('desk-new-booking');
    const said = (await button.textContent())!.replace('Book for ', '');
    await page.locator('table.lines tfoot', { hasText: said }).waitFor();
    await clerk.click(button);
    await page.getByRole('heading', { name: /^Booking [0-9A-Z]{4}-/ }).waitFor();
    const [booking] = await found('Volajici', 'phone');
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      arrival: dateFromNow(45),
      billedTo: { email: '', phone: '+420 603 222 333' },
      guests: [
        { firstName: 'Karel', lastName: 'Volajici' },
        { firstName: 'Marie', lastName: 'Volajici' },
      ],
      price: { total: { formatted: said } },
    });
    expect(booking!.mails.filter(({ to }) => to === 'GUEST')).toEqual([]);
    await page.getByRole('heading', { name: `Booking ${booking!.reference}` }).waitFor();
    await page.getByText('Calls again on Friday.').waitFor();
    await page.getByText('United Kingdom', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send e-mail again' }).count()).toBe(0);
    expect(clerk.count).toBeLessThanOrEqual(16);
    await close();
  });

  test('two rooms for a party, each with its guests: the list and each booking name the others, and all are cancelled at once (Y2, Y3)', async () => {
    const { page, screenshot, close } = await scene.open('/desk/bookings/new');
    await signIn(page, key);
    await page.getByLabel('Arrival').fill(dateFromNow(52));
    await page.getByLabel('Departure').fill(dateFromNow(55));
    await page.getByLabel('Rooms', { exact: true }).selectOption('2');
    await page.getByLabel('Guests in room 1').selectOption('2');
    await page.getByLabel('Guests in room 2').selectOption('1');
    const offers = page.getByRole('group', { name: 'What there is' });
    const offer = offers.locator('label', { hasText: ' + ', hasNotText: 'On request' }).first();
    await offer.click();
    await page.getByLabel('First name').first().fill('Dana');
    await page.getByLabel('Last name').first().fill('Spolecna');
    await page.getByLabel('Phone').fill('+420 603 444 555');
    await fillAddress(page, countPresses(page));
    const guest = async (number: number, lastName: string) => {
      const fields = page.getByRole('group', { name: `Guest ${number}` });
      await fields.getByLabel('First name').fill('Eva');
      await fields.getByLabel('Last name').fill(lastName);
    };
    await guest(2, 'Druha');
    const button = page.getByRole('button', { name: /^Book for / });
    await button.click();
    // The guest of the second room has no name yet: the mark is at the third guest of all.
    await page.getByRole('group', { name: 'Guest 3' }).locator('[aria-invalid="true"]').first().waitFor();
    await guest(3, 'Treti');
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('desk-new-party');
    const said = (await button.textContent())!.replace('Book for ', '');
    expect(await offer.textContent()).toContain(said);
    await button.click();
    await page.getByRole('heading', { name: 'Booked together' }).waitFor();
    const bookings = (await found('Spolecna')).toSorted((one, other) => other.guests.length - one.guests.length);
    expect(bookings.map(({ guests }) => guests.map(({ lastName }) => lastName))).toEqual([
      ['Spolecna', 'Druha'],
      ['Treti'],
    ]);
    await page.getByRole('heading', { name: `Booking ${bookings[0]!.reference}` }).waitFor();
    await scene.database.prisma.booking.updateMany({
      where: { billedTo: { lastName: 'Spolecna' } },
      data: { cancellationTerms: [{ daysBeforeArrival: 90, basisPoints: 5_000 }] },
    });
    await page.getByRole('link', { name: bookings[1]!.reference }).click();
    await page.getByRole('heading', { name: `Booking ${bookings[1]!.reference}` }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText(/^Cancelling today costs €/).waitFor();
    await page.getByLabel('Cancel all 2 rooms').check();
    await page.getByRole('dialog').getByText('the hotel', { exact: true }).click();
    await page.getByText('please tell them yourselves. It costs the guest nothing.').waitFor();
    expect(await page.getByRole('dialog').textContent()).not.toMatch(/€|fee/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('All rooms are cancelled.').waitFor();
    expect((await found('Spolecna')).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    const fees = await scene.database.prisma.booking.findMany({
      where: { billedTo: { lastName: 'Spolecna' } },
      select: { cancellationFeeMinor: true },
    });
    expect(fees.map(({ cancellationFeeMinor }) => Number(cancellationFeeMinor))).toEqual([0, 0]);
    await page.goto(`${scene.url}/desk/bookings?q=Spolecna`);
    await page.getByText('room 2 of 2').first().waitFor();
    await close();
  });

  test('what a clerk has filled in outlives a reload; on a phone, in Russian, without a finding of axe', async () => {
    const phone = {
      viewport: { width: 340, height: 740 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    } as const;
    const { page, close } = await scene.open('/desk/bookings/new', phone);
    await signIn(page, key);
    await page.goto(`${scene.url}/desk/bookings/new?lang=ru`);
    await page.getByRole('heading', { name: 'Новое бронирование' }).waitFor();
    await page.getByLabel('Заезд').fill(dateFromNow(60));
    await page.getByLabel('Выезд').fill(dateFromNow(63));
    await page.getByLabel('Число гостей').selectOption('1');
    await page.locator('.offer-row').first().tap();
    await page.getByLabel('Фамилия').first().fill('Bleibt');
    await page.locator('table.lines tfoot').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= 340')).toBe(true);
    await page.reload();
    await page.locator('.offer-row input:checked').waitFor();
    expect(await page.getByLabel('Фамилия').first().inputValue()).toBe('Bleibt');
    expect(await page.getByLabel('Заезд').inputValue()).toBe(dateFromNow(60));
    await close();
  });

  test('once, though the answer is lost, the page is loaded anew and something is filled in since: the booking says so (B6)', async () => {
    const { page, close } = await scene.open('/desk/bookings/new');
    await signIn(page, key);
    const lost = await loseAnswer(page, 'mutation DeskBook(');
    await page.getByLabel('Arrival').fill(dateFromNow(68));
    await page.getByLabel('Departure').fill(dateFromNow(71));
    await page.getByLabel('Number of guests').selectOption('1');
    await page.locator('.offer-row', { hasNotText: 'On request' }).first().click();
    await page.getByLabel('Phone').fill('+420 603 777 888');
    // A password manager fills in both before the form is drawn anew.
    await page.evaluate(`for (const [name, value] of [['firstName', 'Iva'], ['lastName', 'Ztracena']]) {
      const field = document.querySelector('[name="billedTo.' + name + '"]');
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    const button = page.getByRole('button', { name: /^Book for / });
    await button.click();
    await page.getByRole('alert').waitFor();
    expect(lost()).toBe(1);
    await page.reload();
    expect(await page.getByLabel('First name').first().inputValue()).toBe('Iva');
    await page.getByLabel('Note for the house').fill('Called twice.');
    await button.click();
    await page.getByText('This booking was made by an earlier attempt').waitFor();
    const bookings = await found('Ztracena');
    expect(bookings).toHaveLength(1);
    await page.getByRole('heading', { name: `Booking ${bookings[0]!.reference}` }).waitFor();
    await close(['ERR_FAILED']);
  });

  test('from today on, also at a desk that was opened on the day before', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query DeskViewer')) return route.fallback();
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { viewer: { ...data.viewer, today: dateFromNow(1) } } } });
    });
    await page.keyboard.press('n');
    await expect.poll(() => page.getByLabel('Arrival').inputValue()).toBe(dateFromNow(1));
    expect(await page.getByLabel('Departure').inputValue()).toBe(dateFromNow(2));
    await close();
  });

  test('nothing for longer than stays are sold: the page says how long that is', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.keyboard.press('n');
    await page.getByLabel('Arrival').fill(dateFromNow(45));
    await page.getByLabel('Departure').fill(dateFromNow(445));
    await page.getByRole('alert').getByText('366').waitFor();
    await close();
  });

  test('nothing where nothing is found: the page says why, and leads to all programmes, to more rooms and to other hotels (Y1)', async () => {
    const { page, close } = await scene.open('/desk/bookings/new');
    await signIn(page, key);
    const offers = page.locator('.offer-row');
    const hotel = page.getByLabel('Hotel', { exact: true });
    const programme = page.getByLabel('Programme', { exact: true });
    await page.getByLabel('Arrival').fill(dateFromNow(45));
    await page.getByLabel('Departure').fill(dateFromNow(48));
    await hotel.selectOption('4');
    // It takes a week.
    await programme.selectOption('115');
    await page.getByText('No such stay is sold on these days').waitFor();
    await page.getByRole('button', { name: 'All programmes' }).press('Enter');
    await page.locator('select[name="visitType"]:focus').waitFor();
    await offers.first().waitFor();
    await programme.selectOption('115');
    await page.getByText('No such stay is sold on these days').waitFor();
    await hotel.selectOption('1');
    await offers.first().waitFor();
    expect(await programme.inputValue()).toBe('');
    await hotel.selectOption('4');
    await page.getByLabel('Number of guests').selectOption('5');
    await page.getByText('No room is large enough for all guests').waitFor();
    await page.getByText('The largest room that can be had then sleeps 3 guests.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Search for 2 rooms: 3 + 2 guests' }).press('Enter');
    await page.locator('select[name="rooms"]:focus').waitFor();
    await offers.filter({ hasText: ' + ' }).first().waitFor();
    const guests = [1, 2].map((room) => page.getByLabel(`Guests in room ${room}`).inputValue());
    expect(await Promise.all(guests)).toEqual(['3', '2']);
    await page.getByLabel('Guests in room 1').selectOption('6');
    await page.getByRole('button', { name: 'All hotels' }).click();
    expect(await hotel.inputValue()).toBe('');
    await close();
  });

  test('nothing with a key that may not book: the page says what the key lacks', async () => {
    const { page, close } = await scene.open('/desk/bookings/new');
    await signIn(page, await scene.key([...ALL_SCOPES]));
    await page.getByText('Your key lacks the scope “book”').waitFor();
    await close();
  });
});
