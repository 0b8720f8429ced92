/** A booking of the demo catalogue: the requests that the reference page fills in, and the answer to one. */
import type { RouteExample } from '../../route.ts';

export const BOOKING_EXAMPLE: RouteExample = {
  address: '/v1/booking',
  body: { _id: '6735f0a1c2b3d4e5f6a7b8c9', id: '6735f0a1c2b3d4e5f6a7b8c9' },
};

const PERSON = { first_name: 'Anna', last_name: 'Nováková' };

/** A request and a binding booking of the same stay; `moved` shifts its dates into the bookable range. */
export function bookingRequestExamples(moved: (date: string) => string) {
  const stay = {
    currency: 'CZK',
    visit_type_id: 101,
    hotel_id: 1,
    room_type_id: 11,
    date_from: moved('2027-02-01'),
    date_to: moved('2027-02-08'),
  };
  const billedTo = { ...PERSON, email: 'anna@example.com', phone: '+420 602 123 456' };
  const guests = [
    { ...PERSON, birth_date: '1960-05-17', loyalty_program_id: 1, loyalty_program_code: 'G1234' },
    { first_name: 'Jan', last_name: 'Novák' },
  ];
  const address = { street: 'Lázeňská', house_number: '1a', city: 'Praha', zip_code: '118 00', country: 'CZE' };
  return {
    examples: {
      request: {
        summary: 'A request, which an operator answers',
        value: { binding_booking: false, ...stay, customer_note: 'A quiet room, please.', billed_to: billedTo, guests },
      },
      binding: {
        summary: 'A binding booking, which takes a room',
        value: { binding_booking: true, ...stay, billed_to: { ...billedTo, address }, guests },
      },
    },
  };
}
