/** LowestPriceByLanguage (section 2 of the interface, P6). */
import { named, nullable, object, use } from '../json-schema.js';
import { amount, byLanguage, CURRENCY } from '../value-schemas.js';
const LOWEST_PRICE_AMOUNT = named('LowestPriceAmount', object('The lowest price of one night for one guest. Both amounts are null where nothing is for sale.', {
    amount_per_night: nullable(amount('Including the promotion that holds on that night.')),
    original_amount_per_night: nullable(amount('The same night without its promotion: equal when none holds, higher when one does.')),
    currency: use(CURRENCY),
}));
export const LOWEST_PRICE_BY_LANGUAGE = named('LowestPriceByLanguage', byLanguage('The lowest price for each included language, in the currency of that language.', LOWEST_PRICE_AMOUNT));
//# sourceMappingURL=lowest-price.schema.js.map