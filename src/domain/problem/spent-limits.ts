/** The limits on what is booked, by what they count (A4, B8), as the GraphQL schema describes them. */
export const SPENT_LIMITS = {
  HOTEL_REQUESTS:
    'Requests (`kind: REQUEST`) for the hotel under the e-mail address of `billedTo`, with whatever API keys: ten a minute.',
  ADDRESS_BOOKINGS:
    'Bookings and requests of the address that asks, with publishable keys; the operator sets how many (6 an hour, 12 a day).',
  EMAIL_BOOKINGS:
    'Bookings and requests under the e-mail address of `billedTo`, with publishable keys, in all hotels: 3 an hour, 6 a day.',
  ADDRESS_ROOM_NIGHTS:
    'Room nights that the address that asks has booked or held with publishable keys; the operator sets how many (30 a day). Requests take no rooms, and are not limited so.',
  BOOKING_CHANGES: 'Changes of the booking with publishable keys: 6 a day.',
} as const;
export type SpentLimit = keyof typeof SPENT_LIMITS;
