import { booking } from './v1/booking.js';
import { calendarDates } from './v1/calendar-dates.js';
import { destinations } from './v1/destinations.js';
import { lowestPrice } from './v1/lowest-price.js';
import { price } from './v1/price.js';
import { visitTypes } from './v1/visit-types.js';
import { amenityCategories } from './v2/amenity-categories.js';
import { hotel, hotels } from './v2/hotels.js';
import { roomTypes } from './v2/room-types.js';
/** A route hands its own result to its own `answer`, so beyond it nobody needs to know the type of either. */
export const ROUTES = [
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
];
//# sourceMappingURL=routes.js.map