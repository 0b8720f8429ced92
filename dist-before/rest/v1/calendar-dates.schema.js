/** The body of GET /v1/calendar/dates (section 2 of the interface, K2 to K5). */
import { AVAILABILITIES } from '../../domain/availability.js';
import { flag, list, named, nullable, object, oneOf, use } from '../json-schema.js';
import { amount, byLanguage, CURRENCY, date } from '../value-schemas.js';
const CALENDAR_AMOUNT = named('CalendarAmount', object('The price of one night of the room, in the currency of a language.', {
    amount: amount('Including the promotion that holds on that night, for the whole room.'),
    currency: use(CURRENCY),
}));
const CALENDAR_PRICE = named('CalendarPrice', byLanguage('The price of the night, for each included language whose currency prices it.', CALENDAR_AMOUNT, {
    is_final: flag('True where the date is AVAILABLE; false where it is ON_DEMAND and an operator has to confirm.'),
}));
const CALENDAR_DATE = named('CalendarDate', object('A day of the calendar: the best of everything that the parameters allow.', {
    date: date('The day.'),
    selectable: flag('Whether the booking flow can start on this day: its night has a price and lies in the date ranges of the visit type, and stays may start on it. It promises no capacity for the whole stay, and such a stay may be on demand.'),
    availability: oneOf('`AVAILABLE`: the shortest stay from this day has a price and a room free on each night. `ON_DEMAND`: it can be requested only, and an operator has to confirm it. `NOT_AVAILABLE`: the night has no price, or is outside the date ranges or the selling period of the visit type.', AVAILABILITIES),
    price: nullable(use(CALENDAR_PRICE, 'Null where the day is NOT_AVAILABLE, where the parameters leave more than one visit type or room type, and where no included language has a currency that prices the night.')),
}));
export const CALENDAR_DATES = list('The days in order, without gaps.', use(CALENDAR_DATE));
//# sourceMappingURL=calendar-dates.schema.js.map