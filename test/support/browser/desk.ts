/** A clerk at the desk, in English: signs in, and finds bookings that were made elsewhere. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dateFromNow } from '../gateway/served-gateway.ts';
import type { BrowserScene } from './browser.ts';
import type { Presses } from './presses.ts';

export const ALL_SCOPES = ['read', 'bookings', 'operate', 'manage', 'erase'] as const;

/** Sends a GraphQL operation with a key; returns the data. */
export async function askWith<Data>(
  { url, key }: { readonly url: string; readonly key: string },
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

export interface Made {
  readonly id: string;
  readonly reference: string;
}

/** Makes a request of a demo stay for two, through GraphQL. `lastName` makes it findable; its e-mail address follows from it. */
export async function requestStay(
  scene: BrowserScene,
  {
    lastName,
    inDays = 30,
    phone = null,
  }: { readonly lastName: string; readonly inDays?: number; readonly phone?: string | null },
): Promise<Made> {
  const { result } = await scene.ask<{ result: { id: string; booking: { reference: string } } }>(
    `mutation ($input: CreateBookingInput!) {
      result: createBooking(input: $input) { ... on BookingCreated { id booking { reference } } ... on Problem { message } }
    }`,
    {
      input: {
        kind: 'REQUEST',
        ...{ visitType: 110, hotel: 4, roomType: 41, currency: 'EUR', language: 'EN' },
        ...{ arrival: dateFromNow(inDays), departure: dateFromNow(inDays + 3) },
        billedTo: { firstName: 'Jana', lastName, email: `${lastName}@example.com`.toLowerCase(), phone },
        guests: [{ firstName: 'Jana', lastName }],
        customerNote: 'A quiet room, please.',
      },
    },
  );
  return { id: result.id, reference: result.booking.reference };
}

/** Makes a confirmed stay, which takes no rooms. `days`: of its arrival and departure, from today, also such as are over. */
export async function confirmedStay(
  scene: BrowserScene,
  {
    key,
    lastName,
    days: [arrival, departure],
  }: { readonly key: string; readonly lastName: string; readonly days: readonly [number, number] },
): Promise<Made> {
  const made = await requestStay(scene, { lastName });
  await askWith(
    { url: scene.url, key },
    `mutation ($id: ID!) { confirmBooking(input: { id: $id, takeRooms: false }) { ... on Problem { message } } }`,
    { id: made.id },
  );
  const [from, to] = [arrival, departure].map((day) => new Date(dateFromNow(day)));
  await scene.database.prisma.$executeRaw`
    UPDATE booking SET arrival = ${from}::date, departure = ${to}::date WHERE id = ${made.id}`;
  return made;
}

/** Finds a booking by what is said, with the keyboard, from wherever the clerk is. */
export async function findBooking(
  page: Page,
  clerk: Presses,
  { said, reference }: { said: string; reference: string },
) {
  await clerk.press('/');
  await page.locator('input[type="search"]:focus').waitFor();
  await clerk.type(said);
  await clerk.press('Enter');
  await page.waitForURL(/[?]q=/);
  await page.locator('main:not(:has(.skeleton))', { hasText: reference }).waitFor();
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  await clerk.press('ArrowDown', 'Enter');
  await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
  await page.getByRole('group', { name: 'Actions' }).waitFor();
}

/** Signs in and opens a booking as a clerk does: by its reference, which no address has. */
export async function openBooking(
  scene: BrowserScene,
  { reference }: Pick<Made, 'reference'>,
  key: string,
): ReturnType<BrowserScene['open']> {
  const opened = await scene.open('/desk/bookings');
  await signIn(opened.page, key);
  await opened.page.locator('input[type="search"]').fill(reference);
  await opened.page.keyboard.press('Enter');
  await opened.page.waitForURL(/[?]q=/);
  await opened.page.getByRole('link', { name: reference }).click();
  await opened.page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
  return opened;
}

/** Leaves the desk, if the demo or a key has opened it. */
export async function signOut(page: Page): Promise<void> {
  const leave = page.getByRole('button', { name: 'Sign out' });
  await leave.or(page.getByLabel('API key')).first().waitFor();
  if (await leave.isVisible()) await leave.click();
}

/** Enters the key on a page of the desk; one that the demo has given goes first. */
export async function signIn(page: Page, key: string): Promise<void> {
  await signOut(page);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
