/** What everybody finds who comes to the shop for the first time, in Chromium: outside of the demo, in any language, along every link. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastNightForSale } from '../../../src/domain/stay/stay.ts';
import type { Locale } from '../../../src/domain/text/locale.ts';
import { dayOf, formatDay } from '../../../src/domain/time/civil-date.ts';
import { texts as searchTexts } from '../../../src/web/shop/search/texts/generated/texts.ts';
import { texts as commonTexts } from '../../../src/web/texts/generated/texts.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { queryOf, settled, todayOf } from './visitor.ts';

const textsIn = (locale: Locale) => [searchTexts[locale], commonTexts[locale]];
const TEXTS = { cs: textsIn('cs_CZ'), de: textsIn('de'), ru: textsIn('ru') };

/** The texts that have no parameters, also those within others. */
function plainTexts(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(plainTexts) : [];
}

describe.skipIf(!hasChromium())('the shop at a first visit', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('asks for a key outside of the demo, refuses a wrong one in words, and takes another', async () => {
    const { page, screenshot, close } = await scene.open(await scene.withoutDemo());
    await page.getByLabel('API key').fill('ssg_nonsense');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('alert').getByText('This key is not accepted.').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('ssg_');
    await page.getByRole('button', { name: 'Use another key' }).first().click();
    await page.getByLabel('API key').fill(await scene.key(['read']));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Where to go' }).waitFor();
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    await screenshot('shop-without-demo');
    await close(['401']);
  });

  test('has no link that leads nowhere, from the first page to a stay', async () => {
    const seen = new Set<string>();
    const { page, close } = await scene.open('/');
    for (const view of ['/', '/offers', '/stays/101/1', '/booking']) {
      await page.goto(scene.url + view);
      await settled(page);
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      for (const link of links) seen.add(link.replace(/#.*/, ''));
    }
    expect(seen.size).toBeGreaterThan(20);
    for (const link of seen) {
      expect(new URL(link).origin).toBe(scene.url);
      expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    }
    // One of each kind is shown: a view with the same parameters, of whichever stay.
    const kindOf = ({ pathname, searchParams }: URL) => `${pathname.split('/')[1]} ${[...searchParams.keys()]}`;
    const kinds = new Map([...seen].map((link) => [kindOf(new URL(link)), link]));
    for (const [kind, link] of kinds) {
      if (!/^(?:stays|hotels|offers) /.test(kind)) continue;
      await page.goto(link);
      await settled(page);
      expect([link, await page.getByText('There is nothing here').count()]).toEqual([link, 0]);
    }
    await close();
  });

  test.each(Object.entries(TEXTS))('speaks %s, no plain text is English, and keeps the choice', async (lang, texts) => {
    const { page, close } = await scene.open('/offers?guests=3&stars=4');
    await settled(page);
    await page.locator('header select').selectOption(lang);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang);
    expect(queryOf(page)).toEqual({ guests: '3', stars: '4' });
    const own = new Set(plainTexts(texts));
    const english = new Set(plainTexts(textsIn('en')).filter((text) => !own.has(text)));
    for (const view of ['/', '/offers?onRequest=true', '/stays/101/1', '/stays/999/1']) {
      await page.goto(scene.url + view);
      await settled(page);
      const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
      const labels = await page
        .locator('[aria-label], [title], [placeholder], [alt]')
        .evaluateAll((all) =>
          all.flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name))),
        );
      lines.push(...labels.filter((label) => label !== null), await page.title());
      expect([view, lines.filter((line) => english.has(line))]).toEqual([view, []]);
    }
    await close(['404']);
  });

  test('keeps the language that is chosen on a page whose address names another one', async () => {
    const { page, close } = await scene.open('/offers?guests=3&lang=de');
    await settled(page);
    await page.locator('header select').selectOption('cs');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('cs');
    expect(queryOf(page)).toEqual({ guests: '3' });
    await page.reload();
    await settled(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('cs');
    await close();
  });

  test('offers every day of arrival within 24 months, both ends included', async () => {
    const { page, close } = await scene.open('/');
    await settled(page);
    const today = await todayOf(scene);
    const arrival = page.locator('[name=arrival]');
    const last = formatDay(lastNightForSale(dayOf(today)));
    expect([await arrival.getAttribute('min'), await arrival.getAttribute('max')]).toEqual([today, last]);
    await close();
  });

  test('says on each place and kind of stay the lowest price of the list that it leads to, for the guests and nights that are chosen', async () => {
    const { page, close } = await scene.open('/health');
    // A single hotel sells this kind of stay, so its tile could name that hotel.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query SearchInvitation')) return route.fallback();
      const answer = (await (await route.fetch()).json()) as {
        data: { visitTypes: { nodes: { hotels: unknown[] }[] } };
      };
      answer.data.visitTypes.nodes[0]!.hotels.splice(1);
      return route.fulfill({ json: answer });
    });
    await page.goto(`${scene.url}/booking`);
    await page.locator('header a[href="/"]').first().click();
    await page.locator('.kind-tile').first().waitFor();
    await settled(page);
    const from = page.locator('.place-tile .from');
    const usual = await from.allTextContents();
    for (const said of usual) expect(said).toMatch(/^from €[\d,.]+ \(2 guests, 7 nights\)$/);
    await page.getByLabel('Guests', { exact: true }).selectOption('3 guests');
    await page.getByLabel('How long').selectOption('5 nights');
    await from.filter({ hasText: '(3 guests, 5 nights)' }).first().waitFor();
    await settled(page);
    expect(await from.allTextContents()).not.toEqual(usual);
    const tiles = await page.locator('.tile').evaluateAll((all) =>
      all.map((tile) => ({
        href: tile.querySelector('a')!.getAttribute('href')!,
        said: tile.querySelector('.from')!.textContent!,
      })),
    );
    expect(tiles.length).toBeGreaterThan(3);
    for (const { href, said } of tiles) {
      expect(href).toMatch(/^\/offers\?/);
      await page.goto(scene.url + href);
      await settled(page);
      const found = (await page.locator('.found [role=status]').textContent())!;
      const nights = new URL(href, scene.url).searchParams.get('nights');
      expect([href, said]).toEqual([
        href,
        found === '0 offers' ? '' : `${found.split(', ').at(-1)} (3 guests, ${nights} nights)`,
      ]);
    }
    await close();
  });

  test('shows the calendar of a stay where it cannot be followed', async () => {
    const { page, close } = await scene.open('/health');
    const asked: number[] = [];
    await page.route('**/graphql', (route) => {
      if (route.request().headers().accept !== 'text/event-stream') return route.fallback();
      asked.push(503);
      return route.fulfill({ status: 503, json: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] } });
    });
    await page.goto(`${scene.url}/stays/101/1`);
    await page.locator('.day.free').first().waitFor();
    expect(asked.length).toBeGreaterThan(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close(['503']);
  });
});
