/**
 * Pages that the server renders, in Chromium: what they say without a script, and how a script takes over: with the same elements, without
 * asking again for what is there, and as this visitor left the shop.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/domain/text/locale.ts';
import { texts as searchTexts } from '../../../src/web/shop/search/texts/generated/texts.ts';
import { texts as shopTexts } from '../../../src/web/shop/texts/generated/texts.ts';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { layoutShiftOf, MOST_SHIFT } from '../../support/browser/layout-shift.ts';
import { settled } from './visitor.ts';

const WITHOUT_SCRIPT = { javaScriptEnabled: false };
/** The counts of the choices of a filter are asked for once the script has taken over. */
const PAGES = ['/', '/offers?stars=3', '/stays/101/1?guests=3', '/hotels/1'];
const LANGUAGES: readonly (readonly [string, Locale])[] = [
  ['cs', 'cs_CZ'],
  ['de', 'de'],
  ['en', 'en'],
  ['ru', 'ru'],
];

const contentOf = (page: Page) => page.locator('#page').innerHTML();

/** Holds back what the page asks; returns the names of the operations. */
async function holdQuestions(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/graphql', (route) => {
    asked.push(/(?:query|subscription) (\w+)/.exec(route.request().postDataJSON().query)![1]!);
    // Never answered.
  });
  return asked;
}

describe.skipIf(!hasChromium())('a page that the server renders', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test.each(LANGUAGES)(
    'says without JavaScript what it has, in %s, with the way to the other languages',
    async (lang, locale) => {
      const texts = searchTexts[locale];
      const { page, close, screenshot } = await scene.open(`/?lang=${lang}`, WITHOUT_SCRIPT);
      const shows = async (...wanted: string[]) => {
        const shown = await page.locator('body').innerText();
        for (const text of wanted) expect(shown).toContain(text);
      };
      await shows(texts.heroTitle, texts.heroLead, texts.places, texts.kinds, shopTexts[locale].withoutScript);
      await screenshot(`shop-front-without-script-${lang}`);
      const { hotel, visitType } = await scene.ask<{ hotel: { name: string }; visitType: { name: { text: string } } }>(
        `{ hotel(id: 1) { name } visitType(id: 101) { name { text(locale: ${locale === 'cs_CZ' ? 'CS' : lang.toUpperCase()}) } } }`,
      );
      await page.getByRole('link', { name: hotel.name, exact: true }).click();
      expect(new URL(page.url()).pathname).toBe('/hotels/1');
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      await page.goto(`${scene.url}/offers?lang=${lang}`);
      await shows(texts.offersTitle, texts.roomPrice);
      expect(await page.locator('.offers > li').count()).toBeGreaterThan(3);
      await page.goto(`${scene.url}/hotels/1?lang=${lang}`);
      await shows(hotel.name, texts.roomsHere, texts.amenities, texts.calendarsHere);
      await page.goto(`${scene.url}/stays/101/1?lang=${lang}`);
      await shows(visitType.name.text, hotel.name, texts.included, texts.rooms, texts.terms);
      const others = await page
        .locator('a[hreflang]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(others).toEqual(LANGUAGES.map(([one]) => `/stays/101/1?lang=${one}`));
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      await close();
    },
  );

  test.each(PAGES)(
    'stays as it is when the script takes over, and does not ask again for what is there: %s',
    async (path) => {
      const bare = await scene.open(path, WITHOUT_SCRIPT);
      const rendered = await contentOf(bare.page);
      await bare.close();
      const { page, close } = await scene.open('/health');
      const asked = await holdQuestions(page);
      await page.goto(scene.url + path);
      // What is not rendered is asked for once the script has taken over.
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      expect(await contentOf(page)).toBe(rendered);
      const [shown] = await page.locator('#answers').allTextContents();
      const known = Object.keys(JSON.parse(shown!)).map((name) => name.split(' ')[0]!);
      expect(known.length).toBeGreaterThan(0);
      expect(asked.filter((name) => known.includes(name))).toEqual([]);
      await close();
    },
  );

  test.each(PAGES)(
    'has its styles within it, so that it is painted without waiting for another file: %s',
    async (path) => {
      const { page, close } = await scene.open('/health');
      const styles: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'stylesheet') styles.push(request.url());
      });
      await page.goto(scene.url + path);
      const look = () => page.locator('main h1').evaluate((heading) => JSON.stringify(getComputedStyle(heading)));
      const rendered = await look();
      await settled(page);
      expect({ styles, look: await look() }).toEqual({ styles: [], look: rendered });
      await page.locator('style').evaluate((style) => style.remove());
      expect(await look()).not.toBe(rendered);
      await close();
    },
  );

  test.each(PAGES)('has no barrier that axe finds before anything is answered: %s', async (path) => {
    const { page, close } = await scene.open('/health');
    const asked = await holdQuestions(page);
    await page.goto(scene.url + path);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await violationsOn(page)).toEqual([]);
    await close();
  });

  test.each(PAGES)('does not jump while its scripts are slow: %s', async (path) => {
    const { page, close } = await scene.open('/health', { viewport: { width: 360, height: 740 } });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(scene.url + path, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor();
    release();
    await settled(page);
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
    await close();
  });

  test('is the page of somebody who has chosen another language before, from its first HTML on', async () => {
    const { page, close } = await scene.open('/stays/101/1');
    await settled(page);
    await page.locator('header select').selectOption('cs');
    await page.getByRole('heading', { name: searchTexts.cs_CZ.included }).waitFor();
    const again = await page.goto(`${scene.url}/hotels/1`);
    expect(await again!.text()).toContain('<html lang="cs">');
    await settled(page);
    expect(await page.getByRole('heading', { name: searchTexts.cs_CZ.roomsHere }).count()).toBe(1);
    // An address that names a language wins.
    expect(await (await page.goto(`${scene.url}/hotels/1?lang=de`))!.text()).toContain('<html lang="de">');
    await settled(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await close();
  });

  test('leads back to what was searched for last in this window', async () => {
    const { page, close } = await scene.open('/offers?nights=5&guests=3');
    await settled(page);
    const last = await page.locator('header nav a').first().getAttribute('href');
    for (const path of PAGES.filter((path) => !path.startsWith('/offers'))) {
      await page.goto(scene.url + path);
      await settled(page);
      const link = page.locator('header nav a').first();
      await expect
        .poll(async () => new URL((await link.getAttribute('href'))!, scene.url).searchParams.get('guests'))
        .toBe('3');
    }
    await page.goto(scene.url);
    await expect.poll(() => page.getByLabel('How long').inputValue()).toBe('5');
    expect(last).toContain('/offers');
    await close();
  });

  test('is where what was not there is said with 404, in the frame of the shop', async () => {
    const { page, close } = await scene.open('/stays/999/1', WITHOUT_SCRIPT);
    expect(await page.locator('main').innerText()).toContain(searchTexts.en.notFound);
    await close(['404']);
  });

  test('asks anew when it is shown again', async () => {
    const { page, close } = await scene.open('/hotels/1');
    await settled(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') asked.push(request.postData() ?? '');
    });
    await page.locator('a.brand').click();
    await page.getByRole('heading', { name: searchTexts.en.places }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: searchTexts.en.roomsHere }).waitFor();
    expect(asked.filter((body) => body.includes('query HotelDetails'))).toHaveLength(1);
    await close();
  });

  test('has a drawing in place of a picture that failed before the script had started', async () => {
    const { page, close } = await scene.open('/booking');
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/*', async (route) => {
      const type = route.request().resourceType();
      if (type === 'image') return route.abort();
      if (type === 'script') await isLetGo;
      return route.fallback();
    });
    await page.goto(`${scene.url}/hotels/1`, { waitUntil: 'commit' });
    await page.waitForFunction(() => {
      const first = document.querySelector<HTMLImageElement>('img.picture');
      return first?.complete && first.naturalWidth === 0;
    });
    expect(await page.locator('.drawn').count()).toBe(0);
    letGo();
    await page.locator('.drawn').first().waitFor();
    await close(['ERR_FAILED']);
  });
});
