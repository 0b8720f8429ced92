/** The day of a clerk in Chromium: who comes and goes, many bookings, and answers that the gateway refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnList } from '../../../src/data/booking-rows.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { ALL_SCOPES, askWith, type Made, openBooking, requestStay, signIn } from '../../support/browser/desk.ts';
import { dateFromNow } from '../../support/gateway/served-gateway.ts';

const ANSWERED = '... on Problem { message } ... on BookingConfirmed { booking { status } }';

describe.skipIf(!hasChromium())('a day at the desk', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES]);
  });
  afterAll(() => scene?.close());

  const ask = <Data>(query: string, variables?: Record<string, unknown>) =>
    askWith<Data>({ url: scene.url, key }, query, variables);
  const confirm = async ({ id }: Made) => {
    const mutation = `mutation ($id: ID!) { confirmBooking(input: { id: $id, takeRooms: false }) { ${ANSWERED} } }`;
    expect(await ask(mutation, { id })).toEqual({ confirmBooking: { booking: { status: 'CONFIRMED' } } });
  };
  /** A confirmed booking, as it is after days have gone by. */
  const confirmedSince = async (lastName: string, { arrival, departure }: { arrival: number; departure: number }) => {
    const made = await requestStay(scene, { lastName });
    await confirm(made);
    const [from, to] = [dateFromNow(arrival), dateFromNow(departure)].map((date) => new Date(date));
    await scene.database.prisma.$executeRaw`
      UPDATE booking SET arrival = ${from}::date, departure = ${to}::date WHERE id = ${made.id}`;
    return made;
  };

  /** Who arrives today, with something that the house has noted. */
  const notedForToday = async ({ note, ...guest }: { lastName: string; phone: string; note: string }) => {
    const made = await requestStay(scene, guest);
    const mutation = `mutation ($id: ID!, $note: String!) {
      confirmBooking(input: { id: $id, takeRooms: false, note: $note }) { ${ANSWERED} } }`;
    await ask(mutation, { id: made.id, note });
    await scene.database.prisma.$executeRaw`
      UPDATE booking SET arrival = ${new Date(dateFromNow(0))}::date, departure = ${new Date(dateFromNow(2))}::date WHERE id = ${made.id}`;
    return made;
  };

  test('begins with who comes and who goes today, who comes tomorrow, and how many stay', async () => {
    const stays = {
      Prijizdna: { arrival: 0, departure: 3 },
      Odjizdna: { arrival: -4, departure: 0 },
      Zitrejsi: { arrival: 1, departure: 4 },
      Bydlici: { arrival: -2, departure: 2 },
      Pozdejsi: { arrival: 2, departure: 5 },
    };
    for (const [lastName, stay] of Object.entries(stays)) await confirmedSince(lastName, stay);
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    const guests = (title: string) =>
      page
        .locator('.today-lists section', { has: page.getByRole('heading', { name: title, exact: true }) })
        .getByRole('link', { name: /^Jana / })
        .allTextContents();
    await expect.poll(() => guests('Arrivals today')).toEqual(['Jana Prijizdna']);
    expect(await guests('Departures today')).toEqual(['Jana Odjizdna']);
    expect(await guests('Arrivals tomorrow')).toEqual(['Jana Zitrejsi']);
    const counted = await page
      .locator('.counts .card')
      .evaluateAll((cards) => cards.map((card) => [...card.children].map(({ textContent }) => textContent)));
    expect(counted).toEqual([
      ['Requests to be answered', '0'],
      ['Arrivals today', '1'],
      ['Departures today', '1'],
      ['Staying tonight', '2'],
    ]);
    await page.getByRole('link', { name: /^All in the list\s?: Arrivals today/ }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await close();
  });

  test('the reception reads of who comes how to reach them, what they pay, what was noted and when the house checks in, and who is in house in which rooms, by hotel', async () => {
    const made = await notedForToday({ lastName: 'Poznamkova', phone: '+420 602 123 456', note: 'Crib in the room.' });
    const other = await confirmedSince('Sousedni', { arrival: -1, departure: 1 });
    await scene.database.prisma.booking.update({
      where: { id: other.id },
      data: { hotelNumber: 1, roomTypeNumber: 11 },
    });
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    const part = (title: string) =>
      page.locator('.today-lists section', { has: page.getByRole('heading', { name: title, exact: true }) });
    const card = part('Arrivals today').getByRole('listitem').filter({ hasText: 'Poznamkova' });
    await card.waitFor();
    expect(await card.getByRole('link', { name: '+420 602 123 456' }).getAttribute('href')).toBe('tel:+420602123456');
    const { booking } = await ask<{ booking: { price: { total: { formatted: string } } } }>(
      'query ($id: ID!) { booking(id: $id) { price { total { formatted(locale: EN) } } } }',
      { id: made.id },
    );
    for (const text of [`total: ${booking.price.total.formatted}`, 'A quiet room, please.', 'Crib in the room.'])
      expect(await card.textContent()).toContain(text);
    await part('Arrivals today').getByText('Check-in from 14:00 to 20:00').waitFor();
    const inHouse = part('In house by room type');
    expect(await inHouse.getByRole('heading', { level: 3 }).allTextContents()).toHaveLength(2);
    expect(await inHouse.getByRole('listitem').filter({ hasText: 'Sousedni' }).textContent()).toContain(
      '1 room, 1 guest',
    );
    expect(await violationsOn(page)).toEqual([]);
    await close();
  });

  test('a confirmation that finds no room is refused in its dialog, which says what helps, and made without one once that is asked for', async () => {
    const made = await requestStay(scene, { lastName: 'Bezpokoje', inDays: 60 });
    const nights = { roomType: 41, from: dateFromNow(60), to: dateFromNow(62) };
    const { updateInventory } = await ask<{ updateInventory: unknown }>(
      'mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }',
      { input: { changes: [{ ...nights, closed: true }] } },
    );
    expect(updateInventory).toEqual({ __typename: 'InventoryUpdated' });
    const { page, close } = await openBooking(scene, made, key);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm this request' });
    await dialog.getByText('Jana Bezpokoje').waitFor();
    await dialog.getByText(made.reference).waitFor();
    await dialog.getByLabel('Note for the house').fill('From our own list.');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    expect(await dialog.getByRole('alert').textContent()).toMatch(
      /^No room of the type “[^\d”]+” is left on the night of \d+ \w+ \d+\..*untick the box/,
    );
    const kept = () =>
      ask<{ booking: { status: string } }>('query ($id: ID!) { booking(id: $id) { status } }', { id: made.id });
    expect(await kept()).toEqual({ booking: { status: 'REQUESTED' } });
    expect(await dialog.getByLabel('Note for the house').inputValue()).toBe('From our own list.');
    await dialog.getByLabel('Take a room for every night from the stock').uncheck();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The request is confirmed.').waitFor();
    expect(await kept()).toEqual({ booking: { status: 'CONFIRMED' } });
    await close();
  });

  test('an answer that somebody else gave first does not close the dialog; the gateway says there why it is too late', async () => {
    const made = await requestStay(scene, { lastName: 'Dvojita' });
    const { page, close } = await openBooking(scene, made, key);
    await page.getByRole('button', { name: 'Decline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline this request' });
    await dialog.waitFor();
    await dialog.getByLabel(/^Reason/).fill('We are full.');
    await page.getByText('Live', { exact: true }).waitFor();
    await confirm(made);
    await page.locator('.tag', { hasText: 'Confirmed' }).waitFor();
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe('We are full.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByRole('alert').waitFor();
    await close();
  });

  test('the list goes on to its next page and back to its first, and shows each booking once', async () => {
    for (let made = 0; made < 30; made++) await requestStay(scene, { lastName: `Mnoha${made}`, inDays: 90 });
    const { page, close } = await scene.open('/desk/bookings?status=REQUESTED');
    await signIn(page, key);
    const shown = () => page.locator('[data-row]').allTextContents();
    await expect.poll(async () => (await shown()).length).toBe(25);
    const first = await shown();
    expect(await page.getByRole('link', { name: 'First page' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(async () => (await shown())[0]).not.toBe(first[0]);
    await page.locator('main:not(:has(.skeleton)) [data-row]').first().waitFor();
    const second = await shown();
    expect(second).toHaveLength(5);
    expect(new Set([...first, ...second]).size).toBe(30);
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    await page.reload();
    await expect.poll(shown).toEqual(second);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect.poll(shown).toEqual(first);
    await close();
  });

  test('goes on after a backup was restored: it is connected again, and asks anew for what it cannot receive (S15)', async () => {
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    const live = page.getByText('Live', { exact: true });
    await live.waitFor();
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (!query.includes('subscription DeskLive') || variables.after === null) return route.fallback();
      await requestStay(scene, { lastName: 'Obnovena', inDays: 95 });
      const refused = { errors: [{ message: 'Gone.', extensions: { code: 'CURSOR_GONE' } }] };
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `event: next\ndata: ${JSON.stringify(refused)}\n\n`,
      });
    });
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await live.waitFor({ state: 'detached' });
    await live.waitFor();
    await page.locator('.today-lists').getByText('Jana Obnovena').first().waitFor();
    await close();
  });

  test('fits on a page of paper, with who comes and goes, how to reach them and what was noted', async () => {
    // How many lines the dates of the requests of other tests take depends on today.
    await scene.database.prisma.booking.updateMany({ where: { status: 'REQUESTED' }, data: { status: 'DECLINED' } });
    for (let guest = 0; guest < 12; guest++) await requestStay(scene, { lastName: `Papirova${guest}`, inDays: 100 });
    for (let guest = 0; guest < 4; guest++) {
      const note = `Extra bed ${guest}.`;
      await notedForToday({ lastName: `Prijizdi${guest}`, phone: `+420 602 999 88${guest}`, note });
      await confirmedSince(`Odjizdi${guest}`, { arrival: -4, departure: 0 });
    }
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    await page.locator('.today-lists').getByText('Jana Papirova0', { exact: true }).first().waitFor();
    await page.locator('.today-lists').getByText('Jana Odjizdi0', { exact: true }).first().waitFor();
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)!.length).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const onPaper = ['Jana Papirova0', 'Jana Prijizdi3', '+420 602 999 883', 'Extra bed 3.', 'Jana Odjizdi3'];
    for (const text of [...onPaper, 'A quiet room, please.', 'Check-in from 14:00 to 20:00'])
      expect([text, await page.locator('.today-lists').getByText(text).first().isVisible()]).toEqual([text, true]);
    expect(await page.locator('.newest, .operations, .desk-bar').locator('visible=true').count()).toBe(0);
    await close();
  });

  test('requests stand by how long they have waited, the longest first, and say so', async () => {
    // Who was asked last has waited longest.
    for (const [lastName, hours] of [
      ['Kratce', 3],
      ['Dlouho', 50],
    ] as const) {
      const { id } = await requestStay(scene, { lastName, inDays: 97 });
      const createdAt = new Date(Date.now() - hours * 3_600_000);
      await scene.database.prisma.booking.update({ where: { id }, data: { createdAt } });
    }
    const { page, close } = await scene.open('/desk');
    await signIn(page, key);
    const cards = page.locator('.today-lists .requests .booking-cards > li');
    await cards.filter({ hasText: 'Jana Dlouho' }).getByText('Asked 2 days ago').waitFor();
    expect(await cards.nth(0).textContent()).toContain('Jana Dlouho');
    expect(await cards.nth(1).textContent()).toMatch(/Jana Kratce.*Asked 3 hours ago/);
    await close();
  });

  test('shows what happened while its first connection could not be made (S15)', async () => {
    const { page, close } = await scene.open('/desk');
    let isDown = true;
    await page.route('**/graphql', (route) =>
      isDown && (route.request().postData() ?? '').includes('subscription DeskLive')
        ? route.fulfill({ status: 503, json: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] } })
        : route.fallback(),
    );
    await signIn(page, key);
    await page.locator('.today-lists:not(:has(.skeleton))').waitFor();
    await page.getByText('Connection lost. Trying again …').waitFor();
    await requestStay(scene, { lastName: 'Prvni', inDays: 95 });
    isDown = false;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.today-lists').getByText('Jana Prvni').first().waitFor();
    await close(['503']);
  });

  test('terms begin with the day of booking by the clock of the desk: what was free the day before is not said (S12)', async () => {
    const made = await confirmedSince('Pulnocni', { arrival: 30, departure: 33 });
    const { booking } = await ask<{ booking: { cancellation: { from: string }[] } }>(
      'query ($id: ID!) { booking(id: $id) { cancellation { from } } }',
      { id: made.id },
    );
    const firstDay = booking.cancellation[0]!.from;
    const lastFree = new Date(Date.parse(firstDay) - 86_400_000).toISOString().slice(0, 10);
    const { page, close } = await scene.open('/desk/bookings', { timezoneId: 'Europe/Prague' });
    await signIn(page, key);
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('query DeskBooking(')) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/"createdAt":"[^"]+"/, `"createdAt":"${lastFree}T23:30:00Z"`);
      await route.fulfill({ response, body });
    });
    await page.locator('input[type="search"]').fill(made.reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?]q=/);
    await page.getByRole('link', { name: made.reference }).click();
    const parts = page.locator('.booking-parts');
    await parts
      .getByText(/^Cancelling costs €/)
      .first()
      .waitFor();
    expect(await parts.getByText(/^Free cancellation/).count()).toBe(0);
    await close();
  });

  test('no e-mail address or phone number of a guest stays in the window with the places that were left', async () => {
    const made = await requestStay(scene, { lastName: 'Soukroma', phone: '+420 777 123 456' });
    const { page, close } = await openBooking(scene, made, key);
    const kept = () => page.evaluate<string>("sessionStorage.getItem('places') ?? ''");
    for (const kind of ['mailto:', 'tel:']) {
      await page.locator(`a[href^="${kind}"]`).first().focus();
      await page.evaluate("dispatchEvent(new Event('pagehide'))");
      expect(await kept()).not.toMatch(/mailto|tel:|@/);
    }
    await page.getByRole('link', { name: 'To the list' }).focus();
    await page.evaluate("dispatchEvent(new Event('pagehide'))");
    expect(await kept()).toContain('/desk/bookings');
    await close();
  });

  test('among 5,000 bookings a clerk still finds one by name, and sees a new one without a reload', async () => {
    const { id } = await requestStay(scene, { lastName: 'Vzorova', inDays: 120 });
    const copied = (columns: Readonly<Record<string, string>>, table: 'booking' | 'booking_contact') =>
      `INSERT INTO ${table} (${columnList(table)})
        SELECT ${columnList(table, (field, column) => columns[field] ?? column)} FROM ${table}, generate_series(1, 5000) AS i
        WHERE ${table === 'booking' ? 'id' : 'booking_id'} = '${id}'`;
    const copy = "left(md5('copy' || i), 24)";
    const { prisma } = scene.database;
    await prisma.$executeRawUnsafe(
      copied(
        {
          ...{
            id: copy,
            reference: "lpad(to_hex(i + 4096), 8, '0')",
            createdAt: "created_at - i * interval '1 minute'",
          },
          search: "array_to_tsvector(ARRAY['JMENO' || i])",
        },
        'booking',
      ),
    );
    await prisma.$executeRawUnsafe(copied({ bookingId: copy, lastName: "'Jmeno' || i" }, 'booking_contact'));
    const { page, close } = await scene.open('/desk/bookings');
    await signIn(page, key);
    await expect.poll(() => page.locator('[data-row]').count()).toBe(25);
    await page.getByLabel('Name, reference, e-mail or phone').fill('jmeno4711');
    await page.keyboard.press('Enter');
    await page.getByText('Jana Jmeno4711').waitFor();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await page.goto(`${scene.url}/desk`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('50+').waitFor();
    const { reference } = await requestStay(scene, { lastName: 'Posledni', inDays: 121 });
    await page.locator('.renewal').getByRole('link', { name: reference }).waitFor();
    await close();
  });
});
