/** The filters of the offers in Chromium: what they offer, and what it finds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerFilterOf, searchOf } from '../../../src/web/shop/search/search-query.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { holdBack } from '../../support/browser/hold-back.ts';
import { daysAfter, OFFER, queryOf, settled, todayOf } from './visitor.ts';

const SOLD =
  '{ visitTypes(first: 100) { nodes { number lowestPrice(currency: EUR) { amountPerNight { amountMinor } } } } }';
interface SoldKind {
  number: number;
  lowestPrice: { amountPerNight: object | null }[];
}

const NAMED = `{ hotel(id: 1) { name } visitTypeCategories(ids: [1]) { name { text } }
  visitTypes(filter: { tag: 2 }, first: 1) { nodes { tags { number name { text } } } } }`;
interface Named {
  hotel: { name: string };
  visitTypeCategories: { name: { text: string } }[];
  visitTypes: { nodes: { tags: { number: number; name: { text: string } }[] }[] };
}

const COUNT = 'query ($filter: OfferFilter!) { offers(filter: $filter) { totalCount } }';
/** Filters with counts, by their labels. */
const COUNTED = {
  Where: 'destination',
  Hotel: 'stars',
  Purpose: 'purpose',
  Category: 'category',
  Highlight: 'tag',
  Meals: 'boarding',
} as const;

describe.skipIf(!hasChromium())('the filters of the offers', () => {
  let scene: BrowserScene;
  let today: string;
  let arrival: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    today = await todayOf(scene);
    arrival = daysAfter(today, 21);
  });
  afterAll(() => scene?.close());

  test('offers stays as a filter that are sold on some day', async () => {
    const { page, close } = await scene.open('/offers');
    await settled(page);
    const { visitTypes } = await scene.ask<{ visitTypes: { nodes: SoldKind[] } }>(SOLD);
    const sold = visitTypes.nodes.filter(({ lowestPrice }) => lowestPrice[0]?.amountPerNight);
    const offered = await page
      .getByRole('complementary')
      .getByLabel('Stay', { exact: true })
      .locator('option:not([value=""])')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(offered.sort()).toEqual(sold.map(({ number }) => String(number)).sort());
    await close();
  });

  test.each([
    ['every stay', '', { found: expect.any(Number), empty: 0 }],
    ['some', 'stars=4&boarding=HALF_BOARD', { found: expect.any(Number), empty: 0 }],
    ['one kind', 'visitType=102&category=1', { found: expect.any(Number), empty: 0 }],
    ['none, which other meals have', 'stars=5&boarding=LUNCH', { found: expect.any(Number), empty: 2 }],
    ['none at all', 'tag=2&destination=1&max=1', { found: 0, empty: 2 }],
  ])(
    'counts what each choice of a filter finds, and offers none that finds nothing: of %s',
    async (_, chosen, expected) => {
      const query = `arrival=${arrival}&nights=7&flex=3&guests=2&currency=EUR&${chosen}`;
      const { page, close } = await scene.open(`/offers?${query}`);
      await settled(page);
      const search = searchOf(Object.fromEntries(new URLSearchParams(query)));
      const side = page.getByRole('complementary');
      const shown = { found: 0, empty: 0 };
      for (const [label, name] of Object.entries(COUNTED)) {
        const filter = side.getByLabel(label, { exact: true });
        const options = filter.locator('option:not([value=""])');
        // Counts of what else can be chosen come after the offers.
        await expect
          .poll(async () => (await options.allTextContents()).filter((text) => !/ \(\d+\)$/.test(text)))
          .toEqual([]);
        expect(await filter.inputValue()).toBe(String(search[name] ?? ''));
        for (const option of await options.all()) {
          const [value, text] = [await option.getAttribute('value'), await option.textContent()];
          const narrowed = searchOf({ ...Object.fromEntries(new URLSearchParams(query)), [name]: value! });
          const variables = { filter: offerFilterOf(narrowed, today, 'en') };
          const { offers } = await scene.ask<{ offers: { totalCount: number } }>(COUNT, variables);
          expect([label, text]).toEqual([label, expect.stringMatching(`[^ ] \\(${offers.totalCount}\\)$`)]);
          if (String(search[name]) !== value) expect([label, text, offers.totalCount > 0]).toEqual([label, text, true]);
          shown[offers.totalCount > 0 ? 'found' : 'empty']++;
        }
      }
      expect(shown).toEqual(expected);
      await close();
    },
  );

  test('keeps the names of what is chosen while it is counted anew, and asks for each once', async () => {
    const { hotel, visitTypeCategories, visitTypes } = await scene.ask<Named>(NAMED);
    const tag = visitTypes.nodes[0]!.tags.find(({ number }) => number === 2)!.name.text;
    const query = `arrival=${arrival}&nights=7&flex=7&guests=2&hotel=1&category=1&tag=2&max=1`;
    const { page, close } = await scene.open('/');
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, name] = /query (Search(?:Hotel|VisitType|Category|Tag))\b/.exec(request.postData() ?? '') ?? [];
      if (name) asked.push(name);
    });
    await page.goto(`${scene.url}/offers?${query}`);
    await settled(page);
    const side = page.getByRole('complementary');
    const shownNames = async () => {
      await page.getByRole('button', { name: `Only ${hotel.name}` }).waitFor();
      const options = ['Category', 'Highlight'].map((label) => side.getByLabel(label).locator('option:checked'));
      return Promise.all(options.map((option) => option.textContent()));
    };
    const names = (count: string) => [`${visitTypeCategories[0]!.name.text}${count}`, `${tag}${count}`];
    await expect.poll(shownNames).toEqual(names(' (0)'));
    const held = await holdBack(page, '**/graphql', 'query SearchFacets');
    await page.getByRole('link', { name: 'Search 28 days later' }).click();
    await held.isThere();
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
    expect(await shownNames()).toEqual(names(''));
    held.letGo();
    await expect.poll(shownNames).toEqual(names(' (0)'));
    expect(asked.sort()).toEqual(['SearchCategory', 'SearchHotel', 'SearchTag']);
    await close();
  });

  test('says that the name of what is chosen could not be asked, and asks for it again', async () => {
    const { visitTypeCategories } = await scene.ask<Named>(NAMED);
    const { page, close } = await scene.open('/');
    let failures = 1;
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query SearchCategory') && failures-- > 0 ? route.abort() : route.fallback(),
    );
    await page.goto(`${scene.url}/offers?arrival=${arrival}&nights=7&flex=7&guests=2&category=1&max=1`);
    await page.getByRole('button', { name: 'Try again' }).click();
    const option = page.getByRole('complementary').getByLabel('Category').locator('option:checked');
    await expect.poll(() => option.textContent()).toBe(`${visitTypeCategories[0]!.name.text} (0)`);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close(['ERR_FAILED']);
  });

  test.each([
    ['by finger', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
    ['by keyboard', { viewport: { width: 1280, height: 900 } }],
  ])(
    'keeps what is chosen in sight where nothing is found, and the lists as they are until others are there, %s',
    async (how, options) => {
      const address = `/offers?arrival=${arrival}&nights=7&flex=3&guests=2&stars=5&boarding=LUNCH`;
      const { page, close } = await scene.open(address, { ...options, locale: 'en-GB' });
      await settled(page);
      if (how === 'by finger') await page.locator('.open-filters').tap();
      const filters = how === 'by finger' ? page.getByRole('dialog') : page.getByRole('complementary');
      const meals = filters.getByLabel('Meals');
      const texts = () => meals.locator('option').allTextContents();
      await expect.poll(texts).toContain('lunch (0)');
      expect(await meals.locator('option:checked').textContent()).toBe('lunch (0)');
      const before = await texts();
      const held = await holdBack(page, '**/graphql', 'query SearchOffers');
      if (how === 'by finger') await meals.selectOption('');
      else {
        await meals.focus();
        await page.keyboard.press('Home');
      }
      await held.isThere();
      expect(queryOf(page)).not.toHaveProperty('boarding');
      // The list is that of before, without counts, which may be others by now, and without what cannot be had.
      expect(await texts()).toEqual(
        before.map((text) => text.replace(/ \(\d+\)$/, '')).filter((text) => text !== 'lunch'),
      );
      held.letGo();
      await expect.poll(texts).toEqual(before.filter((text) => text !== 'lunch (0)'));
      await page.locator(OFFER).first().waitFor();
      await close();
    },
  );
});
