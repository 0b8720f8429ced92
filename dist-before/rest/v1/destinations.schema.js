/** The body of GET /v1/destinations. */
import { list, named, object, use } from '../json-schema.js';
import { NAMED_ENTITY } from '../value-schemas.js';
export const DESTINATION = named('Destination', object('A place in which hotels stand.', NAMED_ENTITY));
export const DESTINATIONS = list('The destinations that the key sees, by `id`.', use(DESTINATION));
//# sourceMappingURL=destinations.schema.js.map