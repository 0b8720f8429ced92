/** A clerk at the screens of rooms and prices of the demo, and what the gateway has stored. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addMonths, firstOfMonth, formatDay, weekdayOf } from '../../../src/domain/time/civil-date.ts';
import { dateOfFile } from '../date-of-file.ts';
import type { BrowserScene, WatchedPage } from './browser.ts';
import { ALL_SCOPES, askWith } from './desk.ts';

/** The room type of the demo's hotel 1 that is free on every night, and its rooms. */
export const HOTEL = 1;
export const ROOM = 11;
export const UNITS = 12;
/** Sold there by the night, with prices in both currencies. */
export const VISIT_TYPE = 101;

export interface StoredNight {
  readonly date: string;
  readonly units: number;
  readonly sold: number;
  readonly held: number;
  readonly closed: boolean;
}

export interface DeskScene {
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  ask<Data>(query: string, variables: Record<string, unknown>): Promise<Data>;
  /** What is stored of `ROOM`. */
  stored(from: string, to?: string): Promise<StoredNight[]>;
  /** Books a room of `ROOM`; the arrival has to suit the visit type. */
  book(arrival: string, departure: string): Promise<void>;
}

export async function deskScene(scene: BrowserScene): Promise<DeskScene> {
  const key = await scene.key([...ALL_SCOPES, 'book']);
  const ask: DeskScene['ask'] = (query, variables) => askWith({ url: scene.url, key }, query, variables);
  return {
    ask,
    async open(path, options) {
      const watched = await scene.open(path, options);
      await watched.page.evaluate(`sessionStorage.setItem('desk-key', '${key}')`);
      await watched.page.reload();
      await watched.page.locator('.month-grid td b').first().waitFor();
      return watched;
    },
    async stored(from, to = from) {
      const { inventory } = await ask<{ inventory: { roomType: { number: number }; nights: StoredNight[] }[] }>(
        `query ($hotel: ID!, $from: LocalDate!, $to: LocalDate!) {
          inventory(hotel: $hotel, from: $from, to: $to) { roomType { number } nights { date units sold held closed } }
        }`,
        { hotel: HOTEL, from, to },
      );
      return inventory.find(({ roomType }) => roomType.number === ROOM)?.nights ?? [];
    },
    async book(arrival, departure) {
      const stay = { visitType: VISIT_TYPE, roomType: ROOM, arrival, departure };
      const { quote } = await ask<{ quote: { quotes: { total: { amountMinor: number } }[] } }>(
        'query ($input: QuoteInput!) { quote(input: $input) { ... on StayQuotes { quotes(currency: CZK) { total { amountMinor } } } } }',
        { input: stay },
      );
      const person = { firstName: 'Jana', lastName: 'Nováková' };
      const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
      const { createBooking } = await ask<{ createBooking: { __typename: string } }>(
        'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename ... on Problem { message } } }',
        {
          input: {
            ...stay,
            hotel: HOTEL,
            kind: 'BINDING',
            currency: 'CZK',
            expectedTotal: quote.quotes[0]!.total.amountMinor,
            idempotencyKey: crypto.randomUUID(),
            billedTo: { ...person, email: 'jana.novakova@example.com', address },
            guests: [person],
          },
        },
      );
      expect(createBooking).toEqual({ __typename: 'BookingCreated' });
    },
  };
}

/** A day of the month that comes `months` after the present one: the first of a weekday, and `days` later. */
export function dayOf(months: number, weekday: string, days = 0): string {
  let day = firstOfMonth(addMonths(dateOfFile(), months));
  while (weekdayOf(day) !== weekday) day++;
  return formatDay(day + days);
}

/** The month of a night, with the rooms of `HOTEL`. */
export function roomsPath(night: string): string {
  return `/desk/rooms?hotel=${HOTEL}&month=${night.slice(0, 7)}`;
}

/** The month of a night, with the prices of `VISIT_TYPE` there. */
export function pricesPath(night: string): string {
  return `/desk/prices?hotel=${HOTEL}&visitType=${VISIT_TYPE}&month=${night.slice(0, 7)}`;
}

export function cell(page: Page, night: string, room = ROOM): Locator {
  return page.locator(`[data-room="${room}"][data-night="${night}"]`);
}

/** What a screen reader says of a night. */
export function said(page: Page, night: string): Promise<string | null> {
  return cell(page, night).locator('.unseen').textContent();
}

/** The nights that are shown as chosen. */
export function chosen(page: Page): Promise<string[]> {
  return page
    .locator('td[aria-selected="true"]')
    .evaluateAll((cells) => cells.map((one) => (one as unknown as { dataset: { night: string } }).dataset.night));
}

/** Goes on with Tab until what has the focus matches, and says the text. */
export async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    // Not `:focus`: parts of a date field have it without the field.
    const focused = await page.evaluateHandle<{ matches(selector: string): boolean; textContent: string }>(
      'document.activeElement',
    );
    if (
      await focused.evaluate(
        (element, [wanted, words]) => element.matches(wanted) && element.textContent.includes(words),
        [selector, text] as const,
      )
    )
      return;
  }
  throw new Error(`nothing that matches ${selector} and says “${text}” takes the focus`);
}
