/** Answers that come late, or say “not now”, while a stay is booked in Chromium: nothing entered is lost, and no room is held twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import {
  bookPath,
  ENTRIES,
  enter,
  field,
  findStay,
  held,
  keptBooking,
  linesShown,
  referenceShown,
  roomsLeft,
  sellOut,
} from './booked-stay.ts';

interface Sent {
  query: string;
  variables: { input?: { idempotencyKey?: string } };
}

describe.skipIf(!hasChromium())('a stay that is being booked', () => {
  let scene: BrowserScene;
  let desk: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    desk = await scene.key(['operate']);
  });
  afterAll(() => scene?.close());

  test.each([
    ['under its key', 'IdempotencyProblem', 'IDEMPOTENCY_IN_PROGRESS', 'The same booking is being made.'],
    ['under a new key', 'TooManyRequests', 'TOO_MANY_REQUESTS', 'This hotel has too many open requests.'],
  ])('that has to wait can be sent again as it is, %s after %s', async (_, type, code, message) => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)));
    await held(page);
    await enter(page);
    const keys: unknown[] = [];
    await page.route('**/graphql', (route) => {
      const { query, variables } = route.request().postDataJSON() as Sent;
      if (!query.includes('mutation CheckoutBook')) return route.fallback();
      keys.push(variables.input?.idempotencyKey);
      if (keys.length > 1) return route.fallback();
      return route.fulfill({ json: { data: { createBooking: { __typename: type, code, message } } } });
    });
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.click();
    await page.getByRole('alert').getByText(message).waitFor();
    for (const [name, value] of Object.entries(ENTRIES)) expect(await field(page, name).inputValue()).toBe(value);
    await book.click();
    expect((await keptBooking(scene, await referenceShown(page))).status).toBe('CONFIRMED');
    expect(new Set(keys).size).toBe(code === 'IDEMPOTENCY_IN_PROGRESS' ? 1 : 2);
    await close();
  });

  test('whose answer never comes stops waiting for it, and can be sent again without being made twice', async () => {
    const stay = await findStay(scene);
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open('/booking');
    await page.clock.install();
    await page.goto(scene.url + bookPath(stay));
    await held(page);
    await enter(page);
    const booking = await holdBack(page, '**/graphql', 'mutation CheckoutBook');
    await page.getByRole('button', { name: /^Book and pay/ }).click();
    await booking.isThere();
    await page.getByRole('button', { name: 'Sending …' }).waitFor();
    await page.clock.fastForward(30_000);
    await page.getByText('it will not be made twice').waitFor();
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.waitFor();
    booking.letGo();
    await book.click();
    expect((await keptBooking(scene, await referenceShown(page))).status).toBe('CONFIRMED');
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await close(['ERR_FAILED', 'ERR_ABORTED']);
  });

  test('holds one room only, however slowly the holds of earlier choices are answered', async () => {
    const stay = await findStay(scene, { visitType: 110 });
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open('/booking');
    const asked: string[] = [];
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as Sent;
      const name = /mutation (Checkout(?:Hold|Release))/.exec(query)?.[1];
      if (!name) return route.fallback();
      asked.push(name);
      const response = await route.fetch();
      if (asked.length === 1) await isLetGo;
      return route.fulfill({ response });
    });
    await page.goto(scene.url + bookPath(stay));
    await expect.poll(() => asked).toEqual(['CheckoutHold']);
    const whole = (await linesShown(page)).at(-1)!;
    await field(page, 'guests.0.loyaltyProgram').selectOption({ index: 1 });
    await expect.poll(async () => (await linesShown(page)).at(-1)).toBeLessThan(whole);
    expect(asked).toEqual(['CheckoutHold']);
    letGo();
    await held(page);
    expect(asked).toEqual(['CheckoutHold', 'CheckoutRelease', 'CheckoutHold']);
    expect(await roomsLeft(scene, desk, stay)).toBe(before - 1);
    await close();
  });

  test.each([
    ['by itself', 1],
    ['after a reload, though it is the last room', 2],
  ])('finds the hold again whose answer was lost, %s, and holds no second room (S13)', async (_, lost) => {
    const stay = await findStay(scene, { visitType: 110 });
    const before = await roomsLeft(scene, desk, stay);
    const { page, close } = await scene.open('/booking');
    const keys: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as Sent;
      if (!query.includes('mutation CheckoutHold')) return route.fallback();
      keys.push(variables.input?.idempotencyKey);
      if (keys.length > lost) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await page.goto(scene.url + bookPath(stay));
    await expect.poll(() => keys.length).toBe(2);
    if (lost === 2) {
      await sellOut(scene, stay);
      await page.reload();
    }
    await held(page);
    await page.getByRole('button', { name: /^Book and pay/ }).waitFor();
    expect([keys.length, new Set(keys).size]).toEqual([lost + 1, 1]);
    expect(await roomsLeft(scene, desk, stay)).toBe(lost === 2 ? 0 : before - 1);
    await close(['net::ERR_FAILED']);
  });

  test('is not refused for the last room that a hold has whose answer was lost: it is found, and the next press books it (S13)', async () => {
    const stay = await findStay(scene, { visitType: 110 });
    const { page, close } = await scene.open('/booking');
    let holds = 0;
    await page.route('**/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as Sent;
      if (!query.includes('mutation CheckoutHold') || ++holds > 2) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await page.goto(scene.url + bookPath(stay));
    await expect.poll(() => holds).toBe(2);
    await sellOut(scene, stay);
    await enter(page);
    const book = page.getByRole('button', { name: /^Book and pay/ });
    await book.click();
    await page.getByText('The service is busy.').waitFor();
    await held(page);
    await book.click();
    expect((await keptBooking(scene, await referenceShown(page))).status).toBe('CONFIRMED');
    await close(['net::ERR_FAILED']);
  });

  test('keeps what was entered when the language changes, and speaks the new one', async () => {
    const { page, close } = await scene.open(bookPath(await findStay(scene)));
    await held(page);
    await enter(page);
    const address = page.url();
    await page.locator('header select').selectOption('cs');
    await page.getByRole('button', { name: /^Rezervovat a zaplatit/ }).waitFor();
    for (const [name, value] of Object.entries(ENTRIES)) expect(await field(page, name).inputValue()).toBe(value);
    expect(page.url()).toBe(address);
    await held(page);
    await close();
  });
});
