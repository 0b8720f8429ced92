/** The body of GET /v1/price (section 2 of the interface, P2 to P5, L4, L5). */
import { decimal, list, named, nullable, object, use, whole } from '../json-schema.js';
import { amount, byLanguage, CURRENCY, date, LOCALIZED_STRING } from '../value-schemas.js';
import { LOYALTY_PROGRAM } from './loyalty-program.schema.js';
const LOYALTY_DISCOUNT = named('LoyaltyDiscount', object('A loyalty discount for one guest.', {
    price_discount: amount('What is taken off.'),
    guest: whole('The position of the guest, from 1.', { minimum: 1 }),
    loyalty_program: use(LOYALTY_PROGRAM),
}));
const PROMOTION_IN_PRICE = named('PricePromotion', object('A promotion in the price. Promotions do not stack: of those that hold on a night, the one with the highest percentage counts.', {
    name: use(LOCALIZED_STRING, 'Its name.'),
    percentage: decimal('Discount in percent.', { minimum: 0, maximum: 100 }),
    amount: amount('What is taken off.'),
    nights: whole('Number of nights for which it counts.', { minimum: 1 }),
    valid_from: date('First night that it holds for.'),
    valid_to: nullable(date('First night that it does not hold for any more; null: it does not end.')),
}));
const STAY_PRICE = named('StayPrice', object('The price of the stay in the currency of a language. The lines always add up to the amount.', {
    amount: amount('The final price: the base price less all promotions and loyalty discounts.'),
    currency: use(CURRENCY),
    price_breakdown: object('What the price is made of.', {
        base_price: amount('The price of the room before reductions, whatever share of its beds is taken.'),
        discounts: list('Loyalty discounts, by guest.', use(LOYALTY_DISCOUNT)),
        promotions: list('Promotions that hold on at least one night.', use(PROMOTION_IN_PRICE)),
    }),
}));
export const PRICE_BY_LANGUAGE = named('PriceByLanguage', byLanguage('The price for each included language whose currency prices every night of the stay.', STAY_PRICE));
//# sourceMappingURL=price.schema.js.map