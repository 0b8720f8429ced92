/** Hotels in v2: one shape, in the list and alone (change log of 2026-07-23 to 2026-09-18). */
import { Boarding } from '../../data/generated/prisma/enums.js';
import { HOTEL_STARS } from '../../operations/search-input.js';
import { flag, list, named, nullable, object, oneOf, text, use, whole } from '../json-schema.js';
import { DESTINATION } from '../v1/destinations.schema.js';
import { IDENTIFIERS, LOCALIZED_STRING, time } from '../value-schemas.js';
import { HOTEL_AMENITY_CATEGORIES } from './amenities.schema.js';
import { IMAGE_SCHEMA } from './image.schema.js';
import { pageOf } from './page.schema.js';
import { PRICE_FROM_SCHEMA } from './price-from.schema.js';
import { ROOM_TYPE_SCHEMA } from './room-types.schema.js';
const ACCOMMODATION_RULES = nullable(object('House rules; null: not stated.', {
    checkInFrom: nullable(time('Earliest check-in; null: not stated.')),
    checkInTo: nullable(time('Latest check-in; null: not stated.')),
    checkOutTo: nullable(time('Latest check-out; null: not stated.')),
    petsAllowed: nullable(flag('Whether pets may come; null: not stated.')),
    childrenFromAge: nullable(whole('Youngest age in years at which children are welcome; null: not stated.', { minimum: 0 })),
    smokingAllowed: nullable(flag('Whether smoking is allowed; null: not stated.')),
    note: use(LOCALIZED_STRING, 'A remark.'),
}));
const MEAL_SERVICE = object('A meal that the hotel serves.', {
    boarding: oneOf('Which meals.', Object.values(Boarding)),
    servedAs: nullable(text('How they are served, for example `BUFFET`; null: not stated.')),
    from: nullable(time('From when; null: not stated.')),
    to: nullable(time('Until when; null: not stated.')),
});
export const HOTEL_SCHEMA = named('Hotel', object('A hotel in full.', {
    ...IDENTIFIERS,
    code: text('Its code.'),
    name: text('Its name, the same in every language.'),
    stars: whole('Stars.', { minimum: HOTEL_STARS.min, maximum: HOTEL_STARS.max }),
    destination: use(DESTINATION, 'The destination that it stands in.'),
    shortDescription: use(LOCALIZED_STRING, 'A short description.'),
    channelContent: object('What it says in the channel of the key.', {
        tagline: use(LOCALIZED_STRING, 'The line by which it is advertised; null in every language when there is none.'),
    }),
    accommodationRules: ACCOMMODATION_RULES,
    mealServices: list('Meals that it serves, in order.', MEAL_SERVICE),
    indicationCodes: list('Codes of the indications treated there, in order.', { type: 'string' }),
    staffLanguageCodes: list('Codes of the languages that its staff speak (ISO 639).', { type: 'string' }),
    images: list('Pictures of it, in order.', use(IMAGE_SCHEMA)),
    roomTypes: list('Its room types, by `id`.', use(ROOM_TYPE_SCHEMA)),
    amenityCategories: HOTEL_AMENITY_CATEGORIES,
    priceFrom: PRICE_FROM_SCHEMA,
}));
export const HOTELS = pageOf('HotelPage', HOTEL_SCHEMA);
//# sourceMappingURL=hotels.schema.js.map