/**
 * GraphiQL and the REST reference in Chromium: their examples work as they stand, and they call no server but the
 * gateway.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../support/browser/browser.ts';
import { daysAfter } from './shop-checkout/booked-stay.ts';

/** Tab titles, with the field that each operation asks for. */
const EXAMPLES = {
  Browse: 'visitTypes',
  HotelPage: 'hotel',
  Calendar: 'calendar',
  Quote: 'quote',
  Book: 'createBooking',
};

describe.skipIf(!hasChromium())('the pages for exploring', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('GraphiQL runs each of its example operations and shows data without errors, a booking among them', async () => {
    const { page, screenshot, close } = await scene.open('/graphql');
    const run = page.getByRole('button', { name: /^Execute query/ });
    await run.waitFor();
    expect(await page.getByRole('tab').count()).toBe(Object.keys(EXAMPLES).length + 1);
    let booked: { id: string } | null = null;
    for (const [name, field] of Object.entries(EXAMPLES)) {
      if (name !== 'Browse') await turnTo(page, name);
      const answering = page.waitForResponse((response) => response.request().postData()?.includes(name) === true);
      await run.click();
      const { data, errors } = (await (await answering).json()) as { data: Record<string, unknown>; errors?: unknown };
      expect(errors).toBeUndefined();
      expect(Object.keys(data)).toEqual([field]);
      await page.locator('.result-window .view-line', { hasText: `"${field}"` }).waitFor();
      if (name === 'Book') booked = (data.createBooking as { booking: { id: string } }).booking;
    }
    await screenshot('graphiql');
    const kept = await scene.ask('query ($id: ID!) { booking(id: $id) { id kind } }', { id: booked!.id });
    expect(kept).toEqual({ booking: { id: booked!.id, kind: 'BINDING' } });
    await close();
  });

  test('GraphiQL shows live what changes in the calendar of its last example', async () => {
    const { page, screenshot, close } = await scene.open('/graphql');
    await page.getByRole('button', { name: /^Execute query/ }).waitFor();
    await turnTo(page, 'Book');
    const book = await page.evaluate<string>('localStorage.getItem("graphiql:query")');
    await turnTo(page, 'Follow');
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const shown = page.locator('.result-window .view-line');
    await shown.filter({ hasText: '"availability": "AVAILABLE"' }).first().waitFor();
    // Until no room is left in a night of the example.
    const [arrival, departure] = ['arrival', 'departure'].map((name) => new RegExp(`${name}: "(.*)"`).exec(book)![1]!);
    const nights: string[] = [];
    for (let night = arrival!; night < departure!; night = daysAfter(night, 1)) nights.push(night);
    for (let outcome = 'BookingCreated'; outcome === 'BookingCreated'; ) {
      const { createBooking } = await scene.ask<{ createBooking: { __typename: string } }>(book);
      outcome = createBooking.__typename;
    }
    await shown.filter({ hasText: '"availability": "ON_DEMAND"' }).first().waitFor();
    await shown
      .filter({ hasText: new RegExp(`"date":\\s"(?:${nights.join('|')})"`) })
      .first()
      .waitFor();
    await screenshot('graphiql-live');
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await close();
  });

  test('GraphiQL shows bookings as they come, with a key that lists them', async () => {
    const headers = JSON.stringify({ Authorization: `Bearer ${await scene.key(['operate'])}` });
    const { page, screenshot, close } = await scene.open('/graphql');
    const run = page.getByRole('button', { name: /^Execute query/ });
    await run.waitFor();
    await turnTo(page, 'Book');
    const book = await page.evaluate<string>('localStorage.getItem("graphiql:query")');
    const query = 'subscription Live { bookings { events { type status reference arrival } endCursor } }';
    const tab = {
      id: 'live',
      title: 'Live',
      query,
      variables: '',
      headers,
      hash: null,
      operationName: 'Live',
      response: null,
    };
    const kept = { tabState: JSON.stringify({ activeTabIndex: 0, tabs: [tab] }), query, headers, variables: '' };
    await page.addInitScript((texts) => {
      for (const [name, text] of Object.entries(texts)) localStorage.setItem(`graphiql:${name}`, text);
    }, kept);
    await page.reload();
    await run.waitFor();
    await turnTo(page, 'Live');
    // What is sent before the editor of headers is there has none.
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await page.locator('.view-line', { hasText: 'Authorization' }).waitFor();
    await run.click();
    const shown = page.locator('.result-window .view-line');
    await shown.filter({ hasText: '"events": []' }).first().waitFor();
    await scene.ask(book);
    await shown.filter({ hasText: '"type": "CONFIRMED"' }).first().waitFor();
    await screenshot('graphiql-bookings');
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await close();
  });

  test('the REST reference sends a request with the demo key and shows the answer', async () => {
    const { page, screenshot, close } = await scene.open('/docs');
    expect(await sendFrom(page, 'v1-listDestinations')).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ id: 1 })]),
    ]);
    await screenshot('reference');
    await close();
  });

  test('the REST reference prices the stay of its own example', async () => {
    const { page, close } = await scene.open('/docs');
    const [status, price] = await sendFrom(page, 'v1-quoteStay');
    expect(status).toBe(200);
    expect(price).toMatchObject({ en: { amount: expect.any(Number), currency: 'EUR' } });
    await close();
  });
});

/** Switches tabs, and waits until GraphiQL has parsed the editor's text, which it then stores. */
async function turnTo(page: Page, name: string): Promise<void> {
  await page.getByRole('tab').filter({ hasText: name }).getByRole('button').first().click();
  await expect
    .poll(() => page.evaluate<string>('localStorage.getItem("graphiql:query") ?? ""'))
    .toMatch(new RegExp(`(query|mutation|subscription) ${name} `));
}

/** Sends the request of an operation's form unchanged; returns the answer shown. */
async function sendFrom(page: Page, operation: string): Promise<[status: number, body: unknown]> {
  const block = page.locator(`#operations-${operation}`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table tbody tr.response');
  const status = Number.parseInt((await answer.locator('.response-col_status').textContent()) ?? '', 10);
  const body = await answer.locator('.response-col_description .highlight-code code').first().textContent();
  return [status, JSON.parse(body ?? 'null')];
}
