/** LoyaltyProgram (section 2 of the interface), in visit types and prices. */
import { named, object } from '../json-schema.js';
import { NAMED_ENTITY } from '../value-schemas.js';
/** The one object that section 2 leaves open for more. */
export const LOYALTY_PROGRAM = named('LoyaltyProgram', {
    ...object('A loyalty program, whose members pay less for the visit types that list it. More properties may be added.', NAMED_ENTITY),
    additionalProperties: true,
});
//# sourceMappingURL=loyalty-program.schema.js.map