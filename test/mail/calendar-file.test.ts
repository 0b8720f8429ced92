import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarFileOf } from '../../src/mail/calendar-file.ts';
import type { BookingMail } from '../../src/mail/letter/booking-mail.ts';
import { AT, bookingMail, day, STATIONERY } from '../support/mail/booking-mail.ts';
import { only, parseCalendar, unescapeText } from '../support/mail/calendar-parser.ts';

const fileOf = (letter: BookingMail) => calendarFileOf(letter, { ...STATIONERY, at: AT });

function eventIn(content: string) {
  const calendar = parseCalendar(content);
  expect(calendar.components).toHaveLength(1);
  return { calendar, event: calendar.components[0]! };
}

describe('the calendar file (S17)', () => {
  test('publishes the stay as days without times, the day of departure among them', () => {
    const { calendar, event } = eventIn(fileOf(bookingMail())!.content);
    expect(calendar.name).toBe('VCALENDAR');
    expect(only(calendar, 'VERSION').value).toBe('2.0');
    expect(only(calendar, 'PRODID').value).not.toBe('');
    expect(only(calendar, 'METHOD').value).toBe('PUBLISH');
    expect(event.name).toBe('VEVENT');
    expect(only(event, 'DTSTART')).toMatchObject({ parameters: { VALUE: 'DATE' }, value: '20270503' });
    // The end is exclusive.
    expect(only(event, 'DTEND')).toMatchObject({ parameters: { VALUE: 'DATE' }, value: '20270511' });
    expect(only(event, 'DTSTAMP').value).toBe('20270301T093000Z');
    expect(only(event, 'STATUS').value).toBe('CONFIRMED');
    expect(only(event, 'ORGANIZER').value).toBe('MAILTO:stays@gateway.example');
    expect(event.properties.some(({ name }) => name === 'ATTENDEE')).toBe(false);
    expect(unescapeText(only(event, 'SUMMARY').value)).toBe('Stay at Kurhotel Svoboda');
    expect(unescapeText(only(event, 'LOCATION').value)).toContain('Lázeňská 12, 353 01');
    expect(unescapeText(only(event, 'DESCRIPTION').value)).toContain('K7M2-9QXF\n+420 354 123 456');
  });

  test('takes back under the same UID, with a higher sequence, what a confirmation has put there', () => {
    const published = eventIn(fileOf(bookingMail())!.content).event;
    const { calendar, event } = eventIn(
      fileOf(bookingMail({ status: 'CANCELLED', feeMinor: 0, sequence: 2 }))!.content,
    );
    expect(only(calendar, 'METHOD').value).toBe('CANCEL');
    expect(only(event, 'STATUS').value).toBe('CANCELLED');
    expect(only(event, 'UID')).toEqual(only(published, 'UID'));
    expect(only(event, 'ORGANIZER')).toEqual(only(published, 'ORGANIZER'));
    expect(Number(only(event, 'SEQUENCE').value)).toBeGreaterThan(Number(only(published, 'SEQUENCE').value));
  });

  test('goes out again under the same UID, with a higher sequence, when the booking changes', () => {
    const published = eventIn(fileOf(bookingMail())!.content).event;
    const changed = bookingMail({ event: 'CHANGED', changed: ['stay'], arrival: day('2027-05-04'), sequence: 1 });
    const { calendar, event } = eventIn(fileOf(changed)!.content);
    expect(only(calendar, 'METHOD').value).toBe('PUBLISH');
    expect(only(event, 'UID')).toEqual(only(published, 'UID'));
    expect(only(event, 'DTSTART').value).toBe('20270504');
    expect([published, event].map((one) => only(one, 'SEQUENCE').value)).toEqual(['0', '1']);
  });

  test('has a UID that reveals neither the id nor the reference of the booking, and differs for another booking', () => {
    const one = fileOf(bookingMail())!.content.replaceAll('\r\n ', '');
    const uid = /UID:(.*)\r/.exec(one)![1]!;
    expect(one).not.toContain(bookingMail().booking.id);
    expect(uid).not.toContain('K7M29QXF');
    expect(fileOf(bookingMail({ id: '5f2b8c1e9d3a4b6c7d8e9f02' }))!.content).not.toContain(uid.slice(0, 20));
  });

  test.each(['REQUESTED', 'DECLINED', 'EXPIRED'] as const)('is not there for %s', (status) => {
    expect(fileOf(bookingMail({ status }))).toBeNull();
  });

  test('is not there for a request that was cancelled before anybody confirmed it, nor for hotels', () => {
    expect(fileOf(bookingMail({ status: 'CANCELLED', wasConfirmed: false, feeMinor: 0 }))).toBeNull();
    expect(fileOf(bookingMail({}, { recipient: 'hotel' }))).toBeNull();
  });

  test('keeps to the grammar whatever names say, in lines of at most 75 bytes', () => {
    const hostile = fc.string({ unit: 'binary', minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom('cs_CZ', 'de', 'en', 'ru'), (name, address, language) => {
        const { hotel } = bookingMail().booking;
        const { content } = fileOf(bookingMail({ hotel: { ...hotel, name, address } }, { language }))!;
        const { event } = eventIn(content);
        const expected = `${name}, ${address}`.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
        expect(unescapeText(only(event, 'LOCATION').value).replaceAll(/\s+/g, ' ')).toBe(
          expected.replaceAll(/\s+/g, ' '),
        );
        expect(only(event, 'DTSTART').value).toBe('20270503');
      }),
    );
  });

  test('covers every night of any stay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: day('2020-01-01'), max: day('2099-12-31') }),
        fc.integer({ min: 1, max: 60 }),
        (arrival, nights) => {
          const { event } = eventIn(fileOf(bookingMail({ arrival, departure: arrival + nights }))!.content);
          const written = (name: string) => only(event, name).value.replace(/^(....)(..)(..)$/, '$1-$2-$3');
          expect(Date.parse(written('DTSTART'))).toBe(arrival * 86_400_000);
          expect(Date.parse(written('DTEND')) - Date.parse(written('DTSTART'))).toBe((nights + 1) * 86_400_000);
        },
      ),
    );
  });
});
