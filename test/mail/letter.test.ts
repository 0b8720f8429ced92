import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOOKING_STATUSES, type BookingStatus } from '../../src/domain/booking/status.ts';
import type { MailRecipient } from '../../src/domain/event/event-types.ts';
import { LOCALES, type Locale } from '../../src/domain/text/locale.ts';
import { isBlank } from '../../src/domain/text/text-characters.ts';
import { type BookingMail, type MailedBooking, shouldNotify } from '../../src/mail/letter/booking-mail.ts';
import { renderMail } from '../../src/mail/render-mail.ts';
import { TEXTS, type TextKey } from '../../src/mail/texts/index.ts';
import { AT, bookingMail, day, STATIONERY } from '../support/mail/booking-mail.ts';

type Asked = Partial<MailedBooking> & Partial<Omit<BookingMail, 'booking'>>;

/** Writes spaces as people see them: versions of Intl differ in narrow and no-break ones, and in a comma after the weekday. */
function mailOf({ recipient, language, today, terms, ...booking }: Asked = {}) {
  const rest = Object.fromEntries(
    Object.entries({ recipient, language, today, terms }).filter(([, value]) => value !== undefined),
  );
  const { subject, text, html } = renderMail(bookingMail(booking, rest), STATIONERY, AT);
  const plain = (value: string) =>
    value
      .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
      .replaceAll(' – ', '–')
      .replaceAll('Monday, ', 'Monday ');
  return { subject: plain(subject), text: plain(text), html: plain(html) };
}

/** The text that a reader of the HTML sees. */
function seenIn(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };
  return body.replaceAll(/<[^>]*>/g, '\n').replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity]!);
}

const STATES: readonly [MailRecipient, BookingStatus][] = (['customer', 'hotel'] as const).flatMap((recipient) =>
  BOOKING_STATUSES.filter((status) => shouldNotify(recipient, { event: status, isTest: false })).map(
    (status): [MailRecipient, BookingStatus] => [recipient, status],
  ),
);

describe('a letter (S17)', () => {
  test('goes to the customer in every state, to the hotel for bookings, requests, cancellations and no-shows', () => {
    expect(STATES.filter(([recipient]) => recipient === 'customer').map(([, status]) => status)).toEqual([
      ...BOOKING_STATUSES,
    ]);
    expect(STATES.filter(([recipient]) => recipient === 'hotel').map(([, status]) => status)).toEqual([
      'CONFIRMED',
      'REQUESTED',
      'CANCELLED',
      'NO_SHOW',
    ]);
    expect(() => mailOf({ recipient: 'hotel', status: 'EXPIRED' })).toThrow(RangeError);
  });

  test('leads its customer back to the booking, of several rooms to each, in every language and in both forms; the hotel has no such link (A11)', () => {
    const link = 'https://shop.example/booking#secret-1';
    for (const language of LOCALES) {
      const { text, html } = mailOf({ link, language });
      expect(text.split('\n')).toContain(`K7M2-9QXF: ${link}`);
      expect(html).toContain(`href="${link}"`);
      expect(seenIn(html)).toContain(TEXTS[language]['link.open'] as string);
      expect(seenIn(html)).not.toContain('secret-1');
    }
    const other = { ...bookingMail().booking, reference: 'AAAABBBB', link: 'https://shop.example/booking#secret-2' };
    const { html } = renderMail(bookingMail({ link }, { others: [other] }), STATIONERY, AT);
    expect(html.match(/#secret-\d/g)).toEqual(['#secret-1', '#secret-2']);
    for (const mail of [mailOf({ link, recipient: 'hotel' }), mailOf({ link: null })]) {
      expect(mail.html + mail.text).not.toContain('/booking#');
    }
  });

  test('promises of the link only what holds of every booking until the departure: that it can be seen, in every language (A11)', () => {
    const cancel = { cs_CZ: /zruš/i, de: /storn|absag/i, en: /cancel/i, ru: /отмен/i };
    const see = { cs_CZ: /zobrazit/, de: /ansehen/, en: /see it/, ru: /посмотреть/ };
    for (const language of LOCALES) {
      const [promise] = (TEXTS[language]['link.text'] as string).split('.');
      expect(mailOf({ link: 'https://shop.example/booking#secret', language, status: 'CANCELLED' }).text).toContain(
        promise,
      );
      expect(promise).toMatch(see[language]);
      expect(promise).not.toMatch(cancel[language]);
    }
  });

  test('is written as people write: a capital after a greeting that ends, no dot twice, no hyphen for a minus, in every language', () => {
    for (const language of LOCALES) {
      for (const [recipient, status] of STATES) {
        const { subject, text } = mailOf({ recipient, status, language });
        const [, greeting, next] = /^(\p{L}[^\n]*[,!])\n+(\p{L})/mu.exec(text) ?? [];
        if (recipient === 'customer') expect([language, next]).toEqual([language, next!.toLocaleUpperCase()]);
        // In Czech, German and Russian a sentence goes on after a comma, in a small letter.
        if (greeting?.endsWith(',')) expect(language).toBe('en');
        expect(`${subject}\n${text}`).not.toMatch(/\.\.|(?<![\p{L}\d\u2011])-\s?\d/u);
      }
    }
  });

  test('tells the guest when, where, whom to call, what it costs line by line, until when cancelling is free, and the reference', () => {
    const { subject, text } = mailOf();
    expect(subject).toBe('Your stay is booked: Kurhotel Svoboda, 3–10 May 2027 (K7M2-9QXF)');
    for (const line of [
      'Booking reference: K7M2-9QXF',
      'Arrival: Monday 3 May 2027, check-in from 14:00',
      'Departure: Monday 10 May 2027, check-out by 10:00',
      'Length: 7 nights',
      'Hotel: Kurhotel Svoboda',
      'Address: Lázeňská 12, 353 01 Mariánské Lázně, Czechia',
      'Room: Double room Superior',
      'Programme: Classic spa cure',
      'Guests: Jana Nováková, Petr Novák',
      'Base price, 7 nights: €1,400',
      'Spring offer (−10%): −€140',
      'Loyal guests (−2.5%): −€15.75',
      'Total: €1,244.25',
      'Free cancellation up to and including 18 April 2027.',
      'From 19 April 2027 cancelling costs €373.28.',
      'From 30 April 2027 cancelling costs €995.40.',
      'Telephone: +420 354 123 456',
      'E-mail: rezervace@svoboda.example',
      'When you call or write, please give your booking reference K7M2-9QXF.',
    ]) {
      expect(text).toContain(line);
    }
  });

  test.each(STATES)('shows the %s of %s the same in text and HTML', (recipient, status) => {
    for (const language of LOCALES) {
      const feeMinor = status === 'CANCELLED' ? 37_328 : null;
      const { text, html } = mailOf({
        recipient,
        status,
        language,
        feeMinor,
        messageToGuest: 'The lift is being mended.',
      });
      const seen = seenIn(html).replaceAll(/\s+/g, ' ').toLowerCase();
      const words = text
        .replace(/^-- $/m, '')
        .split(/[\n:]+\s*/)
        .filter((part) => part.trim() !== '');
      for (const part of words.flatMap((part) => part.split('. '))) {
        expect(seen).toContain(part.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').toLowerCase());
      }
    }
  });

  test('is another text in every language, without anything left to fill in', () => {
    for (const [recipient, status] of STATES) {
      const mails = LOCALES.map((language) =>
        mailOf({ recipient, status, language, feeMinor: status === 'CANCELLED' ? 0 : null }),
      );
      expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LOCALES.length);
      for (const { subject, text, html } of mails) {
        expect(`${subject}${text}${seenIn(html)}`).not.toMatch(/[{}]|undefined|null|NaN|\[object/);
      }
    }
  });

  test('says every text that there is, in one state or another', () => {
    const said = new Set<string>();
    const recording = new Proxy(TEXTS.en, {
      get(texts, key: TextKey) {
        said.add(key);
        return texts[key];
      },
    });
    const days = [{ today: day('2027-03-01') }, { today: day('2027-04-25') }, { today: day('2027-05-03') }];
    const stationery = { ...STATIONERY, texts: { ...TEXTS, en: recording } };
    const { booking } = bookingMail();
    for (const [recipient, status] of STATES) {
      for (const { today } of days) {
        for (const feeMinor of [0, 100]) {
          const asked = { status, feeMinor, messageToGuest: 'A note', isTest: recipient === 'customer' };
          const isReinstated = status === 'CONFIRMED' || status === 'REQUESTED';
          const ways = [
            {},
            { isCancelledByHotel: true },
            { isCancelledByHotel: true, customer: { ...booking.customer, email: '' } },
          ];
          for (const way of ways) {
            for (const other of [
              {},
              isReinstated ? { event: 'REINSTATED' as const } : {},
              status === 'CANCELLED' ? { wasConfirmed: false } : {},
            ]) {
              renderMail({ ...bookingMail({ ...asked, ...way, ...other }), recipient, today }, stationery, AT);
            }
          }
        }
      }
    }
    renderMail(bookingMail({ link: 'https://shop.example/booking#secret' }, { others: [booking] }), stationery, AT);
    for (const recipient of ['customer', 'hotel', 'former'] as const) {
      for (const status of ['CONFIRMED', 'REQUESTED'] as const) {
        const changed = { status, event: 'CHANGED', changed: ['price'], was: { ...booking, totalMinor: 1 } } as const;
        renderMail(bookingMail(changed, { recipient }), stationery, AT);
      }
    }
    expect(Object.keys(TEXTS.en).filter((key) => !said.has(key))).toEqual([]);
  });

  test.each([
    ['cs_CZ', 'pondělí 3. května 2027', '7 nocí', '34 990,50 Kč', 'CZK'],
    ['de', 'Montag, 3. Mai 2027', '7 Nächte', '34.990,50 €', 'EUR'],
    ['en', 'Monday 3 May 2027', '7 nights', '€34,990.50', 'EUR'],
    ['ru', 'понедельник, 3 мая 2027 г.', '7 ночей', '34 990,50 €', 'EUR'],
  ] as const)('writes dates, counts and money as in %s', (language, arrival, nights, total, currency) => {
    const { text } = mailOf({ language, currency, totalMinor: 3_499_050 });
    for (const value of [arrival, nights, total]) expect(text).toContain(value);
  });

  test('says that a stay without terms can be cancelled for nothing to the day before arrival', () => {
    expect(mailOf({ cancellation: [] }).text).toContain('Free cancellation up to and including 2 May 2027.');
  });

  test('names what cancelling costs now, and nothing that is over, when it was booked late', () => {
    const { text } = mailOf({ today: day('2027-04-25') });
    expect(text).toContain('Cancelling costs €373.28.');
    expect(text).toContain('From 30 April 2027 cancelling costs €995.40.');
    expect(text).not.toMatch(/[Ff]ree|19 April/);
  });

  test('promises a free cancellation on exactly the days on which the terms ask for nothing', () => {
    const term = fc.record({ before: fc.integer({ min: 0, max: 60 }), feeMinor: fc.integer({ min: 0, max: 50_000 }) });
    fc.assert(
      fc.property(
        fc.uniqueArray(term, { selector: ({ before }) => before, maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        (terms, ahead) => {
          const arrival = bookingMail().booking.arrival;
          // Fees grow as the arrival comes nearer.
          const fees = terms.map(({ feeMinor }) => feeMinor).sort((a, b) => a - b);
          const cancellation = terms
            .map(({ before }) => arrival - before)
            .sort((a, b) => a - b)
            .map((from, index) => ({ from, feeMinor: fees[index]! + 1 }));
          const today = arrival - ahead;
          let lastFree: number | null = null;
          for (let on = today; on < arrival; on++) if (!cancellation.some(({ from }) => from <= on)) lastFree = on;
          const { text } = mailOf({ cancellation, today });
          const promised = /Free cancellation up to and including (.*)\./.exec(text)?.[1];
          const expected = lastFree === null ? undefined : new Date(lastFree * 86_400_000);
          const shown =
            expected && `${expected.getUTCDate()} ${MONTHS[expected.getUTCMonth()]} ${expected.getUTCFullYear()}`;
          expect(promised).toBe(shown);
        },
      ),
    );
  });

  test('says what a cancellation cost, and why', () => {
    const { text } = mailOf({ status: 'CANCELLED', feeMinor: 37_328, messageToGuest: 'Broken leg.' });
    expect(text).toContain('Cancellation fee: €373.28');
    expect(text).toContain('NOTE FROM THE HOTEL\nBroken leg.');
    expect(mailOf({ status: 'CANCELLED', feeMinor: 0 }).text).toContain('The cancellation is free of charge.');
  });

  test('says to both that it is the hotel that cancels, in every language (M6)', () => {
    for (const language of LOCALES) {
      for (const recipient of ['customer', 'hotel'] as const) {
        const asked = { recipient, language, status: 'CANCELLED', feeMinor: 0 } as const;
        const [byGuest, byHotel] = [mailOf(asked), mailOf({ ...asked, isCancelledByHotel: true })];
        expect(byHotel.subject).toMatch(/hotel|отел/i);
        for (const part of ['subject', 'text'] as const) expect(byHotel[part]).not.toBe(byGuest[part]);
      }
    }
    expect(mailOf({ status: 'CANCELLED', isCancelledByHotel: true, feeMinor: 0 }).text).toContain(
      'The hotel has cancelled your stay',
    );
  });

  test('says that guests have been told only if they have an address: otherwise the hotel is asked to tell them, in every language (M6, M11)', () => {
    const { customer } = bookingMail().booking;
    const [toTell, told] = [
      { cs_CZ: 'dejte vědět', de: 'teilen Sie ihnen selbst mit', en: 'tell them yourselves', ru: 'сообщите им сами' },
      { cs_CZ: /vědí/i, de: /wissen/, en: /have been told/, ru: /знают/ },
    ];
    const cases = LOCALES.flatMap((language) => [true, false].map((wasConfirmed) => ({ language, wasConfirmed })));
    for (const { language, wasConfirmed } of cases) {
      const asked = {
        recipient: 'hotel',
        language,
        status: 'CANCELLED',
        feeMinor: 0,
        isCancelledByHotel: true,
        wasConfirmed,
      } as const;
      const reached = mailOf(asked).text;
      const unreached = mailOf({ ...asked, customer: { ...customer, email: '' } }).text;
      expect([told[language].test(reached), reached.includes(toTell[language])]).toEqual([true, false]);
      expect([told[language].test(unreached), unreached.includes(toTell[language])]).toEqual([false, true]);
    }
  });

  test('says what a no-show costs (M4)', () => {
    const { subject, text } = mailOf({ status: 'NO_SHOW', feeMinor: 37_328 });
    expect(subject).toContain('You did not arrive');
    expect(text).toContain('Fee: €373.28');
    const free = { status: 'NO_SHOW', feeMinor: 0 } as const;
    expect(mailOf(free).text).toContain('There is no fee for it.');
    // The hotel reads the same sentence, and it is the guest who pays.
    expect(mailOf({ ...free, recipient: 'hotel' }).text).not.toMatch(/You have|their room is for sale/);
    expect(mailOf({ ...free, recipient: 'hotel', language: 'cs_CZ' }).text).not.toMatch(/neplatíte/);
  });

  test('says of a reinstated booking that it is booked again, and of a request that it is open again (M6)', () => {
    const { text } = mailOf({ event: 'REINSTATED', status: 'CONFIRMED' });
    expect(text).toContain('Your stay is booked again');
    expect(text).toContain('Free cancellation up to and including 18 April 2027.');
    expect(mailOf({ event: 'REINSTATED', status: 'REQUESTED' }).text).toContain('Nothing is booked yet');
    expect(mailOf({ recipient: 'hotel', event: 'REINSTATED', status: 'REQUESTED' }).text).toContain(
      'confirm or decline it by the end of the day of arrival',
    );
  });

  test('tells the hotel who comes, how to reach the customer, and what the customer wrote', () => {
    const { text, html } = mailOf({ recipient: 'hotel', language: 'de' });
    for (const line of [
      'Jana Nováková, Petr Novák',
      '+420 601 234 567',
      'jana@customer.example',
      'A quiet room, please.',
    ]) {
      expect(text).toContain(line);
      expect(seenIn(html)).toContain(line);
    }
    expect(text).not.toContain('Sie erhalten diese E-Mail');
  });

  test('marks a test in subject, text and HTML, and none goes to a hotel', () => {
    const { subject, text, html } = mailOf({ isTest: true });
    expect(subject).toMatch(/^\[Test\] Your stay/);
    expect(text).toContain('*** This is a test.');
    expect(seenIn(html)).toContain('This is a test.');
    expect(shouldNotify('hotel', { event: 'CONFIRMED', isTest: true })).toBe(false);
  });

  test('falls back to another language where the catalogue has no text', () => {
    expect(mailOf({ language: 'ru', roomType: { de: 'Einzelzimmer', en: '', ru: null } }).text).toContain(
      'Номер: Einzelzimmer',
    );
  });

  test('names the place of a hotel whose address is not known', () => {
    const { hotel } = bookingMail().booking;
    expect(mailOf({ hotel: { ...hotel, address: null }, language: 'de' }).text).toContain('Adresse: Marienbad');
  });

  test('shows the price unless nothing is owed any more', () => {
    const withPrice = BOOKING_STATUSES.filter((status) => mailOf({ status }).text.includes('Total'));
    expect(withPrice).toEqual(['CONFIRMED', 'REQUESTED', 'CANCELLED', 'NO_SHOW']);
  });

  test('tells whoever has a stay or waits for one when and to whom to pay, the tax, the seller, and where the terms are', () => {
    const lines = [
      'You pay at the hotel on arrival.',
      'The spa tax of CZK 50 per person and night is paid separately.',
      'Seller: Svoboda, a.s., Lázeňská 12, 353 01 Mariánské Lázně, B 1234',
      'Terms of sale: https://svoboda.example/terms',
    ];
    const told = BOOKING_STATUSES.filter((status) => lines.every((line) => mailOf({ status }).text.includes(line)));
    expect(told).toEqual(['CONFIRMED', 'REQUESTED']);
    expect(mailOf().html).toContain('href="https://svoboda.example/terms"');
    const nothing = { paymentTerms: {}, termsUrl: {}, seller: null };
    const { hotel } = bookingMail().booking;
    expect(mailOf({ terms: nothing, hotel: { ...hotel, touristTax: {} } }).text).not.toContain('Payment');
  });

  test('leaves out what is not known', () => {
    const { hotel } = bookingMail().booking;
    const bare = {
      ...hotel,
      destination: {},
      address: null,
      phone: null,
      email: null,
      checkInFrom: null,
      checkOutTo: null,
    };
    const { text, html } = mailOf({ hotel: bare });
    expect(text).not.toMatch(/Address|Telephone|E-mail:|check-in/);
    expect(html).not.toMatch(/tel:|mailto:/);
  });

  test('loads nothing: no picture, no script, no style sheet of somebody else', () => {
    // A link loads nothing.
    const html = mailOf().html.replaceAll('https://svoboda.example/terms', '');
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|video)|url\(|https?:/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  test('shows hostile names as text, and lets none into the subject as a line of its own', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        '&lt;b&gt;',
        "' onload='x",
        '{customer}',
        '{total}',
        '$&$1',
        'a\r\nBcc: all@example.com',
        '</style><style>*{color:red}',
        '<!--',
        ']]>',
      ),
      // Names are never blank.
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !isBlank(text)),
    );
    const letters = fc.constantFrom(...STATES);
    fc.assert(
      fc.property(
        hostile,
        hostile,
        letters,
        fc.constantFrom(...LOCALES),
        (name, note, [recipient, status], language) => {
          const { hotel, customer } = bookingMail().booking;
          const asked = {
            recipient,
            status,
            language,
            hotel: { ...hotel, name, phone: name, address: name },
            customer: { ...customer, firstName: name },
            roomType: { [language]: name },
            guests: [{ firstName: name, lastName: name }],
            messageToGuest: note,
            feeMinor: status === 'CANCELLED' ? 1 : null,
          };
          const { subject, html } = mailOf(asked);
          expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          // The same tags as with harmless names: nothing that a name says is one.
          const harmless = mailOf({ ...asked, ...harmlessNames(asked), messageToGuest: 'x' });
          expect(tagsOf(html)).toEqual(tagsOf(harmless.html));
        },
      ),
    );
  });
});

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function harmlessNames({
  hotel,
  customer,
  language,
}: {
  hotel: MailedBooking['hotel'];
  customer: MailedBooking['customer'];
  language: Locale;
}) {
  return {
    hotel: { ...hotel, name: 'x', phone: 'x', address: 'x' },
    customer: { ...customer, firstName: 'x' },
    roomType: { [language]: 'x' },
    guests: [{ firstName: 'x', lastName: 'x' }],
  };
}

/** Names of the tags with those of their attributes, in order. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z0-9!]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, tag, attributes]) => `${tag} ${[...attributes!.matchAll(/([a-z-]+)="/g)].map(([, name]) => name).join(' ')}`,
  );
}

describe('the letter about a request (S17)', () => {
  const changed = { event: 'CHANGED', status: 'REQUESTED', changed: ['guests'], was: null } as const;
  const withdrawn = { status: 'CANCELLED', wasConfirmed: false, feeMinor: 0 } as const;

  test('that was changed says that nothing is booked yet, to the hotel that its answer is awaited, in every language', () => {
    const { subject, text } = mailOf(changed);
    expect(subject).toMatch(/^Your request has changed/);
    expect(text).toContain('Nothing is booked yet');
    expect(mailOf({ ...changed, recipient: 'hotel' }).text).toContain(
      'confirm or decline it by the end of the day of arrival',
    );
    for (const language of LOCALES) {
      for (const recipient of ['customer', 'hotel'] as const) {
        const [ofRequest, ofBooking] = (['REQUESTED', 'CONFIRMED'] as const).map((status) =>
          mailOf({ ...changed, status, recipient, language }),
        );
        expect(ofRequest!.subject).not.toBe(ofBooking!.subject);
        expect(introOf(ofRequest!.text)).not.toBe(introOf(ofBooking!.text));
      }
    }
    // Whoever has the address that was mistyped learns nothing of the state.
    expect(mailOf({ ...changed, recipient: 'former' }).text).toBe(
      mailOf({ ...changed, status: 'CONFIRMED', recipient: 'former' }).text,
    );
  });

  test('that was withdrawn cancels no stay: the guest owes nothing, and the hotel need not answer, in every language', () => {
    const { subject, text } = mailOf(withdrawn);
    expect(subject).toMatch(/^Your request is withdrawn/);
    expect(text).toContain('Nothing was booked, and you have nothing to pay.');
    expect(text).not.toMatch(/is cancelled|CANCELLATION|Total/);
    const toHotel = mailOf({ ...withdrawn, recipient: 'hotel' });
    expect(toHotel.subject).toMatch(/^Withdrawn/);
    expect(toHotel.text).toContain('You no longer have to answer it.');
    expect(toHotel.text).not.toMatch(/expect the guests|CANCELLATION/);
    for (const language of LOCALES) {
      for (const recipient of ['customer', 'hotel'] as const) {
        const [ofRequest, ofBooking] = [false, true].map((wasConfirmed) =>
          mailOf({ ...withdrawn, wasConfirmed, recipient, language }),
        );
        expect(ofRequest!.subject).not.toBe(ofBooking!.subject);
        expect(introOf(ofRequest!.text)).not.toBe(introOf(ofBooking!.text));
      }
    }
  });

  test('that the hotel calls off reads to its guest as one that is declined (M6)', () => {
    const byHotel = mailOf({ ...withdrawn, isCancelledByHotel: true });
    expect(byHotel).toEqual(mailOf({ status: 'DECLINED' }));
  });
});

/** What a letter says before its sections. */
function introOf(text: string): string {
  return text.slice(0, text.indexOf('K7M2-9QXF'));
}

describe('the letter about a change (M7)', () => {
  const was = {
    ...bookingMail().booking,
    arrival: day('2027-05-01'),
    roomType: { en: 'Single room' },
    totalMinor: 150_000,
  };
  const moved: Asked = { event: 'CHANGED', changed: ['stay', 'room', 'price'], was };

  test('says first what was and what is of days, room and price, then the booking as it is', () => {
    for (const recipient of ['customer', 'hotel'] as const) {
      const { text } = mailOf({ ...moved, recipient });
      const [, section = ''] = /WHAT HAS CHANGED\n([\s\S]*?)\n\n/.exec(text) ?? [];
      expect(section.split('\n')).toEqual([
        'Arrival: Monday 3 May 2027 (before: Saturday, 1 May 2027)',
        'Room: Double room Superior (before: Single room)',
        'Price: €1,244.25 (before: €1,500)',
      ]);
      expect(text.indexOf('WHAT HAS CHANGED')).toBeLessThan(text.indexOf('Arrival: Monday 3 May 2027, check-in'));
    }
    expect(mailOf({ ...moved, language: 'cs_CZ' }).text).toContain('(dříve: ');
  });

  test('says of people only what is', () => {
    const { text } = mailOf({ event: 'CHANGED', changed: ['guests', 'contact'], was: null });
    expect(text).toContain(
      'Guests: Jana Nováková, Petr Novák\nCustomer: Jana Nováková, jana@customer.example, +420 601 234 567',
    );
    expect(text).not.toContain('before:');
  });

  test('says no more to an address that is no longer the customer’s than that it was changed', () => {
    for (const language of LOCALES) {
      const { subject, text, html } = mailOf({ ...moved, recipient: 'former', language });
      expect(subject).toContain('K7M2-9QXF');
      for (const told of [subject, text, html]) {
        expect(told).not.toMatch(/Jana|Nov|Petr|customer\.example|601 234|2027|€|Superior|21:00/);
      }
    }
  });

  test('is another text in every language, the same in text and HTML', () => {
    for (const recipient of ['customer', 'hotel', 'former'] as const) {
      const mails = LOCALES.map((language) => mailOf({ ...moved, recipient, language }));
      expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LOCALES.length);
      for (const { text, html } of mails) expect(`${text}${html}`).not.toMatch(/[{}]before|undefined|\{now/);
    }
  });
});
