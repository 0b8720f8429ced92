/** The body of GET /v1/price (P2 to P5, L4, L5). */
import { z } from 'zod';
import { amount, byLanguage, CURRENCY } from '../../openapi/value-schemas.ts';
import { LOYALTY_PROGRAM } from '../loyalty-program.schema.ts';
import { PROMOTION_FIELDS } from '../promotion.schema.ts';

const LOYALTY_DISCOUNT = z
  .strictObject({
    price_discount: amount('What is taken off.'),
    guest: z.int().min(1).describe('The position of the guest, from 1.'),
    loyalty_program: LOYALTY_PROGRAM,
  })
  .meta({ id: 'LoyaltyDiscount', description: 'A loyalty discount for one guest.' });

const { name, percentage, valid_from, valid_to } = PROMOTION_FIELDS;
const PROMOTION_IN_PRICE = z
  .strictObject({
    name,
    percentage,
    amount: amount('What is taken off.'),
    nights: z.int().min(1).describe('Number of nights for which it counts.'),
    valid_from,
    valid_to,
  })
  .meta({
    id: 'PricePromotion',
    description:
      'A promotion in the price. Promotions do not stack: of those that hold on a night, the one with the highest percentage counts.',
  });

const STAY_PRICE = z
  .strictObject({
    amount: amount('The final price: the base price less all promotions and loyalty discounts.'),
    currency: CURRENCY,
    price_breakdown: z
      .strictObject({
        base_price: amount('The price of the room before reductions, whatever share of its beds is taken.'),
        discounts: z.array(LOYALTY_DISCOUNT).describe('Loyalty discounts, by guest.'),
        promotions: z.array(PROMOTION_IN_PRICE).describe('Promotions that hold on at least one night.'),
      })
      .describe('What the price is made of.'),
  })
  .meta({
    id: 'StayPrice',
    description: 'The price of the stay in the currency of a language. The lines always add up to the amount.',
  });

export const PRICE_BY_LANGUAGE = byLanguage(STAY_PRICE, {
  id: 'PriceByLanguage',
  description: 'The price for each included language whose currency prices every night of the stay.',
});
