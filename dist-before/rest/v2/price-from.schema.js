/** From-prices in v2 (change log of 2026-09-10, V4). */
import { CURRENCIES } from '../../domain/money.js';
import { named, nullable, object, use, whole } from '../json-schema.js';
import { amount, NAMED_ENTITY } from '../value-schemas.js';
const MINIMUM = named('FromPrice', object('The lowest price of its kind, and the stay that has it.', {
    amount: amount('Less the promotion that covers the whole stay, if one does.'),
    original: amount('The same stay before the promotion; equal when there is none.'),
    nights: whole('Nights of the stay, the fewest that the visit type allows.', { minimum: 1 }),
    occupancy: whole('Guests of the stay: as many as the room has beds.', { minimum: 1 }),
    visitType: object('The visit type of the stay.', NAMED_ENTITY),
}));
const MINIMA = named('FromPrices', object('Two lowest prices, each found for itself.', {
    perPersonPerNight: use(MINIMUM, 'The lowest price of a stay divided by its nights and its guests.'),
    perStay: use(MINIMUM, 'The lowest price of a whole stay in a whole room.'),
}));
const CATEGORIES = named('FromPriceCategories', object('From-prices in one currency.', {
    all: use(MINIMA, 'Over all its visit types; those without a category count here only.'),
    health: use(MINIMA, 'Over its spa cures; absent when it sells none.'),
    wellness: use(MINIMA, 'Over its wellness stays; absent when it sells none.'),
}, { optional: ['health', 'wellness'] }));
export const PRICE_FROM_SCHEMA = nullable({
    ...object('From-prices in the public channel by currency: over every stay of minimum length from today on that is allowed and priced on every night, whether rooms are free or not. A currency in which nothing is for sale is absent; null: nothing is for sale at all.', Object.fromEntries(CURRENCIES.map((currency) => [currency, use(CATEGORIES)])), { optional: CURRENCIES }),
    minProperties: 1,
});
//# sourceMappingURL=price-from.schema.js.map