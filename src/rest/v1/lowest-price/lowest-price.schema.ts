/** LowestPriceByLanguage (P6). */
import { z } from 'zod';
import { amount, byLanguage, CURRENCY } from '../../openapi/value-schemas.ts';

const LOWEST_PRICE_AMOUNT = z
  .strictObject({
    amount_per_night: amount('Including the promotion that holds on that night.').nullable(),
    original_amount_per_night: amount(
      'The same night without its promotion: equal when none holds, higher when one does.',
    ).nullable(),
    currency: CURRENCY,
  })
  .meta({
    id: 'LowestPriceAmount',
    description: 'The lowest price of one night for one guest. Both amounts are null where nothing is for sale.',
  });

export const LOWEST_PRICE_BY_LANGUAGE = byLanguage(LOWEST_PRICE_AMOUNT, {
  id: 'LowestPriceByLanguage',
  description: 'The lowest price for each included language, in the currency of that language.',
});
