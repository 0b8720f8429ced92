/** A party in several rooms, in Chromium: found, held, booked and confirmed together (Y1 to Y3). */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { parseCalendar } from '../../support/mail/calendar-parser.ts';
import { expectNoSideways, OFFER, queryOf, settled, tabTo, todayOf } from '../shop-search/visitor.ts';
import {
  daysAfter,
  ENTRIES,
  enter,
  expectTermsOnPaper,
  field,
  fits,
  held,
  linesShown,
  PARTY_ENTRIES,
  partyPath,
  roomsLeft,
  sellOut,
} from './booked-stay.ts';

const BOOKING = `query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) {
  status guests { firstName } party { bookings { reference price { total { amountMinor } } } } } }`;

interface Kept {
  status: string;
  guests: { firstName: string }[];
  party: { bookings: { reference: string; price: { total: { amountMinor: number } } }[] } | null;
}

interface Found {
  arrival: string;
  departure: string;
  visitType: {
    number: number;
    hotels: { hotel: { number: number }; roomTypes: { roomType: { number: number } }[] }[];
  };
  hotel: { number: number };
  rooms: { roomType: { number: number } }[];
}

describe.skipIf(!hasChromium())('a party', () => {
  let scene: BrowserScene;
  let arrival: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    arrival = daysAfter(await todayOf(scene), 40);
  });
  afterAll(() => scene?.close());

  const keptBooking = async (reference: string) =>
    (await scene.ask<{ booking: Kept }>(BOOKING, { reference, email: ENTRIES['billedTo.email'] })).booking;

  test('finds two rooms by keyboard on a phone, holds and books them with one press, and sees both on the confirmation, on paper too', async () => {
    const { page, screenshot, close } = await scene.open(
      `/offers?arrival=${arrival}&nights=3&flex=7&guests=2&hotel=1`,
      {
        viewport: { width: 360, height: 740 },
      },
    );
    await settled(page);
    await tabTo(page, '.asked-for');
    await page.keyboard.press('Enter');
    await tabTo(page, '.add-room');
    await page.keyboard.press('Enter');
    // The new room has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.field')?.textContent ?? ''))
      .toContain('Guests in room 2');
    await page.keyboard.press('Home');
    await tabTo(page, '.search-form .primary');
    await page.keyboard.press('Enter');
    await expect.poll(() => queryOf(page).party).toBe('2,1');
    await settled(page);
    await page.getByText('Prices are for whole rooms, whoever sleeps in them.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('shop-party-en-360');
    await page.locator(OFFER).first().getByRole('link').first().click();
    await held(page);
    expect(await page.getByRole('heading', { name: 'Guests in room 2' }).count()).toBe(1);
    const total = (await linesShown(page)).at(-1)!;
    expect(await violationsOn(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await screenshot('checkout-party-en-360');
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await page.locator('[name="guests.2.lastName"][aria-invalid="true"]').waitFor();
    await enter(page, PARTY_ENTRIES);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await page.waitForURL('**/booked');
    await page.locator('.code').nth(1).waitFor();
    const references = await page.locator('.code').allTextContents();
    expect(references).toHaveLength(2);
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('booked-party-en-360');
    const kept = await Promise.all(references.map(keptBooking));
    expect(kept.map(({ status, guests }) => [status, guests.map(({ firstName }) => firstName)])).toEqual([
      ['CONFIRMED', ['Jana', 'Petr']],
      ['CONFIRMED', ['Eva']],
    ]);
    const { bookings } = kept[0]!.party!;
    expect(bookings.map(({ reference }) => reference)).toEqual(references);
    expect(bookings.reduce((sum, { price }) => sum + price.total.amountMinor, 0)).toBe(total);
    const said = await page.getByText(/^Total [^A-Za-z]+$/).innerText();
    expect(Math.round(Number(said.replaceAll(/[^\d.]/g, '')) * 100)).toBe(total);
    await page.reload();
    await expect.poll(() => page.locator('.code').allTextContents()).toEqual(references);
    await expectTermsOnPaper(page);
    const [calendar] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    const entries = parseCalendar(await readFile(await calendar.path(), 'utf8')).components;
    const notes = entries.map(({ properties }) => properties.find(({ name }) => name === 'DESCRIPTION')?.value);
    expect(notes.map((note) => references.findIndex((reference) => note?.includes(reference)))).toEqual([0, 1]);
    await close();
  });

  test('with a loyalty programme of a guest in the second room holds and books at the lower price', async () => {
    const { page, close } = await scene.open(await partyPath(scene, { party: [1, 1], visitType: 110 }));
    await held(page);
    const before = (await linesShown(page)).at(-1)!;
    await field(page, 'guests.1.loyaltyProgram').selectOption({ index: 1 });
    await expect.poll(async () => (await linesShown(page)).at(-1)).toBeLessThan(before);
    await held(page);
    const total = (await linesShown(page)).at(-1)!;
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await page.waitForURL('**/booked');
    await page.locator('.code').nth(1).waitFor();
    const { party } = await keptBooking((await page.locator('.code').first().textContent())!);
    expect(party!.bookings.reduce((sum, { price }) => sum + price.total.amountMinor, 0)).toBe(total);
    await close();
  });

  /** A stay in two rooms with one guest each, where other room types are left, too, and its page. */
  const partyOfTwo = async (from: string) => {
    const filter = { arrival: from, nights: 3, flexibleDays: 7, party: [1, 1], currency: 'EUR' };
    const { offers } = await scene.ask<{ offers: { nodes: Found[] } }>(
      `query ($filter: OfferFilter!) { offers(filter: $filter, first: 20) { nodes {
        arrival departure visitType { number hotels { hotel { number } roomTypes { roomType { number } } } }
        hotel { number } rooms { roomType { number } } } } }`,
      { filter },
    );
    const roomTypesOf = ({ visitType, hotel }: Found) =>
      visitType.hotels
        .find((one) => one.hotel.number === hotel.number)!
        .roomTypes.map(({ roomType }) => roomType.number);
    const ofParty = ({ rooms }: Found) => [...new Set(rooms.map(({ roomType }) => roomType.number))];
    const found = offers.nodes.find((one) => roomTypesOf(one).length > ofParty(one).length);
    if (!found) throw new Error('the demo has no such stay');
    const [visitType, hotel] = [found.visitType.number, found.hotel.number];
    const asked = { visitType: `${visitType}`, hotel: `${hotel}`, arrival: found.arrival, nights: '3', party: '1,1' };
    return {
      stay: { visitType, hotel, arrival: found.arrival, departure: found.departure },
      rooms: ofParty(found),
      all: roomTypesOf(found),
      path: `/book-party?${new URLSearchParams({ ...asked, currency: 'EUR' })}`,
    };
  };

  test('that holds the last rooms keeps them at their price in another language, whether dearer ones are left or none', async () => {
    const { stay, rooms, all, path } = await partyOfTwo(daysAfter(arrival, 120));
    const { page, close } = await scene.open(path);
    await held(page);
    const total = (await linesShown(page)).at(-1);
    const category = await page.locator('.facts dd').nth(2).textContent();
    const released: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation CheckoutRelease')) released.push(request.url());
    });
    const change = async (language: string, title: string) => {
      const answered = ['query CheckoutParty', 'query CheckoutStay'].map((query) =>
        page.waitForResponse((response) => response.request().postData()?.includes(query) ?? false),
      );
      await page.locator('header select').selectOption(language);
      await Promise.all(answered.map(async (response) => (await response).finished()));
      await page.getByRole('heading', { name: title }).waitFor();
      await expect.poll(() => page.locator('.facts dd').nth(2).textContent()).not.toBe(category);
      await held(page);
      expect((await linesShown(page)).at(-1)).toBe(total);
    };
    for (const room of rooms) await sellOut(scene, { ...stay, room });
    await change('de', 'Ihre Buchung');
    for (const room of all) await sellOut(scene, { ...stay, room }).catch(() => 0);
    await change('cs', 'Vaše rezervace');
    expect(released).toEqual([]);
    await enter(page);
    await page.locator('.checkout-form [type=submit]').click();
    await page.waitForURL('**/booked');
    await page.locator('.code').nth(1).waitFor();
    const { status, party } = await keptBooking((await page.locator('.code').first().textContent())!);
    expect(status).toBe('CONFIRMED');
    expect(party!.bookings.reduce((sum, { price }) => sum + price.total.amountMinor, 0)).toBe(total);
    await close();
  });

  test('whose price has changed sees one price on the button and in the summary, and books at it', async () => {
    const { path } = await partyOfTwo(daysAfter(arrival, 150));
    const { page, close } = await scene.open('/booking');
    await page.route('**/graphql', async (route) => {
      const sent = route.request().postData() ?? '';
      if (sent.includes('mutation CheckoutHold')) return route.abort();
      if (!sent.includes('query CheckoutParty')) return route.fallback();
      type Rooms = { quote: { total: unknown } }[];
      const answer = (await (await route.fetch()).json()) as { data: { offers: { nodes: { rooms: Rooms }[] } } };
      for (const { rooms } of answer.data.offers.nodes) {
        for (const { quote } of rooms) quote.total = { amountMinor: 6_000, currency: 'EUR' };
      }
      return route.fulfill({ json: answer });
    });
    await page.goto(scene.url + path);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay €120/ }).click();
    await page.getByText(/The price has changed from €120.* to €/).waitFor();
    const total = (await linesShown(page)).at(-1)!;
    const button = page.getByRole('button', { name: /^Book and pay €/ });
    const named = (await button.textContent())!;
    expect(Math.round(Number(named.replaceAll(/[^\d.]/g, '')) * 100)).toBe(total);
    await button.click();
    await page.waitForURL('**/booked');
    await page.locator('.code').nth(1).waitFor();
    const { party } = await keptBooking((await page.locator('.code').first().textContent())!);
    expect(party!.bookings.reduce((sum, { price }) => sum + price.total.amountMinor, 0)).toBe(total);
    await close(['ERR_FAILED']);
  });

  test('is told that it is booked as long as one of its rooms is, though the first one was cancelled', async () => {
    const { path } = await partyOfTwo(daysAfter(arrival, 170));
    const { page, close } = await scene.open(path);
    await held(page);
    await enter(page);
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    const booked = page.getByRole('heading', { name: 'Booked. We look forward to seeing you!' });
    await booked.waitFor();
    const email = ENTRIES['billedTo.email'];
    const { booking } = await scene.ask<{ booking: { id: string } }>(
      'query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) { id } }',
      { reference: await page.locator('.code').first().textContent(), email },
    );
    await scene.ask(
      'mutation ($id: ID!, $email: String!) { cancelBooking(input: { id: $id, email: $email }) { __typename } }',
      {
        ...{ ...booking, email },
      },
    );
    await page.reload();
    await page.locator('.booking-details, .code').first().waitFor();
    await booked.waitFor();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(1);
    await close();
  });

  test('is found for guests that no room holds together, in every language', async () => {
    const says = { en: /^Search for 2 rooms/, de: /^2 Zimmer suchen/, cs: /^Hledat 2 pokoje/, ru: /^Искать 2 номера/ };
    for (const [lang, name] of Object.entries(says)) {
      const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=3&flex=7&guests=6&lang=${lang}`, {
        viewport: { width: 320, height: 640 },
      });
      await page.getByRole('link', { name }).click();
      await page.locator(OFFER).first().waitFor();
      await settled(page);
      await expectNoSideways(page);
      const rooms = queryOf(page).party!.split(',').map(Number);
      expect(rooms.reduce((sum, guests) => sum + guests, 0)).toBe(6);
      expect(await violationsOn(page)).toEqual([]);
      await close();
    }
  });

  test('that somebody else is faster than can send a request instead, and a room can be taken away again', async () => {
    const { page, close } = await scene.open(
      `/offers?arrival=${daysAfter(arrival, 60)}&nights=3&flex=0&party=1,1&onRequest=true`,
    );
    await settled(page);
    const card = page.locator(OFFER).filter({ hasText: 'Confirmed at once' }).first();
    const address = new URL(await card.getByRole('link').first().getAttribute('href').then(String), scene.url);
    await page.getByRole('button', { name: 'Remove room 2' }).click();
    expect(await page.getByLabel('Guests', { exact: true }).inputValue()).toBe('1');
    const { visitType, hotel, arrival: from } = Object.fromEntries(address.searchParams) as Record<string, string>;
    const stay = { visitType: Number(visitType), hotel: Number(hotel), arrival: from!, departure: daysAfter(from!, 3) };
    const { hotel: sold } = await scene.ask<{ hotel: { roomTypes: { number: number }[] } }>(
      'query ($id: ID!) { hotel(id: $id) { roomTypes { number } } }',
      { id: stay.hotel },
    );
    const desk = await scene.key(['operate']);
    const left = () =>
      Promise.all(sold.roomTypes.map(({ number }) => roomsLeft(scene, desk, { ...stay, room: number }).catch(() => 0)));
    const before = await left();
    await page.goto(address.href);
    await held(page);
    // Whoever holds the rooms is asked nothing else.
    await page.getByRole('button', { name: /^Book and pay/ }).waitFor();
    await page.goto('about:blank');
    // Leaving gives the rooms back by a request that nobody waits for.
    await expect.poll(left).toEqual(before);
    for (const { number } of sold.roomTypes) await sellOut(scene, { ...stay, room: number }).catch(() => 0);
    await page.goto(address.href);
    await page.getByRole('button', { name: /^Request for/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await close();
  });
});
