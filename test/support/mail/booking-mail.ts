/** A booking to tell of, with everything that a letter can show. */

import { parseDay } from '../../../src/domain/time/civil-date.ts';
import type { BookingMail, MailedBooking, MailedTerms } from '../../../src/mail/letter/booking-mail.ts';
import type { Stationery } from '../../../src/mail/render-mail.ts';
import { TEXTS } from '../../../src/mail/texts/index.ts';

export const day = (text: string): number => parseDay(text)!;

/** When the events of these tests happen. */
export const AT = Date.parse('2027-03-01T09:30:00Z');

export const STATIONERY: Stationery = {
  texts: TEXTS,
  organizer: { name: 'Spa Stays', email: 'stays@gateway.example' },
};

const BOOKING: MailedBooking = {
  id: '5f2b8c1e9d3a4b6c7d8e9f01',
  link: null,
  reference: 'K7M29QXF',
  ...{ event: 'CONFIRMED', status: 'CONFIRMED', changed: [], was: null, sequence: 0 },
  wasConfirmed: true,
  isCancelledByHotel: false,
  isTest: false,
  arrival: day('2027-05-03'),
  departure: day('2027-05-10'),
  hotel: {
    name: 'Kurhotel Svoboda',
    destination: { cs_CZ: 'Mariánské Lázně', de: 'Marienbad' },
    address: 'Lázeňská 12, 353 01 Mariánské Lázně, Česko',
    phone: '+420 354 123 456',
    email: 'rezervace@svoboda.example',
    touristTax: { en: 'The spa tax of CZK 50 per person and night is paid separately.' },
    checkInFrom: '14:00',
    checkOutTo: '10:00',
  },
  roomType: {
    cs_CZ: 'Dvoulůžkový pokoj Superior',
    de: 'Doppelzimmer Superior',
    en: 'Double room Superior',
    ru: 'Двухместный номер Супериор',
  },
  visitTypeNumber: 100,
  visitType: {
    cs_CZ: 'Klasická léčebná kúra',
    de: 'Klassische Kur',
    en: 'Classic spa cure',
    ru: 'Классическое лечение',
  },
  currency: 'EUR',
  baseMinor: 140_000,
  reductions: [
    {
      name: { cs_CZ: 'Jarní sleva', de: 'Frühlingsrabatt', en: 'Spring offer', ru: 'Весенняя скидка' },
      basisPoints: 1_000,
      amountMinor: 14_000,
    },
    { name: { en: 'Loyal guests' }, basisPoints: 250, amountMinor: 1_575 },
  ],
  totalMinor: 124_425,
  cancellation: [
    { from: day('2027-04-19'), feeMinor: 37_328 },
    { from: day('2027-04-30'), feeMinor: 99_540 },
  ],
  feeMinor: null,
  guests: [
    { firstName: 'Jana', lastName: 'Nováková' },
    { firstName: 'Petr', lastName: 'Novák' },
  ],
  customer: { firstName: 'Jana', lastName: 'Nováková', email: 'jana@customer.example', phone: '+420 601 234 567' },
  customerNote: 'We arrive late, at about 21:00.\nA quiet room, please.',
  messageToGuest: null,
};

const TERMS: MailedTerms = {
  paymentTerms: { cs_CZ: 'Platíte v hotelu při příjezdu.', en: 'You pay at the hotel on arrival.' },
  termsUrl: { en: 'https://svoboda.example/terms' },
  seller: 'Svoboda, a.s., Lázeňská 12, 353 01 Mariánské Lázně, B 1234',
};

/** A booking with some values of its own; without an event, what happened is what brought it into its state. `rest`: for whom, in which language, on which day. */
export function bookingMail(
  booking: Partial<MailedBooking> = {},
  rest: Partial<Omit<BookingMail, 'booking'>> = {},
): BookingMail {
  return {
    booking: { ...BOOKING, event: booking.status ?? 'CONFIRMED', ...booking },
    others: [],
    recipient: 'customer',
    language: 'en',
    today: day('2027-03-01'),
    terms: TERMS,
    ...rest,
  };
}
