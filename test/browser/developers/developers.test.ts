/** The page for developers and the REST reference, as visitors of every kind see them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene, violationsOn } from '../../support/browser/browser.ts';

const WIDTHS = [320, 360, 768, 1280, 1920];
const isWiderThanScreen = 'document.documentElement.scrollWidth > innerWidth';

describe.skipIf(!hasChromium())('the page for developers', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  test('sends each of its first requests with the demo key, and shows the answers and the commands for a shell', async () => {
    const { page, screenshot, close } = await scene.open('/developers', { viewport: { width: 1280, height: 900 } });
    for (const kind of ['GraphQL', 'REST']) {
      const panel = page.getByRole('region', { name: kind, exact: true });
      const example = panel.getByLabel('Example');
      for (const name of await example.locator('option').allTextContents()) {
        await example.selectOption({ label: name });
        await panel.getByRole('button', { name: `Send: ${kind}` }).click();
        await panel.getByText(/^Status 200, \d+ ms$/).waitFor();
        const answer = JSON.parse(await panel.getByLabel(`Answer of ${kind}`).inputValue());
        expect(answer.errors).toBeUndefined();
        expect(JSON.stringify(answer).length).toBeGreaterThan(50);
        expect(await panel.locator('code').textContent()).toContain(`Bearer ${scene.demoKey}`);
      }
    }
    await screenshot('developers');
    await close();
  });

  test('says how the service is, and leads to ways in that are all there', async () => {
    const { page, close } = await scene.open('/developers');
    await page.getByText('/health: alive').waitFor();
    await page.getByText('/ready: ready').waitFor();
    await page.getByText('/ready/write: ready').waitFor();
    const ways = await page.locator('.ways a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    expect(ways).toEqual(
      expect.arrayContaining(['/graphql', '/schema.graphql', '/docs', '/openapi.json', '/mail', '/ready/write']),
    );
    for (const way of ways) {
      expect([way, (await fetch(scene.url + way, { headers: { accept: 'text/html' } })).status]).toEqual([way, 200]);
    }
    await page.getByRole('link', { name: '/docs' }).click();
    await page.waitForURL('**/docs');
    await close();
  });

  test('asks for a key where it has none, says how one is made, and uses the one entered without showing it', async () => {
    const { page, close } = await scene.open(`${await scene.withoutDemo()}/developers`);
    await page.getByText('keys create').waitFor();
    expect(await page.getByRole('button', { name: 'Send: REST' }).isDisabled()).toBe(true);
    const key = await scene.key(['read']);
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send: REST' }).click();
    await page.getByText(/^Status 200/).waitFor();
    expect(await page.content()).not.toContain(key);
    await close();
  });

  test.each([
    ['en', 'light'],
    ['cs', 'dark'],
    ['de', 'light'],
    ['ru', 'dark'],
  ] as const)('is accessible and fits every screen in %s, %s', async (language, colorScheme) => {
    const { page, screenshot, close } = await scene.open(`/developers?lang=${language}`, { colorScheme });
    await page.locator('.tag.good').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await page.evaluate(isWiderThanScreen)]).toEqual([width, false]);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    await screenshot(`developers-${language}-360`);
    await close();
  });

  test('the REST reference names the release, fits a phone, and is dark for who prefers it', async () => {
    const options = { viewport: { width: 360, height: 800 }, colorScheme: 'dark', hasTouch: true } as const;
    const { page, screenshot, close } = await scene.open('/docs', options);
    const { info } = (await (await fetch(`${scene.url}/openapi.json`)).json()) as { info: { version: string } };
    await page.locator('.info .version', { hasText: info.version }).first().waitFor();
    const operation = page.locator('#operations-v1-quoteStay');
    await operation.locator('.opblock-summary-control').tap();
    await operation.getByRole('button', { name: 'Execute' }).tap();
    await operation.locator('.live-responses-table .response-col_status').first().waitFor();
    expect(await page.evaluate(isWiderThanScreen)).toBe(false);
    const ground = 'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)';
    expect(Math.max(...(await page.evaluate<number[]>(ground)).slice(0, 3))).toBeLessThan(60);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(Math.min(...(await page.evaluate<number[]>(ground)).slice(0, 3))).toBeGreaterThan(200);
    await screenshot('reference-360');
    await close();
  });
});
