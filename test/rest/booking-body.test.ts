/** The names of a booking on the wire and inside. */
import { describe, expect, test } from 'vitest';
import { legacyBookingPath, toCanonicalBooking } from '../../src/rest/v1/booking/booking-body.ts';

describe('a booking body', () => {
  test('is translated field by field, with its nested objects', () => {
    const body = {
      binding_booking: true,
      currency: 'EUR',
      visit_type_id: 101,
      hotel_id: 1,
      room_type_id: '0123456789abcdef01234567',
      date_from: '2027-02-01',
      date_to: '2027-02-08',
      customer_note: 'late',
      affilUserName: 'anna',
      billed_to: {
        first_name: 'A',
        last_name: 'B',
        consent_marketing: true,
        address: { house_number: '1', zip_code: '2' },
      },
      guests: [{ first_name: 'A', birth_date: '1980-01-01', loyalty_program_id: 5, loyalty_program_code: 'X' }],
    };
    expect(toCanonicalBooking(body)).toEqual({
      kind: 'BINDING',
      currency: 'EUR',
      visitType: '101',
      hotel: '1',
      roomType: '0123456789abcdef01234567',
      arrival: '2027-02-01',
      departure: '2027-02-08',
      customerNote: 'late',
      affiliate: 'anna',
      billedTo: { firstName: 'A', lastName: 'B', consentMarketing: true, address: { houseNumber: '1', zipCode: '2' } },
      guests: [{ firstName: 'A', birthDate: '1980-01-01', loyaltyProgram: '5', loyaltyProgramCode: 'X' }],
    } satisfies Record<string, unknown>);
  });

  test('may have gender, currency and country in any case', () => {
    const asked = (gender: string, currency: string, country: string) => ({
      ...{ currency, billed_to: { gender, address: { country } }, guests: [{ gender }] },
    });
    const expected = {
      ...{
        currency: 'CZK',
        billedTo: { gender: 'female', address: { country: 'CZE' } },
        guests: [{ gender: 'female' }],
      },
    };
    expect(toCanonicalBooking(asked('female', 'CZK', 'CZE'))).toEqual(expected);
    expect(toCanonicalBooking(asked('FEMALE', 'czk', 'cze'))).toEqual(expected);
    expect(toCanonicalBooking(asked('Female', 'Czk', 'cZe'))).toEqual(expected);
  });

  test('keeps codes with letters that only become ASCII ones in another case', () => {
    const body = { currency: 'c\u017fk', billed_to: { address: { country: '\ufb01n' } } };
    expect(toCanonicalBooking(body)).toEqual({ currency: 'c\u017fk', billedTo: { address: { country: '\ufb01n' } } });
  });

  test('loses what it does not name: prices, canonical names, inherited properties', () => {
    expect(
      toCanonicalBooking({ amount: 1, kind: 'BINDING', expectedTotal: 1, idempotencyKey: 'x', language: 'de' }),
    ).toEqual({});
  });

  test('keeps values of a wrong type for the shared rules to refuse', () => {
    expect(toCanonicalBooking({ binding_booking: 7, guests: 'none', billed_to: 7 })).toEqual({
      kind: 7,
      guests: 'none',
      billedTo: 7,
    });
    for (const body of [null, undefined, 'text', 7, [1]]) expect(toCanonicalBooking(body)).toBe(body);
  });

  test('does not take the name of a kind for one: it is true or false', () => {
    for (const binding_booking of ['BINDING', 'REQUEST', 'true', '']) {
      expect(toCanonicalBooking({ binding_booking })).toEqual({ kind: [] });
    }
  });

  test('does not take the digits of an integer in a string for an identifier, nor a fraction', () => {
    for (const hotel_id of ['1', 'x', 1.5]) expect(toCanonicalBooking({ hotel_id })).toEqual({ hotel: [] });
  });

  test('takes an integer of any size for an identifier', () => {
    expect(toCanonicalBooking({ hotel_id: 1e21 })).toEqual({ hotel: '1000000000000000000000' });
  });
});

test.each([
  ['billedTo.address.houseNumber', 'billed_to.address.house_number'],
  ['guests.0.firstName', 'guests.0.first_name'],
  ['guests.12.loyaltyProgram', 'guests.12.loyalty_program_id'],
  ['kind', 'binding_booking'],
  ['departure', 'date_to'],
  ['affiliate', 'affilUserName'],
  ['idempotencyKey', 'Idempotency-Key'],
  ['somethingElse', 'somethingElse'],
])('the path %s is reported as %s', (canonical, legacy) => {
  expect(legacyBookingPath(canonical)).toBe(legacy);
});
