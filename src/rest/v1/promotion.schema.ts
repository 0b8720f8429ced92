/** Promotions in visit types and prices. */
import { z } from 'zod';
import { DATE, LOCALIZED_STRING } from '../openapi/value-schemas.ts';

export const PROMOTION_FIELDS = {
  name: LOCALIZED_STRING.describe('Its name.'),
  percentage: z.number().min(0).max(100).describe('Discount in percent.'),
  valid_from: DATE.describe('First night that it holds for.'),
  valid_to: DATE.nullable().describe('First night that it does not hold for any more; null: it does not end.'),
};
