/** The body of GET /v1/destinations. */
import { z } from 'zod';
import { NAMED_ENTITY } from '../../openapi/value-schemas.ts';

export const DESTINATION = z
  .strictObject(NAMED_ENTITY)
  .meta({ id: 'Destination', description: 'A place in which hotels stand.' });

export const DESTINATIONS = z.array(DESTINATION).describe('The destinations that the key sees, by `id`.');
