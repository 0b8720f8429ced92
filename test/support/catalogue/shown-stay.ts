/** What the tests of the front page do and read, as a visitor would: by labels, roles and visible content. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A visit type of the demo with an endless promotion and two loyalty programmes, sold from a single night. */
export const WELLNESS = { visitType: 110, hotel: 4 };

/** The English labels of the contact, with a guest's entries. */
export const CONTACT = {
  'First name': 'Jana',
  'Last name': 'Nováková',
  'E-mail': 'jana.novakova@example.com',
  Street: 'Lázeňská',
  'House no.': '1',
  City: 'Praha',
  'Postal code': '110 00',
};

export const dayCell = (page: Page, date: string) => page.locator(`[data-date="${date}"]`);

/** Resolves when the calendar has loaded. */
export async function calendarLoaded(page: Page): Promise<void> {
  await page.locator('[role="grid"][aria-busy="false"] .AVAILABLE').first().waitFor();
}

/** Selects an offer and turns to the next month, which is complete; by English labels. */
export async function pickOffer(page: Page, { visitType, hotel }: { visitType: number; hotel: number }): Promise<void> {
  await page.getByLabel('Visit type').selectOption(String(visitType));
  await page.getByLabel('Hotel').selectOption(String(hotel));
  await calendarLoaded(page);
  await page.getByRole('button', { name: 'Next month' }).click();
  await calendarLoaded(page);
}

/** The first day in the visible month from which `nights` nights are free, and the day of departure. */
export async function freeStay(page: Page, nights: number): Promise<{ arrival: string; departure: string }> {
  const free = await page.locator('.day.AVAILABLE.can-pick').evaluateAll((cells) =>
    // The elements are the browser's; this project has no DOM types.
    cells.map((cell) => (cell as unknown as { dataset: { date: string } }).dataset.date),
  );
  for (const arrival of free) {
    const days = Array.from({ length: nights + 1 }, (_, index) => daysAfter(arrival, index));
    if (days.every((day) => free.includes(day))) return { arrival, departure: days.at(-1)! };
  }
  throw new Error(`no ${nights} nights in a row are free in the month shown: ${free}`);
}

/** The date some days after another. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The price lines in minor units, the total last; reductions are negative. */
export async function linesShown(page: Page): Promise<number[]> {
  await page.locator('.lines').waitFor();
  const lines = await page
    .locator('.lines tr')
    .evaluateAll((rows) =>
      rows.map((row) => Number((row as unknown as { dataset: { minorUnits: string } }).dataset.minorUnits)),
    );
  const total = lines.at(-1)!;
  expect(lines.slice(0, -1).reduce((sum, line) => sum + line, 0)).toBe(total);
  return lines;
}

export async function enterContact(page: Page, contact: Record<string, string> = CONTACT): Promise<void> {
  for (const [label, text] of Object.entries(contact)) await page.getByLabel(label, { exact: true }).fill(text);
}

/** The number of the booking, once it is made. */
export async function bookingNumber(page: Page): Promise<string> {
  await page.getByRole('heading', { name: /^Booked$/ }).waitFor();
  return (await page.locator('.booked .number').textContent()) ?? '';
}

/** What the gateway stores of a booking. */
export interface KeptBooking {
  kind: string;
  arrival: string;
  departure: string;
  visitType: { number: number };
  hotel: { number: number };
  billedTo: { email: string };
  price: { total: { minorUnits: number; currency: string }; promotions: unknown[]; discounts: unknown[] };
}
export const KEPT_BOOKING = `query ($id: ID!) { booking(id: $id) {
  kind arrival departure visitType { number } hotel { number } billedTo { email }
  price { total { minorUnits currency } promotions { nights } discounts { guest } }
} }`;
