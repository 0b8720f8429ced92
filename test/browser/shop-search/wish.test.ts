/** A wish in the shop, in Chromium: proposals by keyboard and by touch, the address, and how it is taken back (F15). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts as searchTexts } from '../../../src/web/shop/search/texts/generated/texts.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { expectNoSideways, OFFER, queryOf, settled } from './visitor.ts';

describe.skipIf(!hasChromium())('a wish', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('is completed by arrows and Enter, stands in the address, narrows the offers, and is taken back', async () => {
    const { page, screenshot, close } = await scene.open('/', { viewport: { width: 1280, height: 900 } });
    await settled(page);
    const field = page.getByRole('combobox', { name: 'What are you looking for?' });
    await field.fill('sau');
    const first = page.locator('.combobox [role=option]').first();
    await first.waitFor();
    await screenshot('shop-wish-en-1280');
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    await field.press('Enter');
    expect(await field.inputValue()).toMatch(/sauna/i);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await field.press('Enter');
    await page.locator(OFFER).first().waitFor();
    await settled(page);
    const { wish } = queryOf(page);
    expect(wish).toMatch(/sauna/i);
    const found = page.locator('.found [role=status]');
    const wished = await found.textContent();
    await page.reload();
    await settled(page);
    expect(await found.textContent()).toBe(wished);

    await page.getByRole('button', { name: 'Search without these words' }).click();
    await expect.poll(() => queryOf(page).wish).toBeUndefined();
    await settled(page);
    expect(await found.textContent()).not.toBe(wished);
    await page.goBack();
    await expect.poll(() => queryOf(page).wish).toBe(wish);
    await expect.poll(() => found.textContent()).toBe(wished);
    await close();
  });

  test('is completed by a tap: a place fills in where, and Escape closes the proposals', async () => {
    const { page, close } = await scene.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await settled(page);
    const field = page.getByRole('combobox', { name: 'What are you looking for?' });
    await field.fill('karl');
    const place = page.getByRole('option', { name: 'Karlovy Vary' }).first();
    await place.waitFor();
    await expectNoSideways(page);
    await field.press('Escape');
    await place.waitFor({ state: 'hidden' });
    await field.press('ArrowDown');
    await place.tap();
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Where', { exact: true }).first().inputValue()).toBe('1');
    await close();
  });

  test.each([
    ['cs-CZ', 'cs_CZ', 'saun'],
    ['de-DE', 'de', 'saun'],
    ['ru-RU', 'ru', 'саун'],
  ] as const)(
    'is completed by a tap and taken back in the language of its visitor: %s',
    async (locale, language, beginning) => {
      const texts = searchTexts[language];
      const { page, close } = await scene.open('/', { locale, viewport: { width: 320, height: 640 }, hasTouch: true });
      await settled(page);
      const field = page.getByRole('combobox', { name: texts.wish });
      await field.fill(beginning);
      await page.getByRole('option', { name: texts.proposalKinds.AMENITY }).first().tap();
      expect((await field.inputValue()).toLowerCase()).toContain(beginning);
      await field.press('Enter');
      await page.locator(OFFER).first().waitFor();
      await settled(page);
      await expectNoSideways(page);
      expect(queryOf(page).wish?.toLowerCase()).toContain(beginning);
      await page.getByRole('button', { name: texts.removeWish }).tap();
      await expect.poll(() => queryOf(page).wish).toBeUndefined();
      await close();
    },
  );

  test('asks for no price of a place or kind of stay anew with each letter', async () => {
    const { page, close } = await scene.open('/', { viewport: { width: 1280, height: 900 } });
    await settled(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(/query (\w+)/.exec(request.postData() ?? '')?.[1] ?? ''));
    await page.getByRole('combobox', { name: 'What are you looking for?' }).fill('sau');
    await page.locator('.combobox [role=option]').first().waitFor();
    expect(asked).toContain('SearchSuggestions');
    expect(asked).not.toContain('SearchLowest');
    await close();
  });

  test('is searched for without waiting for proposals that are slow to come', async () => {
    const { page, close } = await scene.open('/', { viewport: { width: 1280, height: 900 } });
    await settled(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('SearchSuggestions')) await held;
      await route.continue().catch(() => {});
    });
    const field = page.getByRole('combobox', { name: 'What are you looking for?' });
    await field.fill('karlovy vary sauna');
    await field.press('Enter');
    await page.locator(OFFER).first().waitFor();
    expect(queryOf(page).wish).toBe('karlovy vary sauna');
    release();
    await close();
  });
});
