/** Issue 29, number 4. Who manages a hotel gives keys, renames them and ends them at the desk, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';
import { ALL_SCOPES, askWith, signIn } from '../../support/browser/desk.ts';
import { countPresses } from '../../support/browser/presses.ts';

const TITLES = { en: 'API keys', cs: 'Klíče API', de: 'API-Schlüssel', ru: 'Ключи API' };
const CREATE = `mutation ($input: CreateKeyInput!) { made: createKey(input: $input) { ... on KeyCreated { secret } } }`;

describe.skipIf(!hasChromium())('the page of keys', () => {
  let scene: BrowserScene;
  let key: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    key = await scene.key([...ALL_SCOPES, 'keys'], null, [4]);
  });
  afterAll(() => scene?.close());

  const made = async (name: string) =>
    (
      await askWith<{ made: { secret: string } }>({ url: scene.url, key }, CREATE, {
        input: { name, rights: ['OPERATE'] },
      })
    ).made.secret;
  const statusOf = async (secret: string) =>
    (
      await fetch(`${scene.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: '{"query":"{ viewer { keyPrefix } }"}',
      })
    ).status;

  test('a clerk who has left is revoked, by the keyboard alone, at most 7 presses', async () => {
    const secret = await made('Žofie, front desk');
    await made('Anna, front desk');
    const { page, screenshot, close } = await scene.open('/desk/keys');
    await signIn(page, key);
    await page.getByRole('button', { name: 'Revoke Žofie, front desk' }).waitFor();
    const manager = countPresses(page);
    await manager.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await manager.type('zofie');
    await expect.poll(() => page.locator('.keys > li').count()).toBe(1);
    await manager.press('Tab', 'Tab', 'Tab', 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke the key?' });
    await dialog.getByText('Žofie, front desk').waitFor();
    await page.locator('dialog [type="submit"]:focus').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await screenshot('desk-keys-revoke');
    await manager.press('Enter');
    await page.getByText('The key “Žofie, front desk” is revoked.').waitFor();
    await page.getByText('There is no such key.').waitFor();
    expect(await statusOf(secret)).toBe(401);
    expect(manager.count).toBeLessThanOrEqual(7);
    await page.getByLabel('Show revoked and expired keys, too').check();
    await page.locator('.keys > li', { hasText: 'Žofie' }).getByText('revoked', { exact: true }).waitFor();
    await close();
  });

  test('a new key may what was chosen, in the hotel of its maker; it is shown once, and renamed later', async () => {
    const { page, close } = await scene.open('/desk/keys');
    await signIn(page, key);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await page.locator('dialog input:focus').waitFor();
    await page.keyboard.insertText('Karel, night desk');
    await dialog.getByLabel('change rooms').check();
    expect(await dialog.getByLabel('change the catalogue').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByText('it is not shown again').waitFor();
    const secret = await dialog.getByLabel('The key', { exact: true }).inputValue();
    const { viewer } = await askWith<{ viewer: object }>(
      { url: scene.url, key: secret },
      '{ viewer { rights hotels { number } } }',
    );
    expect(viewer).toEqual({ rights: ['READ', 'OPERATE', 'INVENTORY'], hotels: [{ number: 4 }] });
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await expect.poll(() => page.locator(':focus').textContent()).toBe('New key');
    await page.getByRole('button', { name: 'Rename Karel, night desk' }).click();
    await page.getByLabel('New name').fill('Karel, front desk');
    await page.keyboard.press('Enter');
    await page.locator('.keys > li', { hasText: 'Karel, front desk' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Rename Karel, front desk');
    await close();
  });

  test('what others do with keys is there without a reload', async () => {
    const { page, close } = await scene.open('/desk/keys');
    await signIn(page, key);
    const rows = page.locator('.keys > li');
    await rows.first().waitFor();
    const secret = await made('Olga, reception');
    await rows.filter({ hasText: 'Olga, reception' }).waitFor();
    await scene.revoke(secret);
    await rows.filter({ hasText: 'Olga, reception' }).waitFor({ state: 'detached' });
    await close();
  });

  test.each(['pointer', 'focus'])(
    'what others do meanwhile is there as soon as the %s leaves the keys, which stand still before',
    async (held) => {
      const { page, close } = await scene.open('/desk/keys');
      await signIn(page, key);
      // Nothing is asked by the clock.
      await page.addInitScript(() => {
        window.setInterval = (() => 0) as unknown as typeof window.setInterval;
      });
      await page.reload();
      const rows = page.locator('.keys > li');
      await rows.first().waitFor();
      const before = await rows.count();
      const button = rows.first().getByRole('button').first();
      await (held === 'pointer' ? button.hover() : button.focus());
      const name = `Olga, after the ${held}`;
      await made(name);
      // As who returns to the window.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      expect(await rows.count()).toBe(before);
      await (held === 'pointer' ? page.mouse.move(1, 1) : button.blur());
      await rows.filter({ hasText: name }).waitFor();
      await close();
    },
  );

  test('says why the gateway refuses, and keeps what was entered', async () => {
    const { page, close } = await scene.open('/desk/keys');
    await signIn(page, key);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByLabel('Name', { exact: true }).fill('Eva');
    await dialog.getByLabel('Client', { exact: true }).fill('demo');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('The client of this name has keys that reach further').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Eva');
    await close();
  });

  test('is offered to nobody without the scope, and says what it needs', async () => {
    const { page, close } = await scene.open('/desk/keys');
    await signIn(page, await scene.key(['read', 'operate']));
    await page.getByText('Your key lacks the scope “keys”').waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await close();
  });

  test.each(Object.entries(TITLES))(
    'has all its texts in %s, wide and narrow, without findings of axe',
    async (language, title) => {
      const { page, screenshot, close } = await scene.open('/desk', {
        colorScheme: language === 'en' || language === 'de' ? 'dark' : 'light',
      });
      await signIn(page, key);
      await page.goto(`${scene.url}/desk/keys?lang=${language}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('.keys > li').first().waitFor();
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await screenshot(`desk-keys-${language}-${width}`);
        expect(await violationsOn(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 740 });
      await page.locator('.desk-keys button.primary').click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      expect(await page.locator('body').innerText()).not.toMatch(/undefined|null|\[object/);
      await close();
    },
  );
});
