/** What the tests of booking do and read, as a visitor would, and the stays that they book. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserScene } from '../../support/browser/browser.ts';

export interface Stay {
  visitType: number;
  hotel: number;
  room: number;
  arrival: string;
  departure: string;
}

interface Offer {
  arrival: string;
  departure: string;
  availability: string;
  visitType: { number: number };
  hotel: { number: number };
  roomType: { number: number; beds: number };
}

const OFFERS = `query ($filter: OfferFilter!) { offers(filter: $filter, first: 100) { nodes {
  arrival departure availability visitType { number } hotel { number } roomType { number beds } } } }`;

/** How many stays were found in a scene: no two of them share a night. */
const found = new WeakMap<BrowserScene, number>();

function nextDays(scene: BrowserScene): number {
  const before = found.get(scene) ?? 0;
  found.set(scene, before + 1);
  return 40 + 18 * before;
}

/** A stay of `nights` nights in a room with `beds` beds; by default one that is confirmed at once. */
export async function findStay(
  scene: BrowserScene,
  {
    nights = 3,
    beds = 2,
    onRequest = false,
    visitType,
    hotel,
    inDays = nextDays(scene),
  }: {
    nights?: number;
    beds?: number;
    onRequest?: boolean;
    visitType?: number;
    hotel?: number;
    /** Around this day; by default another one for every stay. */
    inDays?: number;
  } = {},
): Promise<Stay> {
  const { viewer } = await scene.ask<{ viewer: { today: string } }>('{ viewer { today } }');
  const arrival = daysAfter(viewer.today, inDays);
  const filter = {
    ...{ arrival, nights, flexibleDays: 7, guests: beds, currency: 'EUR' },
    ...{ visitType, hotel },
    includeOnRequest: onRequest,
  };
  const { offers } = await scene.ask<{ offers: { nodes: Offer[] } }>(OFFERS, { filter });
  const offer = offers.nodes.find(
    ({ roomType, availability }) => roomType.beds >= beds && (availability === 'ON_DEMAND') === onRequest,
  );
  if (!offer) throw new Error(`the demo has no such stay around ${arrival}`);
  return {
    visitType: offer.visitType.number,
    hotel: offer.hotel.number,
    room: offer.roomType.number,
    arrival: offer.arrival,
    departure: offer.departure,
  };
}

export function bookPath(
  stay: Stay,
  { guests = 2, currency = 'EUR' }: { guests?: number; currency?: string } = {},
): string {
  const query = Object.entries({ ...stay, guests, currency }).map(([name, value]) => [name, String(value)]);
  return `/book?${new URLSearchParams(query)}`;
}

/** The page on which a party books three nights that are confirmed at once, around another day than every other stay of the scene. */
export async function partyPath(
  scene: BrowserScene,
  { party = [2, 1], visitType, hotel }: { party?: readonly number[]; visitType?: number; hotel?: number } = {},
): Promise<string> {
  const { viewer } = await scene.ask<{ viewer: { today: string } }>('{ viewer { today } }');
  const arrival = daysAfter(viewer.today, nextDays(scene));
  const filter = { arrival, nights: 3, flexibleDays: 7, party, visitType, hotel, currency: 'EUR' };
  const { offers } = await scene.ask<{ offers: { nodes: Pick<Offer, 'arrival' | 'visitType' | 'hotel'>[] } }>(
    `query ($filter: OfferFilter!) { offers(filter: $filter, first: 1) { nodes {
      arrival visitType { number } hotel { number } } } }`,
    { filter },
  );
  const [found] = offers.nodes;
  if (!found) throw new Error(`the demo has no such stay for a party around ${arrival}`);
  const query = {
    ...{ visitType: String(found.visitType.number), hotel: String(found.hotel.number), arrival: found.arrival },
    ...{ nights: '3', party: party.join(), currency: 'EUR' },
  };
  return `/book-party?${new URLSearchParams(query)}`;
}

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** Entries of the form by the names of its fields; those of a party of two and one. */
export const ENTRIES = {
  'billedTo.firstName': 'Jana',
  'billedTo.lastName': 'Nováková',
  'billedTo.email': 'jana.novakova@example.com',
  'guests.1.firstName': 'Petr',
  'guests.1.lastName': 'Novák',
};
export const PARTY_ENTRIES = { ...ENTRIES, 'guests.2.firstName': 'Eva', 'guests.2.lastName': 'Malá' };

/** Whether the page is as wide as its window. */
export const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

export const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

export async function enter(page: Page, entries: Record<string, string> = ENTRIES): Promise<void> {
  for (const [name, value] of Object.entries(entries)) await field(page, name).fill(value);
}

/** What whoever has booked in hotel 1 reads on paper of payment, tax, seller, terms and privacy, with the addresses of the last two. */
export async function expectTermsOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const terms = page.getByRole('region', { name: 'Payment and terms' });
  for (const said of ['You pay at the hotel on arrival', 'The spa tax of CZK 50', 'Your contract is with']) {
    await terms.getByText(said).waitFor();
  }
  for (const [name, path] of [
    ['Terms of sale', 'terms'],
    ['Privacy notice', 'privacy'],
  ]) {
    await terms.getByRole('link', { name: `${name} (https://shop.example.com/en/${path})`, exact: true }).waitFor();
  }
  expect(await page.getByRole('button').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
}

/** Resolves when the room is held and its price shown. */
export async function held(page: Page): Promise<void> {
  await page.locator('.hold-clock').filter({ hasText: /1[45]/ }).waitFor();
}

/**
 * Orders twice, the second time when the gateway may have forgotten the key of the first, which was not answered.
 * @returns the question that comes
 */
export async function orderAgainUnanswered(page: Page): Promise<Locator> {
  const book = page.getByRole('button', { name: /^Book and pay/ });
  await book.click();
  await page.getByText('it will not be made twice').waitFor();
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await book.click();
  const question = page.getByRole('dialog', { name: 'The same stay once more?' });
  await question.getByText('We do not know whether your earlier order of this stay arrived.').waitFor();
  return question;
}

/** The price lines in minor units, the total last; reductions are negative, and the sum is right. */
export async function linesShown(page: Page): Promise<number[]> {
  await page.locator('.lines').first().waitFor();
  const lines = await page
    .locator('.lines')
    .first()
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => Number((row as unknown as { dataset: { amountMinor: string } }).dataset.amountMinor)),
    );
  const total = lines.at(-1)!;
  expect(lines.slice(0, -1).reduce((sum, line) => sum + line, 0)).toBe(total);
  return lines;
}

/** The reference of the booking, once it is confirmed. */
export async function referenceShown(page: Page): Promise<string> {
  await page.waitForURL('**/booked');
  return (await page.locator('.code').textContent())!;
}

const KEPT = `query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) {
  kind status arrival departure hotel { number } roomType { number } guests { firstName lastName loyaltyProgram { number } }
  billedTo { email phone } price { total { amountMinor currency } } } }`;

export interface KeptBooking {
  kind: string;
  status: string;
  arrival: string;
  departure: string;
  guests: { firstName: string; lastName: string }[];
  billedTo: { email: string; phone: string | null };
  price: { total: { amountMinor: number; currency: string } };
}

export async function keptBooking(
  scene: BrowserScene,
  reference: string,
  email: string = ENTRIES['billedTo.email'],
): Promise<KeptBooking> {
  return (await scene.ask<{ booking: KeptBooking }>(KEPT, { reference, email })).booking;
}

/** Books the stay past the page until no room is left. @returns how many rooms were left */
export async function sellOut(scene: BrowserScene, { room, ...stay }: Stay): Promise<number> {
  const person = { firstName: 'Petr', lastName: 'Novák' };
  const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
  const input = {
    ...{ ...stay, roomType: room, kind: 'BINDING', currency: 'EUR', guests: [person] },
    billedTo: { ...person, email: 'petr.novak@example.com', address },
  };
  const book = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';
  for (let sold = 0; ; sold++) {
    const { createBooking } = await scene.ask<{ createBooking: { __typename: string } }>(book, { input });
    if (createBooking.__typename === 'NoCapacity') return sold;
    expect(createBooking.__typename).toBe('BookingCreated');
  }
}

/** Rooms of the room type that can still be sold for the stay: as many as on the night with the fewest. */
export async function roomsLeft(
  scene: BrowserScene,
  key: string,
  { hotel, room, arrival, departure }: Stay,
): Promise<number> {
  const response = await fetch(`${scene.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query ($hotel: ID!, $from: LocalDate!, $to: LocalDate!) { inventory(hotel: $hotel, from: $from, to: $to) {
        roomType { number } nights { roomsLeft } } }`,
      variables: { hotel, from: arrival, to: daysAfter(departure, -1) },
    }),
  });
  const { data } = (await response.json()) as {
    data: { inventory: { roomType: { number: number }; nights: { roomsLeft: number }[] }[] };
  };
  const { nights } = data.inventory.find(({ roomType }) => roomType.number === room)!;
  return Math.min(...nights.map((night) => night.roomsLeft));
}
