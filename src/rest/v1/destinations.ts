/** GET /v1/destinations: the destinations that the key sees (section 4 of the interface, I2). */
import { found } from '../answer.ts';
import { queryReader } from '../read-query.ts';
import type { DocumentedRoute } from '../route.ts';
import { DESTINATIONS_EXAMPLE } from './destinations.example.ts';
import { DESTINATIONS } from './destinations.schema.ts';

export const destinations: DocumentedRoute<readonly unknown[]> = {
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
