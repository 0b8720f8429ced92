/** GET /v1/destinations: the destinations that the key sees (section 4 of the interface, I2). */
import { found } from '../answer.js';
import { queryReader } from '../read-query.js';
import { DESTINATIONS_EXAMPLE } from './destinations.example.js';
import { DESTINATIONS } from './destinations.schema.js';
export const destinations = {
    method: 'GET',
    path: '/v1/destinations',
    scope: 'read',
    summary: 'List destinations',
    description: 'All destinations that are available to the API key.',
    reference: {
        operationId: 'listDestinations',
        success: 'The destinations.',
        body: DESTINATIONS,
        example: DESTINATIONS_EXAMPLE,
    },
    isLocalized: true,
    document: 'query ListDestinations { result: destinations { _id: id id: number name { ...Text } } }',
    ...queryReader({}, { problems: () => [], variables: () => ({}) }),
    answer: (result) => found(result),
};
//# sourceMappingURL=destinations.js.map