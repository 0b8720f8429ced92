/** LoyaltyProgram, in visit types and prices. */
import { z } from 'zod';
import { NAMED_ENTITY } from '../openapi/value-schemas.ts';

/** The only answer of v1 that the document leaves open for further fields. */
export const LOYALTY_PROGRAM = z.looseObject(NAMED_ENTITY).meta({
  id: 'LoyaltyProgram',
  additionalProperties: true,
  description:
    'A loyalty program, whose members pay less for the visit types that list it. More properties may be added.',
});
