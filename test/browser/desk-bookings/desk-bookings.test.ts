/** The desk in Chromium: a clerk answers, cancels and erases; what happens elsewhere arrives by itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { ALL_SCOPES, askWith, findBooking, openBooking, requestStay, signIn } from '../../support/browser/desk.ts';
import { countPresses } from '../../support/browser/presses.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const GUEST_READS = 'The guest reads this in the e-mail.';
const HOUSE_READS = 'Only the hotel reads this, in the history of the booking. It is never sent to the guest.';

interface Kept {
  status: string;
  cancellationFee: { formatted: string } | null;
  erasedAt: string | null;
  billedTo: { email: string };
  history: { type: string; messageToGuest: string | null }[];
}

describe.skipIf(!hasChromium())('the desk', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES]);
    // On some dates the demo has no room left on the nights of the requests.
    await askWith(
      { url: scene.url, key },
      'mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }',
      { input: { changes: [{ roomType: 41, from: dateFromNow(30), to: dateFromNow(32), units: 6 }] } },
    );
  });
  afterAll(() => scene?.close());

  const kept = async (id: string) => {
    const query = `query ($id: ID!) { booking(id: $id) {
      status erasedAt cancellationFee { formatted(locale: EN) } billedTo { email } history { type messageToGuest } } }`;
    return (await askWith<{ booking: Kept }>({ url: scene.url, key }, query, { id })).booking;
  };
  const confirmed = async (lastName: string, inDays: number) => {
    const made = await requestStay(scene, { lastName, inDays });
    await askWith(
      { url: scene.url, key },
      `mutation ($id: ID!) { confirmBooking(input: { id: $id, takeRooms: false }) { ... on Problem { message } } }`,
      { id: made.id },
    );
    return made;
  };

  test('answers a request by the keyboard alone, at most 10 presses; each field says who reads it, and what is written survives a reload', async () => {
    const { id, reference } = await requestStay(scene, { lastName: 'Klavesova' });
    const { page, screenshot, close } = await scene.open('/desk');
    const { keyboard } = page;
    await page.getByRole('heading', { name: /^Today, / }).waitFor();
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const clerk = countPresses(page);
    await findBooking(page, clerk, { said: reference.toLowerCase(), reference });
    await page.getByText('A quiet room, please.').waitFor();
    await clerk.press('c');
    await page.locator('dialog textarea:focus').waitFor();
    await page.getByText(GUEST_READS).waitFor();
    const house = page.getByLabel('Note for the house');
    expect(await page.locator(`[id="${await house.getAttribute('aria-describedby')}"]`).textContent()).toBe(
      HOUSE_READS,
    );
    await clerk.type('The lift is out of order until noon.');
    await page.reload();
    await page.locator('dialog textarea:focus').waitFor();
    expect(await page.locator('dialog textarea').first().inputValue()).toBe('The lift is out of order until noon.');
    await screenshot('desk-confirm');
    await clerk.press('Tab', 'Tab', 'Enter');
    await page.getByText('The request is confirmed.').waitFor();
    expect(clerk.count).toBeLessThanOrEqual(10);
    await page.locator('h1:focus').waitFor();
    expect(await kept(id)).toMatchObject({
      status: 'CONFIRMED',
      history: [{ type: 'REQUESTED' }, { type: 'CONFIRMED', messageToGuest: 'The lift is out of order until noon.' }],
    });
    await close();
  });

  test('declines a request by touch on a phone, at most 4 presses, told that the guest reads the reason, shows it at once, and undoes it', async () => {
    const { id } = await requestStay(scene, { lastName: 'Dotykova' });
    const { page, screenshot, close } = await scene.open('/desk', PHONE);
    await signIn(page, key);
    const clerk = countPresses(page);
    await clerk.tap(page.getByRole('link', { name: 'Jana Dotykova' }).first());
    await clerk.tap(page.getByRole('button', { name: 'Decline' }));
    await page.getByText(GUEST_READS).waitFor();
    await clerk.fill(page.getByLabel(/^Reason/), 'We are full.');
    await clerk.tap(page.getByRole('dialog').getByRole('button', { name: 'Decline' }));
    await page.getByText('The request is declined.').waitFor();
    expect(clerk.count).toBeLessThanOrEqual(4);
    await page.locator('.tag', { hasText: 'Declined' }).waitFor();
    expect(await kept(id)).toMatchObject({ status: 'DECLINED', history: [{}, { messageToGuest: 'We are full.' }] });
    await screenshot('desk-declined-phone');
    await page.getByRole('link', { name: 'Undo' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).tap();
    await page.getByText('The booking is what it was before.').waitFor();
    expect(await kept(id)).toMatchObject({ status: 'REQUESTED' });
    await close();
  });

  test('cancels at the fee that it showed before, told that the guest reads the reason', async () => {
    const { id, reference } = await confirmed('Stornova', 2);
    const { page, close } = await openBooking(scene, { reference }, key);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText(GUEST_READS).waitFor();
    const said = await page.getByText(/^Cancelling today costs /).textContent();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('The booking is cancelled.').waitFor();
    const { status, cancellationFee } = await kept(id);
    expect(status).toBe('CANCELLED');
    expect(said).toBe(`Cancelling today costs ${cancellationFee!.formatted}.`);
    await page.getByText(`The cancellation cost ${cancellationFee!.formatted}.`).waitFor();
    await close();
  });

  test('sends the e-mail again, and erases guest data only after the reference was typed, of a stay to come its date as well', async () => {
    const { id, reference } = await confirmed('Mazana', 50);
    const { page, close } = await openBooking(scene, { reference }, key);
    await page.getByRole('button', { name: 'Send e-mail again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send e-mail again' }).click();
    await page.getByText('The e-mail goes out as soon as the mail server takes it.').waitFor();
    await page.getByRole('button', { name: 'Erase guest data' }).click();
    await page.getByRole('dialog').getByText('Jana Mazana').waitFor();
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase guest data' });
    await page.getByLabel(/^Type the reference/).fill('0000-0000');
    await erase.click();
    await page.getByText('This is not the reference of the booking.').waitFor();
    expect(await kept(id)).toMatchObject({ erasedAt: null, billedTo: { email: 'mazana@example.com' } });
    await page.getByLabel(/^Type the reference/).fill(reference.toLowerCase());
    await page.getByLabel('Day of arrival of this stay').fill(dateFromNow(49));
    await erase.click();
    await page.getByText('This is not the day of arrival.').waitFor();
    expect(await kept(id)).toMatchObject({ erasedAt: null });
    await page.getByLabel('Day of arrival of this stay').fill(dateFromNow(50));
    await page.keyboard.press('Enter');
    await page.getByText('The guest data is erased.').waitFor();
    await page.getByText(/^The personal data of this booking was erased/).waitFor();
    expect((await kept(id)).billedTo.email).toBe('');
    expect(await page.getByText('Mazana').count()).toBe(0);
    await close();
  });

  test('says by name who did what with a booking, and what became of its e-mails (M8)', async () => {
    const manager = await scene.key([...ALL_SCOPES, 'book', 'keys']);
    const ask = <Data>(key: string, query: string, variables: Record<string, unknown>) =>
      askWith<Data>({ url: scene.url, key }, query, variables);
    const made = async (input: Record<string, unknown>) => {
      const query =
        'mutation ($input: CreateKeyInput!) { made: createKey(input: $input) { ... on KeyCreated { secret } } }';
      return (await ask<{ made: { secret: string } }>(manager, query, { input })).made.secret;
    };
    const anna = await made({ name: 'Anna, front desk', client: 'Hotel Aurora', rights: ['READ', 'OPERATE'] });
    const shop = await made({ name: 'shop', client: 'Web shop', rights: ['READ', 'BOOK'], isPublishable: true });
    const asked = (query: string, variables: Record<string, unknown> = {}) => ask<never>(shop, query, variables);
    const { id, reference } = await requestStay({ ...scene, ask: asked }, { lastName: 'Podepsana' });
    await ask(anna, 'mutation ($id: ID!) { confirmBooking(input: { id: $id, takeRooms: false }) { __typename } }', {
      id,
    });
    const sent = async () => {
      const query = 'query ($id: ID!) { booking(id: $id) { mails { kind to state } } }';
      const { booking } = await ask<{ booking: { mails: Record<string, string>[] } }>(key, query, { id });
      return booking.mails.map(({ kind, to, state }) => `${kind} ${to} ${state}`).toSorted();
    };
    await expect
      .poll(sent)
      .toEqual(['CONFIRMED', 'REQUESTED'].flatMap((kind) => [`${kind} GUEST SENT`, `${kind} HOTEL SENT`]));
    const { page, close } = await openBooking(scene, { reference }, key);
    const part = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).getByRole('listitem');
    const history = part('History');
    const mails = part('E-mails');
    await history.filter({ hasText: 'Requested' }).getByText('Guest, Web shop').waitFor();
    await history.filter({ hasText: 'Confirmed' }).getByText('Anna, front desk, Hotel Aurora').waitFor();
    await expect.poll(() => mails.locator('.tag').allTextContents()).toEqual(Array(4).fill('Sent'));

    const { prisma } = scene.database;
    const [requested, confirmation] = await prisma.bookingEvent.findMany({
      where: { bookingId: id },
      orderBy: { sequence: 'asc' },
    });
    const write = async (event: typeof requested, by: string, recipient: string, delivery: object) => {
      const { sequence } = event!;
      await prisma.bookingEvent.update({ where: { sequence }, data: { by, clientId: null } });
      await prisma.delivery.updateMany({ where: { eventSequence: sequence, recipient }, data: delivery });
    };
    await write(confirmation, 'COMMAND_LINE', 'customer', { state: 'FAILED', attempts: 5, outcome: '550' });
    const tomorrow = new Date(dateFromNow(1));
    await write(requested, 'SERVICE', 'hotel', { state: 'PENDING', dueAt: tomorrow, finishedAt: null, attempts: 0 });
    await page.reload();
    await history.filter({ hasText: 'Requested' }).getByText('The service itself').waitFor();
    await history.filter({ hasText: 'Confirmed' }).getByText('At the server').waitFor();
    const failed = mails.filter({ hasText: 'Confirmed to the guest' });
    expect(await failed.locator('.tag').textContent()).toBe('Failed');
    await failed.getByText('5 attempts').waitFor();
    expect(await mails.filter({ hasText: 'Requested to the hotel' }).locator('.tag').textContent()).toBe('Waiting');
    await close();
  });

  test('26.14 (A8): puts no id, reference, e-mail address or cursor into an address or a title; Back, Forward and a reload find what it showed, another window shows the list', async () => {
    const [first, second] = [
      await requestStay(scene, { lastName: 'Prvni', inDays: 70 }),
      await requestStay(scene, { lastName: 'Druha', inDays: 70 }),
    ];
    const { page, close } = await scene.open('/desk/bookings');
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers().referer ?? '')));
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    const note = async () => seen.push(page.url(), await page.title());
    await signIn(page, key);
    const open = async (reference: string) => {
      await page.getByRole('link', { name: reference }).click();
      await heading(reference);
    };
    const heading = async (reference: string) => {
      await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
      await note();
    };
    await page.locator('input[type="search"]').fill('druha@example.com');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-row]').allTextContents()).toEqual([second.reference]);
    await note();
    await page.reload();
    await expect.poll(() => page.locator('input[type="search"]').inputValue()).toBe('druha@example.com');
    await open(second.reference);
    await page.goBack();
    await page.locator('a:focus', { hasText: second.reference }).waitFor();
    await page.locator('input[type="search"]').fill('');
    await page.keyboard.press('Enter');
    await open(first.reference);
    await page.getByRole('link', { name: 'To the list' }).click();
    await open(second.reference);
    await page.goBack();
    await page.goBack();
    await heading(first.reference);
    await page.goForward();
    await page.goForward();
    await heading(second.reference);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await note();
    await page.reload();
    await page.getByRole('dialog').waitFor();
    await heading(second.reference);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'Bookings', exact: true }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/desk/bookings');
    await other.close();
    const named = [first, second].flatMap(({ id, reference }) => [id, reference, reference.replace('-', '')]);
    for (const text of seen) {
      for (const one of [...named, 'druha@', 'druha%40']) expect(text.toUpperCase()).not.toContain(one.toUpperCase());
    }
    expect(seen.length).toBeGreaterThan(20);
    await close();
  });

  test('keeps the filters of the list through reload and back', async () => {
    const { reference } = await requestStay(scene, { lastName: 'Filtrova' });
    const { page, close } = await scene.open('/desk/bookings');
    await signIn(page, key);
    const row = page.getByRole('link', { name: reference });
    await row.waitFor();
    await page.getByLabel('Status').selectOption('EXPIRED');
    await page.getByText('No booking matches.').waitFor();
    await page.getByLabel('Status').selectOption('REQUESTED');
    await page.getByLabel('Hotel', { exact: true }).selectOption('4');
    await page.getByLabel('Order').selectOption('ARRIVAL');
    await page.waitForURL(/status=REQUESTED&hotel=4&sort=ARRIVAL/);
    await row.waitFor();
    await page.reload();
    await row.waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('REQUESTED');
    await expect.poll(() => page.getByLabel('Hotel', { exact: true }).inputValue()).toBe('4');
    await row.click();
    await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
    await page.goBack();
    await row.waitFor();
    await page.goBack();
    await page.waitForURL(/hotel=4$/);
    await expect.poll(() => page.getByLabel('Order').inputValue()).toBe('');
    await page.getByLabel('Name, reference, e-mail or phone').fill('nobody like that');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No booking matches.').waitFor();
    await close();
  });

  test.each([
    ['by the name, whatever its accents and order', () => 'Jana hlEDANA'],
    ['by the beginning of the e-mail address', () => 'hledana@exam'],
    ['by the telephone number, as it is said', () => '0603 987 654'],
    ['by a part of the reference', ({ reference }: { reference: string }) => reference.slice(2).toLowerCase()],
  ])('finds a booking %s, at most 3 presses (M9)', async (_, saidOf) => {
    const made = await requestStay(scene, { lastName: 'Hledana', phone: '+420 603 987 654' });
    const { page, close } = await scene.open('/desk/bookings');
    await signIn(page, key);
    const clerk = countPresses(page);
    await clerk.fill(page.getByLabel('Name, reference, e-mail or phone'), saidOf(made));
    await clerk.press('Enter');
    await page.waitForURL(/[?]q=/);
    await clerk.click(page.locator('[data-row]', { hasText: made.reference }));
    await page.getByRole('heading', { name: `Booking ${made.reference}` }).waitFor();
    expect(clerk.count).toBeLessThanOrEqual(3);
    await close();
  });

  test('filters by dates as soon as they are whole, typed as well as chosen, and keeps the focus in the field', async () => {
    const { reference } = await requestStay(scene, { lastName: 'Datumova', inDays: 90 });
    const { page, close } = await scene.open('/desk/bookings');
    await signIn(page, key);
    const rows = () => page.locator('[data-row]').allTextContents();
    await page.getByLabel('Arrival from').fill(dateFromNow(90));
    await expect.poll(rows).toEqual([reference]);
    const later = `${Number(dateFromNow(90).slice(0, 4)) + 1}-01-01`;
    await page.getByLabel('Arrival from').focus();
    // The same whether the browser has the day first or the month.
    await page.keyboard.type(`0101${later.slice(0, 4)}`);
    await page.waitForURL((address) => address.searchParams.get('arrivalFrom') === later);
    await page.getByText('No booking matches.').waitFor();
    expect(await page.getByLabel('Arrival from').inputValue()).toBe(later);
    expect(await page.evaluate('document.activeElement.name')).toBe('arrivalFrom');
    await close();
  });

  test('leads from a booking back to the list that it was opened from, with its filters, by mouse and keyboard', async () => {
    const [one, other] = [
      await requestStay(scene, { lastName: 'Zpatecni', inDays: 80 }),
      await requestStay(scene, { lastName: 'Jina', inDays: 80 }),
    ];
    const { page, close } = await scene.open('/desk/bookings?status=REQUESTED&sort=NEWEST');
    await signIn(page, key);
    for (const { reference } of [one, other]) {
      // In a fresh window the view of a booking has yet to be loaded.
      await page.reload();
      await page.getByRole('link', { name: reference }).click();
      await page.getByRole('heading', { name: `Booking ${reference}` }).waitFor();
      const back = page.getByRole('link', { name: 'To the list' });
      expect(await back.getAttribute('href')).toBe('/desk/bookings?status=REQUESTED&sort=NEWEST');
      await back.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor();
      expect(await page.getByLabel('Status').inputValue()).toBe('REQUESTED');
    }
    await close();
  });

  test('shows a booking made elsewhere without a reload, and moves nothing under the pointer', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.getByText('Live', { exact: true }).waitFor();
    const first = await requestStay(scene, { lastName: 'Ziva' });
    await page.locator('.renewal').getByRole('link', { name: first.reference }).waitFor();
    const row = page.locator('.today-lists').getByRole('link', { name: 'Jana Ziva' }).first();
    await row.hover();
    const before = await row.boundingBox();
    const second = await requestStay(scene, { lastName: 'Cekajici' });
    await page.locator('.renewal').getByRole('link', { name: second.reference }).waitFor();
    const waiting = page.getByRole('link', { name: 'Jana Cekajici' });
    expect(await waiting.count()).toBe(0);
    expect(await row.boundingBox()).toEqual(before);
    await page.keyboard.press('r');
    await waiting.first().waitFor();
    await close();
  });

  test('says no longer that something is new once it is shown, by the next change too', async () => {
    await requestStay(scene, { lastName: 'Ukazana' });
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.today-lists').getByRole('link', { name: 'Jana Ukazana' }).first().hover();
    await requestStay(scene, { lastName: 'Prvniceka' });
    const showNew = page.getByRole('button', { name: /^Show what is new/ });
    await showNew.waitFor();
    await page.mouse.move(0, 0);
    await requestStay(scene, { lastName: 'Druhaukaze' });
    await page.locator('.today-lists').getByText('Jana Druhaukaze').first().waitFor();
    expect(await showNew.count()).toBe(0);
    await page.goto(`${scene.url}/desk/bookings?sort=NEWEST`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('[data-row]').first().hover();
    await requestStay(scene, { lastName: 'Tretiukaze' });
    await showNew.waitFor();
    await page.getByLabel('Status').selectOption('REQUESTED');
    await page.getByText('Jana Tretiukaze').waitFor();
    await showNew.waitFor({ state: 'detached' });
    await close();
  });

  test('goes on behind the last change after the connection was lost', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('Connection lost. Trying again …').waitFor();
    const { reference } = await requestStay(scene, { lastName: 'Mezitim' });
    await page.context().setOffline(false);
    await page.locator('.renewal').getByRole('link', { name: reference }).waitFor();
    await close(['ERR_INTERNET_DISCONNECTED']);
  });
});
