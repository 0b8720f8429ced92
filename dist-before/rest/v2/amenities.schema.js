/** Amenities in v2: the dictionary, and the values of hotels (V5). */
import { AmenityAccess, Weekday } from '../../data/generated/prisma/enums.js';
import { DETAIL_KINDS } from '../../domain/amenity-values.js';
import { decimal, list, named, nullable, object, oneOf, text, use, whole } from '../json-schema.js';
import { LOCALIZED_STRING, time } from '../value-schemas.js';
import { pageOf } from './page.schema.js';
const CODED = { code: text('Its code.'), label: use(LOCALIZED_STRING, 'Its label.') };
/** What a hotel says of an entry of the dictionary: labels are there for `expand=amenityLabels` alone. */
const LABEL_IF_ASKED = use(LOCALIZED_STRING, 'Its label; only with `expand=amenityLabels`.');
const CODED_IN_HOTEL = { code: text('Its code in the dictionary.'), label: LABEL_IF_ASKED };
const LABEL_OPTIONAL = { optional: ['label'] };
const AMENITY = named('Amenity', object('An entry of the dictionary.', {
    ...CODED,
    detailKinds: list('The details that its values carry in hotels; empty: its presence is all there is to say.', oneOf('A detail; the field of a value has the same name in camel case (`opening_hours` is `openingHours`).', DETAIL_KINDS)),
    options: list('Options that its values choose from.', object('An option.', CODED)),
}));
export const AMENITY_CATEGORIES = pageOf('AmenityCategoryPage', named('AmenityCategory', object('A category of the dictionary with its amenities.', {
    category: object('The category.', CODED),
    amenities: list('All amenities in it, in order, whether a hotel has them or not.', use(AMENITY)),
})));
const DETAILS = {
    access: nullable(oneOf('How its use is charged: free, free under conditions, or paid; null: not stated.', Object.values(AmenityAccess))),
    options: list('The options that the hotel offers.', object('An option.', CODED_IN_HOTEL, LABEL_OPTIONAL)),
    note: use(LOCALIZED_STRING, 'A remark; null in languages that have none.'),
    openingHours: list('When it is open; empty: not stated.', object('Hours on some weekdays.', {
        days: list('The weekdays.', oneOf('A weekday.', Object.values(Weekday))),
        from: time('When it opens.'),
        to: time('When it closes.'),
    })),
    quantity: nullable(whole('How many there are; null: not stated.', { minimum: 0 })),
    area: nullable(decimal('Square metres; null: not stated.')),
    temperature: nullable(decimal('Degrees Celsius; null: not stated.')),
    distance: nullable(decimal('Metres from the hotel; null: not stated.')),
    ageLimit: nullable(whole('Minimum age of guests in years; null: not stated.', { minimum: 0 })),
};
export const HOTEL_AMENITY_CATEGORIES = list('Its amenities by category, in the order of the dictionary; categories in which it has none are left out.', use(named('HotelAmenityCategory', object('The amenities of a hotel in a category.', {
    category: object('The category.', CODED_IN_HOTEL, LABEL_OPTIONAL),
    amenities: list('The amenities in it that the hotel has.', use(named('HotelAmenity', object('An amenity of a hotel: its code, and exactly the details that `detailKinds` of its entry in the dictionary names. A detail that is there and null or empty has not been filled.', { ...CODED_IN_HOTEL, ...DETAILS }, { optional: ['label', ...Object.keys(DETAILS)] })))),
}))));
//# sourceMappingURL=amenities.schema.js.map