/** The page of a stay without a longest length, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { PEPPER } from '../../support/gateway/served-gateway.ts';
import { queryOf, settled } from './visitor.ts';

describe.skipIf(!hasChromium())('the page of a stay that has no longest length', () => {
  let scene: BrowserScene;
  let gateway: string;
  beforeAll(async () => {
    scene = await startBrowserScene();
    const { database } = scene;
    await database.prisma.visitType.update({ where: { number: 101 }, data: { nightsMin: 1, nightsMax: 999 } });
    const { key } = await createKey({
      ...{ database, pepper: PEPPER, name: 'pages', scopes: ['read', 'book'], channelCode: 'public' },
      ...{ isPublishable: true, destinationNumbers: null, expiresAt: null, clock: systemClock },
    });
    gateway = await scene.withoutDemo({ PAGES_KEY: key });
  });
  afterAll(() => scene?.close());

  test('shows the first month in which one can begin, though two months would have too many stays', async () => {
    const { page, close } = await scene.open(`${gateway}/stays/101/1`);
    await settled(page);
    await page.locator('.day.free').first().click();
    await expect.poll(() => queryOf(page).nights).toBeDefined();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect.poll(() => queryOf(page).month).toMatch(/^\d{4}-\d\d$/);
    await page.locator('.day.free').first().waitFor();
    // So many cannot be followed: they are asked for once.
    await close(['400']);
  });
});
