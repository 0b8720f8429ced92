/** The body of GET /v1/visit-types (section 2 of the interface, C1 to C3). */
import { Boarding, ProcedureFrequency, ReservationTimeSpan, StayCategory } from '../../data/generated/prisma/enums.js';
import { decimal, flag, list, named, nullable, object, oneOf, text, use, whole } from '../json-schema.js';
import { date, IDENTIFIERS, LOCALIZED_STRING, NAMED_ENTITY } from '../value-schemas.js';
import { LOWEST_PRICE_BY_LANGUAGE } from './lowest-price.schema.js';
import { LOYALTY_PROGRAM } from './loyalty-program.schema.js';
const LOWEST_PRICE = use(LOWEST_PRICE_BY_LANGUAGE, 'The lowest price from today on, including active promotions.');
const PROMOTION = named('Promotion', object('A promotion that runs now or starts later, in the channel of the key. It is here to be named: the lowest prices include it already.', {
    name: use(LOCALIZED_STRING, 'Its name.'),
    percentage: decimal('Discount in percent.', { minimum: 0, maximum: 100 }),
    valid_from: date('First night that it holds for.'),
    valid_to: nullable(date('First night that it does not hold for any more; null: it does not end.')),
}));
const TAG = named('Tag', object('A label of visit types.', {
    ...NAMED_ENTITY,
    color: text('Hexadecimal colour without `#`.', { pattern: '^[0-9a-fA-F]{6}$' }),
}));
const TIME_CONSTRAINT = named('TimeConstraint', object('A range of nights; both ends are included.', {
    date_from: date('The first night.'),
    date_to: date('The last night.'),
}));
/** The fields of a summary, in two parts because a visit type has others in between. */
const HEAD = {
    ...IDENTIFIERS,
    priority_position: whole('Its place in listings, the lowest first; equal places are ordered by `id`.'),
    on_demand: flag('Whether its stays can only be requested, never confirmed at once.'),
    stay_category: nullable(oneOf('`health` is a spa cure, `wellness` a wellness stay; null: the property has not classified it.', Object.values(StayCategory))),
    name: use(LOCALIZED_STRING, 'Its name.'),
};
const NIGHTS = {
    nights_min: whole('Fewest nights of a stay.', { minimum: 1 }),
    nights_max: whole('Most nights of a stay.', { minimum: 1 }),
    reservation_time_span: oneOf('`DAYS`: any number of nights between the two. `WEEKS`: a multiple of seven nights.', Object.values(ReservationTimeSpan)),
};
const CATEGORY = named('VisitTypeCategory', object('A category of visit types.', {
    ...NAMED_ENTITY,
    visitTypes: list('All visit types in it that the key sees, whatever the filters select.', use(named('VisitTypeSummary', object('A visit type in short.', { ...HEAD, ...NIGHTS })))),
}));
const HOTEL = named('VisitTypeHotel', object('A hotel in which a visit type is sold.', {
    ...IDENTIFIERS,
    name: text('Its name, the same in every language.'),
    lowest_price: LOWEST_PRICE,
    promotions: list('Those promotions of the visit type that hold in this hotel.', use(PROMOTION)),
}));
const VISIT_TYPE = named('VisitType', object('A stay package.', {
    ...HEAD,
    visit_type_categories: list('The categories that it belongs to.', use(CATEGORY)),
    booking_url: use(LOCALIZED_STRING, 'Address of its page in a web shop.'),
    description: use(LOCALIZED_STRING, 'Its description.'),
    ...NIGHTS,
    time_constraints: list('All nights of a stay must lie in one and the same of these ranges; empty: no constraint.', use(TIME_CONSTRAINT)),
    procedures: whole('Number of procedures in each period of `procedure_frequency`.', { minimum: 0 }),
    procedure_frequency: oneOf('Per day, per week, or per stay.', Object.values(ProcedureFrequency)),
    procedures_per_day: whole('Procedures a day.', { minimum: 0 }),
    boarding: nullable(oneOf('Meals included; null: not stated.', Object.values(Boarding))),
    available_boardings: list('Meals that may be chosen.', oneOf('Meals.', Object.values(Boarding))),
    tags: list('Its labels.', use(TAG)),
    lowest_price: LOWEST_PRICE,
    promotions: list('Promotions of the visit type; empty when there are none.', use(PROMOTION)),
    commercial_slogan: use(LOCALIZED_STRING, 'Its slogan.'),
    notice: use(LOCALIZED_STRING, 'What guests should note.'),
    services: use(LOCALIZED_STRING, 'Services included.'),
    hotels: list('The hotels in which it is sold, as far as the key sees them.', use(HOTEL)),
    loyalty_programs: list('Loyalty programs that it takes part in.', use(LOYALTY_PROGRAM)),
}));
export const VISIT_TYPES = list('By `priority_position`, then `id`.', use(VISIT_TYPE));
//# sourceMappingURL=visit-types.schema.js.map