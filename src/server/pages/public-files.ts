/** What anybody may read without a page around it: the demo's pictures, `/robots.txt`, the schema. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { pictureEndpoint } from './pictures.ts';
import { robotsEndpoint } from './robots.ts';
import { schemaEndpoint } from './schema-endpoint.ts';

export function publicFileEndpoints(open: OpenEndpoint, parts: Parameters<typeof robotsEndpoint>[1]): Endpoint[] {
  return [pictureEndpoint(open), robotsEndpoint(open, parts), schemaEndpoint(open)];
}
