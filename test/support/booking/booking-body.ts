/** Booking bodies for REST tests on the small catalogue: valid as they stand, changed as a test needs. */

export interface BookingBody extends Record<string, unknown> {
  billed_to: Record<string, unknown>;
  guests: Record<string, unknown>[];
}

export const ADDRESS = { street: 'Lázeňská', house_number: '1a', city: 'Aš', zip_code: '352 01', country: 'CZE' };

/** A request for two nights of visit type 101 in room type 11, 4,000 CZK. */
export function requestBody(changes: Record<string, unknown> = {}): BookingBody {
  return {
    binding_booking: false,
    currency: 'CZK',
    visit_type_id: 101,
    hotel_id: 1,
    room_type_id: 11,
    date_from: '2027-04-05',
    date_to: '2027-04-07',
    billed_to: { first_name: 'Anna', last_name: 'Nová', email: 'anna@example.com' },
    guests: [{ first_name: 'Anna', last_name: 'Nová' }],
    ...changes,
  };
}

/** The same as a binding booking. */
export function bindingBody(changes: Record<string, unknown> = {}): BookingBody {
  const { billed_to, ...body } = requestBody();
  return { ...body, billed_to: { ...billed_to, address: ADDRESS }, binding_booking: true, ...changes };
}
