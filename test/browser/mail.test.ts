/**
 * Every mail in Chromium as mail programs show it: on a phone and on a screen, in light and dark. Screenshots are for people to
 * look at.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_STATUSES, type BookingStatus } from '../../src/domain/booking/status.ts';
import type { MailRecipient } from '../../src/domain/event/event-types.ts';
import { LOCALES } from '../../src/domain/text/locale.ts';
import { shouldNotify } from '../../src/mail/letter/booking-mail.ts';
import { renderMail } from '../../src/mail/render-mail.ts';
import { hasChromium, startBrowser, violationsOn } from '../support/browser/browser.ts';
import { AT, bookingMail, STATIONERY } from '../support/mail/booking-mail.ts';

const LETTERS = (['customer', 'hotel'] as const).flatMap((recipient) =>
  BOOKING_STATUSES.filter((status) => shouldNotify(recipient, { event: status, isTest: false })).map(
    (status): [MailRecipient, BookingStatus] => [recipient, status],
  ),
);
const WIDTHS = [360, 800];

describe.skipIf(!hasChromium())('a mail', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each(LETTERS)(
    'to the %s of %s is legible on a phone and a screen, in light and dark, in every language',
    async (recipient, status) => {
      const { page, screenshot, close } = await browser.show('', { viewport: { width: 360, height: 900 } });
      for (const [index, language] of LOCALES.entries()) {
        const letter = bookingMail(
          {
            status,
            isTest: status === 'REQUESTED' && recipient === 'customer',
            feeMinor: status === 'CANCELLED' ? 37_328 : null,
            messageToGuest: status === 'DECLINED' || status === 'CANCELLED' ? 'The lift is being mended in May.' : null,
          },
          { recipient, language },
        );
        const { html } = renderMail(letter, STATIONERY, AT);
        await page.setContent(html);
        expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language.slice(0, 2)}-`));
        // The lengths of words differ by language, colours do not.
        for (const colorScheme of index === 0 ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
            const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
            expect(ground).toBe(colorScheme === 'dark' ? 'rgb(18, 24, 23)' : 'rgb(246, 244, 238)');
            if (index === 0 && width === 360) expect(await violationsOn(page)).toEqual([]);
            await screenshot(`mail-${recipient}-${status.toLowerCase()}-${language}-${colorScheme}-${width}`);
          }
        }
      }
      await close();
    },
  );
});
