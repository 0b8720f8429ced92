/** From-prices in v2 (V4). */
import { z } from 'zod';
import { CURRENCIES } from '../../../domain/pricing/money.ts';
import { amount, NAMED_ENTITY } from '../../openapi/value-schemas.ts';

const MINIMUM = z
  .object({
    amount: amount('Less the promotion that covers the whole stay, if one does.'),
    original: amount('The same stay before the promotion; equal when there is none.'),
    nights: z.int().min(1).describe('Nights of the stay, the fewest that the visit type allows.'),
    occupancy: z.int().min(1).describe('Guests of the stay: as many as the room has beds.'),
    visitType: z.object(NAMED_ENTITY).describe('The visit type of the stay.'),
  })
  .meta({ id: 'FromPrice', description: 'The lowest price of its kind, and the stay that has it.' });

const MINIMA = z
  .object({
    perPersonPerNight: MINIMUM.describe('The lowest price of a stay divided by its nights and its guests.'),
    perStay: MINIMUM.describe('The lowest price of a whole stay in a whole room.'),
  })
  .meta({ id: 'FromPrices', description: 'Two lowest prices, each found for itself.' });

const CATEGORIES = z
  .object({
    all: MINIMA.describe('Over all its visit types; those without a category count here only.'),
    health: MINIMA.describe('Over its spa cures; absent when it sells none.').optional(),
    wellness: MINIMA.describe('Over its wellness stays; absent when it sells none.').optional(),
  })
  .meta({ id: 'FromPriceCategories', description: 'From-prices in one currency.' });

export const PRICE_FROM_SCHEMA = z
  .object(Object.fromEntries(CURRENCIES.map((currency) => [currency, CATEGORIES.optional()])))
  .meta({ minProperties: 1 })
  .nullable()
  .describe(
    'From-prices in the public channel by currency: over every stay of minimum length from today on that is allowed and priced on every night, whether rooms are free or not. A currency in which nothing is for sale is absent; null: nothing is for sale at all.',
  );
