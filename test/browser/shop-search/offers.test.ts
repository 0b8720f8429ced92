/** The search and its offers in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { daysAfter, OFFER, queryOf, settled, tabTo, todayOf } from './visitor.ts';

describe.skipIf(!hasChromium())('the search', () => {
  let scene: BrowserScene;
  let arrival: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    arrival = daysAfter(await todayOf(scene), 21);
  });
  afterAll(() => scene?.close());

  test('leads by mouse from the question to a stay, and the address keeps what was chosen through reload and back', async () => {
    const { page, screenshot, close } = await scene.open('/', { viewport: { width: 1280, height: 900 } });
    await settled(page);
    await screenshot('shop-search-en-1280');
    await page.getByLabel('Where', { exact: true }).selectOption('Karlovy Vary');
    await page.getByLabel('Arrival').fill(arrival);
    await page.getByLabel('Flexible dates').selectOption('± 3 days');
    await page.getByRole('button', { name: 'Search' }).click();
    await settled(page);
    expect(queryOf(page)).toEqual({ arrival, nights: '7', flex: '3', guests: '2', destination: '1' });
    expect(await page.title()).toContain('Offers');
    const found = page.locator('.found [role=status]');
    const unfiltered = await found.textContent();

    await page.getByRole('complementary').getByLabel('Hotel').selectOption('5');
    await expect.poll(() => queryOf(page).stars).toBe('5');
    await expect.poll(() => found.textContent()).not.toBe(unfiltered);
    await settled(page);
    const filtered = await found.textContent();
    const cards = page.locator(OFFER);
    for (const stars of await cards.locator('.stars').allTextContents()) expect(stars).toContain('5 stars');
    await page.reload();
    await expect.poll(() => found.textContent()).toBe(filtered);
    expect(await page.getByRole('complementary').getByLabel('Hotel').inputValue()).toBe('5');
    await page.goBack();
    await expect.poll(() => found.textContent()).toBe(unfiltered);

    const most = page.getByRole('complementary').getByLabel('Total price up to (EUR)');
    await most.fill('900');
    await most.press('Enter');
    await expect.poll(() => queryOf(page)).toMatchObject({ max: '900', currency: 'EUR' });
    await page.goBack();

    await page.getByLabel('Sort by').selectOption('PRICE_DESC');
    await expect.poll(() => queryOf(page).sort).toBe('PRICE_DESC');
    await settled(page);
    await cards.first().getByRole('link').first().click();
    await page.locator('.stay-page').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/stays\/\d+\/[12]$/);
    await page.goBack();
    await expect.poll(() => queryOf(page).sort).toBe('PRICE_DESC');
    await close();
  });

  test('keeps what is typed into a filter while its offers come', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&stars=5`);
    await settled(page);
    const found = page.locator('.found [role=status]');
    const before = await found.textContent();
    const offers = await holdBack(page, '**/graphql', 'query SearchOffers');
    const aside = page.getByRole('complementary');
    await aside.getByLabel('Hotel').selectOption('');
    await offers.isThere();
    const most = aside.getByLabel('Total price up to (EUR)');
    await most.fill('900');
    offers.letGo();
    await expect.poll(() => found.textContent()).toMatch(/^\d/);
    expect(await found.textContent()).not.toBe(before);
    expect(await most.inputValue()).toBe('900');
    await most.press('Enter');
    await expect.poll(() => queryOf(page)).toMatchObject({ max: '900', currency: 'EUR' });
    await page.goBack();
    await expect.poll(() => most.inputValue()).toBe('');
    await close();
  });

  test('can be asked and narrowed by keyboard on a phone, in German', async () => {
    const options = { viewport: { width: 360, height: 740 }, locale: 'de-DE' };
    const { page, screenshot, close } = await scene.open('/', options);
    await settled(page);
    await tabTo(page, '[name=destination]');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, '.search-form .primary');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(queryOf(page).destination).toBe('1');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await tabTo(page, '.open-filters');
    await page.keyboard.press('Enter');
    await tabTo(page, 'dialog [type=checkbox]');
    await page.keyboard.press('Space');
    await expect.poll(() => queryOf(page).onRequest).toBe('true');
    await screenshot('shop-filters-de-360');
    await tabTo(page, 'dialog .primary');
    await page.keyboard.press('Enter');
    await settled(page);
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('open-filters');
    await screenshot('shop-offers-de-360');
    await close();
  });

  test('leads from nights that a stay is not sold for to its calendars, other nights and stays on request, which say so', async () => {
    const address = `/offers?arrival=${arrival}&nights=7&flex=7&guests=2&visitType=107`;
    const { hotel } = await scene.ask<{ hotel: { name: string } }>('{ hotel(id: 1) { name } }');
    const { page, close } = await scene.open(`${address}&hotel=1`, { locale: 'cs-CZ' });
    await page.getByText('V těchto dnech se takový pobyt neprodává').waitFor();
    await page.locator('.empty a[href^="/stays/107/"]').first().waitFor();
    await page.getByRole('button', { name: hotel.name }).click();
    await expect.poll(() => queryOf(page).hotel).toBeUndefined();
    await page.getByText('V těchto dnech se takový pobyt neprodává').waitFor();
    await page.getByRole('link', { name: 'Zůstat 10 nocí' }).click();
    await expect.poll(() => queryOf(page).nights).toBe('10');
    await page.getByText('V tomto termínu není nic volného').waitFor();
    await settled(page);
    await page.getByRole('link', { name: 'Zahrnout pobyty na vyžádání' }).click();
    await expect.poll(() => queryOf(page).onRequest).toBe('true');
    await page.locator(OFFER).first().waitFor();
    const tags = await page.locator(`${OFFER} .tag`).allTextContents();
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toBe('Na vyžádání');
    expect(queryOf(page)).toMatchObject({ onRequest: 'true', visitType: '107' });
    await close();
  });

  test('leads from a price that is too low to what there is, and from guests who do not fit into one room to several rooms, by keyboard', async () => {
    const cheap = `/offers?arrival=${arrival}&nights=7&flex=7&guests=2&max=1&currency=EUR`;
    const { page, close } = await scene.open(cheap, { locale: 'de-DE' });
    await page.getByRole('heading', { name: /^Alles kostet mehr als 1\s€$/ }).waitFor();
    await tabTo(page, '.ways a');
    await page.keyboard.press('Enter');
    await page.locator(OFFER).first().waitFor();
    expect(queryOf(page)).not.toHaveProperty('max');

    await page.goto(`${scene.url}/offers?arrival=${arrival}&nights=7&flex=7&guests=6&lang=en`);
    await page.getByRole('heading', { name: 'No room is large enough for all guests' }).waitFor();
    const note = await page.locator('.empty p').first().textContent();
    const most = Number(/sleeps (\d) guests/.exec(note ?? '')?.[1]);
    await page.getByRole('link', { name: /^Search for \d rooms: [\d +]+ guests$/ }).click();
    await page.locator(OFFER).first().waitFor();
    const rooms = queryOf(page).party!.split(',').map(Number);
    expect([Math.max(...rooms) <= most, rooms.reduce((sum, guests) => sum + guests, 0)]).toEqual([true, 6]);
    await close();
  });

  test('shows more offers without losing those before, and a shared address has them all', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2&onRequest=true`);
    await settled(page);
    const cards = page.locator(OFFER);
    const before = await cards.allTextContents();
    await page.getByRole('button', { name: /^Show more/ }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(12);
    const after = await cards.allTextContents();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(queryOf(page).pages).toBe('2');
    await page.reload();
    await expect.poll(() => cards.allTextContents()).toEqual(after);
    await close();
  });

  test('ends with the last page that an address can name: no press throws it back to its beginning', async () => {
    const { page, close } = await scene.open('/booking');
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON() as { query: string; variables: { after?: string } };
      if (!query.includes('query SearchOffers')) return route.fallback();
      const postData = JSON.stringify({ query, variables: { ...variables, after: null } });
      const answer = (await (await route.fetch({ postData })).json()) as {
        data: { offers: { nodes: { hotel: { number: number } }[]; pageInfo: object } };
      };
      const count = Number(variables.after ?? 0) + 1;
      answer.data.offers.pageInfo = { hasNextPage: true, endCursor: String(count) };
      for (const { hotel } of answer.data.offers.nodes) hotel.number += 1000 * count;
      return route.fulfill({ json: answer });
    });
    const cards = page.locator(OFFER);
    const more = page.getByRole('button', { name: /^Show more/ });
    await page.goto(`${scene.url}/offers?arrival=${arrival}&nights=7&flex=3&guests=2&onRequest=true&pages=19`);
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(19 * 12);
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20 * 12);
    expect(await more.count()).toBe(0);
    await page.goto(page.url().replace('pages=20', 'pages=21'));
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20 * 12);
    await close();
  });

  test.each([
    ['the gateway cannot be reached', null, 'Сервер'],
    ['there were too many requests', 'RATE_LIMITED', 'Слишком много запросов'],
  ])('says in words that %s, and tries again', async (_, code, sentence) => {
    const { page, close } = await scene.open('/offers', { locale: 'ru-RU' });
    await settled(page);
    await page.route('**/graphql', (route) =>
      code
        ? route.fulfill({ status: 429, json: { errors: [{ message: 'limited', extensions: { code } }] } })
        : route.abort(),
    );
    await page.locator('.sort select').selectOption('PRICE_DESC');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(sentence);
    await page.unroute('**/graphql');
    await alert.getByRole('button').click();
    await page.locator(OFFER).first().waitFor();
    expect(await alert.count()).toBe(0);
    await close(['/graphql']);
  });

  test.each(['/offers', '/hotels/1', '/'])(
    'says that an arrival is over where it shows other days, in every language (%s)',
    async (path) => {
      const said = {
        en: '1 May 2020 is in the past.',
        de: 'Der 1. Mai 2020 ist vorbei.',
        cs: 'Datum 1. května 2020 už minulo.',
        ru: 'Дата 1 мая 2020 г. уже прошла.',
      };
      for (const [lang, sentence] of Object.entries(said)) {
        const { page, close } = await scene.open(`/offers?arrival=2020-05-01&lang=${lang}`);
        const notice = page.getByRole('status').filter({ hasText: sentence });
        await notice.waitFor();
        if (path !== '/offers') {
          // The front page has it from what was searched for last.
          await page.goto(`${scene.url}${path}?${path === '/' ? '' : 'arrival=2020-05-01&'}lang=${lang}`);
          await notice.waitFor();
        }
        await close();
      }
    },
  );

  test('shows on every card what one compares by: what is included, the total for whom and how long, until when cancelling is free', async () => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2&visitType=102`);
    await settled(page);
    const cards = page.locator(OFFER);
    expect(await cards.count()).toBeGreaterThan(1);
    for (const card of await cards.allTextContents()) {
      expect(card).toMatch(/18 treatments a week.*full board/);
      expect(card).toContain('2 guests, 7 nights');
      expect(card).toMatch(/Free cancellation up to and including \d+ \w+ \d{4}|Cancelling costs/);
    }
    expect(await cards.first().locator('.offer-included li').count()).toBeGreaterThan(1);
    // The cheapest first, and nothing else decides.
    expect(await page.getByLabel('Sort by').inputValue()).toBe('PRICE');
    const shown = await cards.locator('.price strong').allTextContents();
    const totals = shown.map((text) => Number(text.replace(/[^\d.]/g, '')));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    await close();
  });

  test.each([
    ['by finger', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'en-GB' }],
    ['by keyboard', { viewport: { width: 1280, height: 900 }, locale: 'en-GB' }],
  ])(
    'groups its offers by hotel when one asks, %s: the cheapest of each, the others behind it; Back leads out again',
    async (how, options) => {
      const { page, screenshot, close } = await scene.open(
        `/offers?arrival=${arrival}&nights=7&flex=3&guests=2`,
        options,
      );
      await settled(page);
      const found = page.locator('.found [role=status]');
      const ungrouped = await found.textContent();
      if (how === 'by finger') await page.locator('.group-by input').tap();
      else {
        await tabTo(page, '.group-by input');
        await page.keyboard.press('Space');
      }
      await expect.poll(() => queryOf(page).byHotel).toBe('true');
      await expect.poll(() => found.textContent()).toMatch(/^\d+ hotels, from €/);
      await settled(page);
      const names = await page.locator(`${OFFER} h2`).allTextContents();
      expect(names.length).toBeGreaterThan(1);
      expect(new Set(names).size).toBe(names.length);
      await screenshot(`shop-offers-by-hotel-${how.slice(3)}`);
      await page.reload();
      await settled(page);
      expect(await page.locator(`${OFFER} h2`).allTextContents()).toEqual(names);

      const all = page.getByRole('link', { name: /^All \d+ offers of / }).first();
      const [, count, name] = /^All (\d+) offers of (.*)$/.exec((await all.textContent())!)!;
      if (how === 'by finger') await all.tap();
      else {
        await all.focus();
        await page.keyboard.press('Enter');
      }
      await expect.poll(() => found.textContent()).toMatch(new RegExp(`^${count} offers`));
      await settled(page);
      expect(new Set(await page.locator(`${OFFER} h2`).allTextContents())).toEqual(new Set([name]));
      await page.getByRole('button', { name: `Only ${name}` }).click();
      await expect.poll(() => found.textContent()).toBe(ungrouped);
      await page.goBack();
      await page.goBack();
      await expect.poll(() => queryOf(page).byHotel).toBe('true');
      await close();
    },
  );

  test.each([
    ['cs-CZ', 'Seskupit podle hotelu', /hotel\S* od /],
    ['de-DE', 'Nach Hotel gruppieren', /Hotels? ab /],
    ['ru-RU', 'Сгруппировать по отелям', /отел\S* от /],
  ])('groups them in the language of its visitor: %s', async (locale, label, found) => {
    const { page, close } = await scene.open(`/offers?arrival=${arrival}&nights=7&flex=3&guests=2`, { locale });
    await settled(page);
    await page.getByLabel(label).check();
    await expect.poll(() => page.locator('.found [role=status]').textContent()).toMatch(found);
    await close();
  });
});
