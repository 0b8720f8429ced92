/** GET /v1/destinations: the destinations visible to the key (I2). */
import { ListDestinationsDocument } from '../../generated/operations.ts';
import { queryReader } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import DESTINATIONS_EXAMPLE from './destinations.example.json' with { type: 'json' };
import { DESTINATIONS } from './destinations.schema.ts';

export const destinations: RouteOf<typeof ListDestinationsDocument> = {
  method: 'GET',
  path: '/v1/destinations',
  scopes: ['read'],
  summary: 'List destinations',
  description: 'All destinations that are available to the API key.',
  reference: {
    operationId: 'listDestinations',
    success: 'The destinations.',
    body: DESTINATIONS,
    example: DESTINATIONS_EXAMPLE,
  },
  isLocalized: true,
  document: ListDestinationsDocument,
  ...queryReader({}, { problems: () => [], variables: () => ({}) }),
  answer: ({ result }) => ok(result),
};
