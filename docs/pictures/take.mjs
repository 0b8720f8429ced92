/**
 * Takes the pictures of the README and of docs/hotels.md, from a demo that runs on this machine: `node docs/pictures/take.mjs [http://127.0.0.1:4000 [KEY]]`.
 * It books a few stays, so that the desk has something to show. KEY has all scopes and is for the page of keys. It needs Chromium
 * (`CHROMIUM_PATH`, else /usr/bin/chromium).
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [, , url = 'http://127.0.0.1:4000', managerKey] = process.argv;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium' });
const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
const picture = (name) => fileURLToPath(new URL(`${name}.png`, import.meta.url));
const take = (name) => page.screenshot({ path: picture(name) });

await page.goto(url);
const { key: demoKey } = JSON.parse(await page.locator('#settings').textContent());
async function ask(query, variables = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demoKey}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
const { today } = (await ask('{ viewer { today } }')).viewer;
const inDays = (days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const GUESTS = [
  ['Jana', 'Nováková'],
  ['Petr', 'Svoboda'],
  ['Anna', 'Weber'],
  ['Martin', 'Dvořák'],
  ['Elena', 'Petrova'],
  ['Lukas', 'Schmidt'],
  ['Eva', 'Horáková'],
  ['Tomáš', 'Beneš'],
];
const BOOK = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';
for (const [index, [firstName, lastName]] of GUESTS.entries()) {
  const kind = index % 3 === 2 ? 'REQUEST' : 'BINDING';
  const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
  const input = {
    ...{ kind, visitType: 110, hotel: 4, roomType: 41 + (index % 2), currency: 'EUR' },
    ...{ arrival: inDays(index % 4), departure: inDays((index % 4) + 3), guests: [{ firstName, lastName }] },
    billedTo: { firstName, lastName, email: `${index}@example.com`, ...(kind === 'BINDING' && { address }) },
  };
  await ask(BOOK, { input });
}

await page.goto(`${url}/offers?arrival=${inDays(30)}&nights=7&flex=3&guests=2`);
await page.locator('.offer img').first().waitFor();
await page.waitForLoadState('networkidle');
await take('shop');
/** A page of the desk, when it has loaded. Its stream of events never ends. */
async function desk(path) {
  await page.goto(`${url}/desk${path}`);
  await loaded();
}
async function loaded() {
  await page.locator('main h1').waitFor();
  await page.locator('main:not(:has(.skeleton))').waitFor();
  await page.waitForTimeout(2_000);
}
await desk('');
await take('desk');
await desk('/bookings?text=nov');
await take('desk-found');
await page.locator('main a[data-row]').first().click();
await page.getByRole('button', { name: /^Change/ }).click();
await page.getByRole('dialog').waitFor();
await loaded();
await take('desk-change');
await desk('/bookings/new');
await take('desk-new');
await desk('/rooms');
await take('desk-rooms');
await desk('/prices');
await take('desk-prices');
await desk('/figures');
await take('desk-figures');
if (managerKey) {
  await page.evaluate((key) => sessionStorage.setItem('desk-key', key), managerKey);
  await desk('/keys');
  await take('desk-keys');
}
await browser.close();
