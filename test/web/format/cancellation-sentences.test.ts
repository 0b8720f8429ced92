/** The pages and the mails say the same of cancelling, in every language (S12, S17). */
import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/domain/text/locale.ts';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { renderMail } from '../../../src/mail/render-mail.ts';
import { TEXTS } from '../../../src/mail/texts/index.ts';
import { cancellationSentences } from '../../../src/web/format/cancellation-sentences.ts';
import { LANGUAGES, type Language } from '../../../src/web/format/language.ts';
import { bookingMail } from '../../support/mail/booking-mail.ts';

const STATIONERY = { texts: TEXTS, organizer: { name: 'Spa stays', email: 'stays@example.com' } };
const { arrival, cancellation } = bookingMail().booking;
const KINDS = {
  'free for now': { cancellation, today: parseDay('2027-03-01')! },
  'no longer free': { cancellation, today: parseDay('2027-04-25')! },
  'always free': { cancellation: [], today: parseDay('2027-03-01')! },
  'the day of arrival': { cancellation, today: arrival },
};

test.each(Object.entries(KINDS))('S12: %s is said in the same sentences on pages and in mails', (_, kind) => {
  for (const locale of LOCALES) {
    const language = (Object.keys(LANGUAGES) as Language[]).find((one) => LANGUAGES[one].locale === locale)!;
    const { text } = renderMail(
      bookingMail({ cancellation: kind.cancellation }, { language: locale, today: kind.today }),
      STATIONERY,
      0,
    );
    const sentences = cancellationSentences(
      {
        arrival: formatDay(arrival),
        cancellation: kind.cancellation.map(({ from, feeMinor: amountMinor }) => ({
          from: formatDay(from),
          fee: { amountMinor, currency: 'EUR' },
        })),
      },
      { today: formatDay(kind.today), language },
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(text).toContain(sentences.join('\n'));
    for (const sentence of sentences) expect(sentence).toMatch(/[^.]\.$/);
  }
});

test('S12: of a request they begin with that withdrawing it costs nothing, in every language', () => {
  const stay = {
    arrival: '2027-05-01',
    cancellation: [{ from: '2027-04-01', fee: { amountMinor: 9_000, currency: 'EUR' as const } }],
  };
  const first = (Object.keys(LANGUAGES) as Language[]).map((language) => {
    const asked = { today: '2027-04-10', language };
    const [sentence, ...others] = cancellationSentences({ ...stay, status: 'REQUESTED' }, asked);
    expect(others).toEqual(cancellationSentences({ ...stay, status: 'CONFIRMED' }, asked));
    return sentence!;
  });
  expect(first).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/zdarma.+ potvrdí/),
      expect.stringMatching(/kostenlos.+ bestätigt/),
      expect.stringMatching(/costs nothing.+ confirmed/),
      expect.stringMatching(/бесплатно.+ подтверждения/),
    ]),
  );
});
