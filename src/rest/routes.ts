/** All REST routes, in the order of the reference page. */
import type { DocumentedRoute } from './route.ts';
import { booking } from './v1/booking/booking.ts';
import { calendarDates } from './v1/calendar-dates/calendar-dates.ts';
import { destinations } from './v1/destinations/destinations.ts';
import { lowestPrice } from './v1/lowest-price/lowest-price.ts';
import { price } from './v1/price/price.ts';
import { visitTypes } from './v1/visit-types/visit-types.ts';
import { amenityCategories } from './v2/amenity-categories/amenity-categories.ts';
import { events } from './v2/events/events.ts';
import { hotel, hotels } from './v2/hotels/hotels.ts';
import { roomTypes } from './v2/room-types/room-types.ts';

/** Only a route's own `answer` needs the type of its document's result. */
export const ROUTES: readonly DocumentedRoute[] = [
  visitTypes,
  price,
  calendarDates,
  lowestPrice,
  destinations,
  booking,
  hotels,
  hotel,
  amenityCategories,
  roomTypes,
  events,
];
