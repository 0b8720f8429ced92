/**
 * The front page in Chromium for all visitors: four languages, light and dark, on a phone, with and without the demo.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../support/browser/browser.ts';
import { calendarLoaded, linesShown } from '../support/catalogue/shown-stay.ts';

const LOCALES = { cs: 'cs-CZ', de: 'de-AT', en: 'en-US', ru: 'ru-RU' };
const BOOK = { cs: /^Rezervovat za/, de: /buchen$/, en: /^Book for/, ru: /^Забронировать за/ };
/** Names, numbers and code, which are the same in every language. */
const SAME_IN_ALL =
  /^(spa-stay-gateway|\/[a-z.]+|Čeština|Deutsch|English|Русский|GraphQL|REST|Hotel|E-mail|[‹›]|[\d\s.,]+|curl [\s\S]*)$/;

describe.skipIf(!hasChromium())('the front page', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  describe.each(Object.entries(LOCALES))('in %s', (language, locale) => {
    test('shows everything in that language, prices in its currency, and declares the language to browsers', async () => {
      const { page, screenshot, close } = await scene.open('/', { locale });
      await pickFirstStay(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await page.getByRole('button', { name: BOOK[language as keyof typeof BOOK] }).waitFor();
      expect(await page.locator('.lines tfoot td').textContent()).toMatch(language === 'cs' ? /Kč$/ : /€/);
      const texts = await textsOf(page);
      expect(texts.filter((text) => /\b(undefined|null|NaN)\b|\[object/.test(text))).toEqual([]);
      if (language !== 'en') {
        const english = await scene.open('/?lang=en', { locale });
        await pickFirstStay(english.page);
        const inEnglish = new Set(await textsOf(english.page));
        expect(texts.filter((text) => inEnglish.has(text) && !isSame(text))).toEqual([]);
        await english.close();
      }
      await screenshot(`in-${language}`);
      await close();
    });

    test('fits a phone of 360 pixels', async () => {
      const { page, screenshot, close } = await scene.open('/', { locale, viewport: { width: 360, height: 740 } });
      await pickFirstStay(page);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      const spills = '[...document.querySelectorAll(".day")].filter((day) => day.scrollWidth > day.clientWidth).length';
      expect(await page.evaluate<number>(spills)).toBe(0);
      await screenshot(`on-a-phone-in-${language}`);
      await close();
    });
  });

  test('changes its language in place, and keeps the selection and the language after a reload', async () => {
    const { page, close } = await scene.open('/');
    await pickFirstStay(page);
    const picked = await page.locator('.day.end').first().getAttribute('data-date');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Aufenthalt buchen' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    // Texts of the catalogue are in that language, too.
    expect(await page.locator('.day.end').first().getAttribute('data-date')).toBe(picked);
    await page.locator('option', { hasText: 'Silvester im Kurort' }).waitFor({ state: 'attached' });
    await page.reload();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await close();
  });

  test.each(['light', 'dark'] as const)('has no violations that axe finds, in %s colours', async (colorScheme) => {
    const { page, screenshot, close } = await scene.open('/', { colorScheme, reducedMotion: 'reduce' });
    await pickFirstStay(page);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Please check the marked fields.').waitFor();
    await screenshot(`in-${colorScheme}`);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Visit type').selectOption({ index: 2 });
    await page.locator('[role="grid"][aria-busy="false"]').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await close();
  });

  test('cannot ask another server for anything, and these tests would notice', async () => {
    const { page, close } = await scene.open('/');
    await calendarLoaded(page);
    expect(await page.evaluate('fetch("https://elsewhere.example/").then(() => "asked", () => "refused")')).toBe(
      'refused',
    );
    await expect(close()).rejects.toThrow(/elsewhere\.example/);
  });

  test('links to nothing that does not answer', async () => {
    const { page, close } = await scene.open('/');
    await calendarLoaded(page);
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
    expect(links).toEqual(
      expect.arrayContaining(['/graphql', '/docs', '/openapi.json'].map((path) => scene.url + path)),
    );
    for (const link of links) {
      const { status } = await fetch(link, { headers: { accept: 'text/html' } });
      expect([link, status]).toEqual([link, 200]);
    }
    await close();
  });

  test('shows first requests that work as copied', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, close } = await scene.open('/', { permissions });
    const answers: unknown[] = [];
    for (const name of ['GraphQL', 'REST']) {
      await page.getByRole('button', { name: `Copy: ${name}` }).click();
      await page
        .getByRole('button', { name: `Copy: ${name}` })
        .getByText('Copied')
        .waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${copied} --silent --fail`]);
      answers.push(JSON.parse(stdout));
    }
    const [graphql, rest] = answers;
    const isFirst = expect.objectContaining({ number: 118 });
    expect(graphql).toMatchObject({ data: { visitTypes: { nodes: expect.arrayContaining([isFirst]) } } });
    expect(rest).toEqual(expect.arrayContaining([expect.objectContaining({ id: 118 })]));
    await close();
  });

  test('without the demo has no key in it, asks for one, and does not book', async () => {
    const url = await scene.withoutDemo();
    expect(await (await fetch(url)).text()).not.toContain('ssg_');
    const { page, screenshot, close } = await scene.open(url);
    const key = page.getByLabel('API key');
    await key.fill('ssg_nobody');
    const refusals = page.waitForEvent('console');
    await key.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This key is not accepted.' }).waitFor();
    expect((await refusals).text()).toContain('401');
    expect(await page.locator('pre').first().textContent()).toContain('<API key>');
    await key.fill(scene.demoKey);
    await key.press('Enter');
    await pickFirstStay(page);
    await page.getByText('With a key of your own, book with createBooking.').waitFor();
    expect(await page.getByRole('button', { name: /^Book/ }).count()).toBe(0);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).toBe('[{},{},""]');
    await screenshot('without-demo');
    await close(['status of 401']);
  });
});

async function pickFirstStay(page: Page): Promise<void> {
  await calendarLoaded(page);
  await page.locator('.day.AVAILABLE.can-pick').first().click();
  await linesShown(page);
}

/** Every visible or accessible text, except for those of the catalogue. */
async function textsOf(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest('noscript, option')) texts.push(walker.currentNode.data.trim());
    }
    texts.filter(Boolean)
  }`);
  expect(texts.length).toBeGreaterThan(100);
  return texts;
}

const isSame = (text: string): boolean => SAME_IN_ALL.test(text);
