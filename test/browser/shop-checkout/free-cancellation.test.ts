/** Until when cancelling is free, in Chromium: one sentence with its date, wherever a guest reads it, in every language. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserScene, hasChromium, startBrowserScene } from '../../support/browser/browser.ts';
import { until } from '../../support/requests/until.ts';
import { OFFER } from '../shop-search/visitor.ts';
import { daysAfter, ENTRIES, enter, findStay, held, referenceShown } from './booked-stay.ts';

const WRITTEN = { cs: 'cs-CZ', de: 'de-DE', en: 'en-GB', ru: 'ru-RU' };
const SENTENCES = {
  cs: (date: string) => `Storno zdarma do ${date} včetně.`,
  de: (date: string) => `Kostenlos stornierbar bis einschließlich ${date}.`,
  en: (date: string) => `Free cancellation up to and including ${date}.`,
  ru: (date: string) => `Бесплатная отмена до ${date} включительно.`,
};
type Language = keyof typeof SENTENCES;

describe.skipIf(!hasChromium())('until when cancelling is free', () => {
  let scene: BrowserScene;
  beforeAll(async () => {
    scene = await startBrowserScene();
  });
  afterAll(() => scene?.close());

  /** Mails that were sent after the booking, the one to its guest. */
  const openMail = async (page: Page, reference: string) => {
    await page.goto(`${scene.url}/mail`);
    const link = page
      .getByRole('listitem')
      .filter({ hasText: ENTRIES['billedTo.email'] })
      .getByRole('link', { name: reference });
    await until(
      async () => {
        await page.reload();
        return link.count();
      },
      (count) => count > 0,
    );
    await link.click();
  };

  test.each(Object.keys(SENTENCES) as Language[])(
    'is said in one sentence from the card to the mail and the desk (%s)',
    async (language) => {
      const { visitType, hotel, room, arrival, departure } = await findStay(scene, { visitType: 102, nights: 7 });
      const { visitType: type } = await scene.ask<{
        visitType: { cancellationTerms: { daysBeforeArrival: number }[] };
      }>(`{ visitType(id: ${visitType}) { cancellationTerms { daysBeforeArrival } } }`);
      const lastDay = daysAfter(arrival, -(type.cancellationTerms[0]!.daysBeforeArrival + 1));
      const date = new Intl.DateTimeFormat(WRITTEN[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.parse(lastDay),
      );
      const sentence = SENTENCES[language](date);
      const search = new URLSearchParams({
        arrival,
        nights: '7',
        flex: '0',
        guests: '2',
        visitType: `${visitType}`,
        lang: language,
      });

      const { page, close } = await scene.open(`/offers?${search}`, { locale: WRITTEN[language] });
      const card = page.locator(OFFER).filter({ has: page.locator(`a[href*="/${hotel}?"][href*="room=${room}"]`) });
      await card.getByText(sentence, { exact: true }).waitFor();
      await card.locator('a.whole').click();
      await page.locator('.summary').getByText(sentence, { exact: true }).waitFor();
      await page.locator('.order-bar a').click();
      await held(page);
      await page.locator('.checkout-summary').getByText(sentence, { exact: true }).waitFor();
      await enter(page);
      await page.locator('button[type=submit]').click();
      const reference = await referenceShown(page);
      await page.locator('.booking-details').getByText(sentence, { exact: true }).waitFor();
      expect(departure).toBe(daysAfter(arrival, 7));
      await openMail(page, reference);
      await page.frameLocator('iframe').getByText(sentence, { exact: true }).waitFor();
      await page.goto(`${scene.url}/desk/bookings?q=${reference}&lang=${language}`);
      await page.getByRole('link', { name: reference }).click();
      await page.locator('.booking-parts').getByText(sentence, { exact: true }).waitFor();
      await close();
    },
  );
});
